#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx scan and pfx reduce on several devices: the results are those of one.
. "${top_srcdir:-.}/tests/cli/cli.sh"

awk 'BEGIN { srand(4712); for (i = 0; i < 500000; i++) print rand() - 0.25 }' >"$dir/numbers"
"$pfx" scan --type f32 --output-format raw "$dir/numbers" >"$dir/raw"
"$pfx" scan --type f32 --output-format npy -o "$dir/array.npy" "$dir/numbers"

# alike OPTION...: with and without --devices.
alike()
{
    "$pfx" "$@" >"$dir/wanted"
    for devices in 0 0,0 0,0,0,0,0; do
        "$pfx" "$@" --devices $devices --backend serial >"$dir/got"
        same "$dir/got" "$dir/wanted" "$* --devices $devices"
    done
}
alike scan --type f32 "$dir/numbers"
alike scan --exclusive --init 0.5 --format raw --type f32 --output-type f64 "$dir/raw"
alike scan --reverse --op max "$dir/array.npy"
alike scan --reverse "$dir/array.npy"
alike scan --type bf16 --nan skip "$dir/numbers"
alike reduce --type f32 "$dir/numbers"
alike reduce --op product --format raw --type f32 "$dir/raw"
is "$(printf '1 2\n3 4\n' | "$pfx" scan --devices 0,0 --backend openmp --threads 1 | paste -s -d ' ' -)" '1 3 6 10' 'text'
is "$("$pfx" scan --devices 0,0 --backend serial </dev/null)" '' 'no numbers'
is "$("$pfx" reduce --devices 0,0 --backend serial </dev/null)" 0 'the sum of none'
printf '200 100\n' >"$dir/input"
fails 1 "$dir/input: the sum at element 2 does not fit u8; --wrap lets it wrap" scan --type u8 --devices 0,0 --backend serial "$dir/input"

: >"$dir/input"
fails 2 "device: serial has 1, and there is no 1" scan --devices 0,1 --backend serial
fails 2 "--devices: an empty item in the list" scan --devices 0,
fails 2 "--devices: 'x' is no number from 0 to 2147483647" scan --devices x
fails 2 "--devices goes with none of --axis, --by-key, --head-flags, --offsets and --algorithm" \
    scan --devices 0 --by-key "$dir/array.npy" "$dir/array.npy"
fails 2 "--devices takes no operator whose results are places: arg-max" reduce --op arg-max --devices 0
finish
