#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A program that runs with more rights than its caller takes nothing from the caller's environment.
program=${top_builddir:=$(pwd)}/tests/setgid

# Where the group bit is honoured: not in a folder that is mounted nosuid.
work=$(mktemp -d "$top_builddir/tests/setgid.XXXXXX") || exit 1
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
    echo "1..0 # SKIP this user is in one group only"
    exit 0
fi

export LIBPREFIX_BACKEND_PATH="$top_builddir/tests/mock/.libs"
export LIBPREFIX_BACKEND=no_such_backend
export LIBPREFIX_DEBUG=1

cp "$program" "$work/plain" && cp "$program" "$work/setgid" && chgrp "$group" "$work/setgid" && chmod 2755 "$work/setgid" || exit 1
"$work/plain" >"$work/plain.out" 2>"$work/plain.err"
"$work/setgid" >"$work/setgid.out" 2>"$work/setgid.err"
if ! grep -q "^secure 1" "$work/setgid.out"; then
    echo "1..0 # SKIP set-group-ID programs are not honoured in $top_builddir"
    exit 0
fi
sed 's/^/# plain: /' "$work/plain.out" >&2
sed 's/^/# setgid: /' "$work/setgid.out" >&2

number=0
check() {
    number=$((number + 1))
    what=$1
    shift
    if "$@"; then echo "ok $number - $what"; else echo "not ok $number - $what"; fi
}
lacks() {
    ! grep -q "$1" "$2"
}

# The plain copy shows that the variables would have an effect.
check "plain: is not set-group-ID" grep -q "^secure 0" "$work/plain.out"
if [ -f "$LIBPREFIX_BACKEND_PATH/prefix_simple.so" ]; then
    check "plain: LIBPREFIX_BACKEND_PATH is used" grep -q "^simple found" "$work/plain.out"
fi
check "plain: LIBPREFIX_BACKEND is used" lacks "^create 0" "$work/plain.out"
check "plain: LIBPREFIX_DEBUG is used" test -s "$work/plain.err"
check "setgid: LIBPREFIX_BACKEND_PATH is ignored" grep -q "^simple not found" "$work/setgid.out"
check "setgid: LIBPREFIX_BACKEND is ignored" grep -q "^create 0" "$work/setgid.out"
check "setgid: the reason does not speak of it" lacks "LIBPREFIX_BACKEND" "$work/setgid.out"
check "setgid: LIBPREFIX_DEBUG is ignored" test ! -s "$work/setgid.err"
echo "1..$number"
