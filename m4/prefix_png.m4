# SPDX-License-Identifier: BSD-3-Clause
# PREFIX_PNG: libpng, for the images of the command.
#
# --with-png takes it from pkg-config, or from PNG_CFLAGS and PNG_LIBS where these are set; asked for and missing is
# an error. Sets with_png (yes or no), the conditional WITH_PNG, and the variables PNG_CFLAGS and PNG_LIBS.
AC_DEFUN([PREFIX_PNG], [
  AC_ARG_WITH([png],
    [AS_HELP_STRING([--with-png], [let pfx read and write PNG, through libpng @<:@default=auto@:>@])],
    [], [with_png=auto])
  AC_ARG_VAR([PKG_CONFIG], [the command pkg-config, which finds libpng])
  AC_ARG_VAR([PNG_CFLAGS], [how to compile for libpng, instead of what pkg-config says])
  AC_ARG_VAR([PNG_LIBS], [how to link libpng, instead of what pkg-config says])
  AS_IF([test "x$with_png" != xno], [
    AS_IF([test -z "$PKG_CONFIG"], [AC_PATH_TOOL([PKG_CONFIG], [pkg-config])])
    AS_IF([test -z "$PNG_LIBS" && test -n "$PKG_CONFIG"], [
      PNG_CFLAGS=`$PKG_CONFIG --cflags libpng 2>&AS_MESSAGE_LOG_FD`
      PNG_LIBS=`$PKG_CONFIG --libs libpng 2>&AS_MESSAGE_LOG_FD`])
    AC_MSG_CHECKING([for libpng])
    png_found=no
    save_CFLAGS=$CFLAGS
    save_LIBS=$LIBS
    CFLAGS="$CFLAGS $PNG_CFLAGS"
    LIBS="$PNG_LIBS $LIBS"
    AS_IF([test -n "$PNG_LIBS"],
      [AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <png.h>]], [[return png_access_version_number() == 0;]])],
        [png_found=yes])])
    CFLAGS=$save_CFLAGS
    LIBS=$save_LIBS
    AC_MSG_RESULT([$png_found])
    AS_IF([test "x$png_found$with_png" = xnoyes], [AC_MSG_ERROR([--with-png: no libpng (see config.log)])])
    with_png=$png_found])
  AM_CONDITIONAL([WITH_PNG], [test "x$with_png" = xyes])
  AS_IF([test "x$with_png" = xyes], [AC_DEFINE([HAVE_PNG], [1], [Define to 1 if pfx reads and writes PNG.])])
])
