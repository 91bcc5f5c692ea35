#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx bench: what it prints, and which rows. No time decides anything here.
. "${top_srcdir:-.}/tests/cli/cli.sh"
: >"$dir/input"

# rows OPTION...: the CSV without its times.
rows()
{
    "$pfx" bench scan --repeat 1 --csv "$@" 2>&1 | cut -d , -f 1-10
}
names=primitive,backend,algorithm,op,kind,type,output_type,n,threads,bytes

is "$(rows --backend serial --n 2^4,1k,2Ki,100)" "$names
scan,serial,auto,sum,inclusive,f32,f32,16,1,128
scan,serial,auto,sum,inclusive,f32,f32,1000,1,8000
scan,serial,auto,sum,inclusive,f32,f32,2048,1,16384
scan,serial,auto,sum,inclusive,f32,f32,100,1,800" "sizes"
is "$(rows --backend serial --n 10 --type i8,f64 --op sum,max --kind all --algorithm serial)" "$names
scan,serial,serial,sum,inclusive,i8,i8,10,1,20
scan,serial,serial,sum,exclusive,i8,i8,10,1,20
scan,serial,serial,max,inclusive,i8,i8,10,1,20
scan,serial,serial,max,exclusive,i8,i8,10,1,20
scan,serial,serial,sum,inclusive,f64,f64,10,1,160
scan,serial,serial,sum,exclusive,f64,f64,10,1,160
scan,serial,serial,max,inclusive,f64,f64,10,1,160
scan,serial,serial,max,exclusive,f64,f64,10,1,160" "lists"
is "$(rows --backend serial --n 7 --type u8 --output-type u64)" "$names
scan,serial,auto,sum,inclusive,u8,u64,7,1,63" "a wider output"
is "$(rows --backend serial --n 7 --type all | cut -d , -f 6 | tr '\n' ' ')" \
    "type i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 " "all types"
is "$(rows --backend serial --n 7 --type i32 --op all | cut -d , -f 4 | tr '\n' ' ')" \
    "op sum product min max and or xor logical-and logical-or " "all operators"
is "$(rows --backend serial --n 7 --type i32,f32 --op and,sum | cut -d , -f 4,6 | tr '\n' ' ')" \
    "op,type and,i32 sum,i32 sum,f32 " "what makes no sense is left out"
is "$(rows --backend serial --n 2^24 --type u8 --flush)" "$names
scan,serial,auto,sum,inclusive,u8,u8,16777216,1,33554432" "other memory for each call"
is "$(rows --backend serial --n 1003 --type u8,i64 --in-place)" "$names
scan,serial,auto,sum,inclusive,u8,u8,1003,1,2006
scan,serial,auto,sum,inclusive,i64,i64,1003,1,16048" "in place"
is "$("$pfx" bench scan --backend serial --n 7 --type u8 --output-type u64 --in-place 2>&1 | head -n 1)" \
    "pfx: nothing that can be measured: in place, an output is as wide as the input" "not in place of less"
is "$(rows --backend serial --n 1003 --type u8,f64 --misalign 1)" "$names
scan,serial,auto,sum,inclusive,u8,u8,1003,1,2006
scan,serial,auto,sum,inclusive,f64,f64,1003,1,16048" "not aligned"
is "$("$pfx" bench scan --backend serial --n 7 --misalign 65 2>&1 | head -n 1)" \
    "pfx: --misalign: '65' is no number from 0 to 64" "aligned to more than a line"
is "$(rows --backend serial --n 7 --type u8 --rest 1)" "$names
scan,serial,auto,sum,inclusive,u8,u8,7,1,14" "a rest before each call"
is "$(rows --n 7 --threads 1 | cut -d , -f 2 | tail -n 1)" serial "all backends that are available"
"$pfx" bench scan --backend openmp --n 5000 --threads 2 --repeat 3 --csv >"$dir/got" 2>"$dir/errors"
if [ $? -eq 0 ]; then
    is "$(tail -n 1 "$dir/got" | cut -d , -f 2,9)" "openmp,2" "threads"
