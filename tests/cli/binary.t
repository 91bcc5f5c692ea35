#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx scan on raw and .npy data: every type, conversions, malformed headers, and NumPy's own files.
. "${top_srcdir:-.}/tests/cli/cli.sh"
is_little=$(printf '\001\000' | od -An -d | tr -d ' ')
if [ "$is_little" != 1 ]; then
    echo "1..0 # SKIP the data of this test are little-endian"
    exit 0
fi
input=$dir/input

# --- raw -----------------------------------------------------------------------------------------
# raw TYPE BYTES WANTED-BYTES OPTION...
raw()
{
    raw_type=$1
    printf "$2" >"$input"
    printf "$3" >"$dir/wanted"
    shift 3
    "$pfx" scan --format raw --type $raw_type "$@" "$input" >"$dir/got"
    same "$dir/got" "$dir/wanted" "raw $raw_type $*, a file"
    "$pfx" scan --format raw --type $raw_type "$@" <"$input" >"$dir/got"
    same "$dir/got" "$dir/wanted" "raw $raw_type $*, standard input"
    cat "$input" | "$pfx" scan --format raw --type $raw_type "$@" >"$dir/got"
    same "$dir/got" "$dir/wanted" "raw $raw_type $*, a pipe"
}
raw u8 '\001\377\003' '\001\000\003'
raw i8 '\001\377\003' '\006\005\006' --reverse --init 3 --op sum
raw u8 '\001\377\003' '\001\000\000\001\003\001' --output-type u16
raw i16 '\001\000\377\377' '\001\000\000\000'
raw u16 '\001\000\002\000' '\000\000\001\000' --exclusive
raw i32 '\001\000\000\000\002\000\000\000' '\001\000\000\000\003\000\000\000'
raw i64 '\001\0\0\0\0\0\0\0\002\0\0\0\0\0\0\0' '\001\0\0\0\0\0\0\0\003\0\0\0\0\0\0\0'
raw f16 '\000\074\000\100' '\000\074\000\102'
raw bf16 '\200\077\000\100' '\200\077\100\100'
raw f32 '\000\000\200\077\000\000\000\100' '\000\000\200\077\000\000\100\100'
raw f64 '' ''
raw f32 '' '' --reverse

printf '\001\002\003' >"$input"
fails 1 "standard input: 3 bytes are no whole number of i16 elements of 2 bytes" scan --format raw --type i16
fails 1 "$input: 3 bytes are no whole number of f64 elements of 8 bytes" scan --format raw --type f64 "$input"
cat "$input" | "$pfx" scan --format raw --type i32 >"$dir/got" 2>"$dir/errors"
is "$?: $(cat "$dir/errors")" "1: pfx: standard input: 3 bytes are no whole number of i32 elements of 4 bytes" \
    "a short pipe fails"
"$pfx" scan --format raw --type u8 --output-format text "$input" >"$dir/got"
is "$(tr '\n' ' ' <"$dir/got")" "1 3 6 " "raw in, text out: one a line"
printf '1 2\n3' | "$pfx" scan --type u8 --output-format raw >"$dir/got"
printf '\001\003\006' >"$dir/wanted"
same "$dir/got" "$dir/wanted" "text in, raw out"

# --- .npy made by hand ---------------------------------------------------------------------------
# npy VERSION DICTIONARY DATA: writes $input; both in the form of printf.
npy()
{
    npy_length=$(printf -- "$2" | wc -c)
    {
        if [ $1 -eq 1 ]; then
            printf "\\223NUMPY\\001\\000\\$(printf %03o $((npy_length % 256)))\\$(printf %03o $((npy_length / 256)))"
        else
            printf "\\223NUMPY\\00$1\\000\\$(printf %03o $((npy_length % 256)))"
            printf "\\$(printf %03o $((npy_length / 256 % 256)))\\$(printf %03o $((npy_length / 65536)))\\000"
        fi
        printf -- "$2"
        printf -- "$3"
    } >"$input"
}
# reads NAME WANTED: $input is an .npy file of these numbers, by file and by pipe.
reads()
{
    cp "$input" "$dir/in.npy"
    is "$("$pfx" scan --op or --output-format text "$dir/in.npy" | tr '\n' ' ')" "$2" "$1"
    is "$(cat "$input" | "$pfx" scan --op or --output-format text | tr '\n' ' ')" "$2" "$1, a pipe, by its content"
}
for version in 1 2 3; do
    npy $version "{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }\n" '\001\002\004'
    reads "version $version" "1 3 7 "
