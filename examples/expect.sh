#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: expect.sh DIRECTORY: runs the examples of a directory and checks what they print, in TAP.
# A directory DIRECTORY/.libs with prefix_demo.so, the backend of 07-backend.c, is tried too.
set -u
examples=$1
. "$(dirname "$0")/../tests/support/tap.sh"

# prints PROGRAM EXPECTED-OUTPUT
prints()
{
    output=$("$examples/$1" 2>&1) && [ "$output" = "$2" ]
    ok $? "$1" "$output"
}

# has PROGRAM PATTERN...: every pattern matches a line.
has()
{
    program=$1
    shift
    output=$("$examples/$program" 2>&1)
    failed=$?
    for pattern; do
        printf '%s\n' "$output" | grep -q "$pattern" || failed=1
    done
    ok "$failed" "$program" "$output"
}

prints 01-scan "$(printf '%s\n' 3 4 11 11 15 16 22 25)"
prints 02-plan "$(printf '%s\n' '-> ascanaflagdone' '14 letters')"
prints 03-chained 'the same bits'
case ,${LIBPREFIX_TEST_REQUIRE-}, in
*,cuda,*) has 04-device '^sum 1 to 1000000 modulo 2^32: 1784293664$' ;;
*) has 04-device '^no device: .\|^sum 1 to 1000000 modulo 2^32: 1784293664$' ;;
esac
has 05-backends '^libprefix [0-9]' '^openmp: ' '^serial: yes: .' '^  device 0: .' '^choice: .*: .'
prints 06-order 'the canonical order'
has 08-names '^i8: 1 bytes, sums are carried in i8$' '^f16: 2 bytes, sums are carried in f64$'
prints 09-reduce '-2.75 to 7.5, mean 2'
has 10-counts '^serial  *1023  *1023$' '^hillis-steele  *9217  *10$' '^blelloch  *2046  *20$' '^reduce-then-scan  *2014  *93$'
prints 11-select "$(printf '%s\n' '5 are trusted' 2.5 4.25 3)"
prints 13-runs "$(printf '%s\n' 'day 1: 7.5' 'day 3: 6' 'day 4: 8.5' '3 runs')"
prints 12-segments "$(printf '%s\n' '3 0 18 ' '1 2 5 9 5 11 ')"
prints 13-selection "$(printf '%s\n' ' -2 0 | 7 5 5 3 4 | 9 12 8' 'at 0 2 5 7 9')"

if [ -f "$examples/.libs/prefix_demo.so" ]; then
    output=$(LIBPREFIX_BACKEND_PATH=$examples/.libs LIBPREFIX_BACKEND=demo LIBPREFIX_DEBUG=1 "$examples/01-scan" 2>&1)
    printf '%s\n' "$output" | grep -q 'context on demo' && printf '%s\n' "$output" | grep -q '^25$'
    ok $? '07-backend' "$output"
else
    skip '07-backend' 'no plugins in this build'
fi
finish
