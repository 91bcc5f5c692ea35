#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Prints the version that include/prefix/version.h states, without a newline (for AC_INIT).
header=$(dirname "$0")/../include/prefix/version.h
sed -n 's/^#define PREFIX_VERSION_STRING "\(.*\)"$/\1/p' "$header" | tr -d '\n'
