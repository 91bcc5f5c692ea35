#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every public header compiles alone, in every language that may include it, without a warning.
top_srcdir=${top_srcdir:-..}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
number=0

# try HEADER WHAT SUFFIX COMPILER FLAGS...: one check
try() {
    header=$1 what=$2 suffix=$3
    shift 3
    number=$((number + 1))
    echo "#include <prefix/$header>" >"$work/a.$suffix"
    echo "int prefix_headers_test(void); int prefix_headers_test(void) { return 0; }" >>"$work/a.$suffix"
    if "$@" -Wall -Wextra -pedantic -Werror -I"$top_srcdir/include" -c "$work/a.$suffix" -o "$work/a.o" 2>"$work/err"; then
        echo "ok $number - $header as $what"
    else
        sed 's/^/# /' "$work/err" >&2
        echo "not ok $number - $header as $what"
    fi
}

# skip HEADER WHAT WHY
skip() {
    number=$((number + 1))
    echo "ok $number # SKIP $1 as $2: $3"
}

# The C compiler of the build; a C++ compiler beside it.
cc=${CC:-cc}
cxx=
for candidate in ${CXX:-} c++ g++ clang++; do
    command -v "$candidate" >/dev/null 2>&1 && cxx=$candidate && break
done

for path in "$top_srcdir"/include/prefix/*.h; do
    header=${path##*/}
    for std in c99 c11; do
        try "$header" "$std" c $cc -std=$std
    done
    for std in c++98 c++11 c++17; do
        if [ -n "$cxx" ]; then
            try "$header" "$std" cc $cxx -std=$std
        else
            skip "$header" "$std" "there is no C++ compiler"
        fi
    done
    # Twice in one file, and beside the standard library's names.
    echo "#include <stdlib.h>
#include <prefix/$header>
#include <prefix/$header>" >"$work/twice.h"
    number=$((number + 1))
    if $cc -std=c99 -Werror -I"$top_srcdir/include" -x c -fsyntax-only "$work/twice.h"; then
        echo "ok $number - $header twice"
    else
        echo "not ok $number - $header twice"
    fi
done
echo "1..$number"
