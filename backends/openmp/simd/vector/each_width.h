/* SPDX-License-Identifier: BSD-3-Clause */
/* Included by a unit, more than once if need be: includes EACH_WIDTH, which defines loops of one width, for all four. */
#define BYTES 1
#define UNSIGNED uint8_t
#define USUFFIX u8
#define SIGNED int8_t
#define SSUFFIX i8
#include EACH_WIDTH

#define BYTES 2
#define UNSIGNED uint16_t
#define USUFFIX u16
#define SIGNED int16_t
#define SSUFFIX i16
#include EACH_WIDTH

#define BYTES 4
#define UNSIGNED uint32_t
#define USUFFIX u32
#define SIGNED int32_t
#define SSUFFIX i32
#include EACH_WIDTH

#define BYTES 8
#define UNSIGNED uint64_t
#define USUFFIX u64
#define SIGNED int64_t
#define SSUFFIX i64
#include EACH_WIDTH

#undef EACH_WIDTH
