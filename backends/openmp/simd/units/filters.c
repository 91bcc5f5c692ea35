/* SPDX-License-Identifier: BSD-3-Clause */
/* A unit for each instruction set: strands of filters. */
#include "simd/vector/set.h"

#ifdef HAS_SET
#include "simd/isa.h"

#define ROWS (VECTOR_BYTES / 8)

#define ELEMENT float
#define BITS uint32_t
#define TYPE f32
#include "shared/filter_kernel.h"

#undef ELEMENT
#undef BITS
#undef TYPE
#define ELEMENT double
#define BITS uint64_t
#define TYPE f64
#include "shared/filter_kernel.h"

const struct prefix__filter_loops OF_SET(filters) = {STRANDS, filter_f32, filter_f64};
#endif
