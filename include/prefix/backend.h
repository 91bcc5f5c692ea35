/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The plugin ABI: what a backend of libprefix is. For authors of backends only; see
 * prefix_backend(7). A backend named NAME is the shared object
 * ${libdir}/prefix/1/prefix_NAME.so, which exports exactly one function, prefix_backend_v1().
 * It includes this header and links nothing of libprefix.
 *
 * Both tables begin with their size: a member is there only if the size says so, and members are
 * only ever appended. A backend gets validated work: types, operators, pointers and sizes have
 * been checked, and n is at least 1. It never prints, never aborts, and reports errors by status
 * and a sentence through host->error().
 */
#ifndef PREFIX_BACKEND_H
#define PREFIX_BACKEND_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/prefix.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PREFIX_BACKEND_ABI_MAJOR 1
#define PREFIX_BACKEND_ABI_MINOR 6

/* What libprefix offers a backend. owner is the value given to open(). */
struct prefix_host {
    size_t size;    /* of this table, in bytes */
    uint32_t minor; /* PREFIX_BACKEND_ABI_MINOR of libprefix */
    /* Host scratch memory by the context's allocator, aligned for any type; NULL on failure. */
    void *(*alloc)(void *owner, size_t bytes);
    void (*free)(void *owner, void *memory);
    /* Sets the detail of the error that the backend is about to return (printf(3) format). */
    void (*error)(void *owner, const char *format, ...);
    /* A message for the log, of enum prefix_log_level. */
    void (*log)(void *owner, int level, const char *format, ...);
    /*
     * Since minor 5. The folder for what is kept from one process to the next: 1, and its absolute path; or 0: nothing
     * is to be kept. It may be missing, and somebody else's: the backend makes it, and looks whether it can be trusted.
     */
    int (*cache_folder)(void *owner, char *path, size_t size);
};

/* What a backend holds for one context: device, scratch memory. Defined by the backend. */
struct prefix_session;

/* A value of a carry type: one member for each family. */
union prefix_carry {
    int64_t i;  /* signed integers */
    uint64_t u; /* unsigned integers */
    float f;    /* f32, and f16 and bf16 widened */
    double d;   /* f64 */
};

/* Who watches a scan, or a sort; for backends with PREFIX_BACKEND_FLAG_COUNTS. */
struct prefix_scan_watch {
    uint64_t work; /* what prefix_plan_counts() gives; 0 at first */
    uint64_t span;
    prefix_trace_fn trace; /* or NULL */
    void *user;            /* of trace */
};

/*
 * Which elements are missing. What is done is what would be done with the identity in their places, to the last bit,
 * in elements of the output type; then a blank, if there is one, is written over the results at these places.
 */
struct prefix_validity {
    size_t size;         /* of this struct, in bytes */
    const uint8_t *bits; /* element i is missing where bit (first + i) % 8 of byte (first + i) / 8 is 0; or NULL */
    size_t first;
    int memory; /* of bits, of enum prefix_memory; HOST for NULL */
    /* And where of its bits x, as an unsigned integer, (x & mask) > range; both all bits: nowhere. */
    uint64_t mask, range;
    /* One element each, of the output type, or that of the caller's own operator, in host memory: */
    const void *identity; /* combined with anything, it changes nothing */
    const void *blank;    /* or NULL: results stay as they are; NULL for reductions */
};

#define PREFIX_BATCH_DIMS 16

/* Rows of one length: everything that is scanned is one of them, by itself. Steps are in elements and may be negative. */
struct prefix_batch_dim {
    size_t count;
    ptrdiff_t in_step, out_step;
    ptrdiff_t valid_step;  /* between their validity bits; 0: there is no bitmap */
    ptrdiff_t second_step; /* of a work with a second input, likewise */
};
struct prefix_batch {
    size_t size;                 /* of this struct, in bytes */
    ptrdiff_t in_step, out_step; /* from an element of a row to its next */
    ptrdiff_t valid_step;        /* and from its validity bit to that one's; validity has that of all indices 0 */
    size_t rows;                 /* product of the counts; at least 1 */
    int dims;                    /* 0: one row */
    int ends;                    /* 1: a row's total, of the output type, is one more result, last in its scan */
    /* Outermost first; counts of at least 2, neighbours merged where one step does for both. */
    struct prefix_batch_dim dim[PREFIX_BATCH_DIMS];
    ptrdiff_t second_step; /* of a second input, from an element of a row to its next; 0: one for all */
};

