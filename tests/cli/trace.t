#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx trace: the walks of the books, the states of tiles, and pictures.
. "${top_srcdir:-.}/tests/cli/cli.sh"
: >"$dir/input"

# traces OUTPUT ARGUMENT...: the whole text.
traces()
{
    wanted=$1
    shift
    is "$("$pfx" trace "$@" 2>&1)" "$wanted" "trace $*"
}

traces 'blelloch: exclusive sum of 8 i64
input         3   1   7   0   4   1   6   3
up-sweep 1    3   4*  7   7*  4   5*  6   9*   0>1 2>3 4>5 6>7
up-sweep 2    3   4   7  11*  4   5   6  14*   1>3 5>7
up-sweep 3    3   4   7  11   4   5   6  25*   3>7
root          3   4   7  11   4   5   6   0
down-sweep 1  3   4   7   0<  4   5   6  11*   3<7 3>7
down-sweep 2  3   0<  7   4*  4  11<  6  16*   1<3 1>3 5<7 5>7
down-sweep 3  0<  3*  4< 11* 11< 15* 16< 22*   0<1 0>1 2<3 2>3 4<5 4>5 6<7 6>7
result        0   3   4  11  11  15  16  22
work 14, span 6' --algorithm blelloch 3 1 7 0 4 1 6 3
traces 'hillis-steele: inclusive sum of 8 i64
input         3   1   7   0   4   1   6   3
round 1       3   4*  8*  7*  4*  5*  7*  9*   0>1 1>2 2>3 3>4 4>5 5>6 6>7
round 2       3   4  11* 11* 12* 12* 11* 14*   0>2 1>3 2>4 3>5 4>6 5>7
round 3       3   4  11  11  15* 16* 22* 25*   0>4 1>5 2>6 3>7
result        3   4  11  11  15  16  22  25
work 17, span 3' --algorithm hillis-steele 3 1 7 0 4 1 6 3
traces 'brent-kung: inclusive max of 6 i8
input        -3   1  -7   0   4   1
round 1      -3   1* -7   0*  4   4*   0>1 2>3 4>5
round 2      -3   1  -7   1*  4   4    1>3
round 3      -3   1  -7   1   4   4*   3>5
round 4      -3   1   1*  1   4*  4    1>2 3>4
result       -3   1   1   1   4   4
work 7, span 4' --algorithm brent-kung --type i8 --op max -- -3 1 -7 0 4 1
traces 'sklansky: exclusive product of 1 f32
input        2.5
result         1
work 0, span 0' --algorithm sklansky --op product --type f32 --kind exclusive 2.5

traces 'reduce-then-scan: inclusive sum of 7 u8 in tiles of 3
step 1      A   6   A 255   X
step 2      P   6   P   5   X
step 3      P   6   P   5   P  12
            writes 0, 1, 2
result         1    3    6   10   15    5   12
work 11, span 5' --algorithm reduce-then-scan --tile 3 --type u8 1 2 3 4 5 246 7
traces 'chained-scan: inclusive sum of 10 i64 in tiles of 4
step 1      X      X      X
                   [--]   ^ tile 2 looks
step 2      P 10   X      X
            [--]   ^ tile 1 looks
                   [--]   ^ tile 2 looks
step 3      P 10   P 36   X
            writes 0
                   [--]   ^ tile 2 looks
step 4      P 10   P 36   P 55
            writes 1
step 5      P 10   P 36   P 55
            writes 2
result        1   3   6  10  15  21  28  36  45  55
work 18, span 7' --algorithm chained-scan 1 2 3 4 5 6 7 8 9 10
"$pfx" trace --algorithm decoupled-look-back --tile 2 --threads 5 1 2 3 4 5 6 7 8 9 10 >"$dir/got"
is "$(sed -n 2,3p "$dir/got")" 'step 1      P  3   X      A 11   X      A 19
            [---------]   ^ tile 2 looks' "decoupled-look-back: who is late is X, who has reduced is A, and windows end at the tile before"
is "$(grep ^step "$dir/got" | tail -n 1 | cut -c 13-)" 'P  3   P 10   P 21   P 36   P 55' "at last all are P"

