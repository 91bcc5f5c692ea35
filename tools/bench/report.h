/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_TOOLS_BENCH_REPORT_H
#define PREFIX_TOOLS_BENCH_REPORT_H

#include "bench/case.h"

enum bench_format { BENCH_TABLE, BENCH_CSV, BENCH_JSON, BENCH_CATALOGUE };

/* The first row begins the report. */
void bench_report_row(int format, const struct bench_row *row);
void bench_report_end(int format);

#endif
