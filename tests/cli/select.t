#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx select, partition and unique on text, raw data and .npy files.
. "${top_srcdir:-.}/tests/cli/cli.sh"
: >"$dir/input"

joint=' '
gives '3 1 7 0\n4 1 6 3' '1 0 1' select --less 3
gives '3 1 7 0 4' '3 1 0' select --less-equal 3
gives '3 1 7 0 4' '7 4' select --greater 3
gives '3 1 7 0 4' '3 7 4' select --greater-equal 3
gives '3 1 3 0' '3 3' select --equal 3
gives '3 1 3 0' '1 0' select --not-equal 3
gives '-3 1 7 0 4' '1 0 4' select --between=-1,4
gives '1.5 nan 2 -nan' 'nan -nan' select --nan
gives '1 2 3 4 5 6' '2 3 6' select --has-bits 2 --type u8
gives '3 1 7 0 4' '2 4' select --greater 3 --indices
gives '0.5 -0 0 2' '-0 0' select --equal 0 --type f16 --backend serial
gives '' '' select --less 3
gives '3 1 7 0 4' '1 0 3 7 4' partition --less 3
gives '3 1 7 0 4' '3 7 4 1 0' partition --greater-equal 2 --threads 1
gives '' '' partition --less 3
gives '1 1 2 2 2 1 3' '1 2 1 3' unique
gives '1 1 2 2 2 1 3' '0 2 5 6' unique --indices
gives 'nan nan 0 -0 1' 'nan nan 0 1' unique
gives 'nan -nan 0 -0 nan inf inf' 'nan 0 nan inf' unique --equal-nan
gives '1 1 nan nan' '0 2' unique --equal-nan --indices
gives '5' '5' unique -
# Spelling is kept where no type was given.
gives '02134\n02134\n' 02134 unique
gives '0.10 0.1 1e0\n1' '0.10 1e0' unique
gives '02134\n0x10\n' '2134 16' unique --type i32
gives '0x10 +7 007 .50' '0x10 +7 007' select --greater 1
gives '0x10 +7 .50' '.50 0x10 +7' partition --less 1
gives '0x10\n\n.50' '0 .50 0x10' partition --less 1 --missing zero
gives '02 03' '1' select --greater 2 --indices
gives '' '' unique

printf '\1\0\377\0\1' >"$dir/flags"
gives '3 1 7 0 4' '3 7 4' select --flags "$dir/flags" --flag-type u8
gives '3 1 7 0 4' '3 7 4 1 0' partition --flags "$dir/flags" --flag-type u8
printf '1 0\n255 0 1\n' >"$dir/text"
gives '3 1 7 0 4' '3 7 4' select --flags "$dir/text"
gives '3 1 7 0 4' '3 7 4 1 0' partition --flags "$dir/text"

# --- many pieces ---------------------------------------------------------------------------------
awk 'BEGIN { srand(7); for (i = 0; i < 700000; i++) print int(i / 3 + rand()) % 1000 }' >"$dir/numbers"
awk '$1 < 500' "$dir/numbers" >"$dir/low"
awk '$1 >= 500' "$dir/numbers" >"$dir/high"
"$pfx" select --less 500 --type i32 "$dir/numbers" >"$dir/got"
same "$dir/got" "$dir/low" "a selection of many pieces"
awk '$1 < 500 { print NR - 1 }' "$dir/numbers" >"$dir/wanted"
"$pfx" select --less 500 --type i32 --indices "$dir/numbers" >"$dir/got"
same "$dir/got" "$dir/wanted" "their places"
cat "$dir/low" "$dir/high" >"$dir/wanted"
"$pfx" partition --less 500 --type i32 "$dir/numbers" >"$dir/got"
same "$dir/got" "$dir/wanted" "a partition of many pieces"
uniq "$dir/numbers" >"$dir/wanted"
"$pfx" unique "$dir/numbers" >"$dir/got"
same "$dir/got" "$dir/wanted" "unique numbers of many pieces"
awk 'NR == 1 || $1 != last { print NR - 1 } { last = $1 }' "$dir/numbers" >"$dir/wanted"
"$pfx" unique --indices "$dir/numbers" >"$dir/got"
same "$dir/got" "$dir/wanted" "their places"
awk '{ printf "%c", $1 < 500 ? "x" : "y" }' "$dir/numbers" | tr 'xy' '\1\0' >"$dir/flags"
"$pfx" select --flags "$dir/flags" --flag-type u8 --type i32 "$dir/numbers" >"$dir/got"
same "$dir/got" "$dir/low" "flags of many pieces"
awk '{ print $1 < 500 ? 1 : 0 }' "$dir/numbers" >"$dir/text"
"$pfx" select --flags "$dir/text" --type i32 "$dir/numbers" >"$dir/got"
same "$dir/got" "$dir/low" "flags of many pieces of text"

