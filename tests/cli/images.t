#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx integral and pfx blur, on PNM and PNG, against sums of every window on their own by awk.
. "${top_srcdir:-.}/tests/cli/cli.sh"
input=$dir/input
seed=${SEED:-7}
remark "SEED=$seed"

# samples COUNT MOST: random ones, a line each.
samples()
{
    awk -v n="$1" -v most="$2" -v seed="$((seed = seed + 1))" 'BEGIN {
        srand(seed)
        while (n-- > 0) print int(rand() * (most + 1))
    }'
}

# pnm KIND WIDTH HEIGHT MOST FILE: an image of the samples in FILE.
pnm()
{
    printf '%s\n%s %s\n%s\n' "$1" "$2" "$3" "$4"
    printf "$(awk -v most="$4" '
        most > 255 { printf "\\%03o", int($1 / 256) }
        { printf "\\%03o", $1 % 256 }' "$5")"
}

# pnm_samples FILE COUNT MOST: prints the samples of a PNM file, a line each.
pnm_samples()
{
    if [ "$3" -gt 255 ]; then
        tail -c $(($2 * 2)) "$1" | od -An -v -tu1 -w2 | awk '{ print $1 * 256 + $2 }'
    else
        tail -c "$2" "$1" | od -An -v -tu1 -w1 | awk '{ print $1 }'
    fi
}

# The sums, or the means of windows whose radii are in $dir/radii, of the samples: all of them, one by one.
cat >"$dir/naive.awk" <<'AWK'
FILENAME ~ /radii$/ { radius[FNR - 1] = $1; next }
{ sample[FNR - 1] = $1 }
function window(left, top, right, bottom, c,    x, y, sum) {
    left = left < 0 ? 0 : left
    top = top < 0 ? 0 : top
    right = right < width ? right : width - 1
    bottom = bottom < height ? bottom : height - 1
    count = (right - left + 1) * (bottom - top + 1)
    for (y = top; y <= bottom; y++)
        for (x = left; x <= right; x++)
            sum += sample[(y * width + x) * channels + c]
    return sum + 0
}
# To nearest, ties to even.
function divide(sum, count,    q, rest) {
    q = int(sum / count)
    rest = 2 * (sum - q * count) - count
    return q + (rest > 0 || (rest == 0 && q % 2))
}
END {
    for (y = 0; y < height; y++)
        for (x = 0; x < width; x++)
            for (c = 0; c < channels; c++) {
                r = radius[y * width + x]
                print what == "sums" ? window(0, 0, x, y, c) : divide(window(x - r, y - r, x + r, y + r, c), count)
            }
}
AWK
naive()
{
    awk -v what="$1" -v width="$2" -v height="$3" -v channels="$4" -f "$dir/naive.awk" "$dir/radii" "$dir/samples"
}

# try KIND WIDTH HEIGHT MOST
try()
{
    kind=$1 width=$2 height=$3 most=$4
    channels=$([ "$kind" = P5 ] && echo 1 || echo 3)
    pixels=$((width * height))
    samples $((pixels * channels)) "$most" >"$dir/samples"
    pnm "$kind" "$width" "$height" "$most" "$dir/samples" >"$dir/image"
    what="$kind $width x $height, $most"

    yes 0 | head -n $pixels >"$dir/radii"
    naive sums "$width" "$height" "$channels" >"$dir/wanted"
    for type in u64 u32 f32 f64; do
        "$pfx" integral --output-type $type "$dir/image" -o "$dir/table.npy" &&
            "$pfx" scan --op max --axis 0 --output-format text "$dir/table.npy" >"$dir/got"
        same "$dir/got" "$dir/wanted" "$what: sums in $type"
    done
    "$pfx" blur --radius 0 <"$dir/image" >"$dir/got"
    same "$dir/got" "$dir/image" "$what: a radius of 0"
    for radius in 1 4 1000; do
        yes $radius | head -n $pixels >"$dir/radii"
        naive means "$width" "$height" "$channels" >"$dir/wanted"
        "$pfx" blur --radius $radius "$dir/image" -o "$dir/blurred.pnm"
        pnm_samples "$dir/blurred.pnm" $((pixels * channels)) "$most" >"$dir/got"
        same "$dir/got" "$dir/wanted" "$what: a radius of $radius"
    done
    for least in 7 300; do
        samples $pixels $least >"$dir/radii"
        pnm P5 "$width" "$height" $least "$dir/radii" >"$dir/map.pgm"
        naive means "$width" "$height" "$channels" >"$dir/wanted"
        "$pfx" blur --depth "$dir/map.pgm" "$dir/image" >"$dir/blurred.pnm"
        pnm_samples "$dir/blurred.pnm" $((pixels * channels)) "$most" >"$dir/got"
        same "$dir/got" "$dir/wanted" "$what: radii up to $least"
    done
}
try P5 1 1 255
try P5 13 7 255
try P6 5 9 255
try P5 17 3 65535
try P6 4 11 1000
try P6 31 1 15

