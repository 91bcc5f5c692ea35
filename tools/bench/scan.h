/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_TOOLS_BENCH_SCAN_H
#define PREFIX_TOOLS_BENCH_SCAN_H

#include <stddef.h>

#include "bench/case.h"

/*
 * Measures one row, of a scan or a reduction. Returns PREFIX_OK, or PREFIX_ERROR_UNSUPPORTED with the
 * reason in text when the row makes no sense; all other errors end the command.
 */
int bench_scan(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t size);

#endif
