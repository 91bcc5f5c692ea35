/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_TOOLS_BENCH_NAME_H
#define PREFIX_TOOLS_BENCH_NAME_H

#include "bench/case.h"

/* The form and after a / the algorithm, or that and after a / that of its blocks, if one is chosen. */
#define BENCH_NAME_MAX 48
void bench_name(const struct bench_case *what, char name[BENCH_NAME_MAX]);

#endif
