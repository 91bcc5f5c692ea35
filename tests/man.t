#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The manual: clean pages, one for every function, and code that stands in an example.
set -u
. "${top_srcdir:=..}/tests/support/tap.sh"

man=$top_srcdir/man
stubs=$top_builddir/man/stubs
functions=$( (header_functions; header_functions mpi.h) | sort)
[ "$(printf '%s\n' "$functions" | wc -l)" -ge 40 ]
ok $? 'functions are found in the header' "$functions"

for page in "$man"/*.[137]; do
    name=${page##*/}
    if have mandoc; then
        found=$(mandoc -T lint -W warning "$page" 2>&1)
        is "$found" '' "$name has no warnings"
    else
        skip "$name has no warnings" 'no mandoc'
    fi
done

# Sections that every page about functions has, and lines that a terminal shows whole.
for page in "$man"/*.3; do
    missing=
    for section in LIBRARY SYNOPSIS 'RETURN VALUES' EXAMPLES ERRORS 'THREAD SAFETY' 'SEE ALSO' HISTORY CAVEATS; do
        grep -qx ".Sh $section" "$page" || missing="$missing $section;"
    done
    is "$missing" '' "${page##*/} has all sections"
done
# Every page with a context says in its DESCRIPTION what NULL stands for, in these words.
silent=
for page in $(grep -l '^\.F[na].*"prefix_ctx \*ctx"' "$man"/*.3); do
    sed -n '/^\.Sh DESCRIPTION/,/^\.Sh RETURN/p' "$page" | tr '\n' ' ' |
        grep -q "\.Fa ctx may be \.Dv NULL , which stands for the \(calling thread's \)\{0,1\}default context[ .]" ||
        silent="$silent ${page##*/}"
done
is "$silent" '' 'pages say what a context of NULL is'
grep -qx '.Sh THREAD SAFETY' "$man/prefix_backend.7"
ok $? 'prefix_backend.7 says what may run at once'
if have mandoc; then
    backspace=$(printf '\b')
    for page in "$man"/*.[137]; do
        is "$(mandoc -T ascii "$page" | sed "s/.$backspace//g" | awk 'length > 80')" '' "${page##*/} fits 80 columns"
    done
else
    skip 'the pages fit 80 columns' 'no mandoc'
fi
if have groff; then
    is "$(groff -mandoc -w break -rLL=78n -T ascii "$man"/*.[137] 2>&1 >/dev/null)" '' 'groff can break the lines of the pages'
else
    skip 'groff can break the lines of the pages' 'no groff'
fi

# A function's page is its own, or the one that its stub leads to; there it stands in NAME and SYNOPSIS.
failed=
for function in $functions; do
    page=$man/$function.3
    if [ ! -f "$page" ]; then
        target=$(sed -n 's,^\.so man3/\(prefix_[a-z_]*\.3\)$,\1,p' "$stubs/$function.3" 2>/dev/null)
        # Without --with-mpi, pages about MPI are not installed, and have no stubs.
        case $function in
        prefix_mpi_*) target=${target:-$(cd "$man" && grep -lx "\.Nm $function\( ,\)\{0,1\}" prefix_mpi_*.3)} ;;
        esac
        page=$man/${target:-$function.3}
    fi
    grep -q "^\.Nm $function\( ,\)\{0,1\}\$" "$page" 2>/dev/null &&
        grep -q "^\.F[no] $function\( \|\$\)" "$page" || failed="$failed $function"
done
is "$failed" '' 'every function has a page'

