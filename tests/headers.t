#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every public header compiles alone, in every language that may include it, without a warning.
. "${top_srcdir:=..}/tests/support/tap.sh"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# try FILE DESCRIPTION COMPILER FLAGS...: one check
try()
{
    file=$1 what=$2
    shift 2
    output=$("$@" -Wall -Wextra -pedantic -Werror -I"$top_srcdir/include" -c "$work/$file" -o "$work/a.o" 2>&1)
    ok $? "$what" "$output"
}

# The C compiler of the build, which may bring options of its own; a C++ compiler beside it.
cc=${CC:-cc}
cxx=
for candidate in ${CXX:-} c++ g++ clang++; do
    have "$candidate" && cxx=$candidate && break
done

for path in "$top_srcdir"/include/prefix/*.h; do
    header=${path##*/}
    echo "#include <prefix/$header>
int prefix_headers_test(void);
int prefix_headers_test(void) { return 0; }" | tee "$work/a.c" >"$work/a.cc"
    echo "#include <prefix/$header>
#include <prefix/$header>
int prefix_headers_test;" >"$work/twice.c"
    try twice.c "$header twice" $cc -std=c99
    for std in c99 c11; do
        try a.c "$header as $std" $cc -std=$std
    done
    for std in c++98 c++11 c++17; do
        if [ -n "$cxx" ]; then
            try a.cc "$header as $std" "$cxx" -std=$std
        else
            skip "$header as $std" "there is no C++ compiler"
        fi
    done
done
finish