# --- raw and .npy --------------------------------------------------------------------------------
"$pfx" select --less 1000 --type i32 --output-format raw "$dir/numbers" >"$dir/raw"
"$pfx" select --less 500 --type i32 --format raw -o "$dir/low.npy" "$dir/raw"
is "$? $("$pfx" select --less 1000 --output-format text "$dir/low.npy" | cksum)" "0 $(cksum <"$dir/low")" "raw to .npy"
"$pfx" partition --less 500 --type i32 --format raw --output-format npy "$dir/raw" >"$dir/all.npy"
is "$("$pfx" unique --output-format text "$dir/all.npy" | cksum)" "$(cat "$dir/low" "$dir/high" | uniq | cksum)" \
    "a partition as .npy"

fails 2 "nothing says what is selected: --less, --flags, ..." select
fails 2 "--less and --nan: one of them selects" select --less 1 --nan
fails 2 "unknown option --less" unique --less 1
fails 2 "unknown option --indices" partition --indices
fails 2 "--less: '3.5' is no i64" select --type i64 --less 3.5
fails 2 "--less: 'x' is no f64" select --less x
fails 2 "--between: nothing lies between 3,1: the first is not below the second" select --between 3,1
fails 2 "--between: nothing lies between 1.5,0.5: the first is not below the second" select --between 1.5,0.5
fails 2 "--flags and the numbers are both standard input" select --flags -
fails 2 "--output: an .npz file is an archive; .npy holds one array" select --less 1 -o x.npz
printf '1\n2\n' >"$dir/input"
is "$("$pfx" select --nan <"$dir/input"; echo $?)" 0 'no integer is NaN'
is "$("$pfx" select --greater 1.5 <"$dir/input")" 2 'integers are compared with a fraction'
is "$("$pfx" select --between 1,1 <"$dir/input")" 1 'between equal bounds lies one'
fails 2 "--between: '3' is not two numbers with a comma" select --between 3
fails 2 "one FILE is selected from; 'b' is one too many" select --less 1 a b
fails 2 "--format raw needs --type" unique --format raw
printf '1 2 3' >"$dir/input"
printf '\1\1' >"$dir/flags"
fails 1 "$dir/flags: fewer flags than numbers" select --flags "$dir/flags" --flag-type u8
printf '0 1 0' >"$dir/text"
printf '1 2 3 4 5' >"$dir/input"
fails 1 "$dir/text: fewer flags than numbers" select --flags "$dir/text"
fails 1 "$dir/text: fewer flags than numbers" scan --head-flags "$dir/text"
printf '1 2' >"$dir/input"
fails 1 "$dir/text: more flags than numbers" select --flags "$dir/text"
printf '1 x' >"$dir/text"
fails 1 "$dir/text:1:3: 'x' is not a number of type u8" select --flags "$dir/text"
fails 2 "--flag-type: flags are u8" select --flags "$dir/text" --flag-type i32
fails 2 "--flag-type is for --flags" select --less 1 --flag-type u8
printf '1 2 3' >"$dir/input"
printf '\1\1\1\1' >"$dir/flags"
fails 1 "$dir/flags: more flags than numbers" select --flags "$dir/flags" --flag-type u8
finish