# --- headers ---------------------------------------------------------------------------------------
printf 'P5 # a comment\n2\t# and another\r\n\n 3 255\n\001\002\003\004\005\006' >"$input"
printf 'P5\n2 3\n255\n\001\002\003\004\005\006' >"$dir/wanted"
"$pfx" blur --radius 0 "$input" >"$dir/got"
same "$dir/got" "$dir/wanted" "comments and blanks"
cat "$input" | "$pfx" blur --radius 0 >"$dir/got"
same "$dir/got" "$dir/wanted" "through a pipe"
"$pfx" integral "$input" >"$dir/table.npy"
is "$(head -c 128 "$dir/table.npy" | tail -c 118 | sed 's/ *$//')" \
    "{'descr': '<u8', 'fortran_order': False, 'shape': (3, 2), }" "rows and columns"
is "$("$pfx" scan --op max --axis 0 --output-format text "$dir/table.npy" | tr '\n' ' ')" "1 3 4 10 9 21 " "their sums"
"$pfx" integral --border --output-type u32 "$input" -o "$dir/table.npy"
is "$(head -c 128 "$dir/table.npy" | tail -c 118 | sed 's/ *$//')" \
    "{'descr': '<u4', 'fortran_order': False, 'shape': (4, 3), }" "with a border"
is "$("$pfx" scan --op or --axis 0 --exclusive --output-format text "$dir/table.npy" | head -n 6 | tr '\n' ' ')" \
    "0 0 0 0 0 0 " "which is 0"
printf 'P6\n1 2\n255\n\001\002\003\004\005\006' | "$pfx" integral --border >"$dir/table.npy"
is "$(head -c 128 "$dir/table.npy" | tail -c 118 | sed 's/ *$//')" \
    "{'descr': '<u8', 'fortran_order': False, 'shape': (3, 2, 3), }" "and with channels"

# refuses HEADER-AND-SAMPLES MESSAGE: in the form of printf.
refuses()
{
    printf "$1" >"$input"
    fails 1 "standard input: $2" blur --radius 1
}
refuses '' "neither PNM nor PNG"
refuses 'P' "neither PNM nor PNG"
refuses 'P8\n1 1\n255\n1' "neither PNM nor PNG"
refuses 'GIF89a' "neither PNM nor PNG"
refuses 'P3\n1 1\n255\n1 2 3\n' "PNM of the kind P3; P5 and P6 are read"
refuses 'P5\n' "malformed PNM header: the width is missing"
refuses 'P5\n# 3 3 255' "malformed PNM header: the width is missing"
refuses 'P5\n3 x' "malformed PNM header: the height is missing"
refuses 'P5\n3x' "malformed PNM header: no blank behind the width"
refuses 'P5\n-3 3 255\n' "malformed PNM header: the width is missing"
refuses 'P5\n99999999999999999999 3 255\n' "malformed PNM header: the width is too large"
refuses 'P5\n3 0 255\n' "an image without pixels"
refuses 'P5\n9999999999999999999 9999999999999999999 255\n' "the image does not fit this machine's sizes"
refuses 'P5\n3 3 0\n' "malformed PNM header: 0 for the greatest sample; it is 1 to 65535"
refuses 'P5\n3 3 65536\n' "malformed PNM header: 65536 for the greatest sample; it is 1 to 65535"
refuses 'P5\n2 2 255\n123' "ends in row 2 of 2"
refuses 'P5\n2 2 255\n12345' "there is more behind the image"
refuses 'P5\n2 2 9\n\001\002\003\012' "a sample of 10; the header says that 9 is the greatest"

