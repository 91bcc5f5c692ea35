#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs nvcc (NVCC in the environment) with a C compiler's options: libtool gives it those for
# position-independent code, which nvcc must hand on to the host compiler.
set -e
n=$#
while [ "$n" -gt 0 ]; do
    argument=$1
    shift
    n=$((n - 1))
    case $argument in
    -fPIC | -fpic | -fPIE | -fpie | -fno-* | -fexceptions | -fvisibility=* | -pthread) set -- "$@" -Xcompiler "$argument" ;;
    *) set -- "$@" "$argument" ;;
    esac
done
exec "${NVCC:-nvcc}" "$@"
