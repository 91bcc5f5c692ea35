#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The code of the library and of the backends stays small.
. "${top_srcdir:=..}/tests/support/tap.sh"

# at_most FILE BYTES: of code and constants; of clang's, which vectorises and unrolls more, half as much again.
at_most()
{
    most=$2
    if ${CC:-cc} --version 2>/dev/null | grep -q clang; then
        most=$(($2 + $2 / 2))
    fi
    what="$1 has at most $most bytes of text"
    file=$top_builddir/.libs/$1
    case " ${CFLAGS-} " in
    *' -fsanitize'* | *' -fprofile'* | *--coverage*) why='an instrumented build' ;;
    *' -O2 '* | *' -O3 '* | *' -Os '*) why= ;;
    *) why='not optimised by -O2, -O3 or -Os' ;;
    esac
    [ -f "$file" ] || why="no $1 in this build"
    have size || why='no size (binutils)'
    if [ -n "$why" ]; then
        skip "$what" "$why"
        return
    fi
    text=$(size "$file" | awk 'NR == 2 { print $1 }')
    [ -n "$text" ] && [ "$text" -le "$most" ]
    ok $? "$what" "it has ${text:-none}"
}

# Without plugins the library has the OpenMP backend itself.
if grep -q '^S\["ENABLE_PLUGINS_TRUE"\]=""' "$top_builddir/config.status"; then
    at_most libprefix.so 520000
else
    at_most libprefix.so 2400000
fi
at_most prefix_openmp.so 2000000
at_most libprefix_mpi.so 60000
# Each architecture has machine code of its own.
if [ "$(sed -n 's/^NVCC_GENCODE = //p' "$top_builddir/Makefile" | tr ' ' '\n' | grep -c 'code=')" -le 1 ]; then
    at_most prefix_cuda.so 8000000
else
    skip 'prefix_cuda.so has at most 8000000 bytes of text' 'it is for several architectures'
fi
finish