/* One scan. Everything is resolved: nothing is left to default but algorithm AUTO and threads 0. */
struct prefix_scan_work {
    size_t size; /* of this struct, in bytes */
    int kind;
    int op;
    int type;        /* of the input */
    int output_type; /* equal to type, or wider of the same family */
    int carry_type;  /* prefix_carry_type(op, output_type) */
    int reverse;     /* 0 or 1 */
    int algorithm;   /* one of the backend's scan_algorithms, or AUTO */
    int threads;     /* CPU threads at most; 0: the backend's own rules */
    const void *in;
    void *out; /* disjoint from in, or equal to it */
    size_t n;  /* at least 1; n elements of either type fit PTRDIFF_MAX bytes */
    int in_memory;
    int out_memory;   /* of enum prefix_memory, never ANY */
    int total_memory; /* likewise; HOST when there is no total */
    int total_type;   /* output_type or carry_type */
    void *total;      /* or NULL; aligned to its type, disjoint from in and out */
    /*
     * What stands before the first element, in carry_type: init, or else the operator's identity
     * (combining it is exact and changes no element, but for -0 + +0 = +0, which is wanted).
     */
    union prefix_carry carry;
    void *stream; /* the caller's device stream, or NULL */
    /* Caller-owned scratch memory, or NULL for the session's own; fresh: never used, clear it. */
    void *workspace;
    size_t workspace_bytes;
    int workspace_fresh;
    size_t tile;                     /* elements of a tile, which a backend may ignore; 0: its own */
    struct prefix_scan_watch *watch; /* or NULL; only for PREFIX_BACKEND_FLAG_COUNTS */
    int block_algorithm;             /* one of the backend's block_algorithms, or AUTO */
    /* Since minor 6: or NULL, all are there; only for PREFIX_BACKEND_FLAG_VALIDITY. */
    const struct prefix_validity *validity;
    /*
     * Since minor 6, and only for batch(); or NULL: one row, of neighbours. n is then the length of a row, in and out
     * are at the element with all indices 0 (with negative steps others lie before it), and total is an array of a
     * total for each row, in C order of the dims; or NULL where the rows have ends.
     */
    const struct prefix_batch *batch;
    /*
     * Since minor 6, and only for scans by backends with event_record(); or NULL. So many values of carry_type, in
     * memory that the device reads in its turn: they stand behind the carry, and are combined with it one by one.
     */
    const void *before;
    size_t before_count;
};

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
 * Stages of a scan by an operator. A load makes n elements, neighbours in the order of the scan, each of the input at in
 * + k * in_step, and of that at second + k * in_step where there are two (what lies otherwise is brought together), and
 * a store what is written at out + k * out_step, each of an element. place is where the first of them stands in the
 * array, and place_step, 1 or -1, goes from one to the next; state is that of the operator. A store may lower what
 * stands at report, by atomic operations: several threads do.
 */
typedef void (*prefix_load_fn)(const void *state, const void *in, const void *second, ptrdiff_t in_step, uint64_t place,
                               int place_step, void *elements, size_t n);
typedef void (*prefix_store_fn)(const void *state, const void *elements, void *out, ptrdiff_t out_step, uint64_t place,
                                int place_step, uint64_t *report, size_t n);

/*
 * One scan or reduction by an operator of the caller's own, in the canonical order of its elements. With segments,
 * first stands before each of them, and without out the reduction of each segment, of offsets, goes to the array total.
 * Offsets in host memory are sound, and if there is no identity none of the segments that are reduced is empty there.
 */
/*
 * Loops that may do whole tiles of an operator's inclusive scan on the CPU, with the same bits; steps in bytes.
 *   scan   takes the elements of a tile, keeps what it needs aside, in 16 KiB, and gives what they come to. 0: it does
 *          not take them.
 *   store  writes the results of what was taken, behind what stands before the tile, or NULL: nothing does. 0: it made
 *          the elements of the tile instead, combined in the tile alone.
 */
struct prefix_tile_loops {
    const void *state;
    int (*scan)(const void *state, const void *in, ptrdiff_t in_step, void *aside, void *last);
    int (*store)(const void *state, const void *before, void *aside, void *elements, void *out, ptrdiff_t out_step);
};

