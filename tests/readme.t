#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# README.md: short, its links lead somewhere, its program is an example, and its figures are those of doc/performance.md,
# which in turn is what doc/performance.awk makes of the measurements.
set -u
. "${top_srcdir:=..}/tests/tap.sh"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
readme=$top_srcdir/README.md
doc=$top_srcdir/doc
example=examples/01-scan.c

lines=$(wc -l <"$readme")
[ "$lines" -le 130 ]
ok $? 'it has 130 lines at the most' "$lines lines"

missing=
for link in $(grep -o '](\([^)#]*\)' "$readme" | sed 's/^](//' | sort -u); do
    case $link in
    https://*) ;;
    *) [ -f "$top_srcdir/$link" ] || missing="$missing $link" ;;
    esac
done
is "$missing" '' 'its links lead to files'

# --- figures ---------------------------------------------------------------------------------------
table()
{
    sed -n '/^<!-- speed: begin/,/^<!-- speed: end/p' "$1"
}
is "$(table "$readme")" "$(table "$doc/performance.md")" 'its table is that of doc/performance.md'
rows=$(table "$readme" | grep -c '^|')
[ "$rows" -ge 3 ] && [ "$rows" -le 10 ]
ok $? 'the table has 1 to 8 rows' "$rows lines"
for part in page chart; do
    [ $part = page ] && made=performance.md || made=performance.svg
    awk -f "$doc/performance.awk" -v part=$part "$doc"/performance/*.json >"$work/$made" 2>&1
    messages=$(diff "$doc/$made" "$work/$made")
    ok $? "doc/$made is what doc/figures.sh makes" "$messages"
done

# --- the first program -----------------------------------------------------------------------------
shown=$(sed -n '/^    #include <prefix/,/^    }$/s/^    //p' "$readme")
is "$shown" "$(sed -n '/^#include/,${/./p;}' "$top_srcdir/$example")" "it shows $example"
command=$(sed -n "s,^    \(cc $example .*\)\$,\1,p" "$readme")
is "$command" "cc $example \$(pkg-config --cflags --libs prefix)" 'it shows how to compile that'

# The line as it stands, with the compiler and the flags that the library itself was built with.
cc()
{
    # shellcheck disable=SC2086
    command ${CC:-cc} ${CFLAGS-} "$@" -o "$work/a.out" ${LDFLAGS-}
}
if ! have pkg-config; then
    skip 'the line compiles it' 'no pkg-config'
elif [ ! -f "$top_builddir/.libs/libprefix.so" ]; then
    skip 'the line compiles it' 'no shared library'
elif [ "${top_builddir#* }" != "$top_builddir" ]; then
    skip 'the line compiles it' 'the path has a space'
else
    PKG_CONFIG_PATH=$top_builddir/pkgconfig
    LD_LIBRARY_PATH=$top_builddir/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    export PKG_CONFIG_PATH LD_LIBRARY_PATH
    messages=$(cd "$top_srcdir" && eval "$command" 2>&1)
    ok $? 'the line compiles it' "$messages"
    is "$("$work/a.out" 2>&1 | tr '\n' ' ')" '3 4 11 11 15 16 22 25 ' 'and it runs'
fi
finish
