/* SPDX-License-Identifier: BSD-3-Clause */
/* An instruction set: the loops that are compiled for it, a table for each unit (the .c files of this folder). */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_ISA_H
#define PREFIX_BACKENDS_OPENMP_SIMD_ISA_H

#include "shared/filter_strands.h"
#include "shared/recurrence_tile.h"
#include "simd/kernel.h"

/* Operators of integers; others are lowered to these. */
enum prefix__openmp_integer_kernel {
    PREFIX__OPENMP_SUM,
    PREFIX__OPENMP_PRODUCT,
    PREFIX__OPENMP_OR,
    PREFIX__OPENMP_XOR,
    PREFIX__OPENMP_MAX,       /* signed */
    PREFIX__OPENMP_FLOAT_MAX, /* of keys of floats; not of 1 byte */
    PREFIX__OPENMP_INTEGER_KERNELS
};

struct prefix__openmp_integers {
    struct prefix__openmp_kernel of[4][PREFIX__OPENMP_INTEGER_KERNELS]; /* by log2 of the bytes */
};

enum prefix__openmp_float_kernel {
    PREFIX__OPENMP_F32_SUM,
    PREFIX__OPENMP_F16_SUM, /* accumulators are f32 */
    PREFIX__OPENMP_BF16_SUM,
    PREFIX__OPENMP_F64_SUM,
    PREFIX__OPENMP_F32_PRODUCT, /* of the base set alone */
    PREFIX__OPENMP_F64_PRODUCT,
    PREFIX__OPENMP_FLOAT_KERNELS
};

struct prefix__openmp_floats {
    struct prefix__openmp_kernel of[PREFIX__OPENMP_FLOAT_KERNELS];
};

/*
 * Passes over elements before or behind a kernel: mirrors, by bytes of an element (in and out must not overlap), and
 * conversions, to halves with one rounding.
 */
#define PREFIX__OPENMP_STAGES(stage)                                                                                   \
    stage(mirror_1) stage(mirror_2) stage(mirror_4) stage(mirror_8) stage(u8_u16) stage(u8_u32) stage(u8_u64)          \
        stage(u16_u32) stage(u16_u64) stage(u32_u64) stage(i8_i16) stage(i8_i32) stage(i8_i64) stage(i16_i32)          \
            stage(i16_i64) stage(i32_i64) stage(f16_f32) stage(f16_f64) stage(bf16_f32) stage(bf16_f64) stage(f32_f64) \
                stage(f32_f16) stage(f32_bf16)

enum prefix__openmp_stage {
#define PREFIX__OPENMP_STAGE(name) PREFIX__OPENMP_STAGE_##name,
    PREFIX__OPENMP_STAGES(PREFIX__OPENMP_STAGE) PREFIX__OPENMP_STAGE_COUNT
#undef PREFIX__OPENMP_STAGE
};

/* Stages other than MIRROR work in place too when they do not widen. */
typedef void prefix__openmp_stage_fn(const void *in, void *out, size_t n);

struct prefix__openmp_convert {
    prefix__openmp_stage_fn *stage[PREFIX__OPENMP_STAGE_COUNT];
    void (*stream)(const void *in, void *out, size_t bytes); /* a copy past the caches */
    /* MIRROR past the caches, by log2 of an element's bytes; out is aligned to it. */
    prefix__openmp_stage_fn *stream_mirror[4];
};

#define PREFIX__OPENMP_MARKS 1024 /* elements whose beginnings are found out at once: a power of two */
#define PREFIX__OPENMP_KEYS 4096  /* bytes of keys that are looked at at once where nothing else is */

