#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Segments and runs from the command line.
. "${top_srcdir:-.}/tests/cli/cli.sh"

joint=,
echo 'a b' >"$dir/words"
printf '5 5 6 6 6 5' >"$dir/keys"
printf '\0\0\7\0\0\1' >"$dir/flags"
printf '0 2 2 5' >"$dir/offsets"
printf '1.5 1.5 nan 0 -0 2' >"$dir/floats"
printf '\1\2\2\2\1\1' >"$dir/bytes"
: >"$dir/nothing"
gives '1 2 3 4 5 6' '1 3 3 7 12 6' scan --by-key "$dir/keys"
gives '1 2 3 4 5 6' '0 1 0 3 7 0' scan --by-key "$dir/keys" --exclusive
gives '1 2 3 4 5 6' '3 2 12 9 5 6' scan --by-key "$dir/keys" --reverse
gives '1 2 3 4 5 6' '11 13 13 17 22 16' scan --by-key "$dir/keys" --init 10
gives '1 2 3\n4 5 6' '1 3 3,4 9 6' scan --by-key "$dir/floats"
gives '1 2 3 4 5 6' '1 2 5 9 5 11' scan --by-key "$dir/bytes" --key-type u8
printf 'nan -nan 1 nan nan 1' >"$dir/nans"
gives '1 2 3 4 5 6' '1 2 3 4 5 6' scan --by-key "$dir/nans"
gives '1 2 3 4 5 6' '1 3 3 4 9 6' scan --by-key "$dir/nans" --equal-nan
gives '1 2 3 4 5 6' '1 3 3 7 12 6' scan --head-flags "$dir/flags" --flag-type u8
printf '0 0 7\n0 0 1' >"$dir/text"
gives '1 2 3 4 5 6' '1 3 3 7 12 6' scan --head-flags "$dir/text"
gives '1 2 3 4 5 6' '1 3 3 7 12 6' scan --offsets "$dir/offsets" --backend serial
gives '1 2 3 4 5 6' '3,0,12' reduce --offsets "$dir/offsets"
gives '' '' scan --by-key "$dir/nothing"

gives '3 3 3 1 2 2' '3 3,1 1,2 2' rle
gives 'nan nan 0 -0' '1 nan,1 nan,2 0' rle --type f16
gives 'nan -nan 0 -0 nan' '2 nan,2 0,1 nan' rle --type f16 --equal-nan
gives '1 1 nan nan' '2 1,2 nan' rle --equal-nan
gives '' '' rle
gives '02 2.0 2\n3e0' '3 02,1 3e0' rle
gives '02 02 03' '2 2,1 3' rle --type i8
gives '02 2.0 2\n3e0' '3,1' rle --lengths - -o "$dir/spelled"
is "$(paste -s -d , "$dir/spelled")" '02,3e0' 'values as they are spelled'
gives '3 3\n1 1\n2 2' '3,3,3,1,2,2' unrle
gives '0 3 2 -1' '-1,-1' unrle
gives '2 0.5 1 7' '0.5,0.5,7' unrle
gives '' '' unrle
gives '2 02\n2.0 0x1\n0 7\n01 .50' '02,02,0x1,0x1,.50' unrle
gives '02 +7 1 -0' '7,7,0' unrle --type i64
gives '2,"02"\n,1' '02,02' unrle -t , --missing zero
printf '1\n0\n2\n' >"$dir/lengths"
gives '02 03\n1e0' '02,1e0,1e0' unrle --lengths "$dir/lengths"
gives '02 03\n1e0' '2,1,1' unrle --lengths "$dir/lengths" --type f32
is "$(printf '2 02' | "$pfx" unrle --output-format raw | wc -c | tr -d ' ')" 16 'raw data has no spelling'
# What rle finds piece by piece: short runs, one over several pieces, and one that ends where a piece does.
awk 'BEGIN { for (i = 0; i < 70000; i++) print int(i / 3)
    for (i = 0; i < 200000; i++) print -1
    for (i = 270000; i < 327680; i++) print "0999999"
    print 999999; print 8 }' >"$dir/many"
uniq -c <"$dir/many" | awk '{ print $1, $2 }' | awk '$2 == "0999999" { $1++ } $2 != "999999"' >"$dir/wanted"
"$pfx" rle "$dir/many" >"$dir/got"
same "$dir/got" "$dir/wanted" "runs over pieces"
"$pfx" rle <"$dir/many" | cmp -s - "$dir/wanted"
ok $? "the same from standard input"
cat "$dir/many" | "$pfx" rle --type f64 --lengths "$dir/lengths.npy" --output-format raw -o "$dir/values"
"$pfx" unrle --type f64 --format raw --lengths "$dir/lengths.npy" --output-format text "$dir/values" |
    cmp -s - <<END
