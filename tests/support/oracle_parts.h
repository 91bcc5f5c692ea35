/* SPDX-License-Identifier: BSD-3-Clause */
/* What the oracle's own files share. */
#ifndef ORACLE_PARTS_H
#define ORACLE_PARTS_H

#include "oracle.h"

/* The canonical order's rows and tiles. */
enum { ROW_BYTES = 512, ROWS_OF_A_TILE = 64 };

/* Operators: of integers in the type's range, wrapped into it. */
oracle_wide oracle_integer_apply(int op, int type, oracle_wide earlier, oracle_wide later);
oracle_wide oracle_integer_identity(int op, int type);
/* Of floats: the exact result, or for sums and products the f64 nearest to it. */
double oracle_float_apply(int op, double earlier, double later);
double oracle_float_identity(int op);
/* Where element i of the scan of n, in its own direction, lies in an array. */
size_t oracle_index_of(const struct oracle_scan *scan, size_t n, size_t i);

#endif
