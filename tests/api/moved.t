#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A library that lies elsewhere than it was to be installed finds the plugins that lie with it.
. "${top_srcdir:=..}/tests/support/tap.sh"

libs=${top_builddir:=$(pwd)}/.libs
if [ ! -f "$libs/prefix_openmp.so" ] || [ ! -x "$libs/pfx" ]; then
    skip 'plugins of a moved library' 'this build has no plugin, or no shared library'
    finish
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset LIBPREFIX_BACKEND_PATH LIBPREFIX_BACKEND LIBPREFIX_DEBUG

# backend FOLDER: what scans with the library there.
backend()
{
    LIBPREFIX_DEBUG=1 LD_LIBRARY_PATH=$1 "$libs/pfx" scan --type i64 </dev/null 2>&1 |
        sed -n 's/^libprefix: context on \([a-z]*\):.*/\1/p'
}

mkdir -p "$work/tree/prefix/1" "$work/flat" "$work/bare" "$work/open/prefix/1"
for folder in tree flat bare open; do
    cp "$libs"/libprefix.so.[0-9] "$work/$folder"
done
cp "$libs/prefix_openmp.so" "$work/tree/prefix/1"
cp "$libs/prefix_openmp.so" "$work/flat"
cp "$libs/prefix_openmp.so" "$work/open/prefix/1"
chmod o+w "$work/open/prefix/1/prefix_openmp.so"

is "$(backend "$work/tree")" openmp 'below it, as they are installed'
is "$(backend "$work/flat")" openmp 'beside it'
if LD_LIBRARY_PATH=$work/bare "$libs/pfx" info 2>&1 | grep -q 'openmp.*is not there'; then
    is "$(backend "$work/bare")" serial 'without them it scans all the same'
    is "$(backend "$work/open")" serial 'one that anybody may write is none'
else
    skip 'without them it scans all the same' 'they are installed'
    skip 'one that anybody may write is none' 'they are installed'
fi
finish
