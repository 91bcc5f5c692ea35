#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx scan and pfx reduce along an axis: of raw data, against sums by hand; of .npy, against NumPy.
. "${top_srcdir:-.}/tests/cli/cli.sh"
input=$dir/input

# --- raw, in two and three dimensions --------------------------------------------------------------
# along COMMAND SHAPE AXIS WANTED OPTION...: bytes 1, 2, 3 ... of a shape become these numbers, by file and by pipe.
printf '\001\002\003\004\005\006\007\010\011\012\013\014' >"$dir/bytes"
along()
{
    along_command=$1 along_shape=$2 along_axis=$3 along_wanted=$4
    shift 4
    head -c $((${along_shape%%,*} * ${along_shape#*,})) "$dir/bytes" >"$input"
    set -- $along_command --format raw --type u8 --shape $along_shape --axis $along_axis --output-format text "$@"
    is "$("$pfx" "$@" "$input" | tr '\n' ' ')" "$along_wanted " "$*, a file"
    is "$(cat "$input" | "$pfx" "$@" | tr '\n' ' ')" "$along_wanted " "$*, a pipe"
}
along scan 2,3 0 "1 2 3 5 7 9"
along scan 2,3 -2 "1 2 3 5 7 9"
along scan 2,3 1 "1 3 6 4 9 15"
along scan 2,3 -1 "0 1 3 0 4 9" --exclusive
along scan 2,3 1 "106 105 103 115 111 106" --reverse --init 100
along scan 3,4 0 "1 2 3 4 5 6 7 8 9 10 11 12" --op max --output-type u32
along reduce 2,3 0 "5 7 9"
along reduce 2,3 1 "6 15"
along reduce 3,4 0 "9 10 11 12" --op max
along reduce 3,4 -1 "124 140 156" --init 114 --wrap
is "$("$pfx" scan --format raw --type u8 --shape 3,2,2 --axis 1 --output-format text "$dir/bytes" | tr '\n' ' ')" \
    "1 2 4 6 5 6 12 14 9 10 20 22 " "the axis in the middle"
is "$("$pfx" reduce --format raw --type u8 --shape 3,2,2 --axis 1 "$dir/bytes" | tr '\n' ' ')" "4 6 12 14 20 22 " \
    "and its sums"
is "$("$pfx" scan --format raw --type u8 --shape 12 --axis 0 "$dir/bytes" | od -An -v -tu1 | tr -s ' \n' ' ')" \
    "$("$pfx" scan --format raw --type u8 "$dir/bytes" | od -An -v -tu1 | tr -s ' \n' ' ')" \
    "one dimension is a plain scan"
: >"$input"
is "$("$pfx" scan --format raw --type u8 --shape 0,3 --axis 0 --output-format text <"$input")" "" "an empty array"
is "$("$pfx" reduce --format raw --type u8 --shape 0,3 --axis 0 <"$input" | tr '\n' ' ')" "0 0 0 " "sums of nothing"
is "$("$pfx" reduce --format raw --type u8 --shape 0,3 --axis 1 <"$input" | tr '\n' ' ')" "" "no sums"
is "$("$pfx" reduce --format raw --type u8 --shape 0,2 --axis 0 --op min --init 9 <"$input" | tr '\n' ' ')" "9 9 " \
    "minima of nothing but the initial value"

# The header of an .npy output, without the blanks at its end.
header()
{
    head -c 128 "$1" | tail -c 118 | sed 's/ *$//'
}
"$pfx" scan --format raw --type u8 --shape 3,2,2 --axis 1 -o "$dir/scan.npy" "$dir/bytes"
"$pfx" reduce --format raw --type u8 --shape 3,2,2 --axis 1 -o "$dir/reduce.npy" "$dir/bytes"
"$pfx" reduce --format raw --type u8 --shape 12 --axis 0 -o "$dir/total.npy" "$dir/bytes"
is "$(header "$dir/scan.npy")" "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 2, 2), }" "a scan keeps the shape"
is "$(header "$dir/reduce.npy")" "{'descr': '|u1', 'fortran_order': False, 'shape': (3, 2), }" \
    "a reduction drops the axis"
is "$(header "$dir/total.npy")" "{'descr': '|u1', 'fortran_order': False, 'shape': (), }" "of one, no dimension is left"
is "$(wc -c <"$dir/scan.npy" | tr -d ' ') $(wc -c <"$dir/total.npy" | tr -d ' ')" "140 129" "with as many elements"
ones=$(printf '1,%.0s' $(seq 63))
"$pfx" scan --format raw --type u8 --shape ${ones}12 --axis -1 -o "$dir/long.npy" "$dir/bytes"
is "$("$pfx" scan --axis 63 --output-format text "$dir/long.npy" | tail -n 1) $(($(wc -c <"$dir/long.npy") % 64))" \
    "364 12" "64 dimensions, in a header that is longer"

# --- what does not fit -----------------------------------------------------------------------------
cp "$dir/bytes" "$input"
raw="scan --format raw --type u8"
fails 2 "--axis: 2 is out of range; the array has 2 dimensions" $raw --shape 3,4 --axis 2
fails 2 "--axis: -3 is out of range; the array has 2 dimensions" $raw --shape 3,4 --axis -3
fails 2 "--axis: 1 is out of range; the array has 1 dimension" $raw --shape 12 --axis 1
fails 2 "--axis: 0 is out of range; the array has 0 dimensions" scan --axis 0 "$dir/total.npy"
fails 2 "--axis: 'x' is no number from -64 to 64" $raw --shape 3,4 --axis x
fails 2 "--axis: '--1' is no number from -64 to 64" $raw --shape 3,4 --axis --1
fails 2 "--shape: an empty item in the list" $raw --shape 3,,4 --axis 0
fails 2 "--shape: '-1' is no number from 0 to 18446744073709551615" $raw --shape -1,3 --axis 0
fails 2 "--shape: an array of more than 64 dimensions" $raw --shape ${ones}1,12 --axis 0
fails 2 "--shape is for --axis" $raw --shape 3,4
fails 2 "--axis of raw data needs --shape" $raw --axis 0
fails 2 "--shape is for raw data; an .npy file says what its shape is" scan --shape 3,2,2 --axis 0 "$dir/scan.npy"
for option in --by-key --head-flags --offsets --nan --algorithm; do
    value=$dir/bytes
    case $option in --nan) value=skip ;; --algorithm) value=serial ;; esac
    fails 2 "--axis goes with none of --by-key, --head-flags, --offsets, --nan and --algorithm" \
        $raw --shape 3,4 --axis 0 $option $value
done
fails 1 "standard input: an array of that shape has 10 elements; there are 12" $raw --shape 5,2 --axis 0
fails 1 "standard input: an array of that shape has 15 elements; there are 12" $raw --shape 5,3 --axis 0
fails 1 "standard input: the shape does not fit this machine's sizes" $raw --shape 2^40,2^40 --axis 0
cat "$input" | "$pfx" $raw --shape 5,2 --axis 0 2>&1 >"$dir/got" | sed 's/^/through a pipe: /' >"$dir/errors"
is "$(cat "$dir/errors")" "through a pipe: pfx: standard input: there is more behind the 10 elements of the array" \
    "more than the shape says"
cat "$input" | "$pfx" $raw --shape 5,3 --axis 0 2>&1 >"$dir/got" | sed 's/^/through a pipe: /' >"$dir/errors"
is "$(cat "$dir/errors")" "through a pipe: pfx: standard input: ends after 12 of 15 elements" "fewer than it says"
printf '1 2\n3 4\n' >"$input"
fails 2 "--axis is for .npy and raw data" scan --axis 0
fails 2 "--axis is for .npy and raw data" reduce --shape 2,2 --axis 0
: >"$input"
for op in min max; do
    what=$([ $op = min ] && echo least || echo greatest)
    fails 1 "standard input: of no numbers none is the $what; --init says what is" \
        reduce --format raw --type u8 --shape 0,2 --axis 0 --op $op
done
fails 2 "--axis takes no operator whose results are places: arg-max" \
    reduce --format raw --type u8 --shape 3,4 --axis 0 --op arg-max

# --- integers that do not fit ----------------------------------------------------------------------
# In u8: 100 200 1, 100 50 2, 100 6 3 has the sum 256 in columns 0 and 1, and 301 in row 0.
printf '\144\310\001\144\062\002\144\006\003' >"$dir/u8"
u8="--output-type u8"
{
    printf "\\223NUMPY\\001\\000\\067\\000{'descr': '|u1', 'fortran_order': False, 'shape':(3,3)}"
    cat "$dir/u8"
} >"$dir/u8.npy"
# wraps ELEMENT COMMAND OPTION...: the sum at ELEMENT is too large.
wraps()
{
    wraps_element=$1
    shift
    fails 1 "$dir/u8.npy: the sum at element $wraps_element does not fit u8; --wrap lets it wrap" "$@" $u8 "$dir/u8.npy"
}
wraps 7 scan --axis 0
wraps 1 scan --axis 0 --reverse
wraps 2 scan --axis 1
wraps 7 reduce --axis 0
wraps 2 reduce --axis 1 --init 1
is "$("$pfx" scan $u8 --axis 0 --exclusive --output-format text "$dir/u8.npy" | tr '\n' ' ')" \
    "0 0 0 100 200 1 200 250 3 " "what fits"
is "$("$pfx" reduce $u8 --axis 0 --wrap "$dir/u8.npy" | tr '\n' ' ')" "44 0 6 " "--wrap"
is "$("$pfx" reduce --axis 0 "$dir/u8.npy" | tr '\n' ' ')" "300 256 6 " "sums of .npy integers have 64 bits"

# --- NumPy -----------------------------------------------------------------------------------------
if ! python3 -c 'import numpy' 2>/dev/null; then
    skip "python3 with numpy is not there" "axes of NumPy's arrays"
    finish
fi
cat >"$dir/axes.py" <<'PY'
import io, subprocess, sys
import numpy as np
pfx, name = sys.argv[1], sys.argv[2] + "/in.npy"
rng = np.random.default_rng(1)

def run(command, array, axis, *options):
    np.save(name, array)
    done = subprocess.run([pfx, command, "--axis", str(axis), "--output-format", "npy", *options, name],
                          capture_output=True)
    if done.returncode:
        raise SystemExit(done.stderr.decode())
    return np.load(io.BytesIO(done.stdout))

def equal(got, wanted, what):
    if got.dtype != wanted.dtype or got.shape != wanted.shape or got.tobytes() != wanted.tobytes():
        raise SystemExit(f"{what}: {got} instead of {wanted}")

def orders(a):
    swapped = a.astype(a.dtype.newbyteorder(">"))
    return a, np.asfortranarray(a), swapped, np.asfortranarray(swapped)

for shape in ((7,), (3, 5), (1, 4, 1), (2, 3, 0, 5), (4, 1000, 3), (300, 70), (2, 3, 4, 5), (3, 1, 2, 5, 2)):
    integers, floats = rng.integers(0, 100, shape), rng.standard_normal(shape).astype("f4")
    for dtype, order in zip(("i1", "u2", "i4", "u8"), range(4)):
        a, f = orders(integers.astype(dtype))[order], orders(floats)[order]
        for axis in range(-len(shape) if order == 3 else 0, len(shape)):
            what = (shape, axis, a.dtype, a.flags.f_contiguous)
            equal(run("scan", a, axis), np.cumsum(a, axis=axis).astype(np.cumsum(a).dtype.newbyteorder("=")), what)
            equal(run("reduce", a, axis), np.asarray(np.sum(a, axis=axis)), what)
            flipped = np.flip(np.minimum.accumulate(np.flip(f, axis), axis=axis), axis)
            equal(run("scan", f, axis, "--op", "min", "--reverse"), flipped.astype("f4"), what)
            if f.shape[axis]:
                equal(run("reduce", f, axis, "--op", "max"), np.asarray(np.max(f, axis=axis)).astype("f4"), what)
a = rng.integers(0, 2, (9, 8, 7)).astype(bool)
equal(run("scan", a, 1), np.cumsum(a, axis=1), "bool")
PY
python3 "$dir/axes.py" "$pfx" "$dir" >"$dir/got" 2>&1
is "$?: $(tail -n 1 "$dir/got")" "0: " "axes of NumPy's arrays"
finish
