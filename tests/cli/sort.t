#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx sort on text, raw data and .npy files, and as sort(1) sorts integers and decimals.
. "${top_srcdir:-.}/tests/cli/cli.sh"
: >"$dir/input"

joint=' '
gives '3 1 7 0\n4 1 -6 3' '-6 0 1 1 3 3 4 7' sort
gives '3 1 7 0 4' '7 4 3 1 0' sort -r
gives '3 1 3 0 1' '0 1 3' sort -u
gives '3 1 3 0 1' '3 1 0' sort --reverse --unique
gives '3 1 3 0 1' '3 1 4 0 2' sort --indices
gives '3 1 3 0 1' '0 2 1 4 3' sort --indices -r
gives '3 1 3 0 1' '3 1 0' sort --indices -u
gives '' '' sort
gives '5' '5' sort -
# Equal numbers stay in their order, as they are spelled; NaN come last.
gives '1e0 nan 0.50 -0 .5 1 -nan 0 inf -inf' '-inf -0 0 0.50 .5 1e0 1 inf nan -nan' sort
gives '1e0 nan 0.50 -0 .5 1 -nan 0' '1e0 1 0.50 .5 -0 0 nan -nan' sort -r
gives '1e0 nan 0.50 -0 .5 1 -nan 0' '-0 0.50 1e0 nan' sort -u
gives '1e0 0.50 .5 1' '0.5 0.5 1 1' sort --type f32
gives '02 0x10 +1' '+1 02 0x10' sort
gives '02 0x10 +1' '1 2 16' sort --type u8
gives '3 250 7' '3 7 250' sort --type u8 --backend serial --threads 1
gives '-3 7 -5' '-5 -3 7' sort --type i8
gives '2,1,,3' '0 1 2 3' sort -t , --missing zero --type i64
# By a field, whole lines are written.
joint=/
gives 'b 3 x\na 1\nc 3 y\nd 2\n' 'a 1/d 2/b 3 x/c 3 y' sort --column 2
gives 'b 3 x\na 1\nc 3 y\nd 2\n' 'b 3 x/c 3 y/d 2/a 1' sort --column 2 -r
gives 'b 3 x\na 1\nc 3 y\nd 2\n' 'a 1/d 2/b 3 x' sort --column 2 -u
gives 'k;v\nb;2\na;1\n' 'k;v/a;1/b;2' sort -t ';' --column 2 --header
gives 'v\n2\n1\n' 'v/1/2' sort --header
gives 'b 3\na 1\n' 1/0 sort --column 2 --indices

# --- as sort(1) ----------------------------------------------------------------------------------
awk 'BEGIN { srand(11); for (i = 0; i < 50000; i++) printf "%s%d %d\n", rand() < 0.3 ? "-" : "", rand() * 3000, i }' \
    >"$dir/integers"
awk 'BEGIN { srand(12); for (i = 0; i < 50000; i++) printf "%.*f line %d\n", rand() * 5, (rand() - 0.5) * 99, i }' \
    >"$dir/decimals"
for file in integers decimals; do
    sort -n -s -k 1,1 "$dir/$file" >"$dir/wanted"
    "$pfx" sort --column 1 "$dir/$file" >"$dir/got"
    same "$dir/got" "$dir/wanted" "lines as sort -n -s has them: $file"
    cut -d ' ' -f 1 "$dir/$file" >"$dir/numbers"
    sort -n -s "$dir/numbers" >"$dir/wanted"
    "$pfx" sort "$dir/numbers" >"$dir/got"
    same "$dir/got" "$dir/wanted" "numbers as sort -n -s has them: $file"
    sort -n -s -u "$dir/numbers" >"$dir/wanted"
    "$pfx" sort -u "$dir/numbers" >"$dir/got"
    same "$dir/got" "$dir/wanted" "and -u: $file"
    sort -n -s -r "$dir/numbers" >"$dir/wanted"
    "$pfx" sort -r "$dir/numbers" >"$dir/got"
    same "$dir/got" "$dir/wanted" "and -r: $file"
done

# --- raw and .npy --------------------------------------------------------------------------------
cut -d ' ' -f 1 "$dir/integers" >"$dir/numbers"
sort -n -s "$dir/numbers" | sed 's/^-0$/0/' >"$dir/wanted"
"$pfx" sort --type i16 --output-format raw "$dir/numbers" >"$dir/raw"
"$pfx" sort --type i16 --format raw -r -o "$dir/down.npy" "$dir/raw"
"$pfx" sort --output-format text "$dir/down.npy" >"$dir/got"
same "$dir/got" "$dir/wanted" "raw to .npy to text"
"$pfx" sort -o "$dir/down.npy" "$dir/down.npy"
"$pfx" unique --output-format text "$dir/down.npy" >"$dir/got"
uniq "$dir/wanted" >"$dir/unique"
same "$dir/got" "$dir/unique" "the output may be the input"
cp "$dir/numbers" "$dir/place"
"$pfx" sort --type i16 -o "$dir/place" "$dir/place"
same "$dir/place" "$dir/wanted" "text, too"

fails 2 "one FILE is sorted; 'b' is one too many" sort a b
fails 2 "--format raw needs --type" sort --format raw
fails 2 "unknown option --equal-nan" sort --equal-nan
printf '1 x' >"$dir/input"
fails 1 "standard input:1:3: 'x' is not a number of type f64" sort

# --- NumPy ---------------------------------------------------------------------------------------
if ! python3 -c 'import numpy' 2>/dev/null; then
    skip "python3 with numpy is not there" "places as NumPy's stable argsort has them"
    finish
fi
cat >"$dir/argsort.py" <<'PY'
import io, subprocess, sys
import numpy as np
pfx, name = sys.argv[1], sys.argv[2] + "/in.npy"
rng = np.random.default_rng(1)

def places(array, *options):
    np.save(name, array)
    done = subprocess.run([pfx, "sort", "--indices", *options, name], capture_output=True)
    if done.returncode:
        raise SystemExit(done.stderr.decode())
    return np.load(io.BytesIO(done.stdout))

def keys(dtype, n):
    """Any bits, among which few values that come again and again: of floats -0, infinities and NaN, too."""
    few = np.array([-3, -2, -1, 0, 1, 2, 3]).astype(dtype)
    if dtype[0] == "f":
        few = np.concatenate([few, np.array([-0.0, np.inf, -np.inf, np.nan, -np.nan], dtype)])
    any_bits = np.frombuffer(rng.bytes(n * np.dtype(dtype).itemsize), dtype)
    return np.where(rng.integers(0, 2, n) == 0, any_bits, rng.choice(few, n))

for dtype in "u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f2", "f4", "f8":
    for n, backend in (1000, ("--backend", "serial")), (100003, ()):
        a = keys(dtype, n)
        down = -a if dtype[0] == "f" else ~a  # ascending as a descends
        for array, order in (a, ()), (down, ("-r",)):
            got = places(a, *order, *backend)
            if not np.array_equal(got, np.argsort(array, kind="stable")):
                raise SystemExit(f"{n} of {dtype}, {order}: {got}")
PY
python3 "$dir/argsort.py" "$pfx" "$dir" >"$dir/got" 2>&1
is "$?: $(tail -n 1 "$dir/got")" "0: " "places as NumPy's stable argsort has them"
finish