struct prefix_operator_work {
    size_t size;               /* of this struct, in bytes */
    prefix_combine_fn combine; /* NULL: it is CUDA text alone */
    const void *state;         /* of combine */
    size_t state_bytes;
    size_t element;   /* bytes of an element, 1 to 160: a multiple of its alignment, */
    size_t alignment; /* which is a power of two, 16 at most */
    int kind;
    int reverse; /* 0 or 1 */
    int threads; /* CPU threads at most; 0: the backend's own rules */
    const void *in;
    void *out;            /* disjoint from in, or equal to it, or NULL: the total is all that is wanted */
    size_t n;             /* at least 1; n elements fit PTRDIFF_MAX bytes */
    const void *first;    /* what stands before the first element, in host memory; or NULL: nothing does */
    const void *identity; /* or NULL: if there is no first, the first result of exclusive scans: never combined */
    void *total;          /* or NULL; aligned, disjoint from in and out */
    int in_memory, out_memory, total_memory; /* of enum prefix_memory; HOST for what is NULL */
    void *stream;                            /* the caller's device stream, or NULL */
    const struct prefix_heads *heads;        /* or NULL: there are no segments */
    /* In CUDA C++, or NULL: text, the element's type there, an expression in earlier, later and state. */
    const char *cuda_text, *cuda_element, *cuda_expression;
    /*
     * Since minor 6: stages. What is said above of elements holds for those that are combined, first and identity
     * among them; in has what load makes them of, and out and total get what store makes of them. The place of a
     * total is that of its last element in the order of the scan. NULL: these are the elements.
     */
    prefix_load_fn load;
    prefix_store_fn store;
    size_t in_size, in_alignment;   /* bytes, of an element of in; 0: those of an element */
    size_t out_size, out_alignment; /* likewise of out and total */
    int total_is_element;           /* total gets its element as it is; not with segments */
    /* In CUDA C++, NULL with load: the type of in, and an expression in in, second, place (a uint64_t) and state; and */
    const char *cuda_in, *cuda_load;
    const char *cuda_out, *cuda_store; /* with store: the type of out, and one in element, place, state and report */
    /*
     * Or NULL: for store, a word that is UINT64_MAX when it begins; there are then no totals of segments. In CUDA C++,
     * prefix_report(report, x) lowers it to x.
     */
    uint64_t *report;
    int report_memory;
    /* As that of a scan; there is then an identity. */
    const struct prefix_validity *validity;
    /* Of a work with load, or NULL: a second input of n elements of the type of in. out may be this one, too. */
    const void *second;
    int second_memory; /* HOST for NULL */
    /* With total_is_element: total gets so many bytes of its element, from this one on; 0: all. */
    size_t total_at, total_bytes;
    /*
     * A float type: load, combine and store are those of the recurrence y = a y + b of elements of it, with b in in
     * and a in second or, where that is NULL, the f64 at state; elements are pairs of f64, of an a and of y. A backend
     * may do it by loops of its own that give the same bits. Without heads, ends and validity; 0: nothing is said.
     */
    int recurrence_type;
    /*
     * Or NULL; only for backends with batch(). As that of a scan: in, out and second are at the element with indices 0,
     * total is an array of a total for each row, and places count from the beginning of a row. There are then no
     * heads and no report.
     */
    const struct prefix_batch *batch;
    /*
     * With a batch and load, or NULL; instead of first: an array of what stands before each row, as total has them, and
     * maybe that array. first_is_element: total_bytes of an element, from total_at on, whose others are 0; else an
     * element of the input, of which load makes it, with the same as second.
     */
    const void *firsts;
    int firsts_memory; /* HOST for NULL */
    int first_is_element;
    const struct prefix_tile_loops *tiles; /* or NULL; else without heads and validity, forward, and with load and out */
};

/*
 * Whether an element is selected. Of its bits x, in its own width and modulo 2 to the number of bits:
 *     (((x < 0 as a signed integer ? x ^ flip : x) & mask) - first <= range) != negate
 */
struct prefix_test {
    uint64_t flip, mask, first, range;
    int negate; /* 0 or 1 */
};

/* What selects elements. */
enum prefix_selector {
    PREFIX_SELECTOR_TEST = 1,  /* the test */
    PREFIX_SELECTOR_BYTES = 2, /* flags: a byte that is not 0 */
    PREFIX_SELECTOR_BITS = 3,  /* flags: bit i % 8 of byte i / 8; what lies behind bit n - 1 is not looked at */
    /*
     * The first element, and each that differs from the one before it in the input, by mask and range of the test
     * as struct prefix_heads has them.
     */
    PREFIX_SELECTOR_HEADS = 4
};

