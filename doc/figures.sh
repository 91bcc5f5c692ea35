#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: doc/figures.sh [PREFIX [BACKEND [MACHINE]]]
# Measures what the command PREFIX of this tree does on this machine into doc/performance/, one file a machine, and
# makes doc/performance.md, doc/performance.svg and the table of README.md from all that lie there. Without arguments,
# only the latter. BACKEND is openmp by default. MACHINE is the title, and in small letters the name of the file: by
# default the model of the CPU with its threads, or of the GPU. `make figures` passes the compiler in CC.
set -eu
LC_ALL=C
export LC_ALL
folder=$(cd "$(dirname "$0")" && pwd)
top=$(dirname "$folder")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# What is measured, and how often.
repeat=9
types=i8,i32,i64,f32,f64,f16
cpu_sizes=2^14,2^20,2^24,2^27
gpu_sizes=2^14,2^20,2^24,2^28
forms='*-by-*/1,*-by-*/7,*-by-*/500,*-by-*/random'

# What goes into JSON and SVG needs no escapes.
plain()
{
    tr -d '"\\<>&\r' | tr -s ' \t\n' ' ' | sed 's/^ //;s/ $//'
}

# Prints the name of the device that the backend works on.
device()
{
    if [ "$backend" = cuda ]; then
        "$prefix" info | sed -n '/^cuda /,/^[a-z]* /s/^ *device 0: //p'
    else
        sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1 |
            sed 's/([RTM]*)//g;s/ CPU//;s/ Processor//;s/ @.*//'
    fi | plain
}

# Prints the commit of the tree, with a + where its sources differ from it.
commit()
{
    hash=$(git -C "$top" log -1 --format=%h 2>/dev/null) || return 0
    git -C "$top" diff --quiet HEAD -- include lib backends tools && echo "$hash" || echo "$hash+"
}

# bench ARGUMENT...: one run, as an object of the list "runs"
bench()
{
    echo "pfx bench $*"
    # The shell would expand the patterns: the file shows them quoted.
    command=$(printf '%s ' "$@" | sed "s/[^ ]*\*[^ ]*/'&'/")
    "$prefix" bench "$@" >"$work/rows"
    printf '%s{"command": "pfx bench %s", "result":\n' "$separator" "${command% }" >>"$work/json"
    cat "$work/rows" >>"$work/json"
    printf '}' >>"$work/json"
    separator=',
'
}

measure()
{
    sizes=$cpu_sizes large=2^24
    title=$(device)
    [ "$backend" = cuda ] && sizes=$gpu_sizes large=2^28 || title="$title, $(nproc) threads"
    title=$(printf %s "${machine:-$title}" | plain)
    file=$(printf %s "$title" | tr 'A-Z' 'a-z' | tr -cs 'a-z0-9' '-' | sed 's/^-//;s/-$//')
    cat >"$work/json" <<END
{
"machine": "$title",
"device": "$(device)",
"backend": "$backend",
"version": "$("$prefix" --version | head -n 1 | plain)",
"commit": "${COMMIT-$(commit)}",
"compiler": "$({ [ -z "${CC-}" ] || $CC --version; } 2>/dev/null | head -n 1 | plain)",
"date": "$(date -u +%Y-%m-%d)",
"runs": [
END
    separator=
    set -- --backend "$backend" --repeat $repeat --json
    bench scan --type $types --n $sizes "$@"
    bench reduce --type i32,f32 --n $sizes "$@"
    bench compaction --type i32 --n $large "$@"
    bench segments --type i32,f32 --n $large --form "$forms" "$@"
    printf '\n]}\n' >>"$work/json"
    mkdir -p "$folder/performance"
    cat "$work/json" >"$folder/performance/$file.json"
    echo "Written: doc/performance/$file.json"
}

render()
{
    set -- "$folder"/performance/*.json
    [ -f "$1" ] || { echo "figures.sh: doc/performance has no file yet" >&2; exit 1; }
    awk -f "$folder/performance.awk" -v part=page "$@" >"$work/page"
    awk -f "$folder/performance.awk" -v part=chart "$@" >"$work/chart"
    sed -n '/^<!-- speed: begin/,/^<!-- speed: end/p' "$work/page" >"$work/table"
    awk -v table="$work/table" '
        /^<!-- speed: begin/ { while ((getline line < table) > 0) print line; inside = 1 }
        !inside
        /^<!-- speed: end/ { inside = 0 }' "$top/README.md" >"$work/readme"
    cat "$work/page" >"$folder/performance.md"
    cat "$work/chart" >"$folder/performance.svg"
    cmp -s "$work/readme" "$top/README.md" || cat "$work/readme" >"$top/README.md"
}

prefix=${1-} backend=${2:-openmp} machine=${3-}
[ -z "$prefix" ] || measure
render
