#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx ewm: text, raw data and .npy, against a loop of awk; and bad usage.
. "${top_srcdir:-.}/tests/cli/cli.sh"
input=$dir/input

# ewm ALPHA ADJUST IGNORE WHAT BIAS: numbers on standard input, or "nan", by the loop of pandas.
ewm()
{
    awk -v alpha="$1" -v adjust="$2" -v ignore="$3" -v what="$4" -v bias="$5" '
        BEGIN { own = adjust ? 1 : alpha }
        $1 != "nan" || !ignore { left *= 1 - alpha; sum *= 1 - alpha; squares *= (1 - alpha) ^ 2 }
        $1 != "nan" && count++ == 0 { mean = $1; left = sum = squares = 1; cov = 0 }
        $1 != "nan" && count > 1 {
            before = mean
            mean = (left * before + own * $1) / (left + own)
            cov = (left * (cov + (before - mean) ^ 2) + own * ($1 - mean) ^ 2) / (left + own)
            sum += own
            squares += own * own
            left += own
            if (!adjust) {
                sum /= left
                squares /= left * left
                left = 1
            }
        }
        {
            by = bias ? 1 : count > 1 ? (sum * sum - squares) / (sum * sum) : 0
            if (count == 0 || (what != "mean" && by <= 0))
                print "nan"
            else
                printf "%.17g\n", what == "mean" ? mean : what == "var" ? cov / by : sqrt(cov / by)
        }'
}

# near FILE FILE NAME: as many numbers, but for rounding the same.
near()
{
    paste "$1" "$2" | awk '
        function far(x, y) { return x - y > 1e-11 * (1 + (x < 0 ? -x : x)) || y - x > 1e-11 * (1 + (x < 0 ? -x : x)) }
        NF != 2 || ($1 == "nan") != ($2 == "nan") || ($1 != "nan" && far($1, $2)) {
            if (++bad == 1)
                print NR ": " $0 >"/dev/stderr"
        }
        END { exit bad > 0 || NR == 0 }'
    ok $? "$3"
}

joint=/
gives '1 2 4' '1 1.6666666666666667 3' ewm --alpha 0.5
gives '1 2 4' '1 1.5 2.75' ewm --alpha 0.5 --no-adjust --type f32
gives '1 2 4' '1 1.5 2.75' ewm --span 3 --no-adjust
gives '1 2 4' '1 1.5 2.75' ewm --com 1 --no-adjust
gives '1 2 4' '1 1.5 2.75' ewm --halflife 1 --no-adjust --backend serial
gives '1 nan 5 inf' '1 1 4.2 4.2' ewm --alpha 0.5
gives '1 nan 5 -inf' '1 1 3 3' ewm --alpha 0.5 --no-adjust --ignore-missing
gives '1 3 5' 'nan nan nan' ewm --alpha 1 --var
gives '1 3' '0 1' ewm --alpha 0.5 --std --bias --no-adjust
gives '1 2 4' 'nan nan 3' ewm --alpha 0.5 --min-periods 3
gives '1 2\n\n3' '1 1.5//2.25' ewm --alpha 0.5 --no-adjust --missing keep
gives 'x,v\na,1\nb,2\n' 'x,v,mean/a,1,1/b,2,1.5' ewm --alpha 0.5 --no-adjust -t , --column 2 --header
gives '' '' ewm --alpha 0.5

awk 'BEGIN { srand(5); for (i = 0; i < 5000; i++) print rand() < 0.1 ? "nan" : int(rand() * 2000) - 1000 }' >"$input"
for adjust in 1 0; do
    for ignore in 1 0; do
        set -- "$([ $adjust = 1 ] || echo --no-adjust)" "$([ $ignore = 0 ] || echo --ignore-missing)"
        for what in mean var std; do
            ewm 0.2 $adjust $ignore $what 0 <"$input" >"$dir/wanted"
            "$pfx" ewm --span 9 $1 $2 $([ $what = mean ] || echo --$what) "$input" >"$dir/got"
            near "$dir/got" "$dir/wanted" "$what, adjust $adjust, ignore $ignore"
        done
    done
done
ewm 0.2 1 0 var 1 <"$input" >"$dir/wanted"
"$pfx" ewm --com 4 --var --bias <"$input" >"$dir/got"
near "$dir/got" "$dir/wanted" "not corrected for bias"
for format in raw npy; do
    "$pfx" recurrence --a 0 --output-format $format "$input" >"$dir/input.data"
    "$pfx" ewm --com 4 --var --bias --type f64 --format $format --output-format text "$dir/input.data" >"$dir/numbers"
    same "$dir/numbers" "$dir/got" "numbers in $format"
done

one="one of --alpha, --span, --halflife and --com says how weights decay"
fails 2 "$one" ewm
fails 2 "$one" ewm --alpha 1 --span 2
fails 2 "--var and --std exclude each other" ewm --alpha 1 --var --std
fails 2 "--bias is for --var and --std" ewm --alpha 1 --bias
fails 2 "--span: 0.5 is not from 1 on" ewm --span 0.5
fails 2 "--com: nan is not from 0 on" ewm --com nan
fails 2 "--halflife: 'x' is no number" ewm --halflife x
fails 2 "--min-periods: '-1' is no number from 0 to 9223372036854775807" ewm --alpha 1 --min-periods -1
fails 2 "alpha: 2 is not above 0 and at most 1" ewm --alpha 2
printf '1 2 3\n' >"$input"
fails 2 "type: what is weighted is f32 or f64, not i32" ewm --alpha 1 --type i32
fails 2 "one FILE is read; 'b' is one too many" ewm --alpha 1 a b
finish
