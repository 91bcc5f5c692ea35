#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: make check-valgrind
# A short run of the tests in which memory could be misused, under valgrind: any error, any block
# that is lost for good, and any failed check ends with status 1. There are no suppressions.
# LIBTOOL and the variables of `make check` come from the makefile.
command -v valgrind >/dev/null || { echo "there is no valgrind" >&2; exit 1; }
export LIBPREFIX_TEST_LEVEL=short
status=0
for run in "api/conformance serial" "api/conformance openmp" \
    api/arguments.t api/fork.t api/loader.t api/selection.t api/threads.t cuda/cache.t cuda/cache_folder.t; do
    [ -f "tests/${run%% *}" ] || continue # loader.t is not built without plugins
    output=$($LIBTOOL --mode=execute valgrind --quiet --leak-check=full --error-exitcode=9 \
        --show-leak-kinds=definite,indirect --errors-for-leak-kinds=definite,indirect tests/$run 2>&1)
    if [ $? -eq 0 ] && ! printf '%s\n' "$output" | grep -qE '^not ok|^=='; then
        echo "clean: $run, $(printf '%s\n' "$output" | grep -c '^ok') checks"
    else
        printf '%s\n' "$output" | grep -vE '^ok' >&2
        echo "not clean: $run"
        status=1
    fi
done
exit $status
