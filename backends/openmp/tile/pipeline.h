/* SPDX-License-Identifier: BSD-3-Clause */
/* A scan, resolved: its kernel, and the stages around it. */
#ifndef PREFIX_BACKENDS_OPENMP_TILE_PIPELINE_H
#define PREFIX_BACKENDS_OPENMP_TILE_PIPELINE_H

#include <string.h>

#include "simd/isa.h"

/* One scan, resolved. Positions are those of the scan: mirrored when it is reversed. */
struct prefix__openmp_pipeline {
    struct prefix__openmp_kernel kernel;
    prefix__openmp_stage_fn *mirror_in, *widen; /* NULL: not needed; in this order */
    prefix__openmp_stage_fn *narrow, *mirror_out, *stream_mirror;
    const struct prefix__openmp_isa *isa;
    const char *in;
    char *out;
    size_t n;
    size_t in_size, out_size;
    int out_type;
    size_t tile; /* elements of a canonical tile */
    uint64_t carry;
    int reverse, exclusive;
    const struct prefix_heads *heads; /* NULL: no segments */
    int ordered;                      /* a kernel of floats: pieces are whole rows */
    int wraps;                        /* sums of integers, which can be subtracted again */
    int uncut;                        /* what is scanned for somebody goes on where segments begin */
    int prefetches;                   /* what comes next is prefetched in */
    int large;                        /* the output does not fit the cache: */
    int past_cache;                   /* write past it */
};

/* A look at work that comes next: its input is prefetched into the cache while this one is scanned. */
struct prefix__openmp_ahead {
    size_t first, count;
};

/* The state that stands for an accumulator's bits, and the way back; without rotation they are the same. */
uint64_t prefix__openmp_key(const struct prefix__openmp_kernel *kernel, uint64_t bits);
uint64_t prefix__openmp_bits(const struct prefix__openmp_kernel *kernel, uint64_t key);
/* first is a multiple of tile, count as well or up to n. */
void prefix__openmp_resolve(struct prefix__openmp_pipeline *p, const struct prefix__openmp_isa *isa,
                            const struct prefix_scan_work *work, size_t cache_bytes);
/* The same scan on other arrays. */
void prefix__openmp_aim(struct prefix__openmp_pipeline *p, const struct prefix_scan_work *work, size_t cache_bytes);
void prefix__openmp_total(const struct prefix_scan_work *work, const struct prefix__openmp_pipeline *p, uint64_t carry,
                          void *to);

/* The low bytes of a word. */
static inline void store_bits(char *to, uint64_t value, size_t size)
{
    uint8_t u8 = (uint8_t)value;
    uint16_t u16 = (uint16_t)value;
    uint32_t u32 = (uint32_t)value;
    memcpy(to, size == 1 ? (void *)&u8 : size == 2 ? (void *)&u16 : size == 4 ? (void *)&u32 : (void *)&value, size);
}

#endif
