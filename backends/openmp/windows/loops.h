/* SPDX-License-Identifier: BSD-3-Clause */
/* What moving windows are made by: vectors of values as narrow as results are, but for sums and products of floats. */
#ifndef PREFIX_BACKENDS_OPENMP_WINDOWS_LOOPS_H
#define PREFIX_BACKENDS_OPENMP_WINDOWS_LOOPS_H

#include "shared/window_tile.h"
#include "tile/pipeline.h"

struct prefix__openmp_window_loops {
    const struct prefix__openmp_isa *isa;
    prefix__openmp_combine_fn *combine;
    prefix__openmp_stage_fn *widen; /* NULL: elements are as wide as values */
    struct prefix__openmp_lowering lowering;
    int width;   /* log2 of a value's bytes */
    double zero; /* what is added to floats to be summed: +0, which makes -0 +0; to be multiplied: -0 */
    int out_type;
};

/* Ready for prefix__window_begin(). The loops stay as long as it is used. */
struct prefix__window prefix__openmp_window_of(const struct prefix_window_work *work,
                                               const struct prefix__openmp_isa *isa,
                                               struct prefix__openmp_window_loops *loops);

#endif
