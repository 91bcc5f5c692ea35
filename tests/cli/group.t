#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx group on text, raw data and .npy files.
. "${top_srcdir:-.}/tests/cli/cli.sh"
: >"$dir/input"

joint=/
gives '5 3 5 5 1 3' '1 1/3 2/5 3' group
gives '' '' group
gives '' '' group --op sum
gives '7' '7 1' group -
gives '0 nan -0 2 -nan' '0 2/2 1/nan 2' group
gives '250 1 250' '1 1/250 2' group --type u8 --threads 1 --backend serial
gives 'b 2 x\na 1\nc 2\n' '1 1/2 2' group --column 2
gives 'k,v\n2,1\n2,3\n1,5\n' '1 5/2 4' group --op sum -t , --header
pairs='5 1\n3 2\n5 7\n1 -1\n3 3\n'
gives "$pairs" '1 -1/3 5/5 8' group --op sum
gives "$pairs" '1 1 -1 -1 -1 -1/3 2 2.5 2 2 6/5 2 4 1 1 7' group --op count,mean,first,min,product
gives "$pairs" '1 -1/3 3/5 7' group --op max
gives '1 3 1 5 2 8' '1 1 7 6/2 8 8 8' group --op and,or,xor
gives '0.5 1 0.5 2.25 -1 4' '-1 4/0.5 3.25' group --op sum
gives '1 0.5 2 1' '1 0.5 0.5/2 1 1' group --op sum,mean
printf '2 1 2' >"$dir/keys"
gives '0.5 1.5 1' '1 1.5/2 1.5' group --op sum --keys "$dir/keys"
printf '\2\1\2' >"$dir/raw"
gives '0.5 1.5 1' '1 1.5/2 0.75' group --op mean --keys "$dir/raw" --key-type u8
is "$(printf '0.5 1.5 1' | "$pfx" group --op sum --keys "$dir/keys" --unique "$dir/unique" | tr '\n' ' ')$(
    tr '\n' ' ' <"$dir/unique")" "1.5 1.5 1 2 " "keys in a file of their own"

# --- as awk(1) counts and adds -----------------------------------------------------------------------
awk 'BEGIN { srand(3); for (i = 0; i < 100000; i++) print int(rand() * rand() * 500) - 50, int(rand() * 1000) }' \
    >"$dir/pairs"
awk '{ count[$1]++; sum[$1] += $2; if (!($1 in max) || $2 > max[$1]) max[$1] = $2 }
    END { for (key in count) print key, count[key], sum[key], max[key] }' "$dir/pairs" | sort -n >"$dir/wanted"
"$pfx" group --op count,sum,max "$dir/pairs" >"$dir/got"
same "$dir/got" "$dir/wanted" "many pairs"
cut -d ' ' -f 1 "$dir/pairs" >"$dir/keys"
cut -d ' ' -f 2 "$dir/pairs" >"$dir/values"
"$pfx" group "$dir/keys" >"$dir/got"
cut -d ' ' -f 1,2 "$dir/wanted" | cmp -s - "$dir/got"
ok $? "many keys"
"$pfx" sort --type i16 -o "$dir/unused" --output-format raw "$dir/keys"
"$pfx" select --less 1000 --type i16 -o "$dir/keys.npy" "$dir/keys"
"$pfx" select --less 1000 --type u32 --output-format raw "$dir/values" >"$dir/raw"
"$pfx" group --op sum --format raw --type u32 --keys "$dir/keys.npy" --unique "$dir/unique.npy" -o "$dir/sums.npy" "$dir/raw"
"$pfx" scan --output-format text --op max "$dir/unique.npy" >"$dir/left"
"$pfx" select --greater-equal 0 --output-format text "$dir/sums.npy" >"$dir/right"
paste -d ' ' "$dir/left" "$dir/right" >"$dir/got"
cut -d ' ' -f 1,3 "$dir/wanted" | cmp -s - "$dir/got"
ok $? "raw values and keys of .npy"

fails 2 "--op: unknown 'plus'; known: sum product min max and or xor logical-and logical-or" group --op plus
fails 2 "--op: sum is there twice" group --op sum,sum
fails 2 "--keys: to count keys, they are read from FILE; --op says what becomes of values" group --keys x
fails 2 "--key-type is for --keys" group --op sum --key-type u8
fails 2 "--keys and the values are both standard input" group --op sum --keys -
fails 2 "--unique is needed where the output is not text" group --output-format raw
fails 2 "--op: with --unique there is one column" group --op sum,max --unique "$dir/unique"
fails 2 "--unique and the output are the same file" group --unique "$dir/x" -o "$dir/x"
fails 2 "--keys is needed where the input is not text" group --op sum --format raw --type u8 --unique x
fails 2 "one FILE is grouped; 'b' is one too many" group a b
printf '1 2 3' >"$dir/input"
fails 1 "standard input: the last key has no value" group --op sum
fails 2 "keys and values in turn are i64, u64 or f64, not u8; --keys takes others" group --op sum --type u8
printf '1 2' >"$dir/keys"
fails 1 "$dir/keys: fewer keys than values" group --op sum --keys "$dir/keys"
printf '1 2 3 4' >"$dir/keys"
fails 1 "$dir/keys: more keys than values" group --op sum --keys "$dir/keys"
finish
