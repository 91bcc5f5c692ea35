/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kernel of segments is told: plain data, shared by the host side (C) and the kernels (CUDA C++). */
#ifndef PREFIX_CUDA_PARAMS_SEGMENTED_PARAMS_H
#define PREFIX_CUDA_PARAMS_SEGMENTED_PARAMS_H

#include "params/scan_params.h"

#ifdef __cplusplus
extern "C" {
#endif

struct prefix__cuda_segmented {
    /*
     * in, out, n, tiles, the workspace; how elements are converted, mapped and rounded; exclusive, reverse.
     * carry is what stands before the first element of each segment. Without out, the total is an array.
     */
    struct prefix__cuda_scan scan;
    const void *heads; /* flags, bits, offsets or keys */
    uint64_t first;    /* bits: that of the first element */
    uint64_t segments; /* offsets: there is one more */
    uint64_t mask;     /* keys: as struct prefix_heads has them */
    uint64_t range;
    uint8_t form;         /* of enum prefix_heads_form */
    uint8_t head_size;    /* bytes of an offset or a key */
    uint8_t out_size;     /* of an element of the output */
    uint8_t heads_stages; /* of a persistent block: as ring_stages, of what tells of segments */
};

#define PREFIX__CUDA_SEGMENTED_STAGES_MAX 6

/* Bytes of the bits of a tile of so many elements in a persistent block: a lane has words of its own. */
#define PREFIX__CUDA_SEGMENTED_BITS(tile) ((tile) / 8 < 1024 ? 1024 : (tile) / 8)

/* Bytes between a block's marks and its list of places, or behind a tile in which nothing is marked. */
#define PREFIX__CUDA_TOTALS_SPACE 64

/* Bytes of what a block has of a tile of chunks beside these: see reduce_by_offset/chunks.cuh. */
#define PREFIX__CUDA_TOTALS_CHUNKS_BYTES(chunks) ((chunks)*5 + (chunks) / 8 + 16)

/* And of one of chunks of 8 words, in as many planes: see reduce_by_offset/halves.cuh. */
#define PREFIX__CUDA_TOTALS_PLANE_SPACE 16
#define PREFIX__CUDA_TOTALS_PLANES_BYTES(chunks) (8 * PREFIX__CUDA_TOTALS_PLANE_SPACE + (chunks) / 8)

/* Of segments each of which is reduced; out gets the totals. The workspace is as grid/claim.cuh has it. */
struct prefix__cuda_segment_totals {
    struct prefix__cuda_segmented segmented;
    const uint64_t *before; /* of each tile, and behind the last: see reduce_by_offset/search.cuh */
    void *leads;            /* what each tile adds to the segment that ends there first, and began before */
    uint32_t tile;          /* elements that a block takes */
    uint32_t list;          /* places of offsets for which it has room */
};

/* By enum prefix_heads_form, keys being of as many bytes as elements and compared as bits. */
#define PREFIX__CUDA_WAVE_FORMS 5

/*
 * Persistent kernels, see segments/ring.cuh: for elements of any kind, as they are, of 1 and 2 bytes, and
 * floats of 2; from WIDE on, the last four once more, in tiles of half the size, for keys that are wider than elements;
 * for minimum and maximum of floats of as many bytes as words have, and, with such tiles as well, of 2; and for sums
 * and products of these in short segments.
 */
enum prefix__cuda_segmented_rings {
    PREFIX__CUDA_SEGMENTED_RING_ANY,
    PREFIX__CUDA_SEGMENTED_RING_PLAIN,
    PREFIX__CUDA_SEGMENTED_RING_BYTES,
    PREFIX__CUDA_SEGMENTED_RING_HALVES,
    PREFIX__CUDA_SEGMENTED_RING_F16,
    PREFIX__CUDA_SEGMENTED_RING_BF16,
    PREFIX__CUDA_SEGMENTED_RING_WIDE,
    PREFIX__CUDA_SEGMENTED_RING_FLOATS = PREFIX__CUDA_SEGMENTED_RING_WIDE + 4,
    PREFIX__CUDA_SEGMENTED_RING_KEYS_F16,
    PREFIX__CUDA_SEGMENTED_RING_KEYS_BF16,
    PREFIX__CUDA_SEGMENTED_RING_KEYS_WIDE_F16,
    PREFIX__CUDA_SEGMENTED_RING_KEYS_WIDE_BF16,
    PREFIX__CUDA_SEGMENTED_RING_SHORT_F16,
    PREFIX__CUDA_SEGMENTED_RING_SHORT_BF16,
    PREFIX__CUDA_SEGMENTED_RINGS
};

/*
 * Of reductions one for each of the first six, of the last four of these also for elements of which many end segments;
 * and for minimum and maximum of floats of as many bytes as words have. Those of two bytes are among those of floats.
 */
enum {
    PREFIX__CUDA_TOTALS_DENSE = PREFIX__CUDA_SEGMENTED_RING_WIDE - PREFIX__CUDA_SEGMENTED_RING_BYTES,
    PREFIX__CUDA_TOTALS_FLOATS = PREFIX__CUDA_SEGMENTED_RING_FLOATS,
    PREFIX__CUDA_TOTALS
};

/*
 * Of large arrays that are reduced by key, one for each way in which elements may lie in memory: as words; as integers
 * of 1 or 2 bytes; as floats of 2; or as those of minimum and maximum, of as many bytes as words have.
 */
enum prefix__cuda_runs_kind {
    PREFIX__CUDA_RUNS_PLAIN,
    PREFIX__CUDA_RUNS_BYTES,
    PREFIX__CUDA_RUNS_HALVES,
    PREFIX__CUDA_RUNS_F16,
    PREFIX__CUDA_RUNS_BF16,
    PREFIX__CUDA_RUNS_FLOATS,
    PREFIX__CUDA_RUNS_KINDS
};

/* A persistent kernel. */
struct prefix__cuda_persistent {
    const void *function; /* void (struct prefix__cuda_segmented); NULL: there is none of the kind */
    uint32_t threads;
    uint32_t starts; /* bytes of shared memory for what it has of a tile beside elements and bits */
};

struct prefix__cuda_segmented_kernel {
    const void *function; /* void (struct prefix__cuda_segmented) */
    const void *plain;    /* likewise, for elements as they are, */
    const void *by_key;   /* and by keys of as many bytes: see segments/segmented.cuh; */
    struct prefix__cuda_persistent ring[PREFIX__CUDA_SEGMENTED_RINGS]; /* and persistent ones, for large arrays; */
    /* and as the second, for no more tiles than there are multiprocessors, by form: see segments/wave.cuh. */
    const void *waves[PREFIX__CUDA_WAVE_FORMS];
    uint32_t threads; /* of the first three */
    uint32_t wave_threads;
    uint32_t tile;            /* elements a block takes */
    uint32_t results;         /* bytes of shared memory for those of a tile, which a reduction needs */
    uint32_t aggregate_words; /* 64-bit words of a tile's descriptor */
    uint32_t prefix_words;    /* of a group's */
};

/* The kernels that reduce by key, void (struct prefix__cuda_runs_reduce). */
struct prefix__cuda_by_key_kernel {
    const void *function;
    uint32_t threads;
    uint32_t blocks; /* on a multiprocessor */
    uint32_t shared; /* bytes of shared memory for a tile's list */
    /* By enum prefix__cuda_runs_kind, or NULL: the persistent one, see reduce_by_key/ring.cuh, */
    const void *ring[PREFIX__CUDA_RUNS_KINDS];
    uint32_t ring_threads;
    uint32_t ring_words; /* of a tile's descriptor */
    /* and the one for short runs, see reduce_by_key/tiles.cuh, which is launched behind it. */
    const void *tiles[PREFIX__CUDA_RUNS_KINDS];
    uint32_t tiles_threads;
    uint32_t tiles_blocks; /* on a multiprocessor */
    const void *plain;     /* the one for elements as they are: see reduce_by_key/wave.cuh, */
    const void *small;     /* and with more threads, for as many tiles as there are multiprocessors */
    uint32_t plain_threads;
    uint32_t small_threads;
};

/* Those that reduce segments of offsets, void (struct prefix__cuda_segment_totals): reduce_by_offset/totals.cuh. */
struct prefix__cuda_by_offset_kernel {
    const void *functions[PREFIX__CUDA_TOTALS];
    const void *join;
    uint32_t threads;
    uint32_t marks; /* whether they mark places: reduce_by_offset/marks.cuh */
    uint32_t tile;  /* as of those that scan, */
    uint32_t results;
};

/*
 * By operator, on words of 64 bits or else 32: elements of less than 32 bits are computed in words of 32, and floats of
 * two bytes in f32.
 */
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_sum(int wide);
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_product(int wide);
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_max(int wide);
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_or(int wide);
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_xor(int wide);
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_sum_float(int wide);
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_product_float(int wide);
const struct prefix__cuda_by_key_kernel *prefix__cuda_by_key_sum(int wide);
const struct prefix__cuda_by_key_kernel *prefix__cuda_by_key_product(int wide);
const struct prefix__cuda_by_key_kernel *prefix__cuda_by_key_max(int wide);
const struct prefix__cuda_by_key_kernel *prefix__cuda_by_key_or(int wide);
const struct prefix__cuda_by_key_kernel *prefix__cuda_by_key_xor(int wide);
const struct prefix__cuda_by_key_kernel *prefix__cuda_by_key_sum_float(int wide);
const struct prefix__cuda_by_key_kernel *prefix__cuda_by_key_product_float(int wide);
const struct prefix__cuda_by_offset_kernel *prefix__cuda_by_offset_sum(int wide);
const struct prefix__cuda_by_offset_kernel *prefix__cuda_by_offset_max(int wide);
const struct prefix__cuda_by_offset_kernel *prefix__cuda_by_offset_sum_float(int wide);

#ifdef __cplusplus
}
#endif

#endif
