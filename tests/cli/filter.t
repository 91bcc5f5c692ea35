#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx recurrence and pfx filter: text, raw data and .npy, against loops of awk; and bad usage.
. "${top_srcdir:-.}/tests/cli/cli.sh"
input=$dir/input

# near FILE FILE NAME: as many numbers, but for rounding the same.
near()
{
    paste "$1" "$2" | awk '
        function far(x, y) { return x - y > 1e-12 * (1 + (x < 0 ? -x : x)) || y - x > 1e-12 * (1 + (x < 0 ? -x : x)) }
        NF != 2 || far($1, $2) { bad++; if (bad == 1) print NR ": " $0 >"/dev/stderr" }
        END { exit bad > 0 || NR == 0 }'
    ok $? "$3"
}

# recurrence INIT: pairs of a and b on standard input.
recurrence()
{
    awk -v y="$1" '{ y = $1 * y + $2; printf "%.17g\n", y }'
}

# direct B A STATE: numbers on standard input, by a transfer function whose denominator begins with 1: the direct form
# II, transposed.
direct()
{
    awk -v list_b="$1" -v list_a="$2" -v list_z="$3" '
        BEGIN {
            nb = split(list_b, b, ",")
            na = split(list_a, a, ",")
            split(list_z, z, ",")
            order = (nb > na ? nb : na) - 1
        }
        {
            y = b[1] * $1 + z[1]
            for (i = 1; i <= order; i++) {
                sum = b[i + 1] * $1 - a[i + 1] * y + z[i + 1] # by itself: mawk loses z[i] where it makes z[i + 1]
                z[i] = sum
            }
            printf "%.17g\n", y
        }'
}

backwards()
{
    awk '{ line[NR] = $0 } END { for (i = NR; i > 0; i--) print line[i] }'
}

awk 'BEGIN { srand(11); for (i = 0; i < 5000; i++) print (i % 97 ? rand() * 2 - 1 : 0), int(rand() * 2000) - 1000 }' \
    >"$dir/pairs"
cut -d ' ' -f 1 "$dir/pairs" >"$dir/a"
cut -d ' ' -f 2 "$dir/pairs" >"$input"

# --- recurrences ------------------------------------------------------------------------------------
joint=/
gives '1 2\n\n3' '1 2.5//4.25' recurrence --a 0.5 --missing keep
gives '1 2 3' '6 8 11' recurrence --a 1 --init 5 --type f32
gives '1 2 4' '3.25 4.5 5' recurrence --a 0.5 --init 2 --reverse --backend serial
gives 'x,v\na,1\nb,2\n' 'x,v,recurrence/a,1,1/b,2,1' recurrence --a=-1 -t , --column 2 --header
gives '' '' recurrence --a 2 --init 1
sed 's/^/0.75 /' "$input" | recurrence 3 >"$dir/wanted"
"$pfx" recurrence --a 0.75 --init 3 "$input" >"$dir/got"
near "$dir/got" "$dir/wanted" "one a"
recurrence 0 <"$dir/pairs" >"$dir/wanted"
"$pfx" recurrence --a-from "$dir/a" <"$input" >"$dir/got"
near "$dir/got" "$dir/wanted" "an a for each"
backwards <"$dir/pairs" | recurrence -2 | backwards >"$dir/wanted"
"$pfx" recurrence --a-from "$dir/a" --init -2 --reverse - <"$input" >"$dir/got"
near "$dir/got" "$dir/wanted" "an a for each, in reverse"
for format in raw npy; do
    for name in a input; do
        "$pfx" select --type f64 --less inf --output-format $format "$dir/$name" >"$dir/$name.data"
    done
    "$pfx" recurrence --type f64 --format $format --a-from "$dir/a.data" --a-format $format --init -2 --reverse \
        -o "$dir/out.data" "$dir/input.data"
    "$pfx" select --type f64 --format $format --less inf --output-format text "$dir/out.data" >"$dir/numbers"
    same "$dir/numbers" "$dir/got" "an a for each, in reverse, $format"
done

