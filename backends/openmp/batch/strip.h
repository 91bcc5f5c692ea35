/* SPDX-License-Identifier: BSD-3-Clause */
/* A strip: many rows of a batch in step, so that a vector has an element of each of some. */
#ifndef PREFIX_BACKENDS_OPENMP_BATCH_STRIP_H
#define PREFIX_BACKENDS_OPENMP_BATCH_STRIP_H

#include "shared/rows.h"
#include "threads/tuning.h"
#include "tile/pipeline.h"

#define STRIP_ROWS PREFIX__OPENMP_STRIP_BYTES /* at most; of single bytes */
#define STRIP_BUFFER 16384                    /* bytes of what is brought together */

/* The memory of one thread. */
struct prefix__openmp_strip {
    size_t count; /* rows */
    struct prefix__row row[STRIP_ROWS];
    struct prefix__openmp_columns columns;
    _Alignas(LINE_BYTES) char carry[2 * PREFIX__OPENMP_STRIP_BYTES];
    char before_row[PREFIX__OPENMP_STRIP_BYTES], last[PREFIX__OPENMP_STRIP_BYTES];
    char blocks[4][PREFIX__OPENMP_STRIP_BYTES];
    char raw[STRIP_BUFFER], mapped[STRIP_BUFFER]; /* as it is in the arrays, and as the kernel takes it */
};

/*
 * How rows are cut into strips. Where they are neighbours in memory, a strip has whole lines of them, as its kernel
 * wants, or the rest; others are brought together.
 */
struct prefix__openmp_strips {
    size_t group, per_group; /* rows that are neighbours, and strips of them */
    size_t rows, whole;      /* of a strip; of a group those in strips of whole lines */
    size_t count;            /* strips in all */
    int are_neighbours;
};

struct prefix__openmp_strips prefix__openmp_cut_strips(const struct prefix__openmp_pipeline *p,
                                                       const struct prefix__rows *rows, size_t threads);
/* Scans the rows of a strip, or where there is no output reduces them. */
void prefix__openmp_strip_scan(struct prefix__openmp_strip *strip, const struct prefix__openmp_pipeline *p,
                               const struct prefix__rows *rows, const struct prefix__openmp_strips *strips, size_t k);
/* The carry behind a row of the strip. */
uint64_t prefix__openmp_strip_carry(const struct prefix__openmp_strip *strip, const struct prefix__openmp_pipeline *p,
                                    size_t r);

#endif