done
npy 1 "{'shape':(3,),'descr':\"|u1\",'fortran_order':False}" '\001\002\004'
reads "keys in another order, no blanks" "1 3 7 "
npy 1 "{'descr': '<i2', 'fortran_order': True, 'shape': (2L,), }" '\001\000\002\000'
reads "one dimension in Fortran order, a long integer" "1 3 "
npy 1 "{'descr': '|b1', 'fortran_order': False, 'shape': (2, 2), }" '\000\001\000\001'
reads "bool in two dimensions" "0 1 1 1 "
npy 1 "{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }" '\000\003'
reads "any true is 1" "0 1 "
npy 1 "{'descr': '<u8', 'fortran_order': False, 'shape': (), }" '\001\0\0\0\0\0\0\0'
reads "no dimension: one number" "1 "
npy 1 "{'descr': '>i1', 'fortran_order': False, 'shape': (1,), }" '\005'
reads "one byte has no byte order" "5 "
for dtype in '<i2' '=i2' '|i2' i2 '<h' h int16; do
    npy 1 "{'descr': '$dtype', 'fortran_order': False, 'shape': (2,), }" '\001\000\000\002'
    reads "NumPy's name $dtype" "1 513 "
done
for dtype in '>i2' '>h'; do
    npy 1 "{'descr': '$dtype', 'fortran_order': False, 'shape': (2,), }" '\001\000\000\002'
    reads "the other byte order, $dtype" "256 258 "
done
npy 1 "{'descr': 'i8', 'fortran_order': False, 'shape': (1,), }" '\001\0\0\0\0\0\0\0'
reads "i8 has 8 bytes" "1 "
for dtype in '?' bool '<b1'; do
    npy 1 "{'descr': '$dtype', 'fortran_order': False, 'shape': (1,), }" '\001'
    reads "NumPy's name $dtype" "1 "
done
npy 1 "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }" '\001\010\002\020\004\040'
reads "Fortran order" "1 3 7 15 31 63 "
is "$("$pfx" scan --reverse --op or --output-format text "$dir/in.npy" | tr '\n' ' ')" "63 62 60 56 48 32 " \
    "and backwards"
npy 1 "{'descr': '>u2', 'fortran_order': True, 'shape': (2, 1, 2), }" '\0\001\0\004\0\002\0\010'
reads "Fortran order and the other byte order, in three dimensions" "1 3 7 15 "
npy 1 "{'descr': '<i2', 'fortran_order': True, 'shape': (2, 0), }" ''
is "$("$pfx" scan --output-format text <"$input")" "" "an empty array in Fortran order"
npy 1 "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 0), }" ''
is "$("$pfx" scan --output-format text <"$input")" "" "an empty array"

npy 1 "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }" '\001\000\002\000'
"$pfx" scan --output-type i16 "$input" >"$dir/out1"
cat "$input" | "$pfx" scan --output-type i16 --reverse >"$dir/out2"
printf '1 3' | "$pfx" scan --type i16 --op max -o "$dir/out3.npy"
is "$("$pfx" scan --op max --output-format text "$dir/out1" | tr '\n' ' ')" "1 3 " ".npy in, .npy out"
is "$("$pfx" scan --op max --reverse --output-format text "$dir/out2" | tr '\n' ' ')" "3 2 " "the same in reverse"
same "$dir/out1" "$dir/out3.npy" "text to .npy by the name of the output"
is "$(wc -c <"$dir/out1" | tr -d ' ')" 132 "an .npy header is a multiple of 64 bytes"
is "$(head -c 128 "$dir/out1" | tail -c 118 | sed 's/ *$//')" \
    "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }" "the header that is written"

npy_fails()
{
    npy "$1" "$2" "$3"
    fails 1 "standard input: $4" scan
    cat "$input" | "$pfx" scan >"$dir/got" 2>"$dir/errors"
    is "$?: $(cat "$dir/errors")" "1: pfx: standard input: ${5:-$4}" "the same through a pipe"
}
good="'descr': '<i2', 'fortran_order': False, 'shape'"
npy_fails 1 "{$good: (2,), }" '\001\000\002' \
    "3 bytes of data; the header says 2 elements of type i16" "ends after 1 of 2 elements"
npy_fails 1 "{$good: (2,), }" '\001\000\002\000\003' \
    "5 bytes of data; the header says 2 elements of type i16" "there is more behind the 2 elements of the array"
npy_fails 1 "{'descr': '<i2', 'fortran_order': True, 'shape': (2, 2), }" '\001\000\002\000\004\000' \
    "6 bytes of data; the header says 4 elements of type i16" "ends after 3 of 4 elements"