else
    skip "$(cat "$dir/errors")" "threads"
fi

# --- reductions: what they read, and a row for reading alone ----------------------------------------
"$pfx" bench reduce --backend serial --type u8,f32 --n 1000 --repeat 2 --csv >"$dir/got" 2>"$dir/errors"
is "$?: $(cut -d , -f 1-10 "$dir/got" | sed 1d)" "0: reduce,serial,auto,sum,inclusive,u8,u8,1000,1,1000
reduce,read,peer,sum,inclusive,u8,u8,1000,1,1000
reduce,serial,auto,sum,inclusive,f32,f32,1000,1,4000
reduce,read,peer,sum,inclusive,f32,f32,1000,1,4000" "reductions"

# --- the catalogue ----------------------------------------------------------------------------------
"$pfx" bench catalogue --backend serial --n 1000 --repeat 2 >"$dir/got" 2>"$dir/errors"
is "$?: $(sed -n '1s/ copy .*//p;3,$p' "$dir/got" | sed 's/\([0-9-]n*\)  *[0-9.]*  *[0-9.]*  *[0-9.]*%$/\1/;s/  */ /g')" \
    "0: serial: sum of 1000 f32,
serial 2n
hillis-steele -
kogge-stone -
sklansky -
brent-kung -
blelloch -
scan-then-propagate 4n
reduce-then-scan 3n
chained-scan 2n
decoupled-look-back 2n
auto 2n" "the table of all algorithms"
is "$("$pfx" bench catalogue --backend serial --n 10,20 --repeat 1 --csv | cut -d , -f 3,8 | sed -n '2,5p' | tr '\n' ' ')" \
    "serial,10 serial,20 hillis-steele,10 hillis-steele,20 " "and as comma-separated values"
is "$("$pfx" bench scan --backend serial --block raking --n 7 2>&1 | head -n 1)" \
    "pfx: nothing that can be measured: block algorithm: serial does not scan tiles by raking" "no blocks on the CPU"

# --- the numbers ----------------------------------------------------------------------------------
"$pfx" bench scan --n 100,3000 --repeat 5 --csv --backend serial >"$dir/got" 2>"$dir/errors"
is "$?: $(cat "$dir/errors")" "0: " "nothing on standard error that is no terminal"
is "$(head -n 1 "$dir/got")" "$names,us_median,us_min,gbps,copy_gbps,copy_ratio,spread" "names of the columns"
is "$(awk -F , 'NR > 1 && !($11 > 0 && $12 > 0 && $12 <= $11 && $13 > 0 && $14 > 0 && $15 > 0 && $16 >= 0 && NF == 16)' \
    "$dir/got")" "" "times and rates are positive, and the least is not above the median"
is "$(awk -F , 'NR > 1 && ($10 / $11 / 1000 / $13 > 1.02 || $10 / $11 / 1000 / $13 < 0.98)' "$dir/got")" "" \
    "gbps are bytes over the median"
is "$(awk -F , 'NR > 1 && ($15 - $13 / $14 > 0.02 || $13 / $14 - $15 > 0.02)' "$dir/got")" "" \
    "copy_ratio is gbps over copy_gbps"

"$pfx" bench scan --n 100,3000 --repeat 2 --backend serial >"$dir/got"
is "$(wc -l <"$dir/got" | tr -d ' '): $(head -n 1 "$dir/got" | cut -c 1-20)" "3: backend    algorithm" "a table by default"
is "$(awk '{ print NF }' "$dir/got" | tr '\n' ' ')" "17 14 14 " "fields of the table"

if python3 -c 'import json' 2>/dev/null; then
    "$pfx" bench scan --type f32,u8 --n 1000,2^12 --repeat 2 --json >"$dir/got"
    python3 - "$dir/got" >"$dir/errors" 2>&1 <<'PY'
import json, sys
with open(sys.argv[1]) as file:
    result = json.load(file)
