#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx histogram on text, raw data and .npy files.
. "${top_srcdir:-.}/tests/cli/cli.sh"
: >"$dir/input"

joint=/
gives '1 2 3 4 5 6 7 8 9 10 11' '1 3.5 3/3.5 6 2/6 8.5 3/8.5 11 3' histogram --bins 4
gives '0 1 2 3' '0 1 1/1 2 1/2 3 2' histogram --bins 3
gives '5 5' '4.5 5 0/5 5.5 2' histogram --bins 2
gives '' '0 0.5 0/0.5 1 0' histogram --bins 2
is "$(seq 0 10 | "$pfx" histogram | wc -l)" 10 'ten bins'
gives '-1 0 0.5 1 2 nan inf' '0 0.5 1/0.5 1 2' histogram --bins 2 --low 0 --high 1
gives '-1 0 0.5 1 2 nan inf' '0 0.5 2/0.5 1 4' histogram --bins 2 --low 0 --high 1 --clamp
gives '-1 0 0.5 1 2' '0 1 2/1 2 2' histogram --bins 2 --low 0
gives '1 2 3' '0.5 1.75 1/1.75 3 2' histogram --bins 2 --low=0.5
gives '-1 0 0.5 1 2 3' '-inf 0 1/0 0.5 1/0.5 2 3' histogram --edges=-inf,0,0.5,2
gives '0 1 1 3 7 -1' '0 1/1 2/2 0/3 1' histogram --integers 4
gives '0 1 1 3 7 -1' '0 2/1 2/2 0/3 2' histogram --integers 4 --clamp --type i8
gives '1;x\n2;y\n2;z\n' '1 2 1/2 2 2' histogram --edges 1,2,2 -t ';' --column 1 --type u8 --backend serial
gives 'v\n1\n2\n2\n' '0 2 1/2 4 2' histogram --edges 0,2,4 --header
printf '0.5 1 2 4' >"$dir/weights"
gives '1 2 1 9' '0 1.5 2.5/1.5 3 1' histogram --edges 0,1.5,3 --weights "$dir/weights"

# --- as awk(1) counts --------------------------------------------------------------------------------
awk 'BEGIN { srand(5); for (i = 0; i < 200000; i++) print int(rand() * rand() * 1000) }' >"$dir/numbers"
awk '{ count[$1]++ } END { for (i = 0; i < 1000; i++) print i, count[i] + 0 }' "$dir/numbers" >"$dir/wanted"
"$pfx" histogram --integers 1000 "$dir/numbers" >"$dir/got"
same "$dir/got" "$dir/wanted" "many integers"
"$pfx" select --less 1000 --type u16 --output-format raw "$dir/numbers" >"$dir/raw"
"$pfx" histogram --integers 1000 --format raw --type u16 -o "$dir/counts.npy" "$dir/raw"
cut -d ' ' -f 2 "$dir/wanted" >"$dir/counts"
"$pfx" select --greater-equal 0 --output-format text "$dir/counts.npy" >"$dir/got"
same "$dir/got" "$dir/counts" "raw to .npy"
awk '{ count[int($1 / 125)]++ } END { for (i = 0; i < 8; i++) print 125 * i, 125 * (i + 1), count[i] + 0 }' \
    "$dir/numbers" >"$dir/wanted"
"$pfx" histogram --bins 8 --low 0 --high 1000 --type f32 "$dir/numbers" >"$dir/got"
same "$dir/got" "$dir/wanted" "even bins of floats"

printf '1 nan' >"$dir/input"
fails 1 "the numbers are not all finite: --low and --high are needed" histogram
printf '1 2' >"$dir/input"
fails 2 "bins are told by --edges, by --integers, or by --bins, --low and --high" histogram --edges 1,2 --bins 3
fails 2 "--low: 'x' is no number" histogram --low x
fails 2 "--edges: bins have two edges and more" histogram --edges 1
fails 2 "--edges: 'x' is no number" histogram --edges 1,x
fails 2 "--bins: '0' is no number from 1 to 4294967295" histogram --bins 0
fails 2 "--weights and the numbers are both standard input" histogram --weights -
fails 1 "$dir/weights: more weights than numbers" histogram --weights "$dir/weights"
fails 2 "one FILE is counted; 'b' is one too many" histogram a b
"$pfx" histogram --edges 2,1 <"$dir/input" >"$dir/got" 2>"$dir/errors"
is "$? $(grep -c 'edge 1 is less' "$dir/errors")" '2 1' 'edges that decrease'
"$pfx" histogram --low 3 --high 2 <"$dir/input" >"$dir/got" 2>"$dir/errors"
is "$? $(grep -c 'low, high' "$dir/errors")" '2 1' 'ends that are exchanged'
finish