npy_fails 1 "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 2), }" '\001\002\004\010\020' \
    "5 bytes of data; the header says 4 elements of type u8" "there is more behind the 4 elements of the array"
# refuses DTYPE WHAT: the name, as printf reads it, and what it names.
refuses()
{
    npy_fails 1 "{'descr': '$1', 'fortran_order': False, 'shape': (1,), }" '\001\000' \
        "holds $2 (dtype '$(printf %s "$1")'); integers, floats and bool are read"
}
for dtype in '<c8' '>c16' c32 complex128; do
    refuses $dtype "complex numbers"
done
refuses '|O' "Python objects"
refuses '|S5' "byte strings"
refuses '<U3' "strings"
refuses '<M8[us]' "dates"
refuses 'timedelta64[s]' "spans of time"
refuses '|V2' "bytes without a type"
refuses '<f16' "floats of neither 2, 4 nor 8 bytes"
refuses float128 "floats of neither 2, 4 nor 8 bytes"
refuses 'i4,f8' "a structured type"
for dtype in '<i3' i16 '' '<' '<int64' '|int8' Int64 ' i4' 'i4 ' '!i4'; do
    refuses "$dtype" "an unknown type"
done
npy 1 "{'descr': '\033[m', 'fortran_order': False, 'shape': (1,), }" '\001\000'
fails 1 "standard input: holds an unknown type (dtype '\\x1b[m'); integers, floats and bool are read" scan
for dtype in "[('a', '<i4')]" "('<i4', (2,))"; do
    npy_fails 1 "{'descr': $dtype, 'fortran_order': False, 'shape': (1,), }" '\001\000' \
        "holds a structured type; integers, floats and bool are read"
done
npy_fails 1 "{$good: (99999999999999999999999,), }" '' "the shape does not fit this machine's sizes"
npy_fails 1 "{$good: (4294967296, 4294967296, 4294967296), }" '' "the shape does not fit this machine's sizes"
npy_fails 4 "{$good: (2,), }" '' ".npy version 4.0; 1.0, 2.0 and 3.0 are known"
printf '\223NUMPY\001\001\006\000{    }' >"$input"
fails 1 "standard input: .npy version 1.1; 1.0, 2.0 and 3.0 are known" scan
npy_fails 1 "" '' "malformed .npy header: no dictionary"
npy_fails 1 "[]" '' "malformed .npy header: no dictionary"
npy_fails 1 "{" '' "malformed .npy header: a string is missing"
npy_fails 1 "{'descr" '' "malformed .npy header: a string is missing"
npy_fails 1 "{'a name much too long': 1}" '' "malformed .npy header: a string is too long"
npy_fails 1 "{'descr'" '' "malformed .npy header: no value behind a key"
npy_fails 1 "{'descr': 3}" '' "malformed .npy header: a string is missing"
npy_fails 1 "{'other': 3}" '' "malformed .npy header: an unknown key"
npy_fails 1 "{'descr': '<i2' 'shape'" '' "malformed .npy header: no comma between keys"
npy_fails 1 "{'fortran_order': Maybe}" '' "malformed .npy header: fortran_order is neither True nor False"
npy_fails 1 "{$good: 3}" '' "malformed .npy header: shape is no tuple"
npy_fails 1 "{$good: (3 4)}" '' "malformed .npy header: shape is no tuple of numbers"
npy_fails 1 "{$good: (3)}" '' "malformed .npy header: shape is a number in parentheses, no tuple"
npy_fails 1 "{$good: (,)}" '' "malformed .npy header: shape is no tuple of numbers"
npy_fails 1 "{$good: (3,,)}" '' "malformed .npy header: shape is no tuple of numbers"
npy_fails 1 "{$good: ($(printf '1,%.0s' $(seq 65)))}" '' "an array of more than 64 dimensions"
npy_fails 1 "{$good: (-1,)}" '' "malformed .npy header: shape is no tuple of numbers"
npy_fails 1 "{$good: (3" '' "malformed .npy header: shape is no tuple of numbers"
npy_fails 1 "{$good: (1,)" '' "malformed .npy header: no comma between keys"
npy_fails 1 "{'descr': '<i2', 'shape': (1,)}" '' "malformed .npy header: descr, fortran_order or shape is missing"
npy_fails 3 "{%070000d}" '' "an .npy header of 70002 bytes; at most 65536 are taken"

npy 1 "{$good: (2,), }" '\001\000\002\000'
cp "$input" "$dir/whole"
for bytes in 6 7 8 9 10 40; do
    head -c $bytes "$dir/whole" >"$input"
    fails 1 "standard input: the .npy header ends early" scan
