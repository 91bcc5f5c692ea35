#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx bench tables: which rows it prints. No time decides anything here.
. "${top_srcdir:-.}/tests/cli/cli.sh"
: >"$dir/input"

# tables BACKEND OPTION...: names of the rows, with operator, types and bytes.
tables()
{
    "$pfx" bench tables --repeat 1 --csv --backend "$@" 2>&1 | sed 1d | cut -d , -f 3,4,6,7,10
}
all_tables="rows/16,sum,f32,f32,524288
rows/33,sum,f32,f32,524040
rows/101,sum,f32,f32,523584
rows/256,sum,f32,f32,524288
rows/4096,sum,f32,f32,524288
rows/65536,sum,f32,f32,524288
columns/2,sum,f32,f32,524288
columns/4,sum,f32,f32,524288
columns/256,sum,f32,f32,524288
columns/1024,sum,f32,f32,524288
columns/16384,sum,f32,f32,524288
integral,-,f32,f32,524288
box-filter/63,-,f32,f32,524288
window-sum/63,-,f32,f32,524288
window-min/63,-,f32,f32,524288
difference,-,f32,f32,524288"
for backend in serial openmp; do
    if "$pfx" bench scan --backend $backend --n 1 --repeat 1 >/dev/null 2>&1; then
        is "$(tables $backend --n 2^16 --type f32)" "$all_tables" "tables on $backend"
    else
        skip "$backend is not available" "tables on $backend"
    fi
done
is "$(tables serial --n 1030 --form 'rows/*,integral,window*,box*')" "rows/16,sum,f32,f32,8192
rows/33,sum,f32,f32,8184
rows/101,sum,f32,f32,8080
rows/256,sum,f32,f32,8192
integral,-,f32,f32,8192
window-sum/63,-,f32,f32,8240
window-min/63,-,f32,f32,8240
box-filter/63,-,f32,f32,8192
rows/16,sum,u8,u8,2048
rows/33,sum,u8,u8,2046
rows/101,sum,u8,u8,2020
rows/256,sum,u8,u8,2048
integral,-,u8,u32,5120
window-sum/63,-,u8,u8,2060
window-min/63,-,u8,u8,2060
box-filter/63,-,u8,u8,2048" "tables of whole rows and squares, of bytes too"
is "$(tables serial --n 99 --type u16 --op sum,max --form columns/4,integral,difference --flush)" "columns/4,sum,u16,u16,384
integral,-,u16,u32,486
difference,-,u16,u16,396
columns/4,max,u16,u16,384" "tables by other operators, but images once, and of other memory for each call"
fails 2 "nothing that can be measured: --n: 10 elements are less than a row of 16" bench tables --n 10 --form rows/16
fails 2 "--kind is not for bench tables" bench tables --kind all
finish
