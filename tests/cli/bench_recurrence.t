#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx bench recurrence: which rows it prints. No time decides anything here.
. "${top_srcdir:-.}/tests/cli/cli.sh"
: >"$dir/input"

# recurrence BACKEND OPTION...: backends and names of the rows, with types and bytes.
recurrence()
{
    "$pfx" bench recurrence --repeat 1 --csv --backend "$@" 2>&1 | sed 1d | cut -d , -f 2,3,6,10
}
for backend in serial openmp; do
    if "$pfx" bench scan --backend $backend --n 1 --repeat 1 >/dev/null 2>&1; then
        is "$(recurrence $backend --n 2^13 --type f32,f64)" "$backend,recurrence,f32,98304
loop,peer,f32,98304
$backend,constant,f32,65536
loop,peer,f32,65536
$backend,rows/4096,f32,98304
$backend,columns/1024,f32,98304
$backend,columns/8192,f32,98304
$backend,filter/2,f32,65536
loop,peer,f32,65536
$backend,ewm,f32,65536
loop,peer,f32,65536
$backend,recurrence,f64,196608
loop,peer,f64,196608
$backend,constant,f64,131072
loop,peer,f64,131072
$backend,rows/4096,f64,196608
$backend,columns/1024,f64,196608
$backend,columns/8192,f64,196608
$backend,filter/2,f64,131072
loop,peer,f64,131072
$backend,ewm,f64,131072
loop,peer,f64,131072" "recurrences on $backend"
    else
        skip "$backend is not available" "recurrences on $backend"
    fi
done
is "$(recurrence serial --n 1 --form 'constant,ewm' --flush)" "serial,constant,f32,8
loop,peer,f32,8
serial,ewm,f32,8
loop,peer,f32,8" "some of them, of other memory for each call"
fails 2 "nothing that can be measured: recurrences of f16 are not measured" bench recurrence --type f16 --n 8
fails 2 "nothing that can be measured: rows/4096 are measured of multiples of 4096 elements" \
    bench recurrence --form 'rows*' --n 8
fails 2 "--op is not for bench recurrence" bench recurrence --op sum
finish
