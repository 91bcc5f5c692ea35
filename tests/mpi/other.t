#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The same sources by an MPI that the build is not for, where there is one under Debian's names.
set -u
. "${top_srcdir:=..}/tests/support/tap.sh"
. "$top_srcdir/tests/mpi/ranks.sh"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

case $(${MPICC:-true} -show 2>/dev/null) in
*mpich*) other=openmpi ;;
*) other=mpich ;;
esac
if [ ! -x "$top_builddir/tests/mpi/scan" ]; then
    skip 'another MPI' 'built without --with-mpi'
elif ! have mpicc.$other || ! starts mpirun.$other; then
    skip "another MPI: $other" "no mpicc.$other or mpirun.$other that works"
else
    # compile ARGUMENT...
    compile()
    {
        # shellcheck disable=SC2086
        mpicc.$other ${CFLAGS-} -I"$top_srcdir/include" -I"$top_srcdir/lib" "$@" 2>&1
    }
    messages=$(cd "$work" && compile -c "$top_srcdir"/mpi/*.c "$top_srcdir/tests/mpi/ranks.c")
    ok $? "the library compiles by mpicc.$other" "$messages"
    for program in scan segments offset operator errors sort; do
        # shellcheck disable=SC2086
        messages=$(compile -o "$work/$program" "$top_srcdir/tests/mpi/$program.c" "$work"/*.o \
            "$top_builddir/tests/support/libsupport.a" -L"$top_builddir/.libs" -Wl,-rpath,"$top_builddir/.libs" \
            -lprefix ${LDFLAGS-})
        ok $? "$program compiles by mpicc.$other" "$messages"
        on 4 mpirun.$other "$work/$program"
    done
fi
finish
