/* SPDX-License-Identifier: BSD-3-Clause */
/* A unit for each instruction set: where segments begin by their offsets, and what they come to. */
#include "simd/vector/set.h"

#ifdef HAS_SET
#include "simd/isa.h"
#include "simd/segments/offsets_to_bits.h"
#include "simd/segments/totals.h"

const struct prefix__openmp_segment_loops OF_SET(segments) = {
    .load_places = {load_places_4, load_places_8},
    .places_to_bits = places_to_bits,
    .place = {place_1, place_2, place_4, place_8},
    .totals = {totals_1, totals_2, totals_4, totals_8},
    .differences = {differences_1, differences_2, differences_4, differences_8},
};
#endif
