#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx bench sort: which rows it prints. No time decides anything here.
. "${top_srcdir:-.}/tests/cli/cli.sh"
: >"$dir/input"

# sorts BACKEND OPTION...: names of the rows, with type and bytes.
sorts()
{
    "$pfx" bench sort --repeat 1 --csv --backend "$@" 2>&1 | sed 1d | cut -d , -f 3,6,10
}
distributions='uniform constant two sorted mod-1000 and-3 zipf'
wanted()
{
    for call in keys:8000 pairs:16000 argsort:8000; do
        for distribution in $distributions; do
            echo "${call%:*}/$distribution,u32,${call#*:}"
        done
    done
    printf '%s\n' segments/256,u32,8020 segments/26000,u32,8008
}
for backend in serial openmp; do
    if "$pfx" bench scan --backend $backend --n 1 --repeat 1 >/dev/null 2>&1; then
        is "$(sorts $backend --n 1000 --form 'keys/*,pairs/*,argsort/*,segments/2*')" "$(wanted)" "sorts on $backend"
    else
        skip "$backend is not available" "sorts on $backend"
    fi
done
is "$("$pfx" bench sort --repeat 1 --csv --backend serial --n 10,2^16 --form segments/random |
     sed 1d | cut -d , -f 1-9)" "sort,serial,segments/random,-,-,u32,u32,10,1
sort,serial,segments/random,-,-,u32,u32,65536,1" "segments of random lengths"
is "$(sorts serial --n 300 --form '*/sorted,*/zipf' --type u8,u64,f16,f32)" "keys/sorted,u8,600
pairs/sorted,u8,3000
argsort/sorted,u8,1500
keys/zipf,u8,600
pairs/zipf,u8,3000
argsort/zipf,u8,1500
keys/sorted,u64,4800
pairs/sorted,u64,7200
argsort/sorted,u64,3600
keys/zipf,u64,4800
pairs/zipf,u64,7200
argsort/zipf,u64,3600
keys/sorted,f16,1200
pairs/sorted,f16,3600
argsort/sorted,f16,1800
keys/zipf,f16,1200
pairs/zipf,f16,3600
argsort/zipf,f16,1800
keys/sorted,f32,2400
pairs/sorted,f32,4800
argsort/sorted,f32,2400
keys/zipf,f32,2400
pairs/zipf,f32,4800
argsort/zipf,f32,2400" "sorts of other types"
is "$(sorts serial --n 300 --form 'keys/two,segments/256' --algorithm all)" "keys/two,u32,2400
segments/256,u32,2412
keys/two/split-merge,u32,2400" "sorts by name, but for segments"
fails 2 "--block is not for bench sort" bench sort --block raking
fails 2 "nothing that can be measured: algorithm: serial does not sort by raking" bench sort --backend serial --n 9 \
    --algorithm raking
fails 2 "--flush is not for bench sort" bench sort --flush
fails 2 "--op is not for bench sort" bench sort --op sum
fails 2 "--form: bench sort has none called 'keys'" bench sort --form keys
fails 2 "--n: 4294967296 elements are more than places of 32 bits tell of" bench sort --n 2^32 --form argsort/two
finish