/*
 * One selection. The selected elements, what belongs to them, and the rejected ones keep their order. In
 * place (out is in, values_out is values), no element may be written before all are read that stand in
 * the input before the one that it comes from; PREFIX_SELECTOR_HEADS reads an element's predecessor, too.
 */
struct prefix_select_work {
    size_t size; /* of this struct, in bytes */
    int type;
    int threads;    /* CPU threads at most; 0: the backend's own rules */
    int selector;   /* of enum prefix_selector */
    int rejects;    /* where the rejected elements go, of enum prefix_rejects */
    int ways;       /* 2; or, with a test and PREFIX_REJECTS_BEHIND, 3: by the test, else by second, else rejected */
    int index_type; /* PREFIX_U32 or PREFIX_U64 */
    int value_type;
    struct prefix_test test;
    struct prefix_test second;
    const void *in;       /* NULL: flags select, and no elements are written */
    const uint8_t *flags; /* or NULL */
    const void *values;   /* or NULL: a second array, whose elements go with those of in */
    /* All but in and out, values and values_out are disjoint, whatever is written. */
    void *out;        /* or NULL: no elements are written; or in */
    void *rejected;   /* for PREFIX_REJECTS_APART, else NULL */
    void *indices;    /* or NULL: the places of the selected elements in the input, from 0 */
    void *values_out; /* NULL with values; or values */
    size_t n;         /* at least 1; n elements of any of these fit PTRDIFF_MAX bytes */
    /*
     * Of out, indices and values_out, at most n: nothing is written beyond it. With PREFIX_REJECTS_BEHIND
     * it is n: the rejected stand in out behind the selected (of 3 ways: behind those of the second test,
     * which stand behind those of the first); indices and values_out are of the selected alone.
     */
    size_t capacity;
    size_t rejected_capacity; /* of rejected, likewise */
    /* Where the number of selected elements goes, however many are written; of 3 ways, then that of second. */
    uint64_t *count;
    /* Of enum prefix_memory, never ANY; HOST for what is NULL. */
    int in_memory, flags_memory, values_memory;
    int out_memory, rejected_memory, indices_memory, values_out_memory, count_memory;
    void *stream; /* the caller's device stream, or NULL */
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

/*
 * Runs of neighbours with equal keys. Of each, or of those that count, in their order: its first key, the
 * reduction of its elements, where it begins and how long it is, as far as there is room. In place (unique
 * is keys, scan->out is scan->in), no element may be written before all are read that stand before it.
 */
struct prefix_runs_work {
    size_t size;                         /* of this struct, in bytes */
    int threads;                         /* CPU threads at most; 0: the backend's own rules */
    struct prefix_heads keys;            /* of the form PREFIX_HEADS_KEYS */
    const struct prefix_scan_work *scan; /* NULL: no reductions; else inclusive, and out is for these */
    void *unique;                        /* or NULL; or the keys */
    void *offsets, *lengths;             /* or NULL; unsigned, of index_size bytes, 4 or 8 */
    size_t index_size;
    int nontrivial;  /* only runs of two elements and more count; there is then no scan, and no unique */
    size_t n;        /* at least 1 */
    size_t capacity; /* of each output, at most n: nothing is written beyond it */
    uint64_t *count; /* where the number of runs that count goes, however many are written */
    int unique_memory, offsets_memory, lengths_memory, count_memory; /* of enum prefix_memory; HOST for what is NULL */
    void *stream;                                                    /* the caller's device stream, or NULL */
    /*
     * Or NULL. Instead of scan: in, out, the memory of both, and what combines: forward, inclusive, without first, and
     * with the keys as heads. There are then no offsets and no lengths.
     */
    const struct prefix_operator_work *combined;
};

/* Runs written out: each of the values as often as its length says. */
struct prefix_expand_work {
    size_t size;       /* of this struct, in bytes */
    int threads;       /* CPU threads at most; 0: the backend's own rules */
    size_t value_size; /* bytes of a value: 1, 2, 4, 8 or 16, the last aligned to 8 */
    size_t index_size; /* bytes of a length, which is unsigned: 4 or 8 */
    const void *values, *lengths;
    size_t runs;     /* at least 1 */
    void *out;       /* outside of both */
    size_t capacity; /* of out: nothing is written beyond it */
    uint64_t *count; /* where the sum of the lengths goes; of one that does not fit, UINT64_MAX */
    int values_memory, lengths_memory, out_memory, count_memory;
    void *stream; /* the caller's device stream, or NULL */
};

/*
 * One summed-area table, and on demand that of the squares: both of width x height pixels, or with a border of
 * (width + 1) x (height + 1), whose first row and column are 0. Rows are a pitch apart, in bytes, a multiple of their
 * elements; what lies between them is nobody's. Floats are summed in the order of libprefix(7).
 */
struct prefix_integral_work {
    size_t size; /* of this struct, in bytes */
    int type;
    int output_type;      /* a sum's, as prefix_table_create() says */
    int square_type;      /* likewise, of squares */
    int border;           /* 0 or 1 */
    int threads;          /* CPU threads at most; 0: the backend's own rules */
    size_t channels;      /* 1 to 4, interleaved */
    size_t width, height; /* at least 1 each */
    const void *in;
    void *out;     /* disjoint from in; or without a border in itself, of the same type and pitch */
    void *squares; /* or NULL; disjoint from both */
    size_t in_pitch, out_pitch, square_pitch;
    int in_memory, out_memory, square_memory; /* of enum prefix_memory, never ANY; HOST for what is NULL */
    void *stream;                             /* the caller's device stream, or NULL */
};

/*
 * The mean of the window around each pixel of an image: of 2 radius + 1 rows and columns, less what lies outside. The
 * sum and its quotient are those of prefix_box_filter().
 */
struct prefix_box_filter_work {
    size_t size;          /* of this struct, in bytes */
    int type;             /* u8, u16 or f32 */
    int output_type;      /* type or f32 */
    int radius_type;      /* u8 or u16 */
    int threads;          /* CPU threads at most; 0: the backend's own rules */
    size_t channels;      /* 1 to 4, interleaved */
    size_t width, height; /* at least 1 each */
    size_t radius_x, radius_y;
    const void *in;
    void *out;         /* disjoint from in; or in itself, of the same type and pitch */
    const void *radii; /* or NULL; of each pixel, instead of radius_x and radius_y */
    size_t in_pitch, out_pitch, radius_pitch;
    int in_memory, out_memory, radius_memory; /* of enum prefix_memory, never ANY; HOST for what is NULL */
    void *stream;                             /* the caller's device stream, or NULL */
};

/*
 * The code of an element, by which it is sorted: codes are unsigned, of its own width, and the least comes first. All
 * is modulo 2 to the number of bits, x are the element's, and y is x ^ flip. Of integers the code is y. Of floats it is
 * - nan where y without its sign bit, m, is greater than infinity, the bits of +infinity;
 * - else zero - m where the sign bit of y is set, and zero + m where it is not.
 * So -0 has the code of +0, and each NaN that of each; that a sort descends, and where NaNs go, is in the numbers. The
 * greatest code of a type is that with all bits set: of NaNs, unless nan is 0, and then of an infinity.
 */
struct prefix_sort_code {
    uint64_t flip;
    uint64_t infinity; /* 0 of integers */
    uint64_t zero, nan;
};

/*
 * One sort, ascending by codes and stable: elements whose codes are equal in the bits that count stay in their order.
 * What is written are the elements as they are, so that the result has one right answer, bit by bit. With segments each
 * is sorted by itself, and what lies before the first and behind the last offset are segments of their own. Offsets in
 * host memory are sound. Those in device memory may be anything: nothing is then read or written outside of the arrays.
 */
struct prefix_sort_work {
    size_t size; /* of this struct, in bytes */
    int type;    /* of the keys */
    int threads; /* CPU threads at most; 0: the backend's own rules */
    struct prefix_sort_code code;
    int first_bit, bits; /* of a code, those that count: from first_bit on, 0 to all; of floats always all */
    const void *keys;
    void *out; /* or keys; or NULL: nothing but indices is wanted */
    /* Or NULL: a second array, whose elements go with the keys; there are then no indices. */
    const void *values;
    void *values_out;  /* NULL with values; or values */
    size_t value_size; /* bytes, 1 to 64; 0 with NULL */
    /* A power of two, at most 16, that divides value_size and the addresses of both. */
    size_t value_alignment;
    void *indices;                       /* or NULL: of the keys in their new order, where each stood in keys, from 0 */
    int index_type;                      /* PREFIX_U32, into which n - 1 fits, or PREFIX_U64; 0 with NULL */
    size_t n;                            /* at least 1; n elements of any of these fit PTRDIFF_MAX bytes */
    const struct prefix_heads *segments; /* or NULL: one; else of the form PREFIX_HEADS_OFFSETS */
    /* All that is written is disjoint from all else, but for out that is keys and values_out that is values. */
    int keys_memory, out_memory; /* of enum prefix_memory, never ANY; HOST for what is NULL */
    int values_memory, values_out_memory, indices_memory;
    void *stream; /* the caller's device stream, or NULL */
    /* One of the backend's sort_algorithms, or AUTO. Otherwise there are no segments. */
    int algorithm;
    size_t tile;                     /* elements of a chunk, which a backend may ignore; 0: its own */
    struct prefix_scan_watch *watch; /* or NULL; only with an algorithm, and for PREFIX_BACKEND_FLAG_COUNTS */
    /* Caller-owned scratch memory, aligned to 256 bytes, for all that is queued; NULL and 0: the session's own. */
    void *workspace;
    size_t workspace_bytes; /* too few: PREFIX_ERROR_WORKSPACE, from a backend that has sort_workspace() */
};

/*
 * Moving windows: result i of a row is the combination of elements i - before to i - before + k - 1, less what lies
 * outside of it, in the order of libprefix(7) for windows; or of sums of floats, with mean, the quotient of that, in f64,
 * and the number of elements that are in the row.
 */
struct prefix_window_work {
    size_t size; /* of this struct, in bytes */
    /*
     * Forward and inclusive, by an operator and types that are built in and real, and always with a batch, of one row if
     * need be. in and out are disjoint; the carry is the identity, and there is no total.
     */
    const struct prefix_scan_work *scan;
    size_t k; /* at least 1 */
    size_t before; /* before and k - 1 - before are less than n */
    int mean; /* 0 or 1 */
};

/*
 * One histogram: how many elements each bin has, and on demand the bin of each element, by their codes, as a sort that
 * ascends has them. An element is in a bin if first <= code <= last: in bin 0, or in the last i of which edges[i] <= code.
 */
struct prefix_histogram_work {
    size_t size; /* of this struct, in bytes */
    int type;    /* of the elements */
    int threads; /* CPU threads at most; 0: the backend's own rules */
    struct prefix_sort_code code;
    uint64_t first, last;
    size_t bins;           /* 1 to UINT32_MAX */
    const uint64_t *edges; /* one for each bin, not decreasing, in host memory: to be read before the call returns; or */
    uint64_t base;         /* NULL: edges[i] is base + (i << shift), all of which fit 64 bits */
    int shift;
    /*
     * With edges, or scale is 0: a bin is near (x - low) * scale, more or less, if x is the value of an element, of f32
     * or f64, or the code of an integer less base, as f64.
     */
    double low, scale;
    const void *in;
    void *counts;      /* one for each bin, or NULL */
    uint32_t *numbers; /* of each element its bin, or bins for none; or NULL */
    int count_type;    /* PREFIX_U32 or PREFIX_U64, into which n fits */
    size_t n;          /* at least 1; n elements of any of these fit PTRDIFF_MAX bytes, and so do all counts */
    int in_memory, counts_memory, numbers_memory; /* of enum prefix_memory, never ANY; HOST for what is NULL */
    void *stream;                                 /* the caller's device stream, or NULL */
};

/*
 * Differences of neighbours: result i of a row is element i less the one before it, which undoes a sum. Integers wrap;
 * those of floats are rounded once to the output type.
 */
struct prefix_difference_work {
    size_t size; /* of this struct, in bytes */
    /*
     * Inclusive sums of real types, which are undone, forwards or in reverse, and always with a batch, of one row if need
     * be; no total. The carry is what stands before the first element. in and out are disjoint, or equal as are all
     * steps.
     */
    const struct prefix_scan_work *scan;
    /*
     * Not 0: there is one row, of neighbours, and what stands before its first element is the one before it in memory, in
     * reverse behind it. out may then also be such that each result lies where the element before it did.
     */
    int leads;
};

#define PREFIX_FILTER_ORDER 16  /* at most */
#define PREFIX_FILTER_BLOCK 128 /* elements */
#define PREFIX_FILTER_GROUP 64  /* blocks */

/*
 * Each row of an array filtered, in f64, and rounded once. With z the state, order f64, one element x makes
 *     y = b[0] x + z[0],  z[i] = z[i + 1] + b[i + 1] x - a[i + 1] y  (z[order] is 0)
 * from left to right; without feedback less the product of y, and without an order y = b[0] x. Sections follow each
 * other, each with two f64 of the state: y = b[0] x + z[0], z[0] = b[1] x - a[1] y + z[1], z[1] = b[2] x - a[2] y.
 *
 * With block_map rows of PREFIX_FILTER_LONG elements and more are cut into blocks. With v the state after a block that
 * begins with 0, and M its map, the state after it is M z + v, where each of M z is summed from left to right; without
 * feedback it is v. Of the blocks of a group, the first of which is taken to begin with 0, the last state is w; the
 * state after the group is N z + w, with N its map, and those within follow from that before it. With the state before
 * it each block is filtered as a row is. Blocks that no other follows need no v.
 */
#define PREFIX_FILTER_LONG (8 * PREFIX_FILTER_BLOCK)
struct prefix_filter_work {
    size_t size;     /* of this struct, in bytes */
    int type;        /* F32 or F64 */
    int threads;     /* CPU threads at most; 0: the backend's own rules */
    int reverse;     /* 0 or 1: the last element of a row is its first */
    int feedback;    /* 0: all a are 0 */
    size_t order;    /* of the state, at most PREFIX_FILTER_ORDER; twice the sections */
    size_t sections; /* 0: none */
    /* b[0] to b[order], a[1] to a[order]; or of each section b[0], b[1], b[2], a[1], a[2]. */
    const double *coefficients;
    const double *block_map, *group_map; /* order x order, rows first; or NULL, both */
    const void *in;
    void *out;                 /* disjoint from in, or equal to it with the same step */
    size_t n, rows;            /* at least 1 each */
    size_t in_step, out_step;  /* elements from a row to the next; at least n */
    const double *first;       /* the state before each row, rows x order; or NULL: 0 */
    double *last;              /* or NULL; where the states behind them go; or first */
    int in_memory, out_memory; /* of enum prefix_memory, never ANY; HOST for what is NULL */
    int first_memory, last_memory;
    void *stream; /* the caller's device stream, or NULL */
};

/* The bit of an algorithm in scan_algorithms and block_algorithms. */
#define PREFIX_BACKEND_ALGORITHM(algorithm) (UINT64_C(1) << (algorithm) % 100)

/* Bits of prefix_backend.flags. */
#define PREFIX_BACKEND_FLAG_HOST 1u   /* works on host memory where it lies */
#define PREFIX_BACKEND_FLAG_DEVICE 2u /* has memory of its own; takes host memory by copying it */
#define PREFIX_BACKEND_FLAG_COUNTS 4u /* counts and traces scans */
/* Since minor 6: skips missing elements in all scans and reductions it has, of segments, batches and operators, too. */
#define PREFIX_BACKEND_FLAG_VALIDITY 8u

/*
 * A backend. Functions return enum prefix_status. probe(), devices(), device_name() and
 * memory_kind() are thread-safe, cheap, and create no context on any device; the functions that
 * take a session are called by one thread at a time for each session.
 */
struct prefix_backend {
    size_t size;    /* set by libprefix to its own; the backend lowers it to what it knows */
    uint32_t minor; /* set by the backend: PREFIX_BACKEND_ABI_MINOR it was built with */
    uint32_t flags;
    const char *name;         /* the NAME of its file */
    uint64_t scan_algorithms; /* PREFIX_BACKEND_ALGORITHM() of each that is there, combined by OR */

