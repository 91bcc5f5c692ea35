/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_TOOLS_BENCH_RECURRENCE_H
#define PREFIX_TOOLS_BENCH_RECURRENCE_H

#include <stddef.h>

#include "bench/case.h"

/* As bench_scan(), for one recurrence, a filter or what is exponentially weighted. */
int bench_recurrence(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t size);
const char *bench_recurrence_form(int index);

#endif