named=$(sed -n 's/^\.Nm \(prefix_[a-z_]*\)\( ,\)\{0,1\}$/\1/p' "$man"/*.3 | sort -u)
is "$named" "$functions" 'the pages name the functions of the header and no others'

# The prototypes under SYNOPSIS, and those of the header, one a line.
page_prototypes()
{
    awk '
        function argument(text) { arguments = arguments (arguments == "" ? "" : ", ") text }
        function prototype() { print type (type ~ /\*$/ ? "" : " ") name "(" arguments ")" }
        /^\.Sh / { synopsis = $2 == "SYNOPSIS" }
        !synopsis { next }
        /^\.Ft / { type = substr($0, 5) }
        /^\.F[no] / { name = $2; arguments = "" }
        /^\.Fn / {
            rest = substr($0, index($0, name) + length(name) + 1)
            while (match(rest, /"[^"]*"|[^ "]+/)) {
                text = substr(rest, RSTART, RLENGTH)
                gsub(/"/, "", text)
                argument(text)
                rest = substr(rest, RSTART + RLENGTH)
            }
            prototype()
        }
        /^\.Fa / { text = substr($0, 5); gsub(/"/, "", text); argument(text) }
        /^\.Fc/ { prototype() }
    ' "$man"/*.3 | sort
}
header_prototypes()
{
    sed -e ':again' -e '/\\$/{' -e N -e 's/\\\n//' -e 't again' -e '}' -e '/^#/d' "$top_srcdir/include/prefix/prefix.h" \
        "$top_srcdir/include/prefix/mpi.h" | tr '\n' ' ' |
        sed 's,/\*[^*]*\**\([^/*][^*]*\*\**\)*/,,g; s/PREFIX_NODISCARD //g' | tr ';' '\n' | tr -s ' ' |
        sed -n 's/^ *PREFIX_API \(.*)\) PREFIX_NOTHROW *$/\1/p
                s/^ *\(typedef [^(]*(\*prefix_[^;]*)\) *$/\1/p' | sort
}
is "$(page_prototypes)" "$(header_prototypes)" 'the pages have the prototypes of the header'
is "$(header_prototypes | sed -n 's/^[^(]*[ *]\(prefix_[a-z0-9_]*\)(.*/\1/p' | sort)" "$functions" 'of all its functions'

# 14-names prints what the library says.
listed=$(awk '
    /^\.It (types|operators|kinds|algorithms)$/ { printf "%s%s:", lines++ ? "\n" : "", $2; on = 1 }
    /^\.El/ { on = 0 }
    on && /^\.Li / { gsub(/\\-/, "-"); for (i = 2; i <= NF; i++) if ($i != ",") printf " %s", $i }
    END { print "" }' "$man/prefix_type_name.3")
is "$listed" "$("$top_builddir/examples/14-names")" 'prefix_type_name(3) lists all names of the library'
numbers=$(sed -n 's/^\.Dv \(PREFIX_[A-Z0-9_]*\) No \([0-9]*\).*/\1 = \2/p' "$man/prefix_type_name.3")
is "$numbers" "$(sed -n 's/^ *\(PREFIX_[A-Z0-9_]* = [0-9]*\).*/\1/p' "$top_srcdir/include/prefix/prefix.h")" \
    'prefix_type_name(3) has the numbers of all constants'

# In the table of libprefix(7) a page follows its functions; below SEE ALSO there are all pages.
failed=
for pair in $(sed -n '/^\.Ss What to call/,/^\.El/p' "$man/libprefix.7" | awk '
    $1 == ".Fn" { functions[++count] = $2 }
    $1 == ".Xr" { while (count) print functions[count--] ":" $2 "." $3 }'); do
    grep -q "^\.Nm ${pair%:*}\( ,\)\{0,1\}\$" "$man/${pair#*:}" || failed="$failed $pair"
done
is "$failed" '' 'libprefix(7) finds the page of each task'
is "$(sed -n '/^\.Sh SEE ALSO/,/^\.El/s/^\.It Xr \(prefix_[a-z_]*\) 3$/\1.3/p' "$man/libprefix.7")" \
    "$(cd "$man" && ls ./*.3 | sed 's,^\./,,')" 'libprefix(7) lists the pages of section 3'

failed=
for link in $(sed -n 's/^\.Xr \(\(lib\)\{0,1\}prefix[a-z_-]*\) \([137]\).*/\1.\3/p' "$man"/*.[137] | sort -u); do
    [ -f "$man/$link" ] || [ -f "$stubs/$link" ] || grep -qx "\.Nm ${link%.3} ," "$man"/prefix_mpi_*.3 ||
        failed="$failed $link"
done
is "$failed" '' 'cross-references lead to pages'

# The code that pages show stands in an example line by line.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
for page in "$man"/*.[37]; do
    awk -f "$top_srcdir/tests/excerpts.awk" "$page" >"$work/shown"
    [ -s "$work/shown" ] || echo "${page##*/}: shows no code"
    awk -v page="${page##*/}" '
        FNR == 1 { file++ }
        file < ARGC - 1 { texts[file] = (FNR == 1 ? "\n" : texts[file]) $0 "\n"; next }
        { shown = shown $0 "\n" }
        END {
            count = split(shown, blocks, "\f")
            for (i = 1; i < count; i++) {
                found = 0
                for (j in texts)
                    found = found || index(texts[j], "\n" blocks[i])
                if (!found)
                    print page ": not in any example:\n" blocks[i]
            }
        }
    ' "$top_srcdir"/examples/*.c "$top_srcdir"/examples/cmake/*.txt "$top_srcdir"/examples/meson/*.build "$work/shown"
done >"$work/messages" 2>&1
is "$(cat "$work/messages")" '' 'the code in the pages stands in the examples'

# compile ARGUMENT...: by the compiler of the library, where CUDA's headers are found at their usual place.
compile()
{
    # shellcheck disable=SC2086
    (cd "$work" && ${CC:-cc} ${CFLAGS-} "-I${CUDA_HOME:-/usr/local/cuda}/include" "$@")
}

# It also compiles as it is pasted. What lacks headers comes after the code of prefix_strerror(3), and names that page.
common=$work/common.h
awk -v c=1 -f "$top_srcdir/tests/excerpts.awk" "$man/prefix_strerror.3" >"$common"
for page in "$man"/*.[37]; do
    name=${page##*/}
    awk -v c=1 -f "$top_srcdir/tests/excerpts.awk" "$page" >"$work/excerpts.c"
    before=
    if ! head -n 1 "$work/excerpts.c" | grep -q '^#include'; then
        before="-include $common"
        sed -n '/^\.Sh EXAMPLES/,/^\.Sh ERRORS/p' "$page" | grep -qx '\.Xr prefix_strerror 3 \.' ||
            echo "#error $name does not say what stands before" >>"$work/excerpts.c"
    fi
    flags=
    if grep -q 'prefix/mpi.h' "$work/excerpts.c"; then
        flags=${MPI_CPPFLAGS-}
        if [ -z "$flags" ]; then
            skip "$name: the code compiles" 'built without --with-mpi'
            continue
        fi
    fi
    if grep -q 'cuda_runtime' "$work/excerpts.c" &&
        ! echo '#include <cuda_runtime_api.h>' | compile -E - >"$work/messages" 2>&1; then
        skip "$name: the code compiles" 'no header of the CUDA runtime'
        continue
    fi
    # shellcheck disable=SC2086
    messages=$(compile -I "$(cd "$top_srcdir" && pwd)/include" $before $flags -fsyntax-only -Wall -Werror -Wno-unused-function \
        -Wno-unused-variable excerpts.c 2>&1)
    ok $? "$name: the code compiles" "$messages"
done
finish
