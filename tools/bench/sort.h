/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_TOOLS_BENCH_SORT_H
#define PREFIX_TOOLS_BENCH_SORT_H

#include <stddef.h>

#include "bench/case.h"

/* As bench_scan(), for one sort. */
int bench_sort(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t text_size);
const char *bench_sort_form(int index);

#endif