struct prefix__openmp_segment_loops {
    /*
     * Offsets of 4 or 8 bytes as places behind first, as long as they are among length elements and do not decrease;
     * returns how many are. Places may be written for all. On demand those that come next are prefetched.
     */
    size_t (*load_places[2])(const void *offsets, size_t count, uint64_t first, size_t length, uint32_t *places,
                             int prefetches);
    /* Sets the bits at some places below PREFIX__OPENMP_MARKS, which do not decrease. */
    void (*places_to_bits)(const uint32_t *places, size_t count, uint64_t *bits);
    /* A value, of elements by log2 of their bytes, to where bits are set. */
    void (*place[4])(void *out, size_t n, const uint64_t *words, uint64_t value);
    /*
     * Totals of segments that begin at places and end at the next: before has the results before each element, and in
     * front of them what empty segments have.
     */
    void (*totals[4])(const uint32_t *places, size_t segments, const void *before, void *out);
    /*
     * The same for sums that wrap around, by ends: before goes on where segments begin. open is what stands before the
     * first of them, less init if it is init that does; then before the one that follows.
     */
    void (*differences[4])(const uint32_t *ends, size_t segments, const void *before, uint64_t init, uint64_t *open,
                           void *out);
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

struct prefix__openmp_compact {
    /*
     * Selections, by log2 of an element's bytes (select.h). Bits come 64 a word, and 0 behind n; heads
     * looks at the element before in unless is_first, and on Intel's processors prefetches lines so many bytes ahead;
     * pack may write 64 bytes more than it says.
     */
    void (*test[4])(const void *in, uint64_t *bits, size_t n, const struct prefix_test *test);
    void (*heads[4])(const void *in, uint64_t *bits, size_t n, const struct prefix_test *test, int is_first,
                     size_t ahead);
    size_t (*count)(const uint64_t *bits, size_t words);
    size_t (*pack[4])(const void *in, const uint64_t *bits, size_t n, void *out);
    /* Where bits are set; a vector more may be written. Returns how many are. */
    size_t (*places)(const uint64_t *bits, size_t words, uint32_t *places);
    /* Each of some integers less the one before it, which is there for the first, too, and init besides. */
    void (*subtract[4])(const void *in, size_t n, uint64_t init, void *out);
    /* Runs written out, by log2 of an element's bytes; and the sum of lengths of 32 bits. */
    size_t (*expand[5])(struct prefix__openmp_expand *e, void *out, size_t n, int whole);
    uint64_t (*sum_lengths)(const uint32_t *lengths, size_t n);
};

/* What the elements of images are, and what they are summed in. */
enum prefix__openmp_pixel {
    PREFIX__OPENMP_PIXEL_U8,
    PREFIX__OPENMP_PIXEL_U16,
    PREFIX__OPENMP_PIXEL_U32,
    PREFIX__OPENMP_PIXEL_I32,
    PREFIX__OPENMP_PIXEL_F32,
    PREFIX__OPENMP_PIXEL_F64,
    PREFIX__OPENMP_PIXELS
};
enum prefix__openmp_sum { PREFIX__OPENMP_SUM_32, PREFIX__OPENMP_SUM_64, PREFIX__OPENMP_SUM_F64, PREFIX__OPENMP_SUMS };

/* Rows of summed-area tables. Channels, 1 to 4, become planes that are stride elements apart. */
struct prefix__openmp_tables {
    /* NULL for what does not go together. */
    void (*split[PREFIX__OPENMP_PIXELS][PREFIX__OPENMP_SUMS])(size_t channels, const void *in, size_t n, void *planes,
                                                              size_t stride);
    void (*join[PREFIX__OPENMP_SUMS])(size_t channels, const void *planes, size_t stride, size_t n, void *out);
    /* Of f64, or of integers of 32 bits; to f32, or to f64. */
    void (*join_float[2][2])(size_t channels, const void *planes, size_t stride, size_t n, void *out);
    /* Elements as they are, by log2 of their bytes, of 2 to 4 channels. */
    void (*part[4])(size_t channels, const void *in, size_t n, void *planes, size_t stride);
    void (*unite[4])(size_t channels, const void *planes, size_t stride, size_t n, void *out);
    void (*square[PREFIX__OPENMP_SUMS])(void *values, size_t n);
    void (*add[PREFIX__OPENMP_SUMS])(void *sums, const void *values, size_t n);
    /*
     * A row of a tile, after its network: added to the tile's column, to what the tiles on the left carry, and to what
     * stands above the band, which the last row of one replaces. Returns the carry to the next tile.
     */
    double (*fold)(double *values, double *column, double *above, size_t n, double carry, int is_first, int is_last);
    /*
     * Means of n windows of the same area, whose left corners follow each other in two rows of a table and whose right
     * ones are a distance away; to u8, u16 and f32. NULL for what does not go together.
     */
    void (*means[PREFIX__OPENMP_SUMS][3])(const void *upper, const void *lower, size_t distance, size_t n, double area,
                                          double least, double greatest, void *out);
};

/* Combines neighbours of one array with those of another, which may be the same, further on; to may be the first. */
typedef void prefix__openmp_combine_fn(const void *earlier, const void *later, void *to, size_t n);

/* Moving windows. Where there are four, they are by log2 of an element's bytes. */
struct prefix__openmp_windows {
    prefix__openmp_combine_fn *combine[4][PREFIX__OPENMP_FLOAT_MAX];
    prefix__openmp_combine_fn *sum_f64, *product_f64;
    /* Elements as a kernel lowers them, and back; in may be out. */
    void (*lower[4])(const void *in, void *out, size_t n, const struct prefix__openmp_lowering *lowering);
    void (*raise[4])(const void *in, void *out, size_t n, const struct prefix__openmp_lowering *lowering);
    void (*add_f64)(double *values, size_t n, double x);
    void (*narrow_f64_f32)(const double *in, float *out, size_t n);
};

struct prefix__openmp_recurrences {
    struct prefix__recurrence_loops f32, f64;
};

struct prefix__openmp_isa {
    const char *name;
    const struct prefix__openmp_integers *integers;
    const struct prefix__openmp_floats *floats;
    const struct prefix__openmp_convert *convert;
    const struct prefix__openmp_segment_loops *segments;
    const struct prefix__openmp_compact *compact;
    const struct prefix__openmp_tables *tables;
    const struct prefix__openmp_windows *windows;
    const struct prefix__openmp_recurrences *recurrences;
    const struct prefix__filter_loops *filters;
};

/* The instruction sets that this machine has, best first; NULL past the last. */
const struct prefix__openmp_isa *prefix__openmp_isa(size_t index);

/* What its units export of each set. */
#define PREFIX__OPENMP_SET(set)                                                                                        \
    extern const struct prefix__openmp_integers prefix__openmp_integers_##set;                                         \
    extern const struct prefix__openmp_floats prefix__openmp_floats_##set;                                             \
    extern const struct prefix__openmp_convert prefix__openmp_convert_##set;                                           \
    extern const struct prefix__openmp_segment_loops prefix__openmp_segments_##set;                                    \
    extern const struct prefix__openmp_compact prefix__openmp_compact_##set;                                           \
    extern const struct prefix__openmp_tables prefix__openmp_tables_##set;                                             \
    extern const struct prefix__openmp_windows prefix__openmp_windows_##set;                                           \
    extern const struct prefix__openmp_recurrences prefix__openmp_recurrences_##set;                                   \
    extern const struct prefix__filter_loops prefix__openmp_filters_##set;
PREFIX__OPENMP_SET(base)
PREFIX__OPENMP_SET(avx2)
PREFIX__OPENMP_SET(avx512)
#undef PREFIX__OPENMP_SET

#endif
