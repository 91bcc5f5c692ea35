#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# libprefix_mpi on 1 to 10 ranks, by the MPI that it was built for.
set -u
. "${top_srcdir:=..}/tests/support/tap.sh"
. "$top_srcdir/tests/mpi/ranks.sh"

programs=$top_builddir/tests/mpi
if [ ! -x "$programs/scan" ]; then
    skip 'scans over ranks' 'built without --with-mpi'
elif ! starts "${MPIRUN-}"; then
    skip 'scans over ranks' "${MPIRUN:-mpirun} starts no processes"
else
    for ranks in 1 2 3 5 10; do
        on $ranks "$MPIRUN" "$programs/scan"
        on $ranks "$MPIRUN" "$programs/segments"
        on $ranks "$MPIRUN" "$programs/offset"
        on $ranks "$MPIRUN" "$programs/operator"
        on $ranks "$MPIRUN" "$programs/errors"
        on $ranks "$MPIRUN" "$programs/sort"
    done
    # Where there is no device, and that is no failure, rank 0 says so.
    on 3 "$MPIRUN" "$programs/device" serial
    none=$(start 1 "$MPIRUN" "$programs/device" cuda | sed -n 's/^ok .*# SKIP //p')
    if [ -n "$none" ]; then
        skip 'device memory of ranks' "$none"
    else
        for ranks in 1 2 3 5; do
            on $ranks "$MPIRUN" "$programs/device" cuda
        done
    fi
fi
finish
