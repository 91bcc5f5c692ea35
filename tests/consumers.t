#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Programs of other build systems: those of examples/cmake and examples/meson, against the build tree.
set -u
. "${top_srcdir:=..}/tests/support/tap.sh"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
PKG_CONFIG_PATH=$top_builddir/pkgconfig
LD_LIBRARY_PATH=$top_builddir/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export PKG_CONFIG_PATH LD_LIBRARY_PATH
unset PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_DISABLE_UNINSTALLED

# try SYSTEM COMMAND: configures and builds examples/SYSTEM in work/SYSTEM, and runs what comes of it.
try()
{
    why=
    have "$1" || why="no $1"
    have pkg-config || why='no pkg-config'
    [ -f "$top_builddir/.libs/libprefix.so" ] || why='no shared library'
    if [ -n "$why" ]; then
        skip "$1 builds a program" "$why"
        skip "$1: it runs" "$why"
        return
    fi
    messages=$(cd "$top_srcdir/examples/$1" && eval "$2" 2>&1)
    ok $? "$1 builds a program" "$messages"
    is "$("$work/$1/filter" 2>&1 | tr '\n' ' ')" '5 are trusted 2.5 4.25 3 ' "$1: it runs"
}

try cmake 'cmake -S . -B "$work/cmake" && cmake --build "$work/cmake"'
try meson 'meson setup "$work/meson" && meson compile -C "$work/meson"'
finish
