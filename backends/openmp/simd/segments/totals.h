/* SPDX-License-Identifier: BSD-3-Clause */
/* Totals of segments from the results before their ends, and values at their beginnings, for elements of each width. */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_TOTALS_H
#define PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_TOTALS_H

#include "simd/isa.h"
#include "simd/segments/lanes.h"
#include "simd/vector/prefetch.h"

#define BYTES 1
#define ELEMENT uint8_t
#define SUFFIX u8
#include "simd/segments/totals_of_width.h"

#define BYTES 2
#define ELEMENT uint16_t
#define SUFFIX u16
#include "simd/segments/totals_of_width.h"

#define BYTES 4
#define ELEMENT uint32_t
#define SUFFIX u32
#include "simd/segments/totals_of_width.h"

#define BYTES 8
#define ELEMENT uint64_t
#define SUFFIX u64
#include "simd/segments/totals_of_width.h"

#endif
