#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What the built files show to the linker: the functions of the header and nothing else.
set -u
. "${top_srcdir:=..}/tests/support/tap.sh"

library=$top_builddir/.libs/libprefix.so
archive=$top_builddir/libprefix.a
declared=$(header_functions)
mapped=$(sed -n '/^global:/,/^local:/s/^ *\(prefix_[a-z0-9_]*\);$/\1/p' "$top_srcdir/lib/libprefix.map" | sort)
is "$mapped" "$declared" 'the map has the functions of the header'
mpi_mapped=$(sed -n 's/^ *\(prefix_[a-z0-9_]*\);$/\1/p' "$top_srcdir/mpi/libprefix_mpi.map" | sort)
is "$mpi_mapped" "$(header_functions mpi.h)" 'the map of libprefix_mpi has the functions of mpi.h'

# Names that a shared object defines for others, without its version nodes.
exports()
{
    nm -D --defined-only "$1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort
}

# check_file FILE: what distributions refuse.
check_file()
{
    name=${1##*/}
    dynamic=$(readelf -dW "$1")
    ! printf '%s\n' "$dynamic" | grep -E 'RPATH|RUNPATH'
    ok $? "$name has no run path" "$dynamic"
    ! printf '%s\n' "$dynamic" | grep TEXTREL
    ok $? "$name has no text relocations" "$dynamic"
    stack=$(readelf -lW "$1" | awk '$1 == "GNU_STACK" { print $7 }')
    is "$stack" RW "$name has no executable stack"
}

if ! have nm || ! have readelf; then
    skip 'the shared library' 'no nm or readelf'
elif [ ! -f "$library" ]; then
    skip 'the shared library' 'not built'
else
    is "$(exports "$library")" "$declared" 'the shared library exports the functions of the header'
    soname=$(readelf -dW "$library" | sed -n 's/.*(SONAME).*\[\(.*\)\]$/\1/p')
    is "$soname" libprefix.so.1 'the soname'
    check_file "$library"
fi

if ! have nm; then
    skip 'the static library' 'no nm'
elif [ ! -f "$archive" ]; then
    skip 'the static library' 'not built'
else
    # AddressSanitizer adds names of its own.
    globals=$(nm -g --defined-only "$archive" 2>/dev/null |
        awk 'NF == 3 && $3 !~ /^__odr_asan\./ { print $3 }' | sort -u)
    is "$(printf '%s\n' "$globals" | grep -v '^prefix_')" '' \
        'every global name of the static library begins with prefix_'
    is "$(printf '%s\n' "$globals" | grep -v '^prefix__')" "$declared" \
        'the static library has the functions of the header, and prefix__* beside them'
fi

library=$top_builddir/.libs/libprefix_mpi.so
if ! have nm || ! have readelf; then
    skip 'libprefix_mpi' 'no nm or readelf'
elif [ ! -f "$library" ]; then
    skip 'libprefix_mpi' 'not built'
else
    is "$(exports "$library")" "$(header_functions mpi.h)" 'libprefix_mpi exports the functions of mpi.h'
    soname=$(readelf -dW "$library" | sed -n 's/.*(SONAME).*\[\(.*\)\]$/\1/p')
    is "$soname" libprefix_mpi.so.1 'its soname'
fi

set -- "$top_builddir"/.libs/prefix_*.so
if ! have nm || ! have readelf; then
    skip 'the plugins' 'no nm or readelf'
elif [ ! -f "$1" ]; then
    skip 'the plugins' 'none built'
else
    for plugin; do
        is "$(exports "$plugin")" prefix_backend_v1 "${plugin##*/} exports its entry alone"
        ! readelf -dW "$plugin" | grep 'NEEDED.*libprefix'
        ok $? "${plugin##*/} does not link libprefix"
        check_file "$plugin"
    done
fi
finish
