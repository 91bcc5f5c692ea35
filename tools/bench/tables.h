/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_TOOLS_BENCH_TABLES_H
#define PREFIX_TOOLS_BENCH_TABLES_H

#include <stddef.h>

#include "bench/case.h"

/* As bench_scan(), for one call on a table, an image or neighbours. */
int bench_tables(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t size);
const char *bench_tables_form(int index);
int bench_tables_has_op(const char *form);

#endif
