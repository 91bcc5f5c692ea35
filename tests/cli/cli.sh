# SPDX-License-Identifier: BSD-3-Clause
# What the tests of the command share; sourced by the *.t here. TAP as in tap.h.

pfx=${top_builddir:-.}/pfx
# Error texts and number formats must not depend on who runs the tests.
LC_ALL=C
export LC_ALL
# The numbers lie in host memory, which the automatic choice leaves to the CPU; to look for a device
# first would take most of the time of these hundreds of calls.
LIBPREFIX_BACKEND=openmp,serial
export LIBPREFIX_BACKEND
checks=0
dir=$(mktemp -d) || exit 99
trap 'rm -rf "$dir"' EXIT
trap 'exit 99' HUP INT TERM

# Text on lines of its own that TAP takes for remarks.
remark()
{
    printf '%s\n' "$1" | sed 's/^/# /' >&2
}

# ok STATUS NAME: passes when STATUS is 0.
ok()
{
    checks=$((checks + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $checks - $2"
    else
        echo "not ok $checks - $2"
    fi
}

# is GOT WANTED NAME
is()
{
    if [ "$1" = "$2" ]; then
        ok 0 "$3"
    else
        ok 1 "$3"
        remark "got:    $1"
        remark "wanted: $2"
    fi
}

# same FILE FILE NAME: equal, byte for byte.
same()
{
    cmp -s "$1" "$2"
    ok $? "$3"
}

# skip REASON NAME
skip()
{
    checks=$((checks + 1))
    echo "ok $checks - $2 # SKIP $1"
}

# gives INPUT OUTPUT COMMAND OPTION...: the text INPUT becomes OUTPUT (both as printf reads them), its lines joined by
# $joint.
gives()
{
    gives_input=$1
    gives_output=$2
    shift 2
    printf -- "$gives_input" | "$pfx" "$@" >"$dir/got" 2>&1
    is "$? $(paste -s -d "$joint" "$dir/got")" "0 $(printf -- "$gives_output")" "'$gives_input' $*"
}

# scans INPUT OUTPUT OPTION...: the text INPUT (as printf reads it) becomes the text OUTPUT.
scans()
{
    scans_input=$1
    printf -- "$2" >"$dir/wanted"
    shift 2
    printf -- "$scans_input" | "$pfx" scan "$@" >"$dir/got" 2>"$dir/errors"
    scans_status=$?
    if [ $scans_status -eq 0 ] && cmp -s "$dir/got" "$dir/wanted"; then
        ok 0 "'$scans_input' scan $*"
    else
        ok 1 "'$scans_input' scan $*"
        remark "exit $scans_status; $(cat "$dir/errors")"
        remark "got:    $(cat "$dir/got")"
        remark "wanted: $(cat "$dir/wanted")"
    fi
}

# fails STATUS MESSAGE ARGUMENT...: ends with STATUS and MESSAGE as the first line of its errors.
# Standard input is $dir/input.
fails()
{
    fails_status=$1
    fails_message="pfx: $2"
    shift 2
    "$pfx" "$@" <"$dir/input" >"$dir/got" 2>"$dir/errors"
    is "$?: $(head -n 1 "$dir/errors")" "$fails_status: $fails_message" "$* fails"
}

# Must be the last command of a test.
finish()
{
    echo "1..$checks"
    exit 0
}
