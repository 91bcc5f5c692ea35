#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The examples print what they should.
exec "$top_srcdir/examples/expect.sh" "$top_builddir/examples"
