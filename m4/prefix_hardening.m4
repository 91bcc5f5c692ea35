# SPDX-License-Identifier: BSD-3-Clause
# PREFIX_HARDENING: what makes faults of memory harder to abuse, where the compiler and the linker have it.
#
# Each flag is tried with the user's own and without a warning allowed: _FORTIFY_SOURCE is left out of a build that
# is not optimised, or whose compiler or flags have an opinion of it.
#
# Sets HARDENING_CFLAGS and HARDENING_LDFLAGS, and hardening_summary.

# _PREFIX_HARDENING_TRY(FLAG, VARIABLE): adds FLAG to VARIABLE if a program can be made with it.
AC_DEFUN([_PREFIX_HARDENING_TRY], [
  AC_MSG_CHECKING([whether $CC takes $1])
  CFLAGS="$save_CFLAGS -Werror $1"
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <stdio.h>
#if defined _FORTIFY_SOURCE && !defined __OPTIMIZE__
#error "not of use"
#endif
]], [[char line[64]; return fgets(line, 64, stdin) != 0;]])],
    [AC_MSG_RESULT([yes])
     AS_VAR_APPEND([$2], [" $1"])],
    [AC_MSG_RESULT([no])])
])

AC_DEFUN([PREFIX_HARDENING], [
  AC_ARG_ENABLE([hardening],
    [AS_HELP_STRING([--disable-hardening], [no stack protector, _FORTIFY_SOURCE, full RELRO and such])],
    [], [enable_hardening=yes])
  HARDENING_CFLAGS=
  HARDENING_LDFLAGS=
  AS_IF([test "x$enable_hardening" != xno], [
    save_CFLAGS=$CFLAGS
    _PREFIX_HARDENING_TRY([-fstack-protector-strong], [HARDENING_CFLAGS])
    _PREFIX_HARDENING_TRY([-fstack-clash-protection], [HARDENING_CFLAGS])
    _PREFIX_HARDENING_TRY([-fcf-protection], [HARDENING_CFLAGS])
    # Sanitizers do not know the functions that it calls.
    AS_CASE([" $CPPFLAGS $CFLAGS"], [*_FORTIFY_SOURCE* | *-fsanitize*], [],
      [_PREFIX_HARDENING_TRY([-D_FORTIFY_SOURCE=2], [HARDENING_CFLAGS])])
    _PREFIX_HARDENING_TRY([-Wl,-z,relro,-z,now], [HARDENING_LDFLAGS])
    CFLAGS=$save_CFLAGS
  ])
  AC_SUBST([HARDENING_CFLAGS])
  AC_SUBST([HARDENING_LDFLAGS])
  hardening_summary="$HARDENING_CFLAGS$HARDENING_LDFLAGS"
  AS_IF([test -z "$hardening_summary"], [hardening_summary=" no"])
])
