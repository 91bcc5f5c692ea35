#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx rle and unique of text without --type: its type is known at its end alone, but memory does not hold it.
. "${top_srcdir:-.}/tests/cli/cli.sh"

joint=/

# --- integers first, then others --------------------------------------------------------------------
gives '1 1 1.0 2\n2.5' '3 1/1 2/1 2.5' rle
gives '1.0 1 01 -0 0.0 0' '3 1.0/3 -0' rle
gives '0 -0 -0.0 1' '0/1' unique
gives '5 nan nan 5 5' '1 5/1 nan/1 nan/2 5' rle
gives '5 nan nan 5 5' '5/nan/nan/5' unique
gives '9007199254740992 9007199254740992.0 9007199254740994' '2 9007199254740992/1 9007199254740994' rle
gives '9007199254740993 9007199254740992' '9007199254740993/9007199254740992' unique
# What i64 does not hold may stand beside fractions.
gives '9223372036854775808 9223372036854775808 0.5' '2 9223372036854775808/1 0.5' rle
gives '7 7 100000000000000000000 1e20 -1.5' '7/100000000000000000000/-1.5' unique
gives '7 7 8\n8 8.0 9' '0/2/5' unique --indices
gives 'a,7\nb,7\nc,7.0\nd,8.5\n' 'a,7/d,8.5' unique -t , --column 2
gives '7\n\n7\n0.0\n\n' '1 7/1 0/1 7/2 0.0' rle --missing zero
gives '7\n\n7\n7.0\n' '3 7' rle --missing skip
gives '7 7 7.0 8\n8' 3/2 rle --lengths - -o "$dir/values"
is "$(paste -s -d , "$dir/values")" 7,8 'and the values'
is "$(printf '7 7 7.5' | "$pfx" unique --output-format raw | wc -c | tr -d ' ')" 16 'raw data has one type'
printf '7 7 7.5' | "$pfx" unique -o "$dir/values.npy"
is "$("$pfx" unique --output-format text "$dir/values.npy" | paste -s -d , -)" 7,7.5 'and .npy'

# A run over several pieces that ends where others begin, and one that goes on.
awk 'BEGIN { for (i = 0; i < 600000; i++) print int(i / 200000)
    for (i = 0; i < 300000; i++) print "2.0"; for (i = 0; i < 300000; i++) print i / 4 }' >"$dir/input"
"$pfx" rle --type f64 "$dir/input" >"$dir/wanted"
cat "$dir/input" | "$pfx" rle | awk '{ print $1, $2 + 0 }' >"$dir/got"
same "$dir/got" "$dir/wanted" 'runs of many pieces, from a pipe'
"$pfx" rle "$dir/input" | awk '{ print $1, $2 + 0 }' >"$dir/got"
same "$dir/got" "$dir/wanted" 'and from a file'
cut -d ' ' -f 2 "$dir/wanted" >"$dir/values"
cat "$dir/input" | "$pfx" unique >"$dir/got"
same "$dir/got" "$dir/values" 'values of many pieces'
"$pfx" unique --type f64 --indices "$dir/input" >"$dir/wanted"
cat "$dir/input" | "$pfx" unique --indices >"$dir/got"
same "$dir/got" "$dir/wanted" 'and their places'

# --- what does not fit, whichever comes first --------------------------------------------------------
printf 'as it was\n' >"$dir/kept"
wrong()
{
    printf -- "$1" >"$dir/input"
    for command in rle unique 'unique --indices'; do
        cp "$dir/kept" "$dir/out"
        fails 1 "standard input:$2" $command -o "$dir/out"
        same "$dir/out" "$dir/kept" 'and the output is as it was'
    done
}
rounds="'9007199254740993' would be rounded, as other numbers are no integers; --type f64 rounds it"
wrong '1\n9007199254740993\n9007199254740995\n0.5\n' "2: $rounds"
wrong '1\n0.5\n9007199254740993\n' "3: $rounds"
wrong '9223372036854775808\n9007199254740993\n1e3\n' "2: $rounds"
wrong '1\n2 9223372036854775808\n1\n' "2:3: '9223372036854775808' is out of the range of i64"
wrong '1 2\n3 x4\n' "2:3: 'x4' is not a number of type f64"
printf '1\n0.5\n9007199254740993\n' >"$dir/input"
fails 1 "$dir/input:3: $rounds" unique "$dir/input"
awk 'BEGIN { print "9007199254740993"; for (i = 0; i < 300000; i++) print i; print "0.5" }' >"$dir/input"
fails 1 "standard input:1: $rounds" rle
fails 1 "standard input:1: $rounds" unique
fails 1 "standard input:1: $rounds" unique --output-format raw

# --- memory ------------------------------------------------------------------------------------------
limit=40000
if (ulimit -v $limit && exec "$pfx" --version) >/dev/null 2>&1; then
    awk 'BEGIN { for (i = 0; i < 4300000; i++) print i + 1000000 }' >"$dir/many"
    cat "$dir/many" | (ulimit -v $limit; "$pfx" unique --backend serial) >"$dir/got"
    same "$dir/got" "$dir/many" 'unique needs bounded memory'
    cat "$dir/many" | (ulimit -v $limit; "$pfx" rle --backend serial) | cut -c 3- >"$dir/got"
    same "$dir/got" "$dir/many" 'so does rle'
else
    skip 'memory cannot be limited' 'unique needs bounded memory'
    skip 'memory cannot be limited' 'so does rle'
fi
finish
