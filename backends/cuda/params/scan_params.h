/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a scan kernel is told: plain data, shared by the host side (C) and the kernels (CUDA C++).
 *
 * A kernel exists for each (operator, width of the accumulator); everything else is told at run
 * time. Words are registers of 32 or 64 bits: two or four elements of the narrow types lie in one.
 */
#ifndef PREFIX_CUDA_PARAMS_SCAN_PARAMS_H
#define PREFIX_CUDA_PARAMS_SCAN_PARAMS_H

#include <stddef.h>
#include <stdint.h>

/* How an input element becomes an element of the accumulator. */
enum prefix__cuda_convert {
    PREFIX__CUDA_CONVERT_NONE, /* same size, or zero-extended */
    PREFIX__CUDA_CONVERT_SIGN, /* sign-extended */
    PREFIX__CUDA_CONVERT_F16,  /* to f32 or f64, whichever the accumulator's width says */
    PREFIX__CUDA_CONVERT_BF16, /* likewise */
    PREFIX__CUDA_CONVERT_F32   /* to f64 */
};

/* What is then done to it; undone, for the keys, when the result is stored. */
enum prefix__cuda_map {
    PREFIX__CUDA_MAP_NONE,
    PREFIX__CUDA_MAP_TRUTH,       /* not 0: the pattern */
    PREFIX__CUDA_MAP_TRUTH_FLOAT, /* neither +0 nor -0: the pattern */
    PREFIX__CUDA_MAP_KEY_MIN,     /* float to a signed integer of the same order, NaN first */
    PREFIX__CUDA_MAP_KEY_MAX      /* likewise, NaN last */
};

/* How a float result is stored: as it is, or rounded to two bytes. */
enum prefix__cuda_round { PREFIX__CUDA_ROUND_NONE, PREFIX__CUDA_ROUND_F16, PREFIX__CUDA_ROUND_BF16 };

/* What the total is written as. */
enum prefix__cuda_total {
    PREFIX__CUDA_TOTAL_NONE,
    PREFIX__CUDA_TOTAL_CARRY, /* the kernel's own form, for carry_from of the next piece */
    PREFIX__CUDA_TOTAL_WIDE,  /* carry type */
    PREFIX__CUDA_TOTAL_OUTPUT /* output type */
};

/* The kernels for large arrays, by what they can do; see pipeline/ring.cuh. */
enum prefix__cuda_ring_kind {
    PREFIX__CUDA_RING_PLAIN,     /* aligned arrays of the accumulator's own elements */
    PREFIX__CUDA_RING_SKEWED,    /* the same, not aligned */
    PREFIX__CUDA_RING_CONVERTED, /* aligned arrays, of which elements are converted or mapped */
    PREFIX__CUDA_RING_F16,       /* the same, of f16 both; */
    PREFIX__CUDA_RING_BF16,      /* and of bf16, for one kernel of both takes 5 to 15 % longer */
    PREFIX__CUDA_RING_KINDS
};

struct prefix__cuda_scan {
    const void *in;
    void *out; /* NULL: the total is all that is wanted */
    uint64_t n;
    uint64_t tiles;             /* or what a persistent block takes at once */
    uint64_t *workspace;        /* see grid/claim.cuh; NULL: all tiles are in one block or cluster */
    uint64_t workspace_words;   /* all that it has */
    const uint64_t *carry_from; /* where the carry lies on the device; NULL: it is carry */
    uint64_t carry;             /* in the kernel's own form: mapped, extended */
    void *total;
    uint64_t flip;      /* bits of each element, when it has been mapped, that are inverted while it is combined */
    uint64_t pattern;   /* of the map: an element that is true, or +infinity */
    uint8_t in_size;    /* bytes of an input element */
    uint8_t convert;    /* of enum prefix__cuda_convert */
    uint8_t map;        /* of enum prefix__cuda_map */
    uint8_t round;      /* of enum prefix__cuda_round */
    uint8_t total_form; /* of enum prefix__cuda_total */
    uint8_t kernel;     /* operator * 4 + width, for the host's tables */
    uint8_t exclusive;
    uint8_t reverse;
    uint8_t ring_kind;    /* of enum prefix__cuda_ring_kind */
    uint8_t ring_stages;  /* of a persistent block: tiles in shared memory, */
    uint8_t ring_pieces;  /* pieces that a tile is copied in, */
    uint8_t ring_ahead;   /* of those in flight at most, */
    uint8_t ring_skew;    /* bytes of the array's tiles beyond an aligned address, */
    uint8_t ring_lead;    /* elements of the first tile that stand before the array's own, */
    uint32_t ring_stride; /* words between the places over which aggregates are spread */
};

/* The operators that kernels are made for; what prefix.h has besides is one of these on inverted bits: plan/lower.c. */
enum prefix__cuda_op {
    PREFIX__CUDA_SUM,
    PREFIX__CUDA_PRODUCT,
    PREFIX__CUDA_MAX, /* signed */
    PREFIX__CUDA_OR,
    PREFIX__CUDA_XOR,
    PREFIX__CUDA_SUM_FLOAT,     /* in the canonical order */
    PREFIX__CUDA_PRODUCT_FLOAT, /* likewise */
    PREFIX__CUDA_OPS
};

/* Tiles whose aggregates are read at once, behind one published prefix. */
#define PREFIX__CUDA_GROUP 128

/* Blocks of a cluster at most. */
#define PREFIX__CUDA_CLUSTER 16

/* Of a persistent block: stages at most; pieces of a tile at most; the packets that these are copied in. */
#define PREFIX__CUDA_RING_STAGES_MAX 12
#define PREFIX__CUDA_RING_PIECES 4
#define PREFIX__CUDA_RING_PACKET 16

/* Of a skewed scan in any order: bytes from one address at which tiles may begin to the next. */
#define PREFIX__CUDA_RING_LINE 128

/* Threads of a persistent block of sm_80 to sm_89, whose loaders are warps: see pipeline/ring.cuh. */
#define PREFIX__CUDA_RING_ASYNC_THREADS (20 * 32)

/* Bytes from one stage to the next; one packet more than a tile has, if need be, but whole lines, which copy faster. */
#define PREFIX__CUDA_RING_STAGE(tile_bytes, skew) ((tile_bytes) + ((skew) > 0 ? 128 : 0))

/* Places over which groups of 32 aggregates are spread, and the least words between them. */
#define PREFIX__CUDA_RING_SPREAD 32
#define PREFIX__CUDA_RING_STRIDE_LEAST 1024

/* What tiles of one wave tell each other is there so many times, that not all look at the same place at once. */
#define PREFIX__CUDA_WAVE_COPIES 8

/* Words at the start of a workspace before the first descriptor (256 bytes). */
#define PREFIX__CUDA_HEADER_WORDS 32

#endif