$("$pfx" select --greater-equal -1 --type f64 "$dir/many")
END
ok $? "values and lengths apart, and back"
# Runs that end at the ends of pieces, and over them; more than memory holds is written as it comes.
printf '65535 1\n1 2\n1 3\n131072 4\n70000 5\n1 6\n' >"$dir/pieces"
printf '0 7\n' | cat "$dir/pieces" - | "$pfx" unrle --type u64 --output-format raw >"$dir/decoded"
"$pfx" rle --type u64 --format raw --output-format text "$dir/decoded" >"$dir/encoded"
same "$dir/pieces" "$dir/encoded" "runs over the ends of pieces"
is "$(echo '1000000000000 8' | "$pfx" unrle 2>&1 | head -n 2 | tr '\n' ' ')" "8 8 " "more than memory holds"

# --- raw data and .npy ----------------------------------------------------------------------------
awk 'BEGIN { srand(4711); x = 1; for (i = 0; i < 300000; i++) { if (rand() < 0.2) x = int(rand() * 50); print x } }' >"$dir/numbers"
"$pfx" scan --op max --by-key "$dir/numbers" --type i32 --output-format npy -o "$dir/numbers.npy" "$dir/numbers"
"$pfx" rle --lengths "$dir/lengths.npy" -o "$dir/values.npy" "$dir/numbers.npy"
"$pfx" unrle --lengths "$dir/lengths.npy" -o "$dir/again.npy" "$dir/values.npy"
same "$dir/again.npy" "$dir/numbers.npy" 'run lengths in .npy, and back'
"$pfx" rle "$dir/numbers" | "$pfx" unrle >"$dir/again"
same "$dir/again" "$dir/numbers" 'run lengths as text, and back'
is "$("$pfx" rle "$dir/numbers" | awk '{ n += $1 } END { print n }')" 300000 'the lengths of all'
"$pfx" rle --type i32 --output-format raw --lengths "$dir/lengths" "$dir/numbers" >"$dir/values"
"$pfx" unrle --format raw --type i32 --lengths "$dir/lengths" --output-format text "$dir/values" >"$dir/again"
same "$dir/again" "$dir/numbers" 'run lengths as raw data, and back'

# --- what is refused --------------------------------------------------------------------------------
printf '1 2 3' >"$dir/input"
fails 1 "$dir/keys: more keys than numbers" scan --by-key "$dir/keys"
fails 1 "$dir/flags: more flags than numbers" scan --head-flags "$dir/flags" --flag-type u8
fails 1 "$dir/offsets: the last offset is 5, and there are 3 numbers" scan --offsets "$dir/offsets"
fails 1 "$dir/words:1:1: 'a' is not a number of type f64" scan --by-key "$dir/words"
fails 2 "one of --by-key, --head-flags and --offsets tells of segments" scan --by-key "$dir/keys" --offsets "$dir/offsets"
fails 2 "--key-type is for --by-key" scan --key-type u8
fails 2 "--equal-nan is for --by-key" scan --equal-nan
fails 2 "unknown option --equal-nan" unrle --equal-nan
fails 2 "the numbers and what tells of segments are both standard input" scan --by-key -
fails 2 "--lengths and the values are both standard input" unrle --lengths -
fails 2 "algorithm: segments are not scanned by blelloch" scan --algorithm blelloch --by-key "$dir/input"
fails 2 "unknown option --by-key" reduce --by-key "$dir/keys"
printf '2 1' >"$dir/offsets"
fails 1 "$dir/offsets: offset 1 is less than the one before it" scan --offsets "$dir/offsets"
fails 1 "standard input: the last length has no value" unrle
printf '%s' '-1 2' >"$dir/input"
fails 1 "standard input: length 1 is no number of elements" unrle
printf '1 2' >"$dir/input"
fails 2 "--lengths is needed where the output is not text" rle --output-format raw
printf '5 5 6\n' >"$dir/few"
printf 'as it was\n' >"$dir/old"
cp "$dir/old" "$dir/new"
fails 1 "$dir/no/where: cannot make a file beside it: No such file or directory" rle --lengths "$dir/new" \
    -o "$dir/no/where" "$dir/few"
same "$dir/new" "$dir/old" 'and the lengths are as they were'
fails 2 "--lengths and the output are the same file" rle --lengths "$dir/new" -o "$dir/new" "$dir/few"
fails 2 "--lengths and the output are the same file" rle --lengths - "$dir/few"
fails 2 "--lengths is the input" rle --lengths "$dir/few" -o "$dir/new" "$dir/few"
same "$dir/new" "$dir/old" 'and nothing has changed'
fails 2 "lengths and values in turn are i64, u64 or f64, not u8; --lengths takes others" unrle --type u8
finish
