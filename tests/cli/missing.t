#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Empty lines, and empty fields between tabs.
. "${top_srcdir:-.}/tests/cli/cli.sh"

remedy='--missing skip leaves it out, --missing zero takes 0'

# --- an error that names the place ------------------------------------------------------------------
# missing INPUT PLACE WHAT COMMAND OPTION...
missing()
{
    printf -- "$1" >"$dir/input"
    message="standard input:$2: $3 is a missing value; $remedy"
    case $3 in field*) message="standard input:$2: $3 is empty, a missing value; $remedy" ;; esac
    shift 3
    fails 1 "$message" "$@"
}
missing '3\n\n5\n' 2 'an empty line' scan
missing '3\n\n5\n' 2 'an empty line' scan --type f32
missing '3\n \r\n5\n' 2 'an empty line' scan
missing '\n' 1 'an empty line' scan
missing ' ' 1 'an empty line' scan
missing '1\n\n' 2 'an empty line' reduce
missing '1\n2\n\n\n' 3 'an empty line' unique
missing '1\t\t3\n4\t5\t6\n' 1:3 'field 2' scan
missing '1 2\t \t3\n' 1:6 'field 3' scan
missing '\t2\n' 1:1 'field 1' select --less 3
missing '1\n2\t\n' 2:3 'field 2' rle
missing '1\n2\t' 2:3 'field 2' partition --less 3
missing '2 1\n\n' 2 'an empty line' unrle

# --- skipped, zero, or kept -------------------------------------------------------------------------
scans '3\n\n5\n' '3\n8\n' --missing skip
scans '3\n\n5\n' '3\n3\n8\n' --missing zero
scans '3\n\n5\n' '3\n\n8\n' --missing keep
scans '1\t\t3\n4\t5\t6\n' '1\t4\n8\t13\t19\n' --missing skip
scans '1\t\t3\n4\t5\t6\n' '1\t1\t4\n8\t13\t19\n' --missing zero
scans '1\t\t3\n4\t5\t6\n' '1\t\t4\n8\t13\t19\n' --missing keep
scans '\t1  2\t\r\n\n\t\n3 \t4\n\n' '\t1 3\t\n\n\t\n6\t10\n\n' --missing keep
scans '\t1  2\t\r\n\n\t\n3 \t4\n\n' '0\t1 3\t3\n3\n3\t3\n6\t10\n10\n' --missing zero
scans '\t1  2\t\r\n\n\t\n3 \t4\n\n' '1 3\n6\t10\n' --missing skip
scans '\n\n' '\n\n' --missing keep --type f32
scans '\n' '0\n' --missing zero
scans '' '' --missing keep
scans '2\n\n-0.5' '1.5\n\n-0.5\n' --missing keep --reverse
scans '4\n\n2\n' '4\n\n2\n' --missing keep --op min
scans '4\n\n2\n' '9\n\n13\n' --missing keep --exclusive --init 9
awk 'BEGIN { for (i = 1; i <= 300000; i++) print i % 3 ? 1 : "" }' >"$dir/thirds"
awk '{ print /./ ? ++n : "" }' "$dir/thirds" >"$dir/wanted"
"$pfx" scan --missing keep --type i32 "$dir/thirds" >"$dir/got"
same "$dir/got" "$dir/wanted" 'values are missing from several pieces'
is "$(printf '5\n\n5\n' | "$pfx" rle --missing skip)" '2 5' 'a run without what is missing'
is "$(printf '5\n\n5\n' | "$pfx" rle --missing zero | paste -s -d , -)" '1 5,1 0,1 5' 'a run of 0'
is "$(printf '5\n\n-5\n' | "$pfx" reduce --op max --missing zero)" 5 'a maximum'
is "$(printf '\n\n-5\n' | "$pfx" reduce --op max --missing skip)" -5 'a maximum without'

# --- NaN, which is a number to the text -------------------------------------------------------------
scans 'nan\n2\nnan\n-0.5' 'nan\nnan\nnan\nnan\n'
scans 'nan\n2\nnan\n-0.5' 'nan\n2\nnan\n1.5\n' --nan keep
scans 'nan\n2\nnan\n-0.5' '0\n2\n2\n1.5\n' --nan skip
scans 'nan 2 nan' 'inf 2 2\n' --nan skip --op min --type f16
scans 'nan 2 nan' 'nan 1 nan\n' --nan keep --op product --reverse --exclusive
scans '1\n\nnan\n2' '1\n\nnan\n3\n' --nan keep --missing keep --type f32
scans '3 4' '3 7\n' --nan skip
awk 'BEGIN { for (i = 1; i <= 300000; i++) print i % 3 ? 1 : "nan" }' >"$dir/thirds"
awk '{ print /1/ ? ++n : "nan" }' "$dir/thirds" >"$dir/wanted"
"$pfx" scan --nan keep --type f32 "$dir/thirds" >"$dir/got"
same "$dir/got" "$dir/wanted" 'NaN in several pieces'
is "$("$pfx" reduce --nan skip "$dir/thirds")" 200000 'a sum of what is a number'
fails 2 "--nan: unknown 'drop'; known: propagate skip keep" scan --nan drop

# --- other files have none --------------------------------------------------------------------------
printf '1\n2\n' >"$dir/input"
printf '1\n\n0\n' >"$dir/other"
fails 1 "$dir/other:2: an empty line is a missing value" scan --missing skip --by-key "$dir/other"
fails 1 "$dir/other:2: an empty line is a missing value" select --missing skip --flags "$dir/other"
fails 1 "$dir/other:2: an empty line is a missing value" reduce --offsets "$dir/other"

# --- bad usage --------------------------------------------------------------------------------------
fails 2 "--missing: unknown 'nan'; known: skip zero keep" scan --missing nan
fails 2 "--missing, --delimiter, --column and --header are for text" scan --missing skip --format raw --type u8
printf '0\n1\n2\n' >"$dir/other"
for command in reduce rle unrle unique sort group histogram 'select --less 3' 'partition --less 3' 'scan --output-format raw' \
    "scan --by-key $dir/other"; do
    fails 2 "--missing keep is for scans from text to text, without segments" $command --missing keep
done
finish
