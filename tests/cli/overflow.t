#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Integer sums and products that their type does not hold, and the widths of those of .npy files.
. "${top_srcdir:-.}/tests/cli/cli.sh"

# becomes INPUT WANTED COMMAND OPTION...: the text INPUT becomes the line WANTED, or that is what does not fit.
becomes()
{
    becomes_input=$1
    becomes_wanted=$2
    shift 2
    printf -- "$becomes_input" >"$dir/input"
    case $becomes_wanted in
    the*) fails 1 "standard input: $becomes_wanted; --wrap lets it wrap" "$@" ;;
    *) is "$("$pfx" "$@" <"$dir/input" 2>&1 | paste -s -d ' ')" "$becomes_wanted" "'$becomes_input' $*" ;;
    esac
}
most=9223372036854775807
least=-9223372036854775808

# --- scans: each result that is written ------------------------------------------------------------
becomes "$most 1" "the sum at element 2 does not fit i64" scan
becomes "$most 1" "$most $least" scan --wrap
becomes "$most 1" "0 $most" scan --exclusive
becomes "$most 1 -1" "the sum at element 3 does not fit i64" scan --exclusive
becomes "1 $most" "the sum at element 1 does not fit i64" scan --reverse
becomes "1 $most" "$most 0" scan --reverse --exclusive
becomes "-1 1 $most" "the sum at element 1 does not fit i64" scan --reverse --exclusive
becomes "$least -1" "the sum at element 2 does not fit i64" scan
becomes "1" "the sum at element 1 does not fit i64" scan --init $most
becomes "1" "$most" scan --init $most --exclusive
becomes "$most -1 2" "the sum at element 3 does not fit i64" scan --init 0
becomes "18446744073709551615 0 1" "the sum at element 3 does not fit u64" scan --type u64
becomes "100 27 1" "the sum at element 3 does not fit i8" scan --type i8
becomes "200 100" "the sum at element 2 does not fit u8" scan --type u8
becomes "200 100" "200 300" scan --type u8 --output-type u16
becomes "4294967296 4294967296" "the product at element 2 does not fit i64" scan --op product
becomes "4294967296 4294967296 0" "4294967296 0 0" scan --op product --wrap
becomes "4294967296 0 4294967296" "4294967296 0 0" scan --op product
becomes "-4294967296 2147483648" "-4294967296 $least" scan --op product
becomes "$least -1" "the product at element 2 does not fit i64" scan --op product
becomes "16 16" "the product at element 2 does not fit u8" scan --op product --type u8
becomes "1e308 1e308" "1e+308 inf" scan
becomes "$most 1" "$most $most" scan --op max

# --- reductions: the total, whatever is on the way --------------------------------------------------
becomes "9000000000000000000 9000000000000000000" "the sum at element 2 does not fit i64" reduce
becomes "9000000000000000000 9000000000000000000" -446744073709551616 reduce --wrap
becomes "$most 1 -1" "$most" reduce
becomes "$least -1 1" "$least" reduce
becomes "$most 1 -1 5 5" "the sum at element 4 does not fit i64" reduce
becomes "1" "the sum at element 1 does not fit i64" reduce --init $most
becomes "-1" "9223372036854775806" reduce --init $most
becomes "200 100" "the sum at element 2 does not fit u8" reduce --type u8
becomes "18446744073709551615 1" "the sum at element 2 does not fit u64" reduce --type u64
becomes "4294967296 4294967296 0" 0 reduce --op product
becomes "4294967296 4294967296 3" "the product at element 2 does not fit i64" reduce --op product
becomes "4294967296 2147483648 -1" "$least" reduce --op product
becomes "$least -1" "the product at element 2 does not fit i64" reduce --op product
becomes "$least -1 -1" "$least" reduce --op product

# --- segments ---------------------------------------------------------------------------------------
printf '7 7 8 8' >"$dir/keys"
printf '0 0 1 0' >"$dir/flags"
printf '2 2 4' >"$dir/offsets"
for segments in "--by-key $dir/keys" "--head-flags $dir/flags" "--offsets $dir/offsets"; do
    becomes "1 $most 1 1" "the sum at element 2 does not fit i64" scan $segments
    becomes "0 $most 1 1" "0 $most 1 2" scan $segments
    becomes "0 1 1 $most" "the sum at element 4 does not fit i64" scan $segments
    becomes "0 1 1 $most" "0 0 0 1" scan $segments --exclusive
    becomes "1 $most 1 1" "the sum at element 1 does not fit i64" scan $segments --reverse
    becomes "0 1 1 1" "the sum at element 4 does not fit i64" scan $segments --init 9223372036854775806
    becomes "4294967296 2 $most 2" "the product at element 4 does not fit i64" scan $segments --op product
    becomes "0 $most 1 1" "0 $most 1 2" scan $segments --op sum --wrap