wanted = {"primitive": str, "backend": str, "algorithm": str, "op": str, "kind": str, "type": str, "output_type": str,
          "n": int, "threads": int, "bytes": int, "us_median": float, "us_min": float, "gbps": float,
          "copy_gbps": float, "copy_ratio": float, "spread": float}
assert set(result) == {"version", "rows"}, result.keys()
assert len(result["rows"]) >= 4 and len(result["rows"]) % 4 == 0
for row in result["rows"]:
    assert {key: type(value) for key, value in row.items()} == wanted, row
    assert row["us_median"] >= row["us_min"] > 0 and row["copy_ratio"] > 0, row
PY
    is "$?: $(tail -n 1 "$dir/errors")" "0: " "JSON with the fields of the manual, each of its type"
else
    skip "python3 is not there" "JSON with the fields of the manual, each of its type"
fi

# --- pictures --------------------------------------------------------------------------------------
# A gnuplot that only writes down what it is told.
mkdir "$dir/bin"
cat >"$dir/bin/gnuplot" <<END
#!/bin/sh
[ "\$1" = --version ] || cat >'$dir/script'
END
chmod +x "$dir/bin/gnuplot"
PATH=$dir/bin:$PATH "$pfx" bench scan --backend serial --algorithm serial,blelloch --n 10,1000 --repeat 1 --csv \
    --plot "$dir/it's.svg" >"$dir/got" 2>"$dir/errors"
is "$?: $(wc -l <"$dir/got" | tr -d ' ')$(cat "$dir/errors")" "0: 5" "rows beside a picture"
is "$(sed -n 1,2p "$dir/script")" "set terminal svg size 900,520
set output '$dir/it''s.svg'" "gnuplot is told where to draw"
is "$(grep -o "title '[^']*'" "$dir/script")" "title 'serial'
title 'copy'
title 'blelloch'" "a line for each algorithm and the copy"
is "$(grep -c '^10 [0-9.]*$' "$dir/script") $(grep -c '^1000 [0-9.]*$' "$dir/script")" "3 3" "with a point for each size"
PATH=$dir/bin:$PATH "$pfx" bench catalogue --backend serial --n 1000 --repeat 1 --csv --plot "$dir/c.svg" >"$dir/got"
is "$?: $(sed -n '/^\$bars/,/^END/p' "$dir/script" | grep -c '^"[a-z-]*" [0-9.]*$')" "0: 11" "a bar for each algorithm"
printf '#!/bin/sh\n[ "$1" = --version ]\n' >"$dir/bin/gnuplot"
PATH=$dir/bin:$PATH "$pfx" bench scan --backend serial --n 10 --repeat 1 --plot "$dir/a.png" >"$dir/got" 2>"$dir/errors"
is "$?: $(cat "$dir/errors")" "1: pfx: --plot: gnuplot could not draw '$dir/a.png'" "a gnuplot that fails"
printf '#!/bin/sh\nexit 1\n' >"$dir/bin/gnuplot"
PATH=$dir/bin:$PATH "$pfx" bench scan --plot a.svg >"$dir/got" 2>"$dir/errors"
is "$?: $(cat "$dir/got" "$dir/errors")" "1: pfx: --plot: gnuplot cannot be run" "no gnuplot: nothing is measured"
if command -v gnuplot >/dev/null; then
    "$pfx" bench scan --backend serial --n 10,1000,2^15 --repeat 1 --plot "$dir/b.svg" >"$dir/got" 2>"$dir/errors"
    is "$?: $(cat "$dir/errors")$(grep -c '^</svg>' "$dir/b.svg")" "0: 1" "a picture by gnuplot itself"
    "$pfx" bench catalogue --backend serial --n 1000 --repeat 1 --plot "$dir/c.svg" >"$dir/got" 2>"$dir/errors"
    is "$?: $(cat "$dir/errors")$(grep -c '^</svg>' "$dir/c.svg")" "0: 1" "and of the catalogue"
