#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx window: text, against windows that awk adds up one by one; raw data and .npy along an axis; and bad usage.
. "${top_srcdir:-.}/tests/cli/cli.sh"
input=$dir/input

# slow K BEFORE OP: windows of the integers on standard input.
slow()
{
    awk -v k="$1" -v before="$2" -v op="$3" '{ x[NR] = $1 } END {
        for (i = 1; i <= NR; i++) {
            count = 0
            for (j = i - before; j < i - before + k; j++)
                if (j >= 1 && j <= NR) {
                    if (count++ == 0 || (op == "min" && x[j] < s) || (op == "max" && x[j] > s)) s = x[j]
                    else if (op == "sum" || op == "mean") s += x[j]
                }
            printf "%.17g\n", op == "mean" ? s / count : s
        }
    }'
}
awk 'BEGIN { srand(7); for (i = 0; i < 500; i++) print int(rand() * 1000) - 500 }' >"$input"
for op in sum min max; do
    is "$("$pfx" window -k 7 --op $op "$input")" "$(slow 7 6 $op <"$input")" "$op, trailing"
    is "$("$pfx" window --length=8 --centre --op $op <"$input")" "$(slow 8 4 $op <"$input")" "$op, centred"
    is "$("$pfx" window -k 601 --before 3 --op $op - <"$input")" "$(slow 601 3 $op <"$input")" "$op, longer than all"
done
is "$("$pfx" window -k 4 --mean "$input" | "$pfx" window -k 1 --type f64)" \
    "$(slow 4 3 mean <"$input" | "$pfx" window -k 1 --type f64)" "means of integers, which are read as f64"
is "$(printf '1\n2.5\nnan\n4\n5\n6\n' | "$pfx" window -k 2 | tr '\n' ' ')" "1 3.5 nan nan 9 11 " "a NaN ends"
is "$("$pfx" window -k 3 </dev/null)" "" "no numbers"

printf '\001\002\003\004\005\006' >"$dir/bytes"
raw="--format raw --type u8 --output-format text"
is "$("$pfx" window $raw -k 2 --shape 2,3 --axis 0 "$dir/bytes" | tr '\n' ' ')" "1 2 3 5 7 9 " "along columns"
is "$("$pfx" window $raw -k 2 --shape 2,3 --axis -1 "$dir/bytes" | tr '\n' ' ')" "1 3 5 4 9 11 " "along rows"
is "$("$pfx" window $raw -k 6 --op product "$dir/bytes" | tail -n 1)" "208" "what does not fit wraps"
is "$("$pfx" window $raw -k 6 --op product --output-type u16 "$dir/bytes" | tail -n 1)" "720" "in a wider type it fits"
"$pfx" window --format raw --type u8 --shape 2,3 --axis 1 -k 2 -o "$dir/made.npy" "$dir/bytes"
is "$("$pfx" window -k 2 --axis 0 --output-format text "$dir/made.npy" | tr '\n' ' ')" "1 3 5 5 12 16 " ".npy keeps its shape"
is "$("$pfx" window -k 2 --axis 0 "$dir/made.npy" | head -c 60 | tail -c 50)" \
    "{'descr': '<u8', 'fortran_order': False, 'shape': " "and sums of it have 64 bits"

fails 2 "-k says how many numbers a window has" window "$input"
fails 2 "--before: 3 is not less than the length of the window, 3" window -k 3 --before 3 "$input"
fails 2 "--before and --centre are two places" window -k 3 --before 1 --centre "$input"
fails 2 "--mean is of sums" window -k 3 --mean --op max "$input"
fails 2 "--mean takes floats, not u8" window --format raw --type u8 -k 3 --mean "$dir/bytes"
fails 2 "--shape is for --axis" window --format raw --type u8 -k 3 --shape 2,3 "$dir/bytes"
fails 2 "one FILE is looked at through a window; 'b' is one too many" window -k 3 a b
finish
