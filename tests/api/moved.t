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
# reason FOLDER: why the plugin cannot be had with the library there, but for the folder where it was to be installed.
reason()
{
    LD_LIBRARY_PATH=$1 "$libs/pfx" info 2>&1 | sed -n 's/^openmp  *not available: \(.*\), is not in [^,]*$/\1/p'
}
if LD_LIBRARY_PATH=$work/bare "$libs/pfx" info 2>&1 | grep -q '^openmp  *not available'; then
    is "$(backend "$work/bare")" serial 'without them it scans all the same'
    is "$(backend "$work/open")" serial 'one that anybody may write is none'
    is "$(reason "$work/bare")" "prefix_openmp.so is not in $work/bare/prefix/1, is not in $work/bare" \
        'the reason names each folder'
    is "$(reason "$work/open")" "prefix_openmp.so may be written by anybody in $work/open/prefix/1, is not in $work/open" \
        'and what is wrong there'
else
    skip 'without them it scans all the same' 'they are installed'
    skip 'one that anybody may write is none' 'they are installed'
    skip 'the reason names each folder' 'they are installed'
    skip 'and what is wrong there' 'they are installed'
fi
finish