done
becomes "$most $most 1 1" "0 2" reduce --offsets "$dir/offsets"
becomes "0 0 $most 1" "the sum at element 4 does not fit i64" reduce --offsets "$dir/offsets"
becomes "0 0 $most 1" "0 $least" reduce --offsets "$dir/offsets" --wrap

# --- in pieces of 262144 elements -------------------------------------------------------------------
awk 'BEGIN { for (i = 1; i < 262144; i++) print 0; print "9223372036854775806"; print 1; print 1; print 1; print 0 }' \
    >"$dir/numbers"
for options in "" "--type i64"; do
    fails 1 "$dir/numbers: the sum at element 262146 does not fit i64; --wrap lets it wrap" scan $options "$dir/numbers"
    fails 1 "$dir/numbers: the sum at element 262147 does not fit i64; --wrap lets it wrap" \
        scan $options --exclusive "$dir/numbers"
done
(head -n 262143 "$dir/numbers"; echo $most) >"$dir/piece"
is "$("$pfx" scan --exclusive --init 1 "$dir/piece" | tail -n 1)" 1 "an exclusive scan leaves out the last element"
echo 0 >>"$dir/piece"
fails 1 "$dir/piece: the sum at element 262145 does not fit i64; --wrap lets it wrap" \
    scan --exclusive --init 1 "$dir/piece"
fails 1 "$dir/numbers: the sum at element 262146 does not fit i64; --wrap lets it wrap" reduce "$dir/numbers"
"$pfx" select --greater-equal 0 -o "$dir/numbers.npy" "$dir/numbers"
fails 1 "$dir/numbers.npy: the sum at element 262144 does not fit i64; --wrap lets it wrap" \
    scan --reverse "$dir/numbers.npy"
fails 1 "$dir/numbers.npy: the sum at element 262143 does not fit i64; --wrap lets it wrap" \
    scan --reverse --exclusive "$dir/numbers.npy"
echo before >"$dir/out"
fails 1 "$dir/numbers.npy: the sum at element 262146 does not fit i64; --wrap lets it wrap" \
    scan -o "$dir/out" "$dir/numbers.npy"
is "$(cat "$dir/out")" before "the output is as it was"

# --- raw data wraps -----------------------------------------------------------------------------------
printf '\310\144' >"$dir/input"
is "$("$pfx" scan --format raw --type u8 --output-format text "$dir/input" | paste -s -d ' ')" "200 44" "raw data wraps"
is "$("$pfx" reduce --format raw --type u8 "$dir/input")" 44 "and so does its sum"

