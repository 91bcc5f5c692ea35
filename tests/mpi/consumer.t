#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A user's program, compiled by what pkg-config says of prefix-mpi.
set -u
. "${top_srcdir:=..}/tests/support/tap.sh"
. "$top_srcdir/tests/mpi/ranks.sh"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
PKG_CONFIG_PATH=$top_builddir/pkgconfig
LD_LIBRARY_PATH=$top_builddir/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export PKG_CONFIG_PATH LD_LIBRARY_PATH
unset PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_DISABLE_UNINSTALLED

if [ ! -f "$top_builddir/.libs/libprefix_mpi.so" ]; then
    skip "a user's program" 'built without --with-mpi'
elif ! have pkg-config; then
    skip "a user's program" 'no pkg-config'
else
    is "$(pkg-config --validate prefix-mpi 2>&1)" '' 'prefix-mpi-uninstalled.pc is valid'
    is "$(pkg-config --modversion prefix-mpi)" "$(pkg-config --modversion prefix)" 'its version is that of prefix'
    # What pkg-config prints is quoted for a shell, as the path may need it.
    messages=$(eval "${CC:-cc} ${CFLAGS-} -o '$work/vertices' \"\$top_srcdir/examples/42-vertices.c\" \
        $(pkg-config --cflags --libs prefix-mpi) ${LDFLAGS-}" 2>&1)
    ok $? 'it compiles and links' "$messages"
    if starts "${MPIRUN-}"; then
        is "$(start 2 "$MPIRUN" "$work/vertices" | sort)" "$(printf 'rank %s of 5\n' '0: vertices 0 to 1' \
            '1: vertices 2 to 4')" 'it runs on two ranks'
    else
        skip 'it runs on two ranks' "${MPIRUN:-mpirun} starts no processes"
    fi
fi
finish
