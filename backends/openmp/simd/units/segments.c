/* SPDX-License-Identifier: BSD-3-Clause */
/* A unit for each instruction set: where segments begin by their offsets, and what they come to. */
#include "simd/vector/set.h"

#ifdef HAS_SET
#include "simd/isa.h"
#if VECTOR_BYTES == 64
#include "simd/segments/register_lookup.h"
#endif
#include "simd/segments/columns.h"
#include "simd/segments/differences.h"
#include "simd/segments/masks.h"
#include "simd/segments/offsets_to_bits.h"
#include "simd/segments/totals.h"

const struct prefix__openmp_segment_loops OF_SET(segments) = {
    .mark = {mark_4, mark_8},
    .place = {place_1, place_2, place_4, place_8},
    .totals = {{totals_32_1, totals_32_2, totals_32_4, totals_32_8},
               {totals_64_1, totals_64_2, totals_64_4, totals_64_8}},
    .differences = {{differences_32_1, differences_32_2, differences_32_4, differences_32_8},
                    {differences_64_1, differences_64_2, differences_64_4, differences_64_8}},
    .consecutive = {consecutive_4, consecutive_8},
    .columns = {columns_1, columns_2, columns_4, columns_8},
    .column_differences = {{column_differences_32_1, column_differences_32_2, column_differences_32_4,
                            column_differences_32_8},
                           {column_differences_64_1, column_differences_64_2, column_differences_64_4,
                            column_differences_64_8}},
};
#endif