    /* Whether work can be done here. text gets a description, or the reason why not. */
    int (*probe)(char *text, size_t size);
    int (*devices)(int *count);
    int (*device_name)(int device, char *text, size_t size);

    /* Opens a device for a context; *session is NULL on failure. close() waits for queued work. */
    int (*open)(struct prefix_session **session, const struct prefix_host *host, void *owner, int device);
    void (*close)(struct prefix_session *session);

    /* Waits for the work queued on stream and reports what went wrong in it. */
    int (*synchronize)(struct prefix_session *session, void *stream);

    /*
     * The kind of memory at a pointer; PREFIX_MEMORY_HOST for what the device does not know. It may
     * be asked before probe() and starts nothing: memory of a device that nobody has used is none.
     */
    int (*memory_kind)(const void *memory, int *kind);
    /* bytes is at least 1. */
    int (*memory_alloc)(struct prefix_session *session, void **memory, size_t bytes, int kind);
    int (*memory_free)(struct prefix_session *session, void *memory);
    int (*memory_copy)(struct prefix_session *session, void *to, const void *from, size_t bytes, void *stream);

    /* Scratch memory on the device that scan() needs for this work (in and out may be NULL). */
    int (*scan_workspace)(struct prefix_session *session, const struct prefix_scan_work *work, size_t *bytes);
    int (*scan)(struct prefix_session *session, const struct prefix_scan_work *work);

