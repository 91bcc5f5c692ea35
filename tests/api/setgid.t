#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A program that runs with more rights than its caller takes nothing from the caller's environment.
. "${top_srcdir:=..}/tests/support/tap.sh"

# Where the group bit is honoured: not in a folder that is mounted nosuid.
work=$(mktemp -d "${top_builddir:=$(pwd)}/tests/api/setgid.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"

# Another group that this user may give a file to.
group=
if [ "$(id -u)" = 0 ]; then
    [ "$(id -g)" = 1 ] && group=2 || group=1
else
    for candidate in $(id -G); do
        [ "$candidate" = "$(id -g)" ] || group=$candidate
    done
fi
if [ -z "$group" ]; then
    skip "set-group-ID program" "this user is in one group only"
    finish
fi

export LIBPREFIX_BACKEND_PATH="$top_builddir/tests/mock/.libs"
export LIBPREFIX_BACKEND=no_such_backend
export LIBPREFIX_DEBUG=1
export LIBPREFIX_CACHE=/cache XDG_CACHE_HOME=/xdg HOME=/home

cp "$top_builddir/tests/api/setgid" "$work/plain" && cp "$work/plain" "$work/setgid" &&
    chgrp "$group" "$work/setgid" && chmod 2755 "$work/setgid" || exit 1
"$work/plain" >"$work/plain.out" 2>"$work/plain.err"
"$work/setgid" >"$work/setgid.out" 2>"$work/setgid.err"
if ! grep -q "^secure 1" "$work/setgid.out"; then
    skip "set-group-ID program" "the group bit is not honoured in $top_builddir"
    finish
fi

# says COPY PATTERN DESCRIPTION, and its opposite
says()
{
    grep -q "$2" "$work/$1.out"
    ok $? "$1: $3" "$(cat "$work/$1.out")"
}
lacks()
{
    ! grep -q "$2" "$work/$1.out"
    ok $? "$1: $3" "$(cat "$work/$1.out")"
}

# The plain copy shows that the variables would have an effect.
says plain "^secure 0" "is not set-group-ID"
[ ! -f "$LIBPREFIX_BACKEND_PATH/prefix_simple.so" ] ||
    says plain "^simple found" "LIBPREFIX_BACKEND_PATH is used"
lacks plain "^create 0" "LIBPREFIX_BACKEND is used"
[ -s "$work/plain.err" ]
ok $? "plain: LIBPREFIX_DEBUG is used"
says plain "^cache /cache" "LIBPREFIX_CACHE is used"
says setgid "^cache none" "LIBPREFIX_CACHE, XDG_CACHE_HOME and HOME are ignored"
says setgid "^simple not found" "LIBPREFIX_BACKEND_PATH is ignored"
says setgid "^create 0" "LIBPREFIX_BACKEND is ignored"
lacks setgid "LIBPREFIX_BACKEND" "the reason does not speak of it"
[ ! -s "$work/setgid.err" ]
ok $? "setgid: LIBPREFIX_DEBUG is ignored" "$(cat "$work/setgid.err")"
finish