# --- usage -----------------------------------------------------------------------------------------
printf 'P5\n2 2 255\n1234' >"$input"
cp "$input" "$dir/small.pgm"
printf 'P5\n1 2 255\n12' >"$dir/narrow.pgm"
printf 'P6\n1 1 255\n123' >"$dir/colour.ppm"
fails 2 "one of --radius and --depth says how far a pixel is blurred" blur
fails 2 "one of --radius and --depth says how far a pixel is blurred" blur --radius 1 --depth "$dir/small.pgm"
fails 2 "--radius: '-1' is no number from 0 to 2147483647" blur --radius -1
fails 2 "the image and its radii are both standard input" blur --depth -
fails 2 "one FILE is blurred; 'b' is one too many" blur --radius 1 a b
fails 2 "one FILE is summed up; 'b' is one too many" integral a b
fails 1 "$dir/narrow.pgm: 1 x 2 radii for 2 x 2 pixels" blur --depth "$dir/narrow.pgm"
fails 1 "$dir/colour.ppm: 3 channels; radii are an image of one" blur --depth "$dir/colour.ppm"
fails 1 "$dir/none.pgm: No such file or directory" blur --radius 1 "$dir/none.pgm"
"$pfx" integral --output-type i16 "$input" >"$dir/got" 2>"$dir/errors"
is "$?: $(grep -c 'i16' "$dir/errors")" "2: 1" "sums of a type that there is not"

# --- PNG -------------------------------------------------------------------------------------------
printf 'P5\n2 2 255\n1234' >"$input"
if ! "$pfx" blur --radius 0 -o "$dir/gray.png" "$input" 2>"$dir/errors"; then
    is "$(cat "$dir/errors")" \
        "pfx: $dir/gray.png: this pfx was built without libpng, which writes PNG; .pgm and .ppm are written" \
        "without libpng, writing says so"
    printf '\211PNG\r\n\032\n' >"$input"
    fails 1 "standard input: this pfx was built without libpng, which reads PNG; PNM (P5, P6) is read" blur --radius 0
    skip "built without libpng" "PNG"
    finish
fi
# there WIDTH HEIGHT KIND MOST: to PNG and back.
there()
{
    samples $(($1 * $2 * $([ "$3" = P5 ] && echo 1 || echo 3))) "$4" >"$dir/samples"
    pnm "$3" "$1" "$2" "$4" "$dir/samples" >"$dir/image"
    "$pfx" blur --radius 0 -o "$dir/there.png" "$dir/image"
    "$pfx" blur --radius 0 -o "$dir/back.pnm" "$dir/there.png"
    same "$dir/back.pnm" "$dir/image" "$3 $1 x $2, $4, to PNG and back"
    "$pfx" blur --radius 2 <"$dir/there.png" >"$dir/blurred.png"
    is "$(head -c 4 "$dir/blurred.png" | tail -c 3)" PNG "PNG stays PNG"
    "$pfx" blur --radius 2 "$dir/image" >"$dir/wanted"
    "$pfx" blur --radius 0 -o "$dir/got.pnm" "$dir/blurred.png"
    same "$dir/got.pnm" "$dir/wanted" "and is blurred as PNM"
    "$pfx" integral "$dir/image" >"$dir/wanted"
    "$pfx" integral "$dir/there.png" >"$dir/got"
    same "$dir/got" "$dir/wanted" "and summed up as PNM"
}
there 7 5 P5 255
there 6 5 P6 255
there 1 9 P5 65535
there 8 3 P6 65535
printf 'P5\n3 1 4\n\000\002\004' | "$pfx" blur --radius 0 -o "$dir/wide.png"
"$pfx" blur --radius 0 -o "$dir/got" "$dir/wide.png"
"$pfx" blur --radius 0 -o "$dir/got.pgm" "$dir/wide.png"
printf 'P5\n3 1\n255\n\000\200\377' >"$dir/wanted"
same "$dir/got.pgm" "$dir/wanted" "a PNG has the whole range of samples"
same "$dir/got" "$dir/wide.png" "a name that says nothing keeps the format"

