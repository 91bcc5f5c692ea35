#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# usage: summary.sh BUILDDIR
# Counts the checks of the last `make check` in a build folder and prints `N passed, N failed,
# N skipped`. A test that crashed, broke its plan or left no result counts as failed; each test
# that failed is named first. Exit status 1 if anything failed or nothing ran.
set -eu
cd "${1:?usage: summary.sh BUILDDIR}"

passed=0 failed=0 skipped=0
for log in $(find tests -name '*.log' | sort); do
    results=${log%.log}.trs
    if [ ! -f "$results" ]; then
        echo "$log: no result"
        failed=$((failed + 1))
        continue
    fi
    # XPASS is an unexpected pass, hence a failure, and no plan or a crash is an ERROR.
    counts=$(awk '
        $1 == ":test-result:" {
            if ($2 == "PASS" || $2 == "XFAIL") passed++
            else if ($2 == "SKIP") skipped++
            else { failed++; print FILENAME ": " substr($0, 15) > "/dev/stderr" }
        }
        END { if (!NR || !(passed + failed + skipped)) failed++; print passed + 0, failed + 0, skipped + 0 }' "$results")
    set -- $counts
    passed=$((passed + $1)) failed=$((failed + $2)) skipped=$((skipped + $3))
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
