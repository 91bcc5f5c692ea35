# SPDX-License-Identifier: BSD-3-Clause
# The Test Anything Protocol for tests in shell, which source this file and end with `finish`.
LC_ALL=C
export LC_ALL
: "${top_builddir:=..}"
tap_number=0

# ok STATUS DESCRIPTION [DETAIL]: STATUS is 0 for a check that passed.
ok()
{
    tap_number=$((tap_number + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $tap_number - $2"
        return
    fi
    echo "not ok $tap_number - $2"
    [ -z "${3-}" ] || printf '%s\n' "$3" | sed 's/^/# /' >&2
}

# is ACTUAL EXPECTED DESCRIPTION
is()
{
    [ "$1" = "$2" ]
    ok $? "$3" "got:
$1
expected:
$2"
}

# skip DESCRIPTION REASON
skip()
{
    tap_number=$((tap_number + 1))
    echo "ok $tap_number - $1 # SKIP $2"
}

have()
{
    command -v "$1" >/dev/null 2>&1
}

finish()
{
    echo "1..$tap_number"
    exit 0
}

# header_functions [HEADER]: the functions that a public header declares, prefix.h if none is named, sorted, one a line.
header_functions()
{
    tr '\n' ' ' <"$top_srcdir/include/prefix/${1:-prefix.h}" | tr ';' '\n' |
        sed -n 's/.*PREFIX_API[^(]*[ *]\(prefix_[a-z0-9_]*\)(.*/\1/p' | sort
}