    /*
     * Since minor 1. The total of a scan without the scan: out is NULL, total is not. It may use the
     * workspace of a scan of as many elements. NULL: the backend has no reductions.
     */
    int (*reduce)(struct prefix_session *session, const struct prefix_scan_work *work);

    /* Since minor 2. NULL: the backend has no selections. */
    int (*select)(struct prefix_session *session, const struct prefix_select_work *work);

    /* Since minor 3. NULL: the backend has no segments. */
    int (*segmented)(struct prefix_session *session, const struct prefix_segmented_work *work);

    /* Since minor 3. NULL: the backend finds no runs, or writes none out. */
    int (*runs)(struct prefix_session *session, const struct prefix_runs_work *work);
    int (*expand)(struct prefix_session *session, const struct prefix_expand_work *work);

    /*
     * Since minor 4: PREFIX_BACKEND_ALGORITHM() of each by which tiles can be scanned. 0: the caller has no choice.
     */
    uint64_t block_algorithms;

    /* Since minor 5. NULL: the backend has no operators of the caller's own. */
    int (*operator_scan)(struct prefix_session *session, const struct prefix_operator_work *work);
    /*
     * Does what takes time before the first such scan, of any length, so that this one can be captured; or NULL. The
     * work is without arrays and total, and n is 0.
     */
    int (*operator_prepare)(struct prefix_session *session, const struct prefix_operator_work *work);

