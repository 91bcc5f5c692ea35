/* SPDX-License-Identifier: BSD-3-Clause */
/* Of the plugin ABI, <prefix/backend.h>: where segments begin, and the work of a scan or a reduction of each. */
#ifndef PREFIX_BACKEND_SEGMENTS_H
#define PREFIX_BACKEND_SEGMENTS_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/backend/scan.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How segments are told. */
enum prefix_heads_form {
    PREFIX_HEADS_FLAGS = 1,
    PREFIX_HEADS_BITS = 2,
    PREFIX_HEADS_OFFSETS = 3,
    PREFIX_HEADS_KEYS = 4
};

/* Where the segments of an array begin, in its own order. Its first element always begins one. */
struct prefix_heads {
    int form; /* of enum prefix_heads_form */
    int memory;
    const void *data; /* flags, bits, offsets or keys, as prefix_plan_set_head_flags() and its like say */
    size_t first;     /* bits: where the first element's is */
    size_t size;      /* bytes of an offset (4 or 8, unsigned) or a key (1, 2, 4, 8 or 16) */
    size_t segments;  /* offsets: there is one more */
    /*
     * Keys of at most 8 bytes: neighbours x and y, as unsigned integers, are different when
     *     (x != y && ((x | y) & mask) != 0 && min(x & mask, y & mask) <= (range & mask)) || (x & mask) > range
     * Of integers both are all bits. Of floats mask is all bits but the sign, and range those of infinity: of NaN,
     * which is beyond, each is different; with the sign in range besides, each equals each.
     */
    uint64_t mask, range;
};

/*
 * A scan of segments, or, when scan->out is NULL, the reduction of each segment of offsets to the array
 * scan->total, of the output type. scan->carry is what stands before the first element of every segment.
 * Only a reduction may come with n 0. Offsets in host memory that decrease or exceed n never reach a backend without
 * PREFIX_BACKEND_FLAG_HOST, nor one whose scan has a validity; others return PREFIX_ERROR_ARGUMENT for them, before
 * they write anything, and libprefix finds the sentence. Those in device memory may be anything.
 */
struct prefix_segmented_work {
    size_t size; /* of this struct, in bytes */
    const struct prefix_scan_work *scan;
    struct prefix_heads heads;
};

#ifdef __cplusplus
}
#endif

#endif
