/* SPDX-License-Identifier: BSD-3-Clause */
/* A unit for each instruction set: tests, packing and the expansion of runs. */
#include "simd/vector/set.h"

#ifdef HAS_SET
#include "simd/isa.h"
#include "simd/select/fill_runs.h"
#include "simd/select/test_and_pack.h"

const struct prefix__openmp_compact OF_SET(compact) = {
    .test = {test_1, test_2, test_4, test_8},
    .heads = {heads_1, heads_2, heads_4, heads_8},
    .count = count_bits,
    .pack = {pack_1, pack_2, pack_4, pack_8},
    .places = places_of_bits,
    .subtract = {subtract_1, subtract_2, subtract_4, subtract_8},
    .expand = {expand_1, expand_2, expand_4, expand_8, expand_16},
    .sum_lengths = sum_lengths,
};
#endif
