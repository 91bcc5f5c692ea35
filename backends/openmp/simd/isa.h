/* SPDX-License-Identifier: BSD-3-Clause */
/* An instruction set: the loops that are compiled for it, in one table. */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_ISA_H
#define PREFIX_BACKENDS_OPENMP_SIMD_ISA_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/backend.h>

#include "shared/heads.h"
#include "shared/order.h"

/*
 * The state of a core between two calls. Values are the bits of a carry (or of an accumulator,
 * for local), in the low bytes.
 */
struct prefix__openmp_state {
    uint64_t carry; /* what stands before the canonical tile */
    uint64_t local; /* the tile's own value up to here: what becomes its aggregate */
};

/*
 * Runs are whole rows but for the last of the array. scan() and reduce() carry on from the state;
 * at the end of a canonical tile, carry = combine(carry, local) and local = identity. The cores of
 * exactly associative operators need no tiles: their scan() moves carry alone and leaves local.
 *
 * stream() is scan() from array to array past the caches, for an out that is aligned to its elements
 * and does not overlap in. It takes any number of tiles from the beginning of one and does what is due at
 * the end of each. NULL: the core has none.
 *
 * All prefetch what stands at the same distances in next into the caches, line by line while they work (prefetch.h);
 * nothing for NULL.
 */
struct prefix__openmp_next {
    const char *at, *end; /* memory of others is behind the end */
    const char *also;     /* what tells of the segments there, or NULL: for each byte so many times a part of 2^over */
    uint8_t times, over;
    uint8_t starts;  /* at is read itself: only the starts of pages are prefetched */
    uint16_t beside; /* bytes that are prefetched beside a row in which segments may begin; 0: as many as it has */
};

/* Lines that are prefetched into the cache beside what reads little: one at a time, as many at once would have to wait. */
struct prefix__openmp_lines {
    const char *at, *end;
};

/*
 * What a core does beside elements, as much as they are: prefetches what comes next into the caches (at is NULL for
 * nothing), and writes bytes of what is done past them, from the beginning of a line. Both move on; what is left of the
 * bytes is the caller's to write.
 */
struct prefix__openmp_aside {
    struct prefix__openmp_next next;
    struct prefix__openmp_lines lines; /* for who takes what was scanned */
    const char *from;
    char *to;
    size_t bytes;
    size_t at_once; /* of these, beside a row */
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
    int reverse;    /* in and out are mirrored; cores that write what they accumulate */
};

struct prefix__openmp_core {
    void (*scan)(const void *in, void *out, size_t n, struct prefix__openmp_state *state,
                 const struct prefix__openmp_next *next);
    void (*stream)(const void *in, void *out, size_t n, struct prefix__openmp_state *state,
                   const struct prefix__openmp_next *next, int exclusive);
    /* NULL: the core has none. Where written is less than size, values are taken from their beginning. */
    void (*step)(const struct prefix__openmp_step *step);
    void (*reduce)(const void *in, size_t n, struct prefix__openmp_state *state,
                   const struct prefix__openmp_next *next);
    uint64_t (*combine)(uint64_t carry, uint64_t local);
    uint64_t identity; /* of local */
    size_t size;       /* of an accumulator */
    size_t written;    /* size of what scan() writes; where it is less, stream() wants whole lines, inclusive */
    int wide;          /* the carry is f64, accumulators are f32 */
    uint64_t rotation; /* states are keys of accumulators, turned so far; 0: they are accumulators */
    /*
     * scan() of elements among which segments begin, whole rows from the beginning of one but for the last
     * of the array; heads has a bit for each. The first to begin takes init for the carry. aside may be NULL.
     */
    void (*scan_segmented)(const void *in, void *out, size_t n, const uint64_t *heads, struct prefix__openmp_state *state,
                uint64_t init, struct prefix__openmp_aside *aside);
    /*
     * The same where only results are asked for that stand before a segment that begins, and the last; others are not
     * written, or anything is. NULL: the core has none.
     */
    void (*scan_ends_only)(const void *in, void *out, size_t n, const uint64_t *heads, struct prefix__openmp_state *state,
                 uint64_t init, struct prefix__openmp_aside *aside);
    /* reduce() of elements low to high - 1 of a row that has n. NULL: reduce() may begin anywhere. */
    void (*reduce_row_part)(const void *row, size_t low, size_t high, size_t n, struct prefix__openmp_state *state);
    /*
     * Totals of segments of a canonical tile that begin at places and end at the next, behind which the last is repeated
     * for a vector; as many more totals may be written. Cores of floats want a whole tile. NULL: the core has none.
     */
    void (*totals)(const void *in, const uint32_t *places, size_t segments, void *totals,
                   const struct prefix__openmp_state *state, struct prefix__openmp_aside *aside);
    size_t totals_length; /* elements of the segments of a tile that are worth it, on average */
    /* What each of n elements comes to by itself. NULL: it is left as it is, or the core has none. */
    void (*single)(const void *in, void *out, size_t n);
};

