#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx scan in pieces: the bits of one call, wherever the pieces are and whichever way they go.
# An .npy output of an input that cannot be counted beforehand, and a pipe in reverse, are one call.
. "${top_srcdir:-.}/tests/cli/cli.sh"

# The numbers of an .npy file that the command wrote.
body()
{
    tail -c +129 "$1"
}

# Two pieces and a part of a third, which ends within a tile. Sums of walk, and products of near,
# are rounded at every step and stay finite in every type.
n=600123
awk -v n=$n -v near="$dir/near" 'BEGIN {
    for (x = i = 1; i <= n; i++) {
        x = (x * 16807) % 2147483647
        printf "%.9g\n", (x / 1073741823.5 - 1) / (i % 7 + 1)
        printf "%.9g\n", 1 + (x / 2147483647 - 0.5) / 300 >near
    }
}' >"$dir/walk"

# --- text, forward: pieces to raw, one call to .npy -----------------------------------------------
for scan in "walk f16" "walk f32" "walk f64" "walk f32 --exclusive" "walk f64 --init 0.3" \
    "walk f32 --init 0.3 --exclusive" "walk f32 --output-type f64" "walk f16 --output-type f32" \
    "near f16 --op product" "near f32 --op product" "near f64 --op product --exclusive" \
    "walk f32 --op min" "walk f16 --op max --exclusive" "near f32 --op logical-and"; do
    set -- $scan
    data=$dir/$1
    type=$2
    shift 2
    "$pfx" scan --type $type --output-format raw "$@" "$data" >"$dir/pieces"
    "$pfx" scan --type $type --output-format npy "$@" "$data" >"$dir/whole.npy"
    body "$dir/whole.npy" >"$dir/whole"
    same "$dir/pieces" "$dir/whole" "text $scan: pieces equal one call"
done
case $(tail -n 1 "$dir/walk" | "$pfx" scan --type f64) in
*nan* | *inf* | '') ok 1 "the data are finite" ;;
*) ok 0 "the data are finite" ;;
esac
"$pfx" scan --type f16 "$dir/walk" >"$dir/got"
is "$(grep -c -e nan -e inf "$dir/got") $(sort -u "$dir/got" | awk 'END { print (NR > 500) }')" "0 1" \
    "and so are their sums in f16, of which there are many"

# --- raw and .npy, both ways: a file in pieces, a pipe in one call ---------------------------------
for type in bf16 f32 f64; do
    # Sums of sums: these spread over many exponents.
    "$pfx" scan --type $type --output-format raw "$dir/walk" >"$dir/raw"
    for options in "" "--exclusive" "--init 0.1" "--init 0.1 --exclusive --output-type f64"; do
        options="--type $type $options"
        "$pfx" scan --format raw --reverse $options "$dir/raw" >"$dir/pieces"
        cat "$dir/raw" | "$pfx" scan --format raw --reverse $options >"$dir/whole"
        same "$dir/pieces" "$dir/whole" "raw --reverse $options: pieces from the end equal one call"
        [ $type = bf16 ] && continue # which .npy files do not have

        "$pfx" scan --format raw $options "$dir/raw" >"$dir/pieces"
        cat "$dir/raw" | "$pfx" scan --format raw --output-format npy $options >"$dir/whole.npy"
        body "$dir/whole.npy" >"$dir/whole"
        same "$dir/pieces" "$dir/whole" "raw $options: pieces equal one call"

        "$pfx" scan --type $type -o "$dir/walk.npy" "$dir/walk"
        "$pfx" scan --reverse $options "$dir/walk.npy" >"$dir/pieces"
        cat "$dir/walk.npy" | "$pfx" scan --reverse $options >"$dir/whole"
        same "$dir/pieces" "$dir/whole" ".npy --reverse $options: pieces from the end equal one call"
    done
    "$pfx" scan --format raw --type $type --backend serial "$dir/raw" >"$dir/wanted"
    for backend in openmp cuda; do
        name="$backend has the bits of serial, $type"
        "$pfx" scan --format raw --type $type --backend $backend "$dir/raw" >"$dir/got" 2>"$dir/errors"
        case "$?,$LIBPREFIX_TEST_REQUIRE," in
        0,* | *,$backend,*) same "$dir/got" "$dir/wanted" "$name" ;;
        *) skip "$(cat "$dir/errors")" "$name" ;;
        esac
    done
done