# A sort: chunks by bits, and a merge by steps of four elements.
traces 'split-merge: sort of 7 u8 in chunks of 4
input        4  7  2  6  3  5  1
round 1      4  2< 6< 7< 3  5  1    1<2 2<3 3<1
round 2      4  2  6  7  5< 1< 3<   4<5 5<6 6<4
round 3      2< 4< 6  7  1< 3< 5<   0<1 1<0 4<5 5<6 6<4
round 4      1< 2< 3< 4< 5< 6< 7<   0<4 1<0 2<5 3<1 4<6 5<2 6<3
result       1  2  3  4  5  6  7
work 46, span 18' --algorithm split-merge --type u8 4 7 2 6 3 5 1

# Every algorithm leaves the scan, and counts.
for algorithm in $("$pfx" trace --algorithm none 1 2>&1 | sed -n 's/.*known: //p'); do
    case $algorithm in
    blelloch-padded | blelloch-vector | warp-scan | raking) # of a GPU's blocks
        "$pfx" trace --algorithm $algorithm 3 1 >"$dir/got" 2>"$dir/errors"
        is "$?: $(cat "$dir/got")$(grep -c "serial.*$algorithm\|$algorithm.*serial" "$dir/errors")" "2: 1" "$algorithm is refused"
        continue
        ;;
    split-merge) # no scan
        continue
        ;;
    esac
    "$pfx" trace --kind inclusive --algorithm $algorithm 3 1 7 0 4 1 6 3 5 >"$dir/got" 2>"$dir/errors"
    is "$?: $(sed -n 's/^result  *//p' "$dir/got" | tr -s ' ')" "0: 3 4 11 11 15 16 22 25 30" "the result by $algorithm"
    is "$(grep -c '^work [0-9]*, span [0-9]*$' "$dir/got")" 1 "the counts of $algorithm"
    is "$(grep -n ' $' "$dir/got")" "" "no blanks at the ends of lines by $algorithm"
done

# --- pictures --------------------------------------------------------------------------------------
"$pfx" trace --svg "$dir/a.svg" 3 1 7 0 4 1 6 3 >"$dir/got"
is "$(tail -n 1 "$dir/got")" "work 14, span 6" "text beside a picture"
"$pfx" trace --svg - 3 1 7 0 4 1 6 3 >"$dir/b.svg"
same "$dir/a.svg" "$dir/b.svg" "a picture on standard output, alone"
is "$(head -c 5 "$dir/a.svg")$(tail -n 1 "$dir/a.svg")" "<svg </svg>" "it is a picture"
is "$(grep -c 'stroke-dasharray' "$dir/a.svg")" 7 "seven moves are drawn"
is "$(grep -c '<line.*stroke="black"/>' "$dir/a.svg")" 14 "and fourteen combinations"
if python3 -c 'import xml.dom.minidom' 2>/dev/null; then
    for algorithm in kogge-stone chained-scan decoupled-look-back split-merge; do
        "$pfx" trace --algorithm $algorithm --type f64 --svg - 1 nan -- -inf 0.5 >"$dir/c.svg"
        python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$dir/c.svg" 2>"$dir/errors"
        is "$?: $(cat "$dir/errors")" "0: " "the picture of $algorithm is XML"
    done
else
    skip "python3 is not there" "pictures are XML"
fi
"$pfx" trace --svg "$dir/no/such" 1 >"$dir/got" 2>"$dir/errors"
is "$?: $(cat "$dir/got")$(grep -c '^pfx: .*no/such' "$dir/errors")" "1: 1" "a picture that cannot be written"

# --- bad usage -------------------------------------------------------------------------------------
fails 2 "trace what? Numbers are missing" trace
fails 2 "'x' is no i64" trace 1 x
fails 2 "'300' is no u8" trace --type u8 300
fails 2 "--tile: '0' is no number from 1 to 4096" trace --tile 0 1
fails 2 "--kind: unknown 'both'; known: inclusive exclusive" trace --kind both 1
fails 2 "4097 numbers; at most 4096 are traced" trace $(awk 'BEGIN { for (i = 0; i < 4097; i++) print 1 }')
"$pfx" trace --op xor --type f32 1 >"$dir/got" 2>"$dir/errors"
is "$?: $(grep -c 'xor.*f32' "$dir/errors")" "2: 1" "an operator that does not take the type"
if [ -w /dev/full ]; then
    "$pfx" trace 1 2 >/dev/full 2>"$dir/errors"
    is "$?: $(cat "$dir/errors")" "1: pfx: standard output: No space left on device" "a full device"
else
    skip "/dev/full is not there" "a full device"
fi
finish
