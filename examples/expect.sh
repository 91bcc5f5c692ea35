#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: expect.sh DIRECTORY: runs the examples of a directory and checks what they print, in TAP.
# A directory DIRECTORY/.libs with prefix_demo.so, the backend of 13-backend.c, is tried too.
set -u
examples=$1
here=$(dirname "$0")
. "$here/../tests/support/tap.sh"
. "$here/../tests/mpi/ranks.sh"

# prints PROGRAM EXPECTED-OUTPUT
prints()
{
    output=$("$examples/$1" 2>&1) && [ "$output" = "$2" ]
    ok $? "$1" "$output"
}

# has 'PROGRAM [ARGUMENT]' PATTERN...: every pattern matches a line.
has()
{
    program=$1
    shift
    # shellcheck disable=SC2086
    output=$(cd "$examples" && ./$program 2>&1)
    failed=$?
    for pattern; do
        printf '%s\n' "$output" | grep -q "$pattern" || failed=1
    done
    ok "$failed" "$program" "$output"
}

# ranks PROGRAM EXPECTED-OUTPUT: on three ranks of MPI, whose lines are sorted.
ranks()
{
    if [ ! -f "$examples/$1" ]; then
        skip "$1" 'not built with MPI'
    elif ! starts "${MPIRUN-}"; then
        skip "$1" "${MPIRUN:-mpirun} starts no processes"
    else
        output=$(start 3 "$MPIRUN" "$examples/$1" | sort)
        is "$output" "$2" "$1"
    fi
}

prints 01-scan "$(printf '%s\n' 3 4 11 11 15 16 22 25)"
prints 02-offsets "$(printf '%s\n' 'row 0: be' 'row 1: ' 'row 2: adf' 'row 3: cg')"
prints 03-filter "$(printf '%s\n' '5 are trusted' 2.5 4.25 3)"
prints 04-maximum '0 0 1 3 0 0.5 0 0 '
prints 05-rows "$(printf '%s\n' '3 0 18 ' '1 2 5 9 5 11 ')"
case ,${LIBPREFIX_TEST_REQUIRE-}, in
*,cuda,*) no_device='$^' ;; # matches nothing
*) no_device='^no device: .' ;;
esac
if [ -f "$examples/06-stream" ]; then
    has 06-stream "$no_device\|^row 2 begins at 1, and 999999 elements are in all rows\$"
else
    skip 06-stream 'not built with CUDA'
fi
prints 07-threads "$(printf 'thread %s\n' '0: 100000' '1: 200000' '2: 300000' '3: 400000')"
prints 08-pieces 'the same bits'
prints 09-plan "$(printf '%s\n' '-> ascanaflagdone' '14 letters')"
has 10-device "$no_device\|^sum 1 to 1000000 modulo 2^32: 1784293664\$"
has 11-backends '^libprefix [0-9]' '^openmp: ' '^serial: yes: .' '^  device 0: .' '^choice: .*: .'
prints 12-order 'the canonical order'
has 14-names '^types: i8 i16 .* c128$' '^operators: sum product .* arg-max-last$' '^kinds: inclusive exclusive$' \
    '^algorithms: auto serial decoupled-look-back '
has '14-names f16' '^f16: 2 bytes, sums are carried in f64$'
prints 15-reduce '-2.75 to 7.5, mean 2'
has 16-counts '^serial  *1023  *1023$' '^hillis-steele  *9217  *10$' '^blelloch  *2046  *20$' '^reduce-then-scan  *2014  *93$'
prints 17-selection "$(printf '%s\n' ' -2 0 | 7 5 5 3 4 | 9 12 8' 'at 0 2 5 7 9')"
prints 18-runs "$(printf '%s\n' 'day 1: 7.5' 'day 3: 6' 'day 4: 8.5' '3 runs')"
prints 19-operator "$(printf 'after month %s\n' '1: 1500' '2: 1000' '3: 1250' '4: 1000' '5: 1000')"
prints 20-parentheses "$(printf '%s\n' '(a + b) * (c - (d + e)): 0 open' '(a + b)) * (c: 7 closes nothing' \
    'f(g(x), h(y): 1 open')"
has 21-matrices '^F(10) = 55$' '^F(100) = 687995182$' '^F(100000) = 911435502$'
has 22-variance '^2: mean 1e9 + 5.5000, variance 4.5000$' '^8: mean 1e9 + 10.0000, variance 36.0000$'
prints 23-fingerprints "$(printf "'chuck' at %s\n" 26 32 47 59)"
prints 24-range "$(printf 'day %s\n' '1: highest, 14 after 12.5' '3: lowest, 11.5 after 12.5' \
    '4: highest, 17 after 14' '6: lowest, 9 after 11.5' '8: highest, 17.5 after 17')"
has 25-log-cdf '^no heads: e^-6931.5, which is 0$' '^at most 4900 heads: 0.0233$' '^at most 5000 heads: 0.5040$'
prints 26-intervals "$(printf '%s\n' '06:00 to 12:00' '13:00 to 15:00' '18:00 to 20:00' '600 minutes')"
has 27-unitriangular '^mississi: 6$' '^mississippi: 10$'
has 28-complex '^step 3: at 2, 1; farthest east at step 2$' '^step 8: at -1, 1; farthest east at step 2$'
prints 29-missing "$(printf '%s\n' '2 - 2.5 - 6.5 7.5 ' 'highest level: 12')"
prints 30-blur "$(printf '%s\n' 'left half 13, right half 13, top row 0' \
    '.:-++++-::-++-:.' '.:-=---:..:---::' '.-+#*+=:..:=++-:' '.-=+-:.....::-::' '.-=+-:...:-+++-:' \
    '.:::.....:-=--::' '.:::.....:-+++--' '.....++-:::-----' '..%%%--:..:-----' '..%..+=:..:--:--' \
    '..%%%:....-=+==-' '..%..:...::-----' '..%......:--=---' '.........:--=---')"
