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

for path in "$top_srcdir"/include/prefix/*.h "$top_srcdir"/include/prefix/backend/*.h; do
    header=${path#"$top_srcdir/include/prefix/"}
    flags=
    if [ "$header" = mpi.h ]; then
        if [ -z "${MPI_CPPFLAGS-}" ]; then
            skip "$header" 'built without --with-mpi'
            continue
        fi
        flags="$MPI_CPPFLAGS -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX"
    fi
    echo "#include <prefix/$header>
int prefix_headers_test(void);
int prefix_headers_test(void) { return 0; }" | tee "$work/a.c" >"$work/a.cc"
    echo "#include <prefix/$header>
#include <prefix/$header>
int prefix_headers_test;" >"$work/twice.c"
    # shellcheck disable=SC2086
    try twice.c "$header twice" $cc -std=c99 $flags
    for std in c99 c11; do
        # shellcheck disable=SC2086
        try a.c "$header as $std" $cc -std=$std $flags
    done
    for std in c++98 c++11 c++17; do
        if [ -n "$cxx" ]; then
            # shellcheck disable=SC2086
            try a.cc "$header as $std" "$cxx" -std=$std $flags
        else
            skip "$header as $std" "there is no C++ compiler"
        fi
    done
done

# Who writes a backend includes one header, which has all of its folder.
is "$(sed -n 's|^#include <prefix/\(backend/.*\)>$|\1|p' "$top_srcdir/include/prefix/backend.h" | LC_ALL=C sort)" \
    "$(cd "$top_srcdir/include/prefix" && printf '%s\n' backend/*.h | LC_ALL=C sort)" \
    'backend.h includes every header of its folder'

# What macros of the header write is clean, too.
echo '#include <prefix/prefix.h>
PREFIX_TEXT(pair_text, struct pair { double a, b; }; static struct pair follow(struct pair earlier, struct pair later)
{
    struct pair both = {later.a * earlier.a, later.a * earlier.b + later.b}; /* comment */
    return both;
})
PREFIX_COMBINE(follow_all, struct pair, follow(earlier, later))
PREFIX_COMBINE(longer, size_t, earlier > later ? earlier : later)
void f(prefix_operator *op);
void f(prefix_operator *op)
{
    (void)prefix_operator_set_host(op, longer);
    (void)prefix_operator_set_host(op, follow_all);
    (void)prefix_operator_set_cuda(op, pair_text, "struct pair", "follow(earlier, later)");
}' | tee "$work/macros.c" >"$work/macros.cc"
for std in c99 c11; do
    try macros.c "macros of prefix.h as $std" $cc -std=$std
done
for std in c++11 c++17; do
    if [ -n "$cxx" ]; then
        try macros.cc "macros of prefix.h as $std" "$cxx" -std=$std
    else
        skip "macros of prefix.h as $std" "there is no C++ compiler"
    fi
done

# A status may be dropped on purpose, in any language; dropped by accident it is a warning where the language has one.
echo '#include <prefix/prefix.h>
void f(int *x);
void f(int *x) { (void)prefix_scan(NULL, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_I32, x, x, 1); }' |
    tee "$work/void.c" >"$work/void.cc"
sed 's/(void)//' "$work/void.cc" >"$work/dropped.cc"
for std in c99 c11; do
    try void.c "a status cast to void, $std" $cc -std=$std
done
for std in c++98 c++17; do
    if [ -n "$cxx" ]; then
        try void.cc "a status cast to void, $std" "$cxx" -std=$std
    else
        skip "a status cast to void, $std" "there is no C++ compiler"
    fi
done
if [ -n "$cxx" ]; then
    ! "$cxx" -std=c++17 -Werror -I"$top_srcdir/include" -c "$work/dropped.cc" -o "$work/a.o" >/dev/null 2>&1
    ok $? "a status that is dropped is a warning in C++17"
else
    skip "a status that is dropped is a warning in C++17" "there is no C++ compiler"
fi
finish
