/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_TOOLS_BENCH_CATALOGUE_H
#define PREFIX_TOOLS_BENCH_CATALOGUE_H

#include "bench/case.h"

/* What pfx bench catalogue measures, and a row of its table. */
int bench_catalogue_size(void);
void bench_catalogue_entry(int index, int *algorithm, int *block);
void bench_catalogue_row(const struct bench_row *row);

#endif
