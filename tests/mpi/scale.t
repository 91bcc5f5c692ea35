#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# doc/scale.md has the tables that the simulation makes, and the simulation agrees with the model.
set -u
. "${top_srcdir:=..}/tests/support/tap.sh"

tables=$("$top_builddir/tests/mpi/scale")
ok $? 'model and simulation agree' "$tables"
# But for what was measured.
is "$(sed '/^## On one machine$/,/^## Exact plans$/d' "$top_srcdir/doc/scale.md" | grep '^|')" "$(printf '%s\n' "$tables" | grep '^|')" 'the tables of doc/scale.md'
finish
