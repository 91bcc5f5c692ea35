# SPDX-License-Identifier: BSD-3-Clause
# PREFIX_MPI: libprefix_mpi, for the MPI whose compiler wrapper is named.
#
# --with-mpi takes the wrapper from MPICC, or mpicc in PATH, or is its name; asked for and missing is an error. The
# wrapper says with -show how its MPI is compiled for and linked; CC compiles.
#
# Sets with_mpi (yes or no), mpi_summary, the conditional WITH_MPI, and the variables MPICC, MPIRUN, MPI_CFLAGS,
# MPI_CPPFLAGS (the same, as headers of the system) and MPI_LIBS.

# _PREFIX_MPI_FLAGS: what the wrapper adds for the compiler and for the linker.
AC_DEFUN([_PREFIX_MPI_FLAGS], [
  MPI_CFLAGS= MPI_CPPFLAGS= MPI_LIBS=
  for mpi_word in `$MPICC -show 2>&AS_MESSAGE_LOG_FD`; do
    AS_CASE([$mpi_word],
      [-I*], [MPI_CFLAGS="$MPI_CFLAGS $mpi_word"
              MPI_CPPFLAGS="$MPI_CPPFLAGS -isystem `AS_ECHO([$mpi_word]) | sed 's/^-I//'`"],
      [-D*], [MPI_CFLAGS="$MPI_CFLAGS $mpi_word"
              MPI_CPPFLAGS="$MPI_CPPFLAGS $mpi_word"],
      [-L*|-l*|-pthread|-Wl,-rpath*], [MPI_LIBS="$MPI_LIBS $mpi_word"])
  done
])

AC_DEFUN([PREFIX_MPI], [
  AC_ARG_WITH([mpi],
    [AS_HELP_STRING([--with-mpi@<:@=MPICC@:>@], [build libprefix_mpi, by the MPI of this wrapper @<:@default=no@:>@])],
    [], [with_mpi=no])
  AC_ARG_VAR([MPICC], [the compiler wrapper of the MPI for --with-mpi])
  AC_ARG_VAR([MPIRUN], [the command that starts programs of this MPI, for tests])
  mpi_summary=no
  AS_IF([test "x$with_mpi" != xno], [
    AS_CASE([$with_mpi], [yes], [AC_CHECK_PROGS([MPICC], [mpicc])], [MPICC=$with_mpi])
    AC_MSG_CHECKING([for MPI])
    mpi_found=no
    AS_IF([test -n "$MPICC"], [
      _PREFIX_MPI_FLAGS
      save_CPPFLAGS=$CPPFLAGS
      save_LIBS=$LIBS
      CPPFLAGS="$CPPFLAGS $MPI_CPPFLAGS"
      LIBS="$MPI_LIBS $LIBS"
      AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]], [[int is; return MPI_Initialized(&is);]])], [mpi_found=yes])
      CPPFLAGS=$save_CPPFLAGS
      LIBS=$save_LIBS])
    AC_MSG_RESULT([$mpi_found])
    AS_IF([test $mpi_found = no], [AC_MSG_ERROR([--with-mpi: ${MPICC:-mpicc} has no MPI that links (see config.log)])])
    AS_IF([test "x$enable_shared" = xno], [AC_MSG_ERROR([--with-mpi: libprefix_mpi is a shared library])])
    AS_IF([test -z "$MPIRUN"],
      [AC_PATH_PROGS([MPIRUN], [`AS_ECHO(["$MPICC"]) | sed 's/mpicc\(@<:@^/@:>@*\)$/mpirun\1/'` mpirun mpiexec])])
    mpi_summary="yes, by $MPICC"
    with_mpi=yes])
  AM_CONDITIONAL([WITH_MPI], [test "x$with_mpi" = xyes])
  AC_SUBST([MPI_CFLAGS])
  AC_SUBST([MPI_CPPFLAGS])
  AC_SUBST([MPI_LIBS])
])
