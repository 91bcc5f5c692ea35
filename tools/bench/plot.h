/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_TOOLS_BENCH_PLOT_H
#define PREFIX_TOOLS_BENCH_PLOT_H

#include "bench/case.h"

/* Ends the command unless the path is one that can be drawn; then rows, and the picture. */
void bench_plot_check(const char *path);
void bench_plot_row(const struct bench_row *row);
void bench_plot_end(const char *path, int bars);

#endif
