#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx scan on text.
. "${top_srcdir:-.}/tests/cli/cli.sh"

# --- layout --------------------------------------------------------------------------------------
scans '1\n2\n3\n4\n' '1\n3\n6\n10\n'
scans '3 1 7 0 4 1 6 3' '0 3 4 11 11 15 16 22\n' --exclusive
scans '1 2 3\n4 5\n6\n' '1 3 6\n10 15\n21\n'
scans '\r\n \n 1\t2 \r\n\n\n3 \v\f4' '1\t3\n6 10\n' --missing skip
scans '1\t 2  3\n\t' '1\t3 6\n' --missing skip
scans '' ''
scans ' \n\n' '' --missing skip
scans '' '' --type f32 --reverse
scans '7' '7\n'
scans '7' '7\n' -
scans '7' '7\n' --

# --- options -------------------------------------------------------------------------------------
scans '1 2 3 4' '10 9 7 4\n' --reverse
scans '1 2 3 4' '9 7 4 0\n' --reverse --exclusive
scans '1 2 3 4' '11 13 16 20\n' --init 10
scans '1 2 3 4' '-5 -4 -2 1\n' --init -5 --exclusive
scans '1 2 3 4' '1 2 6 24\n' --op product
scans '5 3 4 1' '5 3 3 1\n' --op min
scans '1 3 2 5' '1 3 3 5\n' --op max
scans '7 6 12' '7 6 4\n' --op and
scans '1 2 8' '1 3 11\n' --op or
scans '1 3 2' '1 2 0\n' --op xor
scans '5 7 0 1' '1 1 0 0\n' --op logical-and
scans '0 0 4 0' '0 0 1 1\n' --op logical-or
scans '3 1 7 7' '0 0 2 2\n' --op arg-max
scans '1 2 3' '1 3 6\n' --algorithm serial --backend serial
scans '1 2 3' '1 3 6\n' --threads 2
scans '1 2 3' '0 1 3\n' --exc --ty=i8
scans '200 100' '200 300\n' --type u8 --output-type u16
scans '0.1 0.2' '0.1 0.3\n' --type f32 --init 0

# --- types: text without --type is i64, or f64 when a number needs it -----------------------------
scans '9223372036854775807 1' '9223372036854775807 -9223372036854775808\n' --wrap
scans '1 2.5 3' '1 3.5 6.5\n'
scans '0.1 0.2' '0.1 0.30000000000000004\n'
scans '1 1e3\n' '1 1001\n'
scans '+5 -7' '5 -2\n'
scans '127 1' '127 -128\n' --type i8 --wrap
scans '-128 -1' '-128 127\n' --type i8 --wrap
scans '32767 1' '32767 -32768\n' --type i16 --wrap
scans '2147483647 1' '2147483647 -2147483648\n' --type i32 --wrap
scans '255 1' '255 0\n' --type u8 --wrap
scans '65535 1' '65535 0\n' --type u16 --wrap
scans '4294967295 1' '4294967295 0\n' --type u32 --wrap
scans '18446744073709551615 1' '18446744073709551615 0\n' --type u64 --wrap
scans '00000000000000000000000000012' '12\n' --type i8
scans '-0' '0\n' --type u8
scans '0x10 0XfF -0x1 +0x01' '16 271 270 271\n'
scans '0xffffffffffffffff' '18446744073709551615\n' --type u64
scans '0x7f -0x80 0' '127 -1 -1\n' --type i8
scans '0x10 0.5' '16 16.5\n'
scans '0.1 0.25' '0.1 0.35\n' --type f32
scans '0.1 65504' '0.1 65504\n' --type f16 --op max
scans '5.9604645e-08 6.1e-05' '5.96e-08 6.1e-05\n' --type f16 --op max
scans '0.1 3.389e38' '0.1 3.39e+38\n' --type bf16 --op max
scans '1.5 0x1p4 inf' '1.5 17.5 inf\n' --type f32
scans 'inf -inf 1' 'inf nan nan\n' --type f64
scans '-0.0 -0' '-0 -0\n' --type f64 --op max
scans '1 nan 2' '1 nan nan\n' --op max --type f16
scans '1e300 1e-300' '1e+300 1e-300\n' --op min
scans '0 5e-324' '0 4.94065645841247e-324\n' --op max
# Halfway between two f16 goes to the even one; the sum is rounded once.
scans '2049 2051' '2048 2052\n' --type f16 --op max
scans '2048 1 1' '2048 2048 2050\n' --type f16
# Text is rounded once: these are f64 halfway cases of f16 and bf16, and a little more.
scans '1.0004882812500000000008470329472543003390683225006796419620513916015625' '1.001\n' --type f16
scans '1.0039062500000000000008470329472543003390683225006796419620513916015625' '1.01\n' --type bf16
scans '0x1.0020000000000001p0' '1.001\n' --type f16

# Every finite f16 and bf16 comes back as it went in: text and raw data agree on all of them.
for type in f16 bf16; do
    awk -v most=$([ $type = f16 ] && echo 31744 || echo 32640) 'BEGIN {
        for (i = 0; i < most; i++)
            printf "%d %d\n", i % 256, i / 256
    }' | while read low high; do
        printf '\\%03o\\%03o' $low $high
    done >"$dir/escapes"
    printf "$(cat "$dir/escapes")" >"$dir/all"
    # Ascending, so that the running maximum is the input itself.
    "$pfx" scan --format raw --type $type --op max --output-format text "$dir/all" >"$dir/text"
    "$pfx" scan --type $type --op max --output-format raw "$dir/text" >"$dir/back"
    same "$dir/all" "$dir/back" "every finite positive $type survives text"
    is "$(wc -l <"$dir/text" | tr -d ' ')" $(($(wc -c <"$dir/all") / 2)) "one $type a line"
