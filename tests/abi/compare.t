#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What make check-abi lets pass: functions that were added; and what not: one that changed, or went.
. "${top_srcdir:=..}/tests/support/tap.sh"

if ! have abidw || ! have abidiff; then
    skip 'a comparison of ABIs' 'no abidw and abidiff (abigail-tools)'
    finish
fi
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT

# dump NAME SOURCE: the ABI of a library that is made of SOURCE, whose own header has all of it.
dump()
{
    mkdir "$tmp/$1" && printf '%s\n' "$2" >"$tmp/$1/all.h"
    echo '#include "all.h"' >"$tmp/$1/all.c"
    ${CC:-cc} -g -shared -fPIC -o "$tmp/$1.so" "$tmp/$1/all.c" &&
        sh "$top_srcdir/tests/abi/abi.sh" dump "$tmp/$1.so" "$tmp/$1" "$tmp/$1.abi" || exit 1
}

# compare NAME: with the ABI of what was released.
compare()
{
    said=$(sh "$top_srcdir/tests/abi/abi.sh" compare "$tmp/released.abi" "$tmp/$1.abi")
}

one='int one(int n) { return n; }'
two='int two(int *p) { return *p; }'
dump released "$one $two"
dump added "$one $two int three(void) { return 3; }"
dump changed "$one int two(long *p) { return *p != 0; }"
dump gone "$one"

compare released
ok $? 'the same functions pass' "$said"
compare added
ok $? 'functions that were only added pass' "$said"
! compare changed
ok $? 'a function whose parameter changed fails' "$said"
is "$(echo "$said" | grep -c "'function int two")" 1 'and is named'
! compare gone
ok $? 'a function that went fails' "$said"
is "$(echo "$said" | grep -c "'function int two")" 1 'and is named'
finish