done
cp "$dir/whole" "$input"
fails 1 "standard input: holds i16, not i32" scan --type i32
printf '1 2 3\n' >"$input"
cp "$input" "$dir/text.npy"
fails 1 "$dir/text.npy: not an .npy file" scan "$dir/text.npy"
is "$("$pfx" scan --format text "$dir/text.npy")" "1 3 6" "--format goes before the name"

# --- NumPy itself --------------------------------------------------------------------------------
if ! python3 -c 'import numpy' 2>/dev/null; then
    skip "python3 with numpy is not there" "arrays to and from NumPy"
    finish
fi
cat >"$dir/numpy_test.py" <<'PY'
import io, subprocess, sys
import numpy as np
pfx, name = sys.argv[1], sys.argv[2] + "/in.npy"
rng = np.random.default_rng(1)

def scan(array, *options, pipe=False):
    np.save(name, array)
    with open(name, "rb") as file:
        data = file.read()
    done = (subprocess.run([pfx, "scan", *options], input=data, capture_output=True) if pipe else
            subprocess.run([pfx, "scan", *options, name], capture_output=True))
    if done.returncode:
        raise SystemExit(done.stderr.decode())
    return np.load(io.BytesIO(done.stdout))

def equal(got, wanted, what):
    if got.dtype != wanted.dtype or got.shape != wanted.shape or got.tobytes() != wanted.tobytes():
        raise SystemExit(f"{what}: {got} instead of {wanted}")

for dtype in "i1 i2 i4 i8 u1 u2 u4 u8".split():
    for n in (0, 1, 1000, 262144, 262145):
        a = rng.integers(0, 255, n).astype(dtype)
        for pipe in (False, True):
            what = (dtype, n, pipe)
            sums = np.cumsum(a)
            equal(scan(a, pipe=pipe), sums, what)
            equal(scan(a, "--exclusive", pipe=pipe), sums - a.astype(sums.dtype), what)
            equal(scan(a, "--reverse", pipe=pipe), np.cumsum(a[::-1])[::-1], what)
            equal(scan(a, "--op", "product", "--wrap", pipe=pipe), np.cumprod(a), what)
            equal(scan(a, "--op", "min", pipe=pipe), np.minimum.accumulate(a), what)
            own = f"{a.dtype.kind}{8 * a.itemsize}"
            equal(scan(a, "--output-type", own, "--wrap", pipe=pipe), np.cumsum(a, dtype=dtype), what)
a = rng.integers(0, 2, 262145).astype(bool)
equal(scan(a), np.cumsum(a), "bool")
equal(scan(a[:50], "--op", "product", "--reverse"), np.cumprod(a[:50][::-1])[::-1], "product of bool")
for dtype in ("f2", "f4", "f8"):
    a = rng.standard_normal(300000).astype(dtype)
    equal(scan(a, "--op", "max"), np.maximum.accumulate(a), dtype)
    equal(scan(a, "--op", "min", "--output-type", "f64"), np.minimum.accumulate(a).astype("f8"), dtype)
equal(scan(np.arange(12).reshape(3, 4)), np.cumsum(np.arange(12).reshape(3, 4)), "two dimensions")
for a in (np.arange(262147 * 6).reshape(3, 262147, 2), rng.standard_normal((1000, 700)).astype("f4"),
          rng.integers(0, 2, (5, 7)).astype(bool)):
    swapped = a.astype(a.dtype.newbyteorder(">"))
    for other in (a.T, np.asfortranarray(a), swapped, swapped.T):
        for pipe in (False, True):
            wanted = np.maximum.accumulate(other.ravel()).astype("u1" if a.dtype == bool else a.dtype)
            equal(scan(other, "--op", "max", pipe=pipe), wanted, (other.shape, other.flags, other.dtype, pipe))
equal(scan(np.array(5.0)), np.cumsum(np.array(5.0)), "no dimension")
equal(scan(np.array([True, False, True]), "--output-type", "u64"), np.array([1, 1, 2], dtype="u8"), "bool to u64")
equal(scan(np.array([True, False, True]), "--output-type", "i16"), np.array([1, 1, 2], dtype="i2"), "bool to i16")
a = np.array([200, 100], dtype="u1")
equal(scan(a, "--op", "max", "--output-type", "u16"), np.maximum.accumulate(a).astype("u2"), "a maximum in u16")
equal(scan(np.arange(3).astype("i4"), "--output-type", "i64"), np.array([0, 1, 3]), "a wider output")
PY
python3 "$dir/numpy_test.py" "$pfx" "$dir" >"$dir/got" 2>&1
is "$?: $(tail -n 1 "$dir/got")" "0: " "arrays to and from NumPy"
finish
