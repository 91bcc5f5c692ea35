/* SPDX-License-Identifier: BSD-3-Clause */
/* A unit for each instruction set: conversions, mirrors and copies. */
#include "simd/vector/set.h"

#ifdef HAS_SET
#include "simd/isa.h"
#include "simd/scan/convert.h"
#include "simd/vector/halves.h"

#define STAGE(name) [PREFIX__OPENMP_STAGE_##name] = stage_##name,
const struct prefix__openmp_convert OF_SET(convert) = {
    .stage = {PREFIX__OPENMP_STAGES(STAGE)},
    .stream = stream_bytes,
    .stream_mirror = {stream_mirror_1, stream_mirror_2, stream_mirror_4, stream_mirror_8},
};
#endif