# --- filters ----------------------------------------------------------------------------------------
gives '8 8 4 0' '4 6 5 2.5' filter --b 0.5 --a 1,-0.5
gives '8 8 4 0' '4 8 6 2' filter --b 1,1 --a 2 --type f32
gives '1 0 0 0' '11 22 3 0' filter --b 1,2,3 --state 10,20
gives '0 0 1' '3 2 1' filter --b 1,2,3 --reverse
gives 'x,v\na,1\nb,2\n' 'x,v,filter/a,1,3/b,2,6' filter --b 3 -t , --column 2 --header
gives '' '' filter --b 1
b=0.2,0.3,-0.1,0.05 a=1,-0.9,0.3
direct $b $a 1,-2,0.5 <"$input" >"$dir/wanted"
"$pfx" filter --b $b --a $a --state 1,-2,0.5 "$input" >"$dir/got"
near "$dir/got" "$dir/wanted" "a transfer function"
backwards <"$input" | direct $b $a 0 | backwards >"$dir/wanted"
"$pfx" filter --b $b --a $a --reverse <"$input" >"$dir/got"
near "$dir/got" "$dir/wanted" "a transfer function, in reverse"
direct 1,2,1 1,-0.8,0.2 1,2 <"$input" | direct 0.5,0,0.25 1,0.4,-0.1 3,4 >"$dir/wanted"
sections='1 2 1 1 -0.8 0.2\n1 0 0.5 2 0.8 -0.2\n'
"$pfx" filter --sos "$(printf "$sections" | tr ' \n' ,, | sed 's/,$//')" --state 1,2,3,4 "$input" >"$dir/got"
near "$dir/got" "$dir/wanted" "a list of sections"
printf "$sections" >"$dir/sections"
"$pfx" filter --sos "$dir/sections" --state 1,2,3,4 "$input" >"$dir/numbers"
same "$dir/numbers" "$dir/got" "a file of sections"
printf "$sections" | "$pfx" select --type f64 --less inf -o "$dir/sections.npy"
for format in raw npy; do
    "$pfx" select --type f64 --less inf --output-format $format "$input" >"$dir/input.data"
    "$pfx" filter --type f64 --format $format --sos "$dir/sections.npy" --state 1,2,3,4 --output-format text \
        "$dir/input.data" >"$dir/numbers"
    same "$dir/numbers" "$dir/got" "sections in .npy, of numbers in $format"
done

# --- bad usage --------------------------------------------------------------------------------------
printf '1 2 3\n' >"$input"
fails 2 "--a, or --a-from, says what y is multiplied by" recurrence
fails 2 "--a, or --a-from, says what y is multiplied by" recurrence --a 1 --a-from "$dir/a"
fails 2 "--a-format is for --a-from" recurrence --a 1 --a-format raw
fails 2 "--a-from and the numbers are both standard input" recurrence --a-from -
fails 2 "--a: 'x' is no f32" recurrence --a x --type f32
fails 2 "--init: '1,2' is no number" recurrence --a 1 --init 1,2
fails 1 "$dir/a: more factors than numbers" recurrence --a-from "$dir/a"
fails 2 "type: recurrences take floats and complex numbers, not i32" recurrence --a 1 --type i32
fails 2 "--missing keep is for scans from text to text, without segments" recurrence --a 1 --missing keep \
    --output-format raw
fails 2 "one FILE is read; 'b' is one too many" recurrence --a 1 a b
fails 2 "--b and --a, or --sos, say what the filter is" filter
fails 2 "--b and --a, or --sos, say what the filter is" filter --a 1,2
fails 2 "--b and --a, or --sos, say what the filter is" filter --b 1 --sos "$dir/sections"
fails 2 "--sos and the numbers are both standard input" filter --sos -
fails 2 "b: 1 divided by a[0], 0, is not finite" filter --b 1 --a 0,1
fails 2 "b: there are 18, not 1 to 17" filter --b 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18
fails 2 "a: there are 18, not 1 to 17" filter --b 1 --a 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18
fails 2 "--b: an empty item in the list" filter --b 1,,2
fails 2 "--b: an empty item in the list" filter --b ""
fails 2 "--a: 'x' is no number" filter --b 1 --a 1,x
fails 2 "--sos: a section has 6 numbers; there are 7" filter --sos 1,2,3,1,2,3,4
fails 2 "--sos: a section has 6 numbers; there are 3" filter --sos "$input"
fails 1 "$dir/none: No such file or directory" filter --sos "$dir/none"
fails 2 "--state: the filter's state has 2 numbers, not 1" filter --b 1,2,3 --state 1
fails 2 "--state: the filter's state has 0 numbers, not 1" filter --b 1 --state 1
fails 2 "type: filters take f32 and f64, not f16" filter --b 1 --type f16
fails 2 "one FILE is filtered; 'b' is one too many" filter --b 1 a b
finish