#define PREFIX__OPENMP_TOTALS_LENGTH 4 /* the least totals_length */

/* The operators of integer cores; the order of the tables in core_integer.h. */
enum prefix__openmp_integer_op {
    PREFIX__OPENMP_SUM,
    PREFIX__OPENMP_PRODUCT,
    PREFIX__OPENMP_AND,
    PREFIX__OPENMP_OR,
    PREFIX__OPENMP_XOR,
    PREFIX__OPENMP_MIN,
    PREFIX__OPENMP_MAX,
    PREFIX__OPENMP_SIGNED_MIN,
    PREFIX__OPENMP_SIGNED_MAX,
    PREFIX__OPENMP_INTEGER_OPS
};

enum prefix__openmp_float_core {
    PREFIX__OPENMP_F32_SUM,
    PREFIX__OPENMP_F16_SUM, /* accumulators are f32 */
    PREFIX__OPENMP_BF16_SUM,
    PREFIX__OPENMP_F32_PRODUCT,
    PREFIX__OPENMP_F64_SUM,
    PREFIX__OPENMP_F64_PRODUCT,
    PREFIX__OPENMP_FLOAT_CORES
};

enum prefix__openmp_stage {
    PREFIX__OPENMP_NONE,
    PREFIX__OPENMP_MIRROR_1, /* by bytes of an element; in and out must not overlap */
    PREFIX__OPENMP_MIRROR_2,
    PREFIX__OPENMP_MIRROR_4,
    PREFIX__OPENMP_MIRROR_8,
    PREFIX__OPENMP_U8_U16,
    PREFIX__OPENMP_U8_U32,
    PREFIX__OPENMP_U8_U64,
    PREFIX__OPENMP_U16_U32,
    PREFIX__OPENMP_U16_U64,
    PREFIX__OPENMP_U32_U64,
    PREFIX__OPENMP_I8_I16,
    PREFIX__OPENMP_I8_I32,
    PREFIX__OPENMP_I8_I64,
    PREFIX__OPENMP_I16_I32,
    PREFIX__OPENMP_I16_I64,
    PREFIX__OPENMP_I32_I64,
    PREFIX__OPENMP_F16_F32,
    PREFIX__OPENMP_F16_F64,
    PREFIX__OPENMP_BF16_F32,
    PREFIX__OPENMP_BF16_F64,
    PREFIX__OPENMP_F32_F64,
    PREFIX__OPENMP_F32_F16, /* one rounding each */
    PREFIX__OPENMP_F32_BF16,
    PREFIX__OPENMP_STAGES
};

/*
 * Runs, and how much has been written of them. Who asks for n elements more knows that there are so many. What is not
 * to be whole may become less: that is faster where there is more room behind it.
 */
struct prefix__openmp_expand {
    const void *values, *lengths;
    size_t runs, index_size; /* size of a length */
    size_t run;              /* the one that was begun last, */
    uint64_t left;           /* and its elements that are not written yet */
};

/* Stages other than MIRROR work in place too when they do not widen. */
typedef void prefix__openmp_stage_fn(const void *in, void *out, size_t n);

/* Of the bytes of an element: its place in tables. */
static inline int log2_of(size_t size)
{
    return size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
}

/*
 * By a power of two, as sizes are. To divide by one that is known only when the program runs takes a processor so long
 * that memory idles: two Xeon cores, 2^24 i64 by i32 keys of one run, where three quotients tell what is prefetched beside
 * 256 elements, and heads are looked for by way of memset() and two calls more: 33 GB/s, and without all that 35.5.
 */
static inline size_t quotient(size_t x, size_t power)
{
    return x >> __builtin_ctzll(power);
}