else
    skip "gnuplot is not there" "a picture by gnuplot itself"
fi

# --- bad usage -----------------------------------------------------------------------------------
for n in 0 -1 1x 1.5 "" 2^64 2^ ^3 99999999999999999999 10000000000G 16Ei 1kB "1 "; do
    if [ -n "$n" ]; then
        message="--n: '$n' is no number from 1 to 9223372036854775807"
    else
        message="--n: an empty item in the list"
    fi
    case $(getconf LONG_BIT 2>/dev/null) in
    64) fails 2 "$message" bench scan --n "$n" ;;
    *) skip "sizes are not of 64 bits" "--n $n fails" ;;
    esac
done
fails 2 "--n: an empty item in the list" bench scan --n 1,,2
fails 2 "--type: an empty item in the list" bench scan --type f32,
fails 2 "--kind: unknown 'both'; known: inclusive exclusive" bench scan --kind both
fails 2 "--plot: 'a.pdf' does not end in .svg or .png" bench scan --plot a.pdf
fails 2 "--repeat: '0' is no number from 1 to 10000" bench scan --repeat 0
fails 2 "--backend: 'A' is no name of a backend" bench scan --backend A
"$pfx" bench compaction --backend serial --type u8,f16 --n 1000 --repeat 2 --csv >"$dir/got" 2>"$dir/errors"
is "$?: $(cut -d , -f 1-9 "$dir/got" | sed 1d | head -n 7) $(wc -l <"$dir/got")" "0: compaction,serial,select-1%,-,-,u8,u8,1000,1
compaction,serial,select-50%,-,-,u8,u8,1000,1
compaction,serial,select-90%,-,-,u8,u8,1000,1
compaction,serial,flagged-50%,-,-,u8,u8,1000,1
compaction,serial,partition-50%,-,-,u8,u8,1000,1
compaction,serial,unique-25%,-,-,u8,u8,1000,1
compaction,serial,unique-1%,-,-,u8,u8,1000,1 15" "compactions"
"$pfx" bench segments --backend serial --n 1000 --repeat 1 --csv >"$dir/got" 2>"$dir/errors"
is "$?:$(awk -F '[,/]' '/^segments,serial/ { printf "%s %s:%s", last == $3 ? "" : "\n" $3, $4, $11; last = $3 }' "$dir/got")" \
    "0:
scan-by-key one:12000 1:12000 4:12000 7:12000 40:12000 200:12000 500:12000 random:12000
scan-by-flags one:9000 1:9000 4:9000 7:9000 40:9000 200:9000 500:9000 random:9000
scan-by-offsets one:8008 1:12004 4:9004 7:8576 40:8104 200:8024 500:8012 random:8016 empty:9852
reduce-by-offsets one:4012 1:12004 4:6004 7:5148 40:4204 200:4044 500:4020 random:4028 empty:7700
reduce-by-key one:8008 1:16000 4:10000 7:9144 40:8200 200:8040 500:8016 random:8024
rle one:4008 1:12000 4:6000 7:5144 40:4200 200:4040 500:4016 random:4024
unrle one:4008 1:12000 4:6000 7:5144 40:4200 200:4040 500:4016 random:4024 empty:7696" \
    "segments of all mixes, with the bytes that each call moves"
is "$(grep -c '^segments,scan,peer,' "$dir/got")" "$(grep -c '^segments,serial,' "$dir/got")" "and a plain scan beside each"
is "$("$pfx" bench segments --backend serial --type u8,i64 --n 9 --repeat 1 --csv --form 'unrle/?,*/empty' |
     cut -d , -f 3,6,10 | grep -v peer)" "algorithm,type,bytes