head -c 60 "$dir/wide.png" >"$input"
fails 1 "standard input: PNG: ends early" blur --radius 0
{
    head -c 45 "$dir/wide.png"
    printf 'xxx'
    tail -c +49 "$dir/wide.png"
} >"$input"
"$pfx" blur --radius 0 "$input" >"$dir/got" 2>"$dir/errors"
is "$? $(sed 's/\(PNG: \).*/\1.../' "$dir/errors") $(wc -c <"$dir/got" | tr -d ' ')" "1 pfx: $input: PNG: ... 0" \
    "a PNG that is damaged"

if ! command -v python3 >/dev/null; then
    skip "python3 is not there" "PNG of palettes, few bits and alpha"
    finish
fi
# png NAME DEPTH COLOUR-TYPE WIDTH ROWS [CHUNK DATA]...: a PNG as the standard has it; rows and data are hexadecimal.
cat >"$dir/png.py" <<'PY'
import struct, sys, zlib
name, depth, colour, width, rows = sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5].split(",")
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
with open(name, "wb") as f:
    f.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), depth, colour, 0, 0, 0)))
    for kind, data in zip(sys.argv[6::2], sys.argv[7::2]):
        f.write(chunk(kind.encode(), bytes.fromhex(data)))
    f.write(chunk(b"IDAT", zlib.compress(b"".join(b"\0" + bytes.fromhex(r) for r in rows))) + chunk(b"IEND", b""))
PY
# reads WANTED WHAT ARGUMENT...: samples of the integral's single row, a difference each, of a PNG of one row.
reads()
{
    reads_wanted=$1 reads_what=$2
    shift 2
    python3 "$dir/png.py" "$dir/made.png" "$@"
    is "$("$pfx" integral "$dir/made.png" | "$pfx" scan --op max --axis 0 --output-format text | tr '\n' ' ')" \
        "$reads_wanted " "$reads_what"
}
reads "0 255 255 510" "one bit, stretched" 1 0 4 50
reads "170 255" "two bits" 2 0 2 90
reads "1 2 3 5 7 9" "a palette" 8 3 2 0100 PLTE 040506010203
reads "1 2 3 255 5 7 9 255" "a palette with a transparent colour" 8 3 2 0100 PLTE 040506010203 tRNS 00
reads "9 255 16 262" "grey and alpha" 8 4 2 09ff0707
reads "1 2 3 4" "colours and alpha" 8 6 1 01020304
reads "258 772" "16 bits" 16 0 2 01020202
python3 "$dir/png.py" "$dir/alpha.png" 8 6 1 01020304
"$pfx" blur --radius 3 "$dir/alpha.png" >"$dir/blurred.png"
"$pfx" integral "$dir/blurred.png" >"$dir/got"
"$pfx" integral "$dir/alpha.png" >"$dir/wanted"
same "$dir/got" "$dir/wanted" "alpha stays"
fails 1 "$dir/x.ppm: PNM has no alpha; PNG has" blur --radius 1 -o "$dir/x.ppm" "$dir/alpha.png"
is "$(ls "$dir" | grep -c '^x.ppm')" 0 "and nothing is left behind"
finish
