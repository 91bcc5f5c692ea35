/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel: the loops of one operator class on elements of one width. */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_KERNEL_H
#define PREFIX_BACKENDS_OPENMP_SIMD_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/backend.h>

#include "shared/heads.h"
#include "shared/order.h"
#include "shared/types.h"
#include "simd/columns.h"
#include "simd/prefetch_plan.h"

/*
 * What a kernel does to each element where it loads it, and undoes where it stores it, so that one kernel serves many
 * operators: an exclusive or with the mask, and before it, for extrema of floats, the key of the float, turned by the
 * rotation, and for logical operators, where one is not 0, one for what has any bit of the magnitude, else 0.
 */
struct prefix__openmp_lowering {
    uint64_t mask, rotation, magnitude, one;
};

/*
 * The state of a kernel between two calls. Values are the bits of a carry (or of an accumulator, for local) as lowered,
 * in the low bytes.
 */
struct prefix__openmp_state {
    uint64_t carry; /* what stands before the canonical tile */
    uint64_t local; /* the tile's own value up to here: what becomes its aggregate */
    struct prefix__openmp_lowering lowering;
};

/*
 * A scan in two steps, of two tiles at once: one's input becomes values without the tile carry, n * size bytes in
 * memory of their own, a line from its beginning and filled up to a row; meanwhile another one's values, the carry
 * before which is known by now, become count elements of the output. step() does the shuffles of the one beside the
 * conversions and the stores past the caches of the other, so that neither waits for memory or for the other.
 */
struct prefix__openmp_step {
    const void *in; /* whole rows, but for the last of the array */
    void *local;
    size_t n;
    struct prefix__openmp_state *state; /* local is moved on; NULL where n is 0 */
    struct prefix__openmp_next next;    /* at is NULL for nothing */
    const void *values;                 /* or an element before them: out gets an exclusive scan */
    void *out;
    size_t count;
    uint64_t carry;
    int past_cache; /* as stream() writes */
};

/*
 * Runs are whole rows but for the last of the array. scan() and reduce() carry on from the state;
 * at the end of a canonical tile, carry = combine(carry, local) and local = identity. The kernels of
 * exactly associative operators need no tiles: their scan() moves carry alone and leaves local.
 *
 * stream() is scan() from array to array past the caches, for an out that is aligned to its elements
 * and does not overlap in. It takes any number of tiles from the beginning of one and does what is due at
 * the end of each. NULL: the kernel has none.
 *
 * All prefetch next line by line while they work; nothing for NULL.
 */
struct prefix__openmp_kernel {
    void (*scan)(const void *in, void *out, size_t n, struct prefix__openmp_state *state,
                 const struct prefix__openmp_next *next);
    void (*stream)(const void *in, void *out, size_t n, struct prefix__openmp_state *state,
                   const struct prefix__openmp_next *next, int exclusive);
    /* NULL: the kernel has none. Where written is less than size, values are taken from their beginning. */
    void (*step)(const struct prefix__openmp_step *step);
    void (*reduce)(const void *in, size_t n, struct prefix__openmp_state *state,
                   const struct prefix__openmp_next *next);
    uint64_t (*combine)(uint64_t carry, uint64_t local);
    /*
     * Elements of columns, from one on that is a multiple of a block, which moves what is known of them on. Behind the
     * last element the carry is that of all. NULL: the kernel has none.
     */
    void (*columns)(const struct prefix__openmp_columns *columns, size_t first, size_t count);
    /*
     * Short rows behind each other, each from the state's carry on; out is apart from in, and of both there is a vector
     * more, of any values. The carries behind the rows go to carries, or nowhere for NULL. NULL: the kernel has none.
     */
    void (*scan_rows)(const void *in, void *out, size_t n, size_t rows, const struct prefix__openmp_state *state,
                      uint64_t *carries);
    uint64_t identity; /* of local */
    size_t size;       /* of an accumulator */
    size_t written;    /* size of what scan() writes; where it is less, stream() wants whole lines, inclusive */
    int wide;          /* the carry is f64, accumulators are f32 */
    int is_signed;     /* states are extended by their sign */
    struct prefix__openmp_lowering lowering;
    /*
     * scan() of elements among which segments begin, whole rows from the beginning of one but for the last
     * of the array; heads has a bit for each. The first to begin takes init for the carry. aside may be NULL.
     */
    void (*scan_segmented)(const void *in, void *out, size_t n, const uint64_t *heads,
                           struct prefix__openmp_state *state, uint64_t init, struct prefix__openmp_aside *aside);
    /* reduce() of elements low to high - 1 of a row that has n. NULL: reduce() may begin anywhere. */
    void (*reduce_row_part)(const void *row, size_t low, size_t high, size_t n, struct prefix__openmp_state *state);
    /*
     * Totals of segments of a canonical tile that begin at places and end at the next, behind which the last is
     * repeated for a vector; as many more totals may be written. NULL: the kernel has none.
     */
    void (*totals)(const void *in, const uint32_t *places, size_t segments, void *totals,
                   const struct prefix__openmp_state *state, struct prefix__openmp_lines *lines);
    size_t totals_length; /* elements of the segments of a tile that are worth it, on average */
};

/* The state before the first element, with what stands before it, lowered. */
static inline struct prefix__openmp_state prefix__openmp_begin(const struct prefix__openmp_kernel *kernel,
                                                               uint64_t carry)
{
    return (struct prefix__openmp_state){carry, kernel->identity, kernel->lowering};
}

/* By a power of two, as sizes are: to divide by one that the compiler does not know takes longer than memory does. */
static inline size_t quotient(size_t x, size_t power)
{
    return x >> __builtin_ctzll(power);
}

#endif
