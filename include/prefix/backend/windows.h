/* SPDX-License-Identifier: BSD-3-Clause */
/* Of the plugin ABI, <prefix/backend.h>: the work on neighbours in rows: moving windows and differences. */
#ifndef PREFIX_BACKEND_WINDOWS_H
#define PREFIX_BACKEND_WINDOWS_H

#include <stddef.h>

#include <prefix/backend/scan.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Moving windows: result i of a row is the combination of elements i - before to i - before + k - 1, less what lies
 * outside of it, in the order of libprefix(7) for windows; or of sums of floats, with mean, the quotient of that, in
 * f64, and the number of elements that are in the row.
 */
struct prefix_window_work {
    size_t size; /* of this struct, in bytes */
    /*
     * Forward and inclusive, by an operator and types that are built in and real, and always with a batch, of one row
     * if need be. in and out are disjoint; the carry is the identity, and there is no total.
     */
    const struct prefix_scan_work *scan;
    size_t k; /* at least 1 */
    size_t before; /* before and k - 1 - before are less than n */
    int mean; /* 0 or 1 */
};

/*
 * Differences of neighbours: result i of a row is element i less the one before it, which undoes a sum. Integers wrap;
 * those of floats are rounded once to the output type.
 */
struct prefix_difference_work {
    size_t size; /* of this struct, in bytes */
    /*
     * Inclusive sums of real types, which are undone, forwards or in reverse, and always with a batch, of one row if
     * need be; no total. The carry is what stands before the first element. in and out are disjoint, or equal as are
     * all steps.
     */
    const struct prefix_scan_work *scan;
    /*
     * Not 0: there is one row, of neighbours, and what stands before its first element is the one before it in memory,
     * in reverse behind it. out may then also be such that each result lies where the element before it did.
     */
    int leads;
};

#ifdef __cplusplus
}
#endif

#endif
