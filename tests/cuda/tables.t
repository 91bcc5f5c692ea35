#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The tables of kernels are constants: several threads may look at them for the first time at once, and nothing guards
# variables that a function makes when it is first called (-fno-threadsafe-statics).
. "${top_srcdir:=..}/tests/support/tap.sh"

what='nothing in prefix_cuda.so is made when it is first used'
file=$top_builddir/.libs/prefix_cuda.so
if [ ! -f "$file" ]; then
    skip "$what" 'no CUDA backend in this build'
elif ! have nm; then
    skip "$what" 'no nm (binutils)'
else
    # nvcc's stubs have variables of their own, which no launch by the driver comes to.
    made=$(nm -C "$file" | sed -n '/__device_stub__/d; s/.* guard variable for //p')
    is "$made" '' "$what"
    echo "# prefix_cuda.so has $(nm -C "$file" | grep -c 'guard variable for __device_stub') kernels"
fi
finish
