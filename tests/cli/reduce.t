#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx reduce on text, raw data and .npy files.
. "${top_srcdir:-.}/tests/cli/cli.sh"

# reduces INPUT OUTPUT OPTION...: the text INPUT (as printf reads it) becomes the line OUTPUT.
reduces()
{
    reduces_input=$1
    reduces_output=$2
    shift 2
    is "$(printf -- "$reduces_input" | "$pfx" reduce "$@" 2>&1): $?" "$reduces_output: 0" "'$reduces_input' reduce $*"
}
reduces '3 1 7 0\n4 1 6 3' 25
reduces '3 1 7 0' 7 --op max
reduces '3 1 7 9' 1 --op min
reduces '1 2 3 4' 24 --op product
reduces '1 2 3' 106 --init 100
reduces '1 2.5 3' 6.5
reduces '7 6 12' 4 --op and
reduces '0 4 0' 1 --op logical-or
reduces '3 1 7 7 0' 2 --op arg-max
reduces '3 1 7 7 0' 3 --op arg-max-last
reduces '2.5 nan -1' 1 --op arg-min --type f32
reduces '200 100' 44 --type u8 --wrap
reduces '200 100' 300 --type u8 --output-type u16
reduces '2048 1 1' 2050 --type f16
reduces '0.1 0.2' 0.3 --type f32 --threads 2 --backend serial
reduces '1 nan 2' nan --op max --type f32
reduces '' 0
reduces '' 1 --op product
reduces '' 1.5 --type f32 --init 1.5
reduces '7' 7 -

# --- the bits of a scan's last element, from one piece and from many -----------------------------
awk 'BEGIN { srand(4711); for (i = 0; i < 700000; i++) print rand() }' >"$dir/numbers"
for type in f16 bf16 f32 f64; do
    "$pfx" scan --type $type --output-format raw "$dir/numbers" | tail -c $([ $type = f64 ] && echo 8 ||
        { [ $type = f32 ] && echo 4 || echo 2; }) >"$dir/wanted"
    "$pfx" reduce --type $type --output-format raw "$dir/numbers" >"$dir/got"
    same "$dir/got" "$dir/wanted" "a sum of $type has the bits of a scan's last"
done
"$pfx" scan --type f32 --output-format raw "$dir/numbers" >"$dir/raw"
"$pfx" scan --type f32 --output-format npy -o "$dir/sums.npy" "$dir/numbers"
is "$("$pfx" reduce --op max --format raw --type f32 "$dir/raw")" "$(tail -n 1 "$dir/numbers" >/dev/null
    "$pfx" scan --type f32 "$dir/numbers" | tail -n 1)" "raw data"
is "$("$pfx" reduce --op max "$dir/sums.npy")" "$("$pfx" reduce --op max --format raw --type f32 "$dir/raw")" \
    ".npy in, text out"
"$pfx" reduce --op max -o "$dir/one.npy" "$dir/sums.npy"
is "$?: $("$pfx" scan --output-format text "$dir/one.npy")" \
    "0: $("$pfx" reduce --op max "$dir/sums.npy")" "an array of one element"

# --- bad usage ------------------------------------------------------------------------------------
: >"$dir/input"
fails 2 "unknown option --exclusive" reduce --exclusive
fails 2 "unknown option --reverse" reduce --reverse
fails 2 "one FILE is reduced; 'b' is one too many" reduce a b
fails 2 "--format raw needs --type" reduce --format raw
fails 1 "standard input: of no numbers none is the greatest; --init says what is" reduce --op max
fails 1 "standard input: of no numbers none is the least; --init says what is" reduce --op min --type f32
is "$("$pfx" reduce --op max --init 7 </dev/null)" 7 'of no numbers the greatest is the initial value'
is "$("$pfx" reduce </dev/null)" 0 'of no numbers the sum is 0'
printf '1 x' >"$dir/input"
fails 1 "standard input:1:3: 'x' is not a number of type f64" reduce
finish