# --- widths of .npy -------------------------------------------------------------------------------------
# widens TYPE NUMBERS WANTED COMMAND OPTION...: of an .npy file, to NumPy's name of the type and numbers.
widens()
{
    widens_type=$1
    widens_numbers=$2
    widens_wanted=$3
    shift 3
    printf -- "$widens_numbers" | "$pfx" select --not-equal 99 --type ${widens_type%bool} --output-format npy >"$dir/in"
    [ $widens_type != u8bool ] || LC_ALL=C sed '1s/|u1/|b1/' "$dir/in" >"$dir/bool"
    [ $widens_type != u8bool ] || mv "$dir/bool" "$dir/in"
    "$pfx" "$@" --output-format npy "$dir/in" >"$dir/out" 2>&1
    is "$(LC_ALL=C sed -n "1s/.*descr': '.\([^']*\).*/\1/p" "$dir/out") $(
        "$pfx" select --not-equal 99 --output-format text "$dir/out" | paste -s -d ' ')" \
        "$widens_wanted" "$widens_type $*"
}
for type in i8 i16 i32 i64; do
    widens $type '127 -3 127' 'i8 127 124 251' scan
    widens $type '127 -3 127' 'i8 251' reduce
    widens $type '127 -3 127' 'i8 -48387' reduce --op product
    widens $type '127 -3 127' "i$((${type#i} / 8)) -3" reduce --op min
done
for type in u8 u16 u32 u64; do
    widens $type '255 3 255' 'u8 255 258 513' scan
    widens $type '255 3 255' 'u8 513 258 255' scan --reverse
    widens $type '255 3 255' 'u8 513' reduce
    widens $type '255 3 255' "u$((${type#u} / 8)) 255 3 3" scan --op and
done
widens i32 '2147483647 1' 'i8 2147483647 2147483648' scan
widens i32 '2147483647 1' 'i4 2147483647 -2147483648' scan --output-type i32 --wrap
widens i32 '2147483647 1' 'i4 2147483647 -2147483648' scan --type i32 --wrap
widens u8bool '1 1 0 1' 'i8 1 2 2 3' scan
widens u8bool '1 1 0 1' 'i8 3' reduce
widens u8bool '1 1 0 1' 'i8 1 1 0 0' scan --op product
widens u8bool '1 1 0 1' 'u1 1 1 1 1' scan --op or
widens u8bool '1 1 0 1' 'i2 1 2 2 3' scan --output-type i16
widens u8bool '1 1 0 1' 'u4 1 2 2 3' scan --output-type u32
widens f32 '1 2 3.5' 'f4 1 3 6.5' scan
head -c 300 /dev/zero | tr '\0' '\1' | "$pfx" select --not-equal 99 --format raw --type u8 --output-format npy |
    LC_ALL=C sed '1s/|u1/|b1/' >"$dir/true.npy"
is "$("$pfx" reduce "$dir/true.npy")" 300 "300 booleans that are true"
printf '2147483647 1' | "$pfx" select --not-equal 99 --type i32 -o "$dir/in.npy"
fails 1 "$dir/in.npy: the sum at element 2 does not fit i32; --wrap lets it wrap" scan --type i32 "$dir/in.npy"
fails 1 "$dir/in.npy: the sum at element 2 does not fit i32; --wrap lets it wrap" reduce --output-type i32 "$dir/in.npy"

# --- any numbers, against integers without a limit --------------------------------------------------------
if ! python3 -c '' 2>/dev/null; then
    skip "python3 is not there" "any numbers"
    finish
fi
cat >"$dir/exact.py" <<'PY'
import random, subprocess, sys
pfx, folder = sys.argv[1:]
seed = 53
random.seed(seed)

def wrap(value, bits, signed):
    value %= 1 << bits
    return value - (1 << bits) if signed and value >> (bits - 1) else value

def number(bits, signed):
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    near = random.choice((0, 1, 2, low, high, high // 2, -1, 1 << bits // 2, 3))
    return min(high, max(low, near + random.choice((0, 0, 1, -1))))

def case():
    bits, signed = random.choice((8, 16, 32, 64)), random.random() < 0.6
    in_bits = bits if random.random() < 0.7 else 8
    fits = lambda v: v == wrap(v, bits, signed)
    op, reverse, exclusive = random.choice(("sum", "product")), random.random() < 0.4, random.random() < 0.4
    n = random.randrange(1, 8)
    numbers = [number(in_bits, signed) for _ in range(n)]
    init = number(bits, signed) if random.random() < 0.3 else None
    start = (op == "product") if init is None else init
    combine = (lambda a, b: a + b) if op == "sum" else (lambda a, b: a * b)
    family = "i" if signed else "u"
    options = ["--type", f"{family}{in_bits}", "--output-type", f"{family}{bits}", "--op", op]
    options += [f"--init={init}"] if init is not None else []
    bounds, how = [0, n], random.randrange(5)
    reduces = how == 0 or (how == 1 and random.random() < 0.5)
    if how == 1:
        offsets = sorted(random.randrange(n + 1) for _ in range(random.randrange(1, 5)))
        bounds = offsets if reduces else [0] + offsets + [n]
        companion, data = "--offsets", offsets
    elif how in (2, 3):
        heads = [1] + [random.randrange(2) for _ in range(n - 1)]
        bounds = [i for i in range(n) if heads[i]] + [n]
        companion, data = ("--head-flags", heads) if how == 2 else ("--by-key", [sum(heads[:i + 1]) for i in range(n)])
    if 0 < how < 4:
        with open(folder + "/companion", "w") as file:
            file.write(" ".join(map(str, data)))
        options += [companion, folder + "/companion"]
    if not reduces:
        options += ["--reverse"] * reverse + ["--exclusive"] * exclusive

    results, bad = [None] * n, None
    for begin, end in zip(bounds, bounds[1:]):
        value, left = start, None
        order = range(begin, end)
        for i in (reversed(order) if reverse and not reduces else order):
            before, value = value, combine(value, numbers[i])
            results[i] = before if exclusive and not reduces else value
            if reduces:
                left = None if fits(value) else left or i + 1
            elif not fits(results[i]):
                bad = bad or i + 1
        bad = bad or left
        if reduces:
            totals.append(value)
    wanted = totals if reduces else results
    return ["reduce" if reduces else "scan"] + options, numbers, wanted, bad, (bits, signed), op

errors = 0
for _ in range(250):
    totals = []
    options, numbers, wanted, bad, kind, op = case()
    text = " ".join(map(str, numbers))
    for wraps in ([], ["--wrap"]):
        done = subprocess.run([pfx, *options, *wraps], input=text, capture_output=True, text=True)
        if bad and not wraps:
            got = done.stderr.split(";")[0]
            right = f"pfx: standard input: the {op} at element {bad} does not fit {options[4]}"
        else:
            got, right = done.stdout.split(), [str(wrap(v, *kind)) for v in wanted]
        errors += bad is not None and not wraps
        if got != right or done.returncode != (bad is not None and not wraps):
            sys.exit(f"{options} {wraps} of {numbers}, seed {seed}: {got} {done.stderr} instead of {right}")
if not 20 < errors < 230:
    sys.exit(f"{errors} of 250 do not fit")
PY
python3 "$dir/exact.py" "$pfx" "$dir" >"$dir/got" 2>&1
is "$?: $(tail -n 1 "$dir/got")" "0: " "any numbers"
finish