unrle/1,u8,54
unrle/4,u8,24
unrle/7,u8,19
scan-by-offsets/empty,u8,54
reduce-by-offsets/empty,u8,53
unrle/empty,u8,49
unrle/1,i64,180
unrle/4,i64,108
unrle/7,i64,96
scan-by-offsets/empty,i64,180
reduce-by-offsets/empty,i64,172
unrle/empty,i64,168" "forms by patterns"
is "$("$pfx" bench segments --backend serial --type i64 --n 2^22 --repeat 1 --csv --flush --form '*/4' |
     cut -d , -f 1,3,10 | grep -v peer)" "primitive,algorithm,bytes
segments,scan-by-key/4,83886080
segments,scan-by-flags/4,71303168
segments,scan-by-offsets/4,71303172
segments,reduce-by-offsets/4,46137348
segments,reduce-by-key/4,62914560
segments,rle/4,46137344
segments,unrle/4,46137344" "segments of other memory for each call"
fails 2 "--flush is not for bench compaction" bench compaction --flush
fails 2 "--form: bench segments has none called 'rle'" bench segments --form rle/one,rle
fails 2 "--form is not for bench scan" bench scan --form rle/one
fails 2 "--type: an empty item in the list" bench segments --type ,
is "$("$pfx" bench segments --backend serial --type i8,f32 --op max,and --n 9 --repeat 1 --csv --form '*-by-*/4,rle/4' |
     cut -d , -f 3,4,6 | grep -v peer)" "algorithm,op,type
scan-by-key/4,max,i8
scan-by-flags/4,max,i8
scan-by-offsets/4,max,i8
reduce-by-offsets/4,max,i8
reduce-by-key/4,max,i8
rle/4,-,i8
scan-by-key/4,and,i8
scan-by-flags/4,and,i8
scan-by-offsets/4,and,i8
reduce-by-offsets/4,and,i8
reduce-by-key/4,and,i8
scan-by-key/4,max,f32
scan-by-flags/4,max,f32
scan-by-offsets/4,max,f32
reduce-by-offsets/4,max,f32
reduce-by-key/4,max,f32
rle/4,-,f32" "segments by other operators, but runs once"
fails 2 "--op is not for bench compaction" bench compaction --op sum
fails 2 "--kind is not for bench compaction" bench compaction --kind all
fails 2 "bench what? It has: scan reduce compaction segments tables sort recurrence catalogue" bench
fails 2 "unknown benchmark 'sacn'; known: scan reduce compaction segments tables sort recurrence catalogue" bench sacn
fails 2 "bench scan takes no argument: 'x'" bench scan x
fails 2 "bench reduce takes no argument: 'x'" bench reduce x
fails 2 "--kind is for bench scan" bench reduce --kind exclusive
fails 2 "--algorithm is for bench scan" bench reduce --algorithm serial
fails 2 "--block is for bench scan" bench reduce --block raking
fails 2 "--algorithm is for bench scan" bench catalogue --algorithm serial
"$pfx" bench scan --backend serial --type f32 --op xor --json >"$dir/got" 2>"$dir/errors"
is "$?: $(cat "$dir/got")$(grep -c '^pfx: nothing that can be measured: .*xor' "$dir/errors")" "2: 1" \
    "nothing to measure prints no JSON"
"$pfx" bench scan --backend serial --n 10,2^62 --repeat 1 --json >"$dir/got" 2>"$dir/errors"
is "$?: $(cat "$dir/got")$(grep -c '^pfx: --n: 4611686018427387904 elements' "$dir/errors")" "2: 1" \
    "a run that fails on its way prints no JSON"
"$pfx" bench scan --backend nonesuch >"$dir/got" 2>"$dir/errors"
is "$?: $(grep -c '^pfx: nonesuch is not available: .' "$dir/errors")" "1: 1" "a backend that is not available"
if [ -w /dev/full ]; then
    for format in "" --csv --json; do
        "$pfx" bench scan --backend serial --n 10 --repeat 1 $format >/dev/full 2>"$dir/errors"
        is "$?: $(cat "$dir/errors")" "1: pfx: standard output: No space left on device" "a full device $format"
    done
else
    skip "/dev/full is not there" "a full device"
fi
finish
