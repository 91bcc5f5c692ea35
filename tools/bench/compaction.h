/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_TOOLS_BENCH_COMPACTION_H
#define PREFIX_TOOLS_BENCH_COMPACTION_H

#include <stddef.h>

#include "bench/case.h"

/* As bench_scan(), for one form of compaction; the forms by their number, NULL past the last. */
int bench_compaction(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t size);
const char *bench_compaction_form(int index);

#endif