done

# --- bad tokens: the place, the token, the type --------------------------------------------------
bad()
{
    printf -- "$1" >"$dir/input"
    message=$2
    shift 2
    fails 1 "standard input:$message" scan "$@"
}
bad '1 2\n3 x4\n' "2:3: 'x4' is not a number of type f64"
bad '1 2\n3 x4\n' "2:3: 'x4' is not a number of type i64" --type i64
bad '1 2\n\n 3.0\n' "3:2: '3.0' is not a number of type i32" --type i32 --missing zero
bad '1,2' "1:1: '1,2' is not a number of type f64; --delimiter , separates at commas; decimal commas and thousands separators are not read"
bad '1 -' "1:3: '-' is not a number of type i8" --type i8
bad '1\000 2' "1:1: '1\\x00' is not a number of type f64"
bad '1 \000' "1:3: '\\x00' is not a number of type f32" --type f32
bad '1 \033[2J\377' "1:3: '\\x1b[2J\\xff' is not a number of type i64" --type i64
bad '0x1.8' "1:1: '0x1.8' is not a number of type i64" --type i64
bad '0x' "1:1: '0x' is not a number of type i64" --type i64
bad '-0x-1' "1:1: '-0x-1' is not a number of type i64" --type i64
bad '1a' "1:1: '1a' is not a number of type i64" --type i64
bad '0x100' "1:1: '0x100' is out of the range of u8" --type u8
bad '-0x81' "1:1: '-0x81' is out of the range of i8" --type i8
bad '0x10000000000000000' "1:1: '0x10000000000000000' is out of the range of u64" --type u64
bad '0x20000000000001 0.5' \
    "1: '0x20000000000001' would be rounded, as other numbers are no integers; --type f64 rounds it"
bad '1 128' "1:3: '128' is out of the range of i8" --type i8
bad '-129' "1:1: '-129' is out of the range of i8" --type i8
bad '-1' "1:1: '-1' is out of the range of u64" --type u64
bad '18446744073709551616' "1:1: '18446744073709551616' is out of the range of u64" --type u64
bad '1\n9223372036854775808' "2:1: '9223372036854775808' is out of the range of i64"
bad '1e400' "1:1: '1e400' is out of the range of f64"
bad '1e39' "1:1: '1e39' is out of the range of f32" --type f32
bad '65520' "1:1: '65520' is out of the range of f16" --type f16
bad '%05000d' "1:1: more than 4096 bytes without a blank: '0000000000000000000000000000000000000000...'"
awk 'BEGIN { for (i = 0; i < 300000; i++) print i; print "end" }' >"$dir/input"
fails 1 "standard input:300001:1: 'end' is not a number of type i64" scan --type i64
awk 'BEGIN { for (i = 0; i < 300000; i++) printf "%d ", 1000000 + i; print "end" }' >"$dir/input"
fails 1 "$dir/input:1:2400001: 'end' is not a number of type u32" scan --wrap --type u32 "$dir/input"

# --- text of other programs, and mixtures ----------------------------------------------------------
scans '\357\273\2771\n2\n' '1\n3\n'
scans '\357\273\277' ''
scans '1 2' '1.5 3.5\n' --init 0.5
scans '9007199254740992 0.5' '9007199254740992 9007199254740992\n'
bad '0.5\n9007199254740992\n9007199254740993' \
    "3: '9007199254740993' would be rounded, as other numbers are no integers; --type f64 rounds it"
bad '-9007199254740993 1e3' \
    "1: '-9007199254740993' would be rounded, as other numbers are no integers; --type f64 rounds it"
bad '9007199254740993' "1: '9007199254740993' would be rounded, as other numbers are no integers; --type f64 rounds it" \
    --init 0.5
printf '9007199254740992\n9007199254740993\n0.5\n' >"$dir/input"
fails 1 "standard input:2: '9007199254740993' would be rounded, as other numbers are no integers; --type f64 rounds it" rle
is "$(printf '9007199254740992\n9007199254740993\n' | "$pfx" rle)" '1 9007199254740992
1 9007199254740993' 'integers are not rounded'
is "$(printf '0x20000000000000\n0x20000000000001\n' | "$pfx" rle | paste -s -d , -)" \
    '1 0x20000000000000,1 0x20000000000001' 'nor are hexadecimal ones'

# --- much of it ----------------------------------------------------------------------------------
# One line of 2 MB, more than one piece, and the sums known in closed form.
awk 'BEGIN { for (i = 1; i <= 300000; i++) printf "%d%s", i, i < 300000 ? " " : "" }' >"$dir/line"
awk 'BEGIN { for (i = 1; i <= 300000; i++) printf "%.0f%s", i * (i + 1) / 2, i < 300000 ? " " : "\n" }' >"$dir/wanted"
"$pfx" scan "$dir/line" >"$dir/got"
same "$dir/got" "$dir/wanted" "300000 numbers on one line"
"$pfx" scan --type i64 "$dir/line" >"$dir/got"
same "$dir/got" "$dir/wanted" "the same with --type, in pieces"
tr ' ' '\n' <"$dir/line" | "$pfx" scan --type i64 | tr '\n' ' ' | sed 's/ $//' >"$dir/got"
printf '%s' "$(cat "$dir/wanted")" >"$dir/trimmed"
same "$dir/got" "$dir/trimmed" "the same, one a line"
finish