    /*
     * Since minor 6. The scans of a batch of rows, or without out their totals alone; the algorithm is AUTO. The
     * elements of all rows of in, and of out, lie in ranges that are disjoint, unless in is out and so are all steps.
     * NULL: the backend has no batches.
     */
    int (*batch)(struct prefix_session *session, const struct prefix_scan_work *work);
    /* Since minor 6. NULL: the backend has no summed-area tables, or no box filters. */
    int (*integral)(struct prefix_session *session, const struct prefix_integral_work *work);
    int (*box_filter)(struct prefix_session *session, const struct prefix_box_filter_work *work);
    /* Since minor 6. NULL: the backend sorts nothing. */
    int (*sort)(struct prefix_session *session, const struct prefix_sort_work *work);
    /* Since minor 6. NULL: the backend has no moving windows. */
    int (*window)(struct prefix_session *session, const struct prefix_window_work *work);
    /* Since minor 6. NULL: the backend has no histograms. */
    int (*histogram)(struct prefix_session *session, const struct prefix_histogram_work *work);
    /* Since minor 6. NULL: the backend has no differences. */
    int (*difference)(struct prefix_session *session, const struct prefix_difference_work *work);
    /* Since minor 6. NULL: the backend has no filters. */
    int (*filter)(struct prefix_session *session, const struct prefix_filter_work *work);
    /* Since minor 6: PREFIX_BACKEND_ALGORITHM() of each by which keys can be sorted. 0: the caller has no choice. */
    uint64_t sort_algorithms;
    /*
     * Since minor 6: all three or none. Of a backend on whose devices work is queued: events, by which the streams of
     * several sessions wait for one another and the host does not. record() makes one if *event is NULL, and it then
     * stands for what has been queued on the stream so far; what is queued after wait() begins when that is done.
     * free() is of the session that made it, and waits for it. Kernels of all sessions reach pinned memory, and a total
     * there is written in its turn if total_memory is DEVICE.
     */
    int (*event_record)(struct prefix_session *session, void **event, void *stream);
    int (*event_wait)(struct prefix_session *session, void *event, void *stream);
    void (*event_free)(struct prefix_session *session, void *event);
    /*
     * Since minor 6. Scratch memory on the device that sort() needs for this work over device arrays, of which nothing is
     * read, and which is enough for fewer elements, too. NULL: it needs none.
     */
    int (*sort_workspace)(struct prefix_session *session, const struct prefix_sort_work *work, size_t *bytes);
};

/*
 * Fills in *backend; called once in a process. Returns PREFIX_OK, or PREFIX_ERROR_BACKEND to
 * decline (a host of another major version never calls this name).
 */
typedef int (*prefix_backend_v1_fn)(const struct prefix_host *host, struct prefix_backend *backend);
PREFIX_API int prefix_backend_v1(const struct prefix_host *host, struct prefix_backend *backend);

#ifdef __cplusplus
}
#endif

#endif
