#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
exec "${top_builddir:-.}/tests/api/conformance" cuda
