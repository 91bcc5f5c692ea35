#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Arrows between folders point down, files make no circles, and none is long: layers.list has the order.
. "${top_srcdir:=..}/tests/support/tap.sh"
cd "$top_srcdir" || exit 1

# sources FOLDER...: those of a release, too, and none that a build within the tree made.
sources()
{
    find "$@" -type f \( -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' -o -name '*.cc' -o -name '*.py' \
        -o -name '*.sh' -o -name '*.t' \) | LC_ALL=C sort | grep -v -e '/setgid\.[^/]*/' -e '/compile/texts\.c$' |
        while read -r file; do
            # A program of make check ends in .t, too.
            case $file in *.t) head -c 2 "$file" | grep -q '^#!' || continue ;; esac
            echo "$file"
        done
}

list=$top_srcdir/tests/layers.list
found=$(sources lib backends mpi tools tests examples |
    xargs "${AWK:-awk}" -v list="$list" -f "$top_srcdir/tests/layers.awk") || found="all all awk failed"

# none KIND TREE DESCRIPTION
none()
{
    is "$(printf '%s\n' "$found" | sed -n "s|^$1 $2 ||p" | sort)" '' "$3"
}

none all all 'the files are read'
for tree in $(sed -n 's/^\([a-z/]*\)\( on [a-z]*\)*:.*/\1/p' "$list"); do
    none up "$tree" "$tree: includes go to lower folders"
    none circle "$tree" "$tree: files make no circles"
    none own "$tree" "$tree: a source includes its own header first"
    none unused "$tree" "$tree: every header is included"
done
none long all 'no source file has more than 500 lines'
finish
