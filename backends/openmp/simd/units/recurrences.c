/* SPDX-License-Identifier: BSD-3-Clause */
/* A unit for each instruction set: tiles of recurrences. */
#include "simd/vector/set.h"

#ifdef HAS_SET
#include "simd/isa.h"

#define ROWS (VECTOR_BYTES / 8)

#define ELEMENT float
#define BITS uint32_t
#define TYPE f32
#include "shared/recurrence_kernel.h"
#include "shared/recurrence_strip_kernel.h"

#undef ELEMENT
#undef BITS
#undef TYPE
#define ELEMENT double
#define BITS uint64_t
#define TYPE f64
#include "shared/recurrence_kernel.h"
#include "shared/recurrence_strip_kernel.h"

const struct prefix__openmp_recurrences OF_SET(recurrences) = {RECURRENCE_LOOPS(f32), RECURRENCE_LOOPS(f64)};
#endif