# --- input that comes slowly ----------------------------------------------------------------------
# answers LINE WANTED NAME: a line to the command, and the one that it answers with before it gets another.
answers()
{
    printf -- "$1" >&3
    IFS= read -r line <&4
    is "$line" "$2" "$3"
}
# starts OPTION...: a command between two pipes; one that does not answer is ended, and so its output.
starts()
{
    rm -f "$dir/to" "$dir/from"
    mkfifo "$dir/to" "$dir/from"
    timeout 60 "$pfx" "$@" <"$dir/to" >"$dir/from" 3>&- 4>&- &
    exec 3>"$dir/to" 4<"$dir/from"
}
ends()
{
    exec 3>&- 4<&-
    wait
}
if mkfifo "$dir/fifo" 2>/dev/null && timeout 1 true; then
    starts scan --type i64
    answers '1\n' 1 'a result for the first line'
    answers '2 3\n' '3 6' 'and for the second'
    answers '-7\n' -1 'and for the third'
    ends
    starts scan --type f64 --exclusive --init 0.5
    answers '1\n' 0.5 'of floats'
    answers '2\n' 1.5 'and the second'
    ends
    starts scan --type i32 --column 2 --header --missing keep
    answers 'a b\nx 1\n' 'a b	scan' 'a header'
    IFS= read -r line <&4
    is "$line" 'x 1	1' 'and a line'
    answers 'y\nz 4\n' 'y	' 'a line without a result'
    IFS= read -r line <&4
    is "$line" 'z 4	5' 'and one with it'
    ends
    starts select --greater 3 --type u8
    answers '1\n5\n2\n' 5 'a selected number'
    answers '3\n7\n' 7 'and another'
    ends
    starts unique --column 1 --type f32
    answers '1 a\n' '1 a' 'a first line'
    answers '1 b\n1 c\n2 d\n' '2 d' 'and the next that differs'
    ends
    starts unique
    answers '1\n' 1 'a first number of a type that is not known'
    answers '1.0\n2.5\n' 2.5 'and the next that differs'
    ends
    starts rle
    answers '1\n1\n2\n' '2 1' 'a run that has ended'
    answers '2.0\n3\n' '2 2' 'and the next'
    ends
else
    skip 'no mkfifo or timeout' 'results do not wait for more input'
fi

# Pieces end where the input did not come in time, at any element, and the bits are those of one call.
for scan in "walk f16" "walk f32" "walk f64" "walk f32 --exclusive --init 0.3" "near f32 --op product" \
    "walk f32 --output-type f64"; do
    set -- $scan
    head -n 30000 "$dir/$1" >"$dir/part"
    type=$2
    shift 2
    "$pfx" scan --type $type "$@" "$dir/part" >"$dir/wanted"
    # Blocks of pipes are small, and between them the command finds its input empty again and again.
    dd if="$dir/part" bs=777 2>/dev/null | "$pfx" scan --type $type "$@" >"$dir/got"
    same "$dir/got" "$dir/wanted" "text in small blocks: $scan"
done

# --- edges of pieces ------------------------------------------------------------------------------
# Sums modulo 256 of any numbers are any bytes.
awk 'BEGIN { for (x = i = 1; i <= 600000; i++) { x = (x * 16807) % 2147483647; print x % 256 } }' |
    "$pfx" scan --type u8 --wrap --output-format raw >"$dir/bytes"
is "$(wc -c <"$dir/bytes" | tr -d ' ')" 600000 "bytes of all kinds"
for n in 0 1 262143 262144 262145 524287 524288 524289; do
    head -c $n "$dir/bytes" >"$dir/part"
    for options in "" "--reverse" "--reverse --exclusive --init 9"; do
        "$pfx" scan --format raw --type u8 --output-type u32 $options "$dir/part" >"$dir/pieces"
        cat "$dir/part" |
            "$pfx" scan --format raw --type u8 --output-type u32 --output-format npy $options >"$dir/whole.npy"
        body "$dir/whole.npy" >"$dir/whole"
        same "$dir/pieces" "$dir/whole" "$n bytes $options"
    done
done
# From where standard input stands, not from the beginning of its file.
"$pfx" scan --format raw --type u8 --reverse <"$dir/bytes" >"$dir/whole"
(dd bs=1000 count=1 of=/dev/null 2>/dev/null; "$pfx" scan --format raw --type u8 --reverse) <"$dir/bytes" >"$dir/rest"
tail -c +1001 "$dir/whole" >"$dir/wanted"
same "$dir/rest" "$dir/wanted" "standard input is read from where it stands"

# --- more than memory -----------------------------------------------------------------------------
limit=40000
if ! (ulimit -v $limit && exec "$pfx" --version) >/dev/null 2>&1; then
    skip "memory cannot be limited" "100 MB in less memory"
elif ! dd if=/dev/zero of="$dir/large" bs=1 count=0 seek=100000000 2>/dev/null; then
    skip "no file of 100 MB can be made" "100 MB in less memory"
else
    for options in "" "--reverse"; do
        (ulimit -v $limit; "$pfx" scan --backend serial --format raw --type i32 $options --init 5 "$dir/large") |
            cksum >"$dir/got"
        awk 'BEGIN { for (i = 0; i < 1000; i++) printf "\005%c%c%c", 0, 0, 0 }' >"$dir/block"
        i=0
        while [ $i -lt 25 ]; do
            i=$((i + 1))
            cat "$dir/block" "$dir/block" "$dir/block" "$dir/block"
        done >"$dir/blocks"
        i=0
        while [ $i -lt 250 ]; do
            i=$((i + 1))
            cat "$dir/blocks"
        done | cksum >"$dir/wanted"
        same "$dir/got" "$dir/wanted" "100 MB in less memory ${options:-forward}"
    done
fi
finish