#define PREFIX__OPENMP_MARKS 1024     /* elements whose beginnings are found out at once: a power of two */
#define PREFIX__OPENMP_KEYS 4096      /* bytes of keys that are looked at at once where nothing else is */
#define PREFIX__OPENMP_NEAR_BYTES 512 /* eight vectors of AVX-512 (near.h) */

struct prefix__openmp_isa {
    const char *name;
    int has_masks;                                                     /* for lanes that take no part */
    struct prefix__openmp_core integer[4][PREFIX__OPENMP_INTEGER_OPS]; /* by log2 of the bytes */
    struct prefix__openmp_core
        logical[8][2]; /* by log2 of the bytes; f16, bf16, f32 and f64. AND, OR; they write 0 and 1 */
    /*
     * Minimum and maximum of f16, bf16, f32 and f64. Their states are integers of the same order:
     * prefix__openmp_key() of the bits (extrema.h).
     */
    struct prefix__openmp_core extremum[4][2];
    struct prefix__openmp_core floating[PREFIX__OPENMP_FLOAT_CORES];
    struct prefix__openmp_core
        widened[PREFIX__OPENMP_STAGES]; /* sums that read as the stage does; none: scan is NULL */
    prefix__openmp_stage_fn *stage[PREFIX__OPENMP_STAGES];
    void (*stream)(const void *in, void *out, size_t bytes); /* a copy past the caches */
    /* MIRROR past the caches, by log2 of an element's bytes; out is aligned to it. */
    prefix__openmp_stage_fn *stream_mirror[4];
    /*
     * Selections, by log2 of an element's bytes (select.h). Bits come 64 a word, and 0 behind n; heads
     * looks at the element before in unless is_first, and on Intel's processors prefetches lines so many bytes ahead; pack
     * may write 64 bytes more than it says.
     */
    void (*test[4])(const void *in, uint64_t *bits, size_t n, const struct prefix_test *test);
    void (*heads[4])(const void *in, uint64_t *bits, size_t n, const struct prefix_test *test, int is_first,
                     size_t ahead);
    size_t (*count)(const uint64_t *bits, size_t words);
    /*
     * Offsets of 4 or 8 bytes as places behind first, as long as they are among length elements and do not decrease;
     * returns how many are. Places may be written for all. On demand those that come next are prefetched.
     */
    size_t (*load_places[2])(const void *offsets, size_t count, uint64_t first, size_t length, uint32_t *places,
                             int prefetches);
    /* Sets the bits at some places below PREFIX__OPENMP_MARKS, which do not decrease. */
    void (*places_to_bits)(const uint32_t *places, size_t count, uint64_t *bits);
    size_t (*pack[4])(const void *in, const uint64_t *bits, size_t n, void *out);
    /* Where bits are set; a vector more may be written. Returns how many are. */
    size_t (*places)(const uint64_t *bits, size_t words, uint32_t *places);
    /* Each of some integers less the one before it, which is there for the first, too, and init besides. */
    void (*subtract[4])(const void *in, size_t n, uint64_t init, void *out);
    /*
     * Totals of segments that begin at places and end at the next: before has the results before each element, memory to
     * be read for PREFIX__OPENMP_NEAR_BYTES behind, and in front of them what empty segments have. Places are read for a
     * vector more.
     */
    void (*totals[4])(const uint32_t *places, size_t segments, const void *before, void *out);
    /*
     * The same for sums that wrap around, by ends: before goes on where segments begin. open is what stands before the
     * first of them, less init if it is init that does; then before the one that follows.
     */
    void (*differences[4])(const uint32_t *ends, size_t segments, const void *before, uint64_t init, uint64_t *open,
                           void *out);
    /* Runs written out, by log2 of an element's bytes; and the sum of lengths of 32 bits. */
    size_t (*expand[5])(struct prefix__openmp_expand *e, void *out, size_t n, int whole);
    uint64_t (*sum_lengths)(const uint32_t *lengths, size_t n);
    /* A value, of elements by log2 of their bytes, to where bits are set. */
    void (*place[4])(void *out, size_t n, const uint64_t *words, uint64_t value);
};

/* The instruction sets that this machine has, best first; NULL past the last. */
const struct prefix__openmp_isa *prefix__openmp_isa(size_t index);

extern const struct prefix__openmp_isa prefix__openmp_isa_base;
#ifdef __x86_64__
extern const struct prefix__openmp_isa prefix__openmp_isa_avx2;
extern const struct prefix__openmp_isa prefix__openmp_isa_avx512;
#endif

#endif
