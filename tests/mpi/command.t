#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# pfx-mpi: ranks that read parts of a file come to what pfx comes to by itself.
set -u
. "${top_srcdir:=..}/tests/support/tap.sh"
. "$top_srcdir/tests/mpi/ranks.sh"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
pfx=$top_builddir/pfx
LIBPREFIX_BACKEND=serial
export LIBPREFIX_BACKEND

# alike RANKS OPTION... FILE: of a scan
alike()
{
    ranks=$1
    shift
    "$pfx" scan --wrap -o "$work/wanted.$kind" "$@" >"$work/messages" 2>&1 || cat "$work/messages" >&2
    rm -f "$work/got.$kind"
    # What pfx has to be told, names tell pfx-mpi.
    for word; do
        shift
        [ "$word" = --format ] || [ "$word" = raw ] || set -- "$@" "$word"
    done
    messages=$(start $ranks "$MPIRUN" "$top_builddir/pfx-mpi" scan -o "$work/got.$kind" "$@")
    cmp -s "$work/got.$kind" "$work/wanted.$kind"
    ok $? "on $ranks ranks: scan $*" "$messages"
}

# refused STATUS MESSAGE ARGUMENT...: without ranks
refused()
{
    status=$1 wanted=$2
    shift 2
    messages=$("$top_builddir/pfx-mpi" "$@" 2>&1)
    is "$?: $(printf '%s\n' "$messages" | head -n 1)" "$status: pfx-mpi: $wanted" "$*: refused"
}

if [ ! -x "$top_builddir/pfx-mpi" ]; then
    skip 'a file in parts' 'built without --with-mpi'
elif ! starts "${MPIRUN-}"; then
    skip 'a file in parts' "${MPIRUN:-mpirun} starts no processes"
else
    awk 'BEGIN { srand(4713); for (i = 0; i < 150000; i++) print rand() - 0.25 }' >"$work/numbers"
    "$pfx" scan --type f32 --output-format raw "$work/numbers" >"$work/array.raw"
    "$pfx" scan --type f64 -o "$work/array.npy" "$work/numbers"
    seq 40000 | "$pfx" scan --type u16 --wrap -o "$work/counts.npy" -
    seq 3 | "$pfx" scan --type i32 -o "$work/few.npy" -
    for ranks in 1 2 3 5; do
        kind=raw
        alike $ranks --format raw --type f32 "$work/array.raw"
        alike $ranks --format raw --type f32 --reverse --exclusive --init 0.5 --output-type f64 "$work/array.raw"
        kind=npy
        alike $ranks "$work/array.npy"
        alike $ranks --reverse "$work/array.npy"
        alike $ranks --op max --exclusive --output-type u64 "$work/counts.npy"
        alike $ranks --output-type i32 "$work/few.npy"
        is "$(start $ranks "$MPIRUN" "$top_builddir/pfx-mpi" reduce "$work/array.npy")" \
            "$("$pfx" reduce "$work/array.npy")" "on $ranks ranks: reduce"
    done
    refused 2 'a command is missing: scan or reduce'
    refused 2 "unknown command 'sort'" sort
    refused 2 'scan needs --output' scan "$work/array.npy"
    refused 2 'one FILE is reduced' reduce
    refused 2 'unknown option --exclusive' reduce --exclusive "$work/array.npy"
    cp "$work/few.npy" "$work/kept.npy"
    messages=$(start 3 "$MPIRUN" "$top_builddir/pfx-mpi" scan -o "$work/kept.npy" "$work/none.npy")
    [ $? -ne 0 ] && printf '%s\n' "$messages" | grep -q 'pfx-mpi: .*none.npy: No such file' &&
        cmp -s "$work/few.npy" "$work/kept.npy" && [ "$(find "$work" -name 'kept.npy*' | wc -l)" -eq 1 ]
    ok $? 'a file that is not there: all ranks end, and the output is as it was' "$messages"
fi
finish
