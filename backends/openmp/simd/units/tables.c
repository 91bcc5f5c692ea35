/* SPDX-License-Identifier: BSD-3-Clause */
/* A unit for each instruction set: rows of summed-area tables, and of box filters. */
#include "simd/vector/set.h"

#ifdef HAS_SET
#include "simd/isa.h"
#include "simd/tables/box_rows.h"
#include "simd/tables/table_rows.h"
#include "simd/vector/prefetch.h"

#define EACH_WIDTH "simd/tables/interleave.h"
#include "simd/vector/each_width.h"

const struct prefix__openmp_tables OF_SET(tables) = {
    .split = {{split_u8_u32, split_u8_u64, split_u8_f64},
              {split_u16_u32, split_u16_u64, split_u16_f64},
              {split_u32_u32, split_u32_u64},
              {split_u32_u32, split_i32_u64},
              {NULL, NULL, split_f32_f64},
              {NULL, NULL, split_f64_f64}},
    .join = {join_u32, join_u64, join_f64},
    .join_float = {{join_f64_f32, join_f64}, {join_u32_f32, join_u32_f64}},
    .part = {part_u8, part_u16, part_u32, part_u64},
    .unite = {unite_u8, unite_u16, unite_u32, unite_u64},
    .square = {square_u32, square_u64, square_f64},
    .add = {add_u32, add_u64, add_f64},
    .fold = fold_f64,
    .means = {{means_u32_u8, means_u32_u16, means_u32_f32},
              {means_u64_u8, means_u64_u16, means_u64_f32},
              {NULL, NULL, means_f64_f32}},
};
#endif
