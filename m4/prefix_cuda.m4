# SPDX-License-Identifier: BSD-3-Clause
# PREFIX_CUDA: the CUDA toolkit.
#
# --with-cuda takes it from NVCC, the folder given, PATH, /usr/local/cuda or /opt/cuda, in this
# order; asked for and missing is an error. --with-nvcc-gencode takes nvcc's own -gencode options;
# by default there is machine code for the first architecture of each generation that nvcc knows,
# from sm_75 on (the later ones of a generation run it), and PTX for what comes: of compute_90, as
# that has bulk copies and serves all later ones. sm_110, of boards alone, runs the PTX.
#
# Sets with_cuda (yes or no), cuda_summary, the conditional WITH_CUDA, and the variables NVCC,
# NVCCFLAGS, NVCC_GENCODE, NVCC_COMPRESS, CUDA_CPPFLAGS, CUDA_LIBDIR and CUDA_LIBS.

# _PREFIX_CUDA_GENCODE: the architectures that nvcc lists, as -gencode options.
AC_DEFUN([_PREFIX_CUDA_GENCODE], [
  "$NVCC" --list-gpu-arch 2>/dev/null | sed -n 's/^compute_\(@<:@0-9@:>@@<:@0-9@:>@*\)$/\1/p' | sort -n |
    awk '$[]1 < 75 || int($[]1 / 10) == 11 { next }
         { generation = int($[]1 / 10)
           if (!(generation in seen)) {
             seen@<:@generation@:>@ = 1
             printf "-gencode arch=compute_%d,code=sm_%d ", $[]1, $[]1
           }
           if ($[]1 <= 90) ptx = $[]1 }
         END { if (ptx) printf "-gencode arch=compute_%d,code=compute_%d\n", ptx, ptx }'
])

# _PREFIX_CUDA_COMPRESS: the option by which NVCC compresses machine code best.
AC_DEFUN([_PREFIX_CUDA_COMPRESS], [
  AC_MSG_CHECKING([how $NVCC compresses machine code])
  echo '__global__ void kernel(int *x) { *x = 1; }' >conftest.cu
  NVCC_COMPRESS=--compress-mode=size # from 12.8 on
  AS_IF([AC_TRY_COMMAND(["$NVCC" $NVCC_COMPRESS -c -o conftest.o conftest.cu >&AS_MESSAGE_LOG_FD 2>&1])], [],
    [NVCC_COMPRESS="-Xfatbin -compress-all"])
  rm -f conftest.cu conftest.o
  AC_MSG_RESULT([$NVCC_COMPRESS])
])

# _PREFIX_CUDA_TRY: whether NVCC compiles a kernel and the linker finds its runtime.
AC_DEFUN([_PREFIX_CUDA_TRY], [
  cat >conftest.cu <<'_PREFIX_EOF'
__global__ void kernel(int *x) { *x = 1; }
extern "C" int prefix_conftest(void) { kernel<<<1, 1>>>(0); return 0; }
_PREFIX_EOF
  cuda_missing="$NVCC cannot compile (see config.log)"
  cuda_flags="-cudart static -fno-exceptions -fno-rtti -fno-threadsafe-statics -fPIC"
  cuda_compile="$SHELL $srcdir/build-aux/nvcc.sh $NVCC_GENCODE $NVCCFLAGS $cuda_flags -c -o conftest.o conftest.cu"
  AS_IF([AC_TRY_COMMAND([NVCC="$NVCC" $cuda_compile >&AS_MESSAGE_LOG_FD 2>&1])], [
    # nvcc knows where its headers and libraries are; gcc finds those of a distribution by itself.
    cuda_dryrun=`"$NVCC" -dryrun conftest.cu 2>&1`
    CUDA_CPPFLAGS=`AS_ECHO(["$cuda_dryrun"]) |
      sed -n 's/^#[$] INCLUDES="-I\(@<:@^"@:>@*\)".*/-isystem \1/p'`
    CUDA_LIBS=`AS_ECHO(["$cuda_dryrun"]) | sed -n 's/^#[$] LIBRARIES= *//p' | tr -d '"' | tr ' ' '\n' |
      grep -v '/stubs$' | tr '\n' ' '`
    CUDA_LIBS="$CUDA_LIBS -lcudart_static -ldl -lrt -lpthread"
    cuda_missing="the headers or libcudart_static of $NVCC are missing (see config.log)"
    cuda_link="$CC $CPPFLAGS $CUDA_CPPFLAGS -include cuda.h -include cuda_runtime_api.h -fPIC -shared"
    cuda_link="$cuda_link -Wl,-z,defs -o conftest.so -x c /dev/null -x none conftest.o $CUDA_LIBS"
    AS_IF([AC_TRY_COMMAND([$cuda_link >&AS_MESSAGE_LOG_FD 2>&1])],
      [cuda_missing=])])
  rm -f conftest.cu conftest.o conftest.so
])