prints 31-table "$(printf '%s\n' 'from shop to shop:' '3 4 11 11' '4 5 11 14' '2 6 8 14' \
    'from week to week:' '3 1 7 0' '7 2 13 3' '9 6 15 9' 'means:' '3 2 5 3')"
prints 32-csr "$(printf '%s\n' 'row 0: 1 in column 3; 2 in column 0;' 'row 1:' 'row 2: 4 in column 0; 5 in column 2;' \
    'row 3: 6 in column 1; 7 in column 3;')"
has 33-depth-of-field '^contrast: 100 % in focus, [1-4][0-9] % far from it$'
has '33-depth-of-field /dev/null /dev/null' '^contrast: 100 % in focus, [1-4][0-9] % far from it$'
prints 35-sort "$(printf '%s\n' '1. runner 5, 10.5 s' '2. runner 1, 11 s' '3. runner 4, 11 s' \
    'ranks: 5 2 8 6 3 1 7 4' 'fours: 3 1 1 2 4 5 6 9')"
prints 47-window "$(printf '%s\n' 'lowest: 12 9 9 9 12 6 6 3' 'mean: 12 10.5 12 14 15 12 9 6' \
    'highest: 12 15 18 18 18 12 9 9')"
prints 36-histogram "$(printf '%s\n' '0.0 s: ###' '0.5 s: ####' '1.0 s: ' '1.5 s: ##' \
    'from 0: 3 sold for 1.5' 'from 1: 4 sold for 17.75' 'from 10: 3 sold for 121')"
prints 38-edges "$(printf '%s\n' '0: 4 2' '1:' '2: 3 2' '3: 1 0 4' '4: 1')"
prints 37-groups "$(printf '%s\n' 'shop 3: 4' 'shop 7: 15' 'shop 12: 6' \
    'shop 3: 2 sales, 3 at most, 2 on average' 'shop 7: 4 sales, 8 at most, 3.75 on average' \
    'shop 12: 2 sales, 3 at most, 3 on average')"
prints 48-counts "$(printf '%s\n' 'offsets: 0 3 3 5 10 10 11' 'counts: 3 0 2 5 0 1' 'used: 120 5 0 15 11 2')"
prints 45-columns "$(printf '%s\n' 'station 0: 3 days, 1 on average' 'station 1: 3 days, 3 on average' \
    'station 2: 2 days, 6 on average')"
prints 46-rows "$(printf '%s\n' 'station 0: warmest on day 2, rain of days 1 to 3: 7, in all 8' \
    'station 1: warmest on day 3, rain of days 1 to 3: 3, in all 10')"
prints 34-recurrence "$(printf '%s\n' '16 12 10 17 4 6 11 13.5 ' '8 8 8 16 10 9 12.5 14.25 ')"
prints 41-split "$(printf 'by bit %s\n' '0: 100 010 110 000 | 111 011 101 001' '1: 100 000 101 001 | 010 110 111 011' \
    '2: 000 001 010 011 | 100 101 110 111')"
ranks 42-vertices "$(printf 'rank %s of 9\n' '0: vertices 0 to 1' '1: vertices 2 to 4' '2: vertices 5 to 8')"
ranks 43-global-cdf "$(printf '%s\n' 'bins 4 and 9 are the fullest' 'rank 0: up to 0.3030, at most 4 of 5 in a bin' \
    'rank 1: up to 0.6364, at most 5 of 5 in a bin' 'rank 2: up to 1.0000, at most 5 of 5 in a bin' \
    'the median is in bin 6')"
prints 49-team '45 90 ... 4500000'
ranks 44-rebalance "$(printf 'rank %s\n' '0: kept 0, has 10 11 12' \
    '1: kept 3, has 10 11 12 13' '2: kept 8, has 14 15 16 17')"
prints 39-butterworth "$(printf '%s\n' 'in:  1.00 1.00 1.00 1.00' 'out: 1.00 0.99 0.35 0.06')"
prints 40-volatility "$(printf '%s\n' '2.12% 1.76% 2.61% 2.49% 1.95%' '0.28% 0.28% 0.28% 0.19% 0.25%')"
prints 51-selective-scan "$(printf '%s\n' 'y at 99: 0.061' 'y at 199: -0.695' 'y at 299: 0.085' 'as the loops')"

if [ -f "$examples/.libs/prefix_demo.so" ]; then
    output=$(LIBPREFIX_BACKEND_PATH=$examples/.libs LIBPREFIX_BACKEND=demo LIBPREFIX_DEBUG=1 "$examples/01-scan" 2>&1)
    printf '%s\n' "$output" | grep -q 'context on demo' && printf '%s\n' "$output" | grep -q '^25$'
    ok $? '13-backend' "$output"
else
    skip '13-backend' 'no plugins in this build'
fi

# --- the list ----------------------------------------------------------------------------------------
is "$(sed -n 's/^| \[\([^]]*\)\](\1) | [a-z].*/\1/p' "$here/README.md")" \
    "$(cd "$here" && ls [0-9]*.c cmake/CMakeLists.txt meson/meson.build)" 'README.md lists all examples in their order'
is "$(grep -o '](\.\.[^)]*)' "$here/README.md")" '' 'README.md has no links out of its folder, where installed ones have nothing'
missing=
for source in "$here"/[0-9]*.c; do
    program=${source##*/}
    program=${program%.c}
    grep -qE "^ *(prints|has|ranks) $program|^    ok .* '$program'" "$0" || missing="$missing $program"
done
is "$missing" '' 'each is run here'
finish
