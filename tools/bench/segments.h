/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_TOOLS_BENCH_SEGMENTS_H
#define PREFIX_TOOLS_BENCH_SEGMENTS_H

#include <stddef.h>

#include "bench/case.h"

/* As bench_scan(), for one call on segments of one mix. */
int bench_segments(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t size);
const char *bench_segments_form(int index);
int bench_segments_has_op(const char *form);

#endif