AC_DEFUN([PREFIX_CUDA], [
  AC_ARG_WITH([cuda],
    [AS_HELP_STRING([--with-cuda@<:@=DIR@:>@],
      [build the CUDA backend, with the toolkit in DIR (default: when there is one)])],
    [], [with_cuda=check])
  AC_ARG_WITH([nvcc-gencode],
    [AS_HELP_STRING([--with-nvcc-gencode=OPTIONS], [nvcc's -gencode options (default: one of each generation from sm_75 on, and PTX)])],
    [], [with_nvcc_gencode=default])
  AC_ARG_VAR([NVCC], [the CUDA compiler])
  AC_ARG_VAR([NVCCFLAGS], [flags for the CUDA compiler])

  cuda_missing=
  NVCC_GENCODE=
  cuda_asked=$with_cuda
  AS_IF([test "x$with_cuda" != xno], [
    AS_CASE([$with_cuda],
      [yes|check], [cuda_path=$PATH$PATH_SEPARATOR/usr/local/cuda/bin$PATH_SEPARATOR/opt/cuda/bin],
      [cuda_path=$with_cuda/bin])
    AC_PATH_PROG([NVCC], [nvcc], [], [$cuda_path])
    AS_IF([test "x$NVCC" = x], [cuda_missing="no nvcc in $cuda_path"], [
      AS_CASE([$with_nvcc_gencode],
        [default|yes|no], [NVCC_GENCODE=`_PREFIX_CUDA_GENCODE`],
        [NVCC_GENCODE=$with_nvcc_gencode])
      AC_MSG_CHECKING([whether $NVCC works])
      AS_IF([test "x$NVCC_GENCODE" = x], [cuda_missing="$NVCC knows no architecture from sm_75 on"],
        [_PREFIX_CUDA_TRY])
      AS_IF([test "x$cuda_missing" = x], [AC_MSG_RESULT([yes])], [AC_MSG_RESULT([no])])
    ])
    AS_IF([test "x$cuda_missing" = x], [with_cuda=yes],
      [test "x$cuda_asked" != xcheck], [AC_MSG_ERROR([--with-cuda: $cuda_missing])],
      [with_cuda=no])
  ])
  AS_IF([test "x$with_cuda" = xyes],
    [_PREFIX_CUDA_COMPRESS
     cuda_version=`"$NVCC" --version | sed -n 's/.*release \(@<:@0-9.@:>@*\).*/\1/p'`
     cuda_archs=`AS_ECHO(["$NVCC_GENCODE"]) | tr ' ,' '\n\n' | sed -n 's/^code=//p' | tr '\n' ' '`
     # Where the toolkit's own libraries are, among them NVRTC.
     CUDA_LIBDIR=`AS_ECHO(["$CUDA_LIBS"]) | tr ' ' '\n' | sed -n 's/^-L//p' | sed 1q`
     cuda_summary="yes (nvcc $cuda_version: ${cuda_archs% })"],
    [cuda_summary=no
     AS_IF([test "x$cuda_missing" != x], [cuda_summary="no ($cuda_missing)"])])
  AC_SUBST([NVCC_GENCODE])
  AC_SUBST([NVCC_COMPRESS])
  AC_SUBST([CUDA_CPPFLAGS])
  AC_SUBST([CUDA_LIBDIR])
  AC_SUBST([CUDA_LIBS])
  AM_CONDITIONAL([WITH_CUDA], [test "x$with_cuda" = xyes])
])
