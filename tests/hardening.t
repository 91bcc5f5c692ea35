#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What configure adds against faults of memory has reached the files that are installed.
. "${top_srcdir:=..}/tests/support/tap.sh"

# made_with FLAG: whether configure found it; the user's own flags come later and may undo it.
made_with()
{
    sed -n 's/^HARDENING_[A-Z]* = //p' "$top_builddir/Makefile" | grep -q -e "$1"
}

# check FILE FLAG PATTERN READELF_OPTION DESCRIPTION
check()
{
    what="${1##*/} $5"
    if ! have readelf; then
        skip "$what" 'no readelf'
    elif [ ! -f "$1" ]; then
        skip "$what" 'not built'
    elif ! made_with "$2"; then
        skip "$what" "not made with $2"
    else
        case " ${CFLAGS-} ${LDFLAGS-} " in
        *-fno-stack-protector* | *-z,lazy* | *-z,norelro*) skip "$what" "CFLAGS or LDFLAGS undo it" ;;
        *)
            readelf -W "$4" "$1" | grep -q "$3"
            ok $? "$what"
            ;;
        esac
    fi
}

# libtool leaves a wrapper where a program would need a library of this tree.
command=$top_builddir/.libs/pfx
[ -f "$command" ] || command=$top_builddir/pfx
for file in "$top_builddir/.libs/libprefix.so" "$top_builddir/.libs/libprefix_mpi.so" \
    "$top_builddir/.libs/prefix_openmp.so" "$command"; do
    check "$file" '-z,now' 'BIND_NOW\|FLAGS_1.*NOW' -d 'resolves all functions when it is loaded'
    check "$file" '-z,relro' GNU_RELRO -l 'has tables that are read-only then'
    check "$file" -fstack-protector-strong 'UND.*__stack_chk_fail' -s 'checks its stack'
done
check "$command" _FORTIFY_SOURCE 'UND.*_chk' -s 'calls functions that check sizes'
finish
