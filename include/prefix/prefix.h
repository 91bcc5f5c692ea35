/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * libprefix: prefix scans, on the fastest backend of the machine.
 *
 *     #include <prefix/prefix.h>
 *
 *     float in[4] = {3, 1, 7, 0}, out[4];
 *     int status = prefix_scan(NULL, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, in, out, 4);
 *     if (status != PREFIX_OK)
 *         fprintf(stderr, "%s: %s\n", prefix_strerror(status), prefix_ctx_error(NULL));
 *
 * Build with: cc demo.c $(pkg-config --cflags --libs prefix)
 *
 * A context (prefix_ctx) holds a backend, a device and settings; NULL stands for the calling
 * thread's own default context. A plan (prefix_plan) holds everything else about a scan.
 * Every function that can fail returns a status, PREFIX_OK (0) or one of enum prefix_status;
 * prefix_ctx_error() has the sentence that names the argument and the reason.
 * The manual starts at libprefix(7).
 */
#ifndef PREFIX_PREFIX_H
#define PREFIX_PREFIX_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/version.h>

#ifndef PREFIX_API
#if defined(__GNUC__)
#define PREFIX_API __attribute__((visibility("default")))
#else
#define PREFIX_API
#endif
#endif

/* A status that is dropped is a warning, unless it is cast to void. gcc warns of that cast, too, where it has no
 * [[nodiscard]]: there it is not asked to warn. */
#if (defined(__cplusplus) && __cplusplus >= 201703L) || (defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L)
#define PREFIX_NODISCARD [[nodiscard]]
#elif defined(__clang__)
#define PREFIX_NODISCARD __attribute__((warn_unused_result))
#else
#define PREFIX_NODISCARD
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L
#define PREFIX_NOTHROW noexcept
#elif defined(__cplusplus)
#define PREFIX_NOTHROW throw()
#elif defined(__GNUC__)
#define PREFIX_NOTHROW __attribute__((nothrow))
#else
#define PREFIX_NOTHROW
#endif

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Constants. Enumerators are passed as int, have fixed values below 2^15, and are never reused. Each enumeration has a
 * hundred of its own, so that arguments that were exchanged are PREFIX_ERROR_ARGUMENT, and prefix_ctx_error() says what
 * the number is instead. 0 is what a setting with a default begins with; a status is less than 100.
 */

/* Status of a call. */
enum prefix_status {
    PREFIX_OK = 0,
    PREFIX_ERROR_ARGUMENT = 1,    /* an argument is NULL, unknown or out of range */
    PREFIX_ERROR_UNSUPPORTED = 2, /* valid arguments that do not go together, or not on this backend */
    PREFIX_ERROR_OVERLAP = 3,     /* input and output overlap and are not equal */
    PREFIX_ERROR_OVERFLOW = 4,    /* a size in bytes does not fit size_t */
    PREFIX_ERROR_NOMEM = 5,       /* memory could not be allocated */
    PREFIX_ERROR_BACKEND = 6,     /* the backend is not available */
    PREFIX_ERROR_DEVICE = 7,      /* the device or its runtime failed; the text is its own */
    PREFIX_ERROR_MEMORY = 8,      /* the backend cannot reach this kind of memory */
    PREFIX_ERROR_WORKSPACE = 9,   /* the caller's workspace is too small */
    PREFIX_ERROR_FORKED = 10,     /* the context was opened on a device before fork(2) */
    PREFIX_ERROR_INTERNAL = 11,   /* a defect of libprefix or of a backend */
    PREFIX_ERROR_CAPACITY = 12,   /* the output has no room for all that was selected */
    PREFIX_ERROR_RANGE = 13       /* a result does not fit its type, of a plan that was asked to check this */
};

/*
 * Element types. f16 is IEEE 754 binary16, bf16 is bfloat16, both stored in two bytes. c64 and c128 are complex numbers,
 * two f32 or two f64, the real part first, aligned as these: C's and C++'s own, and NumPy's complex64 and complex128.
 * They are scanned and reduced, by sum, product and affine; for all else they are PREFIX_ERROR_UNSUPPORTED.
 */
enum prefix_type {
    PREFIX_I8 = 101,
    PREFIX_I16 = 102,
    PREFIX_I32 = 103,
    PREFIX_I64 = 104,
    PREFIX_U8 = 105,
    PREFIX_U16 = 106,
    PREFIX_U32 = 107,
    PREFIX_U64 = 108,
    PREFIX_F16 = 109,
    PREFIX_BF16 = 110,
    PREFIX_F32 = 111,
    PREFIX_F64 = 112,
    PREFIX_C64 = 113,
    PREFIX_C128 = 114
};

/*
 * Operators, always applied as (earlier, later).
 * Integers wrap in two's complement, signed ones too. Minimum and maximum of floats follow
 * IEEE 754-2019 minimum and maximum: NaN propagates and -0 < +0. AND, OR and XOR take integers.
 * The logical operators take any type, read every value other than zero as true (NaN is true),
 * and give 0 or 1 in the output type.
 *
 * Sums of complex numbers are computed in c128 and rounded once to the output type, products in the output type:
 * (a c - b d, a d + b c), as that stands, for infinities and NaN too (C99's Annex G is not followed). AFFINE takes
 * complex types, too, whose parts are a and b of the map x -> a x + b: earlier and later, one after the other, are
 * (a1 a2, a2 b1 + b2).
 *
 * The ARG operators take the twelve real types and give places: the index in the array, from 0 and whatever the
 * direction and the segments, of the first or the last element that is the least, or the greatest, of those so far,
 * as MIN and MAX order them; a NaN is before all others. The output type is PREFIX_U64, or PREFIX_U32 in a plan
 * that is told so. Where there is no element yet, all bits are 1. There is no initial value.
 */
enum prefix_op {
    PREFIX_SUM = 201,
    PREFIX_PRODUCT = 202,
    PREFIX_MIN = 203,
    PREFIX_MAX = 204,
    PREFIX_AND = 205,
    PREFIX_OR = 206,
    PREFIX_XOR = 207,
    PREFIX_LOGICAL_AND = 208,
    PREFIX_LOGICAL_OR = 209,
    PREFIX_AFFINE = 210,
    PREFIX_ARG_MIN = 211, /* the first */
    PREFIX_ARG_MAX = 212,
    PREFIX_ARG_MIN_LAST = 213,
    PREFIX_ARG_MAX_LAST = 214
};

/*
 * What prefix_select_if() asks of an element; all but the last two compare it with an operand of its
 * type. Comparisons with NaN are false, but for PREFIX_NOT_EQUAL; -0 and +0 are equal.
 */
enum prefix_predicate {
    PREFIX_LESS = 401,
    PREFIX_LESS_EQUAL = 402,
    PREFIX_GREATER = 403,
    PREFIX_GREATER_EQUAL = 404,
    PREFIX_EQUAL = 405,
    PREFIX_NOT_EQUAL = 406,
    PREFIX_BETWEEN = 407, /* two operands: at least the first and at most the second */
    PREFIX_IS_NAN = 408,  /* floats; no operand */
    PREFIX_HAS_BITS = 409 /* integers: any of the operand's bits is set */
};

/* Where the elements go that a selection rejects. */
enum prefix_rejects {
    PREFIX_REJECTS_NOWHERE = 0,
    PREFIX_REJECTS_BEHIND = 501, /* behind the selected ones: a stable partition */
    PREFIX_REJECTS_APART = 502   /* to an array of their own */
};

/* Inclusive: out[i] = init + in[0] + ... + in[i]. Exclusive: out[i] = init + in[0] + ... + in[i-1]. */
enum prefix_kind {
    PREFIX_INCLUSIVE = 301,
    PREFIX_EXCLUSIVE = 302
};

/*
 * Types of keys beside those of enum prefix_type: 16 bytes, compared bit by bit, aligned to 8; and floats of
 * which each NaN, of any sign and payload, equals each NaN, while all else is equal as of PREFIX_F16 and so on.
 */
enum prefix_key_type {
    PREFIX_KEY_16_BYTES = 164,
    PREFIX_KEY_F16 = 165,
    PREFIX_KEY_BF16 = 166,
    PREFIX_KEY_F32 = 167,
    PREFIX_KEY_F64 = 168
};

/* How a scan, or a sort, is done; libprefix-algorithms(7) describes each and says which backend has it. */
enum prefix_algorithm {
    PREFIX_ALGORITHM_AUTO = 0,
    PREFIX_ALGORITHM_SERIAL = 601,
    PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK = 602,
    PREFIX_ALGORITHM_HILLIS_STEELE = 603, /* networks, over all elements; sums and products of floats */
    PREFIX_ALGORITHM_KOGGE_STONE = 604,   /* have other bits than the canonical order gives */
    PREFIX_ALGORITHM_SKLANSKY = 605,
    PREFIX_ALGORITHM_BRENT_KUNG = 606,
    PREFIX_ALGORITHM_BLELLOCH = 607,
    PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE = 608, /* over tiles */
    PREFIX_ALGORITHM_REDUCE_THEN_SCAN = 609,
    PREFIX_ALGORITHM_CHAINED_SCAN = 610,
    PREFIX_ALGORITHM_BLELLOCH_PADDED = 611, /* within a tile */
    PREFIX_ALGORITHM_BLELLOCH_VECTOR = 612,
    PREFIX_ALGORITHM_WARP_SCAN = 613,
    PREFIX_ALGORITHM_RAKING = 614,
    PREFIX_ALGORITHM_SPLIT_MERGE = 615 /* a sort; all others are scans */
};

/* What a missing element does to a scan; see prefix_plan_set_missing(). */
enum prefix_missing {
    PREFIX_MISSING_PROPAGATE = 0, /* a NaN is a value as any other */
    PREFIX_MISSING_SKIP = 1001,   /* a missing element counts as the identity */
    PREFIX_MISSING_KEEP = 1002    /* and the result in its place is NaN, or 0 */
};

/* Which elements of a sort come first. */
enum prefix_order {
    PREFIX_ASCENDING = 1301,
    PREFIX_DESCENDING = 1302
};

/* Where a sort puts NaNs. */
enum prefix_nans {
    PREFIX_NANS_LAST = 1401, /* whether it ascends or descends */
    PREFIX_NANS_FIRST = 1402,
    PREFIX_NANS_GREATEST = 1403 /* greater than all others: last, or if it descends, first */
};

/* What prefix_group_by() makes of the values of a group, beside what operators make of them. */
enum prefix_aggregate {
    PREFIX_FIRST = 1701, /* the first value, in the order of the input; of real types */
    PREFIX_MEAN = 1702   /* in f64, of real types: their sum in f64, divided by their number */
};

/* Where memory lies. */
enum prefix_memory {
    PREFIX_MEMORY_ANY = 0,     /* found from each pointer */
    PREFIX_MEMORY_HOST = 701,    /* ordinary host memory */
    PREFIX_MEMORY_PINNED = 702,  /* page-locked host memory known to the device */
    PREFIX_MEMORY_MANAGED = 703, /* migrates between host and device */
    PREFIX_MEMORY_DEVICE = 704   /* the device's own */
};

/* Levels of a log message. */
enum prefix_log_level {
    PREFIX_LOG_ERROR = 801,
    PREFIX_LOG_WARNING = 802,
    PREFIX_LOG_INFO = 803
};

/*
 * The events of a traced run, see prefix_trace_fn. The first four are steps of a round of a network; every
 * step of a round reads the values from before the round.
 */
enum prefix_event {
    PREFIX_EVENT_COMBINE = 901,   /* element to becomes element from ⊕ element to */
    PREFIX_EVENT_APPEND = 902,    /* element to becomes element to ⊕ element from */
    PREFIX_EVENT_MOVE = 903,      /* element to becomes element from */
    PREFIX_EVENT_CLEAR = 904,     /* element to becomes the identity */
    PREFIX_EVENT_ROUND = 905,     /* the end of a round, and before the first: all n elements are in values */
    PREFIX_EVENT_AGGREGATE = 906, /* tile to publishes its own total, values[0] */
    PREFIX_EVENT_PREFIX = 907,    /* tile to publishes the combination of all elements up to its last, values[0] */
    PREFIX_EVENT_LOOK = 908,      /* tile to looks at the n tiles from tile from on */
    PREFIX_EVENT_WRITE = 909,     /* tile to writes its results */
    PREFIX_EVENT_STEP = 910       /* the events of tiles since the last step have happened at once; there are n tiles */
};

typedef struct prefix_ctx prefix_ctx;
typedef struct prefix_plan prefix_plan;
typedef struct prefix_selection prefix_selection;
typedef struct prefix_sorting prefix_sorting;
typedef struct prefix_grouping prefix_grouping;
typedef struct prefix_binning prefix_binning;
typedef struct prefix_operator prefix_operator;
typedef struct prefix_table prefix_table;
typedef struct prefix_box prefix_box;
typedef struct prefix_recurrence_plan prefix_recurrence_plan;
typedef struct prefix_team prefix_team;
typedef struct prefix_filter prefix_filter;
typedef struct prefix_ewm prefix_ewm;

/* Receives one message without a newline. Called on the thread that called libprefix. */
typedef void (*prefix_log_fn)(void *user, int level, const char *text);

/* Host scratch memory: as malloc(3) (aligned for any type; NULL on failure) and free(3). */
typedef void *(*prefix_alloc_fn)(void *user, size_t bytes);
typedef void (*prefix_free_fn)(void *user, void *memory);

/*
 * An operator of the caller's own: for each i < n, the element at result + i * result_step becomes
 * that at earlier + i * earlier_step ⊕ that at later + i * later_step. Steps are in bytes; a step of
 * 0 is one element for all, and steps may be negative. result is later, with the same step, or no
 * element of either; the pairs of one call may be combined in any order. state is that of
 * prefix_operator_set_state().
 */
typedef void (*prefix_combine_fn)(const void *state, const void *earlier, ptrdiff_t earlier_step, const void *later, ptrdiff_t later_step, void *result, ptrdiff_t result_step, size_t n);

/* Whether two elements of an operator of the caller's own count as the same: not 0 if they do. */
typedef int (*prefix_same_fn)(const void *a, const void *b);

/*
 * Receives one event of a traced run, of enum prefix_event; positions of elements and tiles are those
 * of the scan or the sort, from 0, whatever its direction. values, where there are any, are of the given type of
 * enum prefix_type and stay until the call returns. It is called on the thread that runs the plan, and
 * must not use the plan or its context.
 */
typedef void (*prefix_trace_fn)(void *user, int event, size_t from, size_t to, const void *values, size_t n, int type);

/*
 * Version, names and tables. All are thread-safe, allocate nothing and cannot fail.
 */

/* The version of the library at run time: "0.1.0", and PREFIX_VERSION_NUMBER's form. Since 0.1. */
PREFIX_API const char *prefix_version(void) PREFIX_NOTHROW;
PREFIX_API int prefix_version_number(void) PREFIX_NOTHROW;

/* What a status means, in a few words; never NULL, never to be freed. Since 0.1. */
PREFIX_API const char *prefix_strerror(int status) PREFIX_NOTHROW;

/*
 * The name of a constant ("f32", "sum", "exclusive", "decoupled-look-back"), or NULL when there
 * is no such constant. Since 0.1.
 */
PREFIX_API const char *prefix_type_name(int type) PREFIX_NOTHROW;
PREFIX_API const char *prefix_op_name(int op) PREFIX_NOTHROW;
PREFIX_API const char *prefix_kind_name(int kind) PREFIX_NOTHROW;
PREFIX_API const char *prefix_algorithm_name(int algorithm) PREFIX_NOTHROW;

/*
 * The constant of a name, or -1 when there is none (NULL included). Since 0.1.
 */
PREFIX_API int prefix_type_parse(const char *name) PREFIX_NOTHROW;
PREFIX_API int prefix_op_parse(const char *name) PREFIX_NOTHROW;
PREFIX_API int prefix_kind_parse(const char *name) PREFIX_NOTHROW;
PREFIX_API int prefix_algorithm_parse(const char *name) PREFIX_NOTHROW;

/* Bytes of one element, or 0 when there is no such type. Since 0.1. */
PREFIX_API size_t prefix_type_size(int type) PREFIX_NOTHROW;

/*
 * The type in which a scan with this operator and output type carries from tile to tile: f64 for
 * sums of f16, bf16 and f32, c128 for sums of c64, f32 for products of f16 and bf16, otherwise the
 * output type (of operators that give places u64 or u32, and pieces are not chained).
 * Pieces of one array that end where tiles end (multiples of 8192 elements always do) and are
 * chained through init and total in this type give the bits of one call (libprefix(7), the
 * canonical order). 0 when there is no such operator or type, or when the
 * operator does not take it. Since 0.1.
 */
PREFIX_API int prefix_carry_type(int op, int output_type) PREFIX_NOTHROW;

/*
 * Backends. Thread-safe.
 */

/*
 * The name of the index-th backend that libprefix knows, in order of preference ("cuda", "openmp",
 * "serial"), or NULL past the last. Knowing a backend does not mean that it is available. Since 0.1.
 */
PREFIX_API const char *prefix_backend_name(size_t index) PREFIX_NOTHROW;

/*
 * Whether a backend is available here: PREFIX_OK, and text describes it; or PREFIX_ERROR_BACKEND,
 * and text is the reason. At most size bytes are written to text, the ending 0 included; text may
 * be NULL when size is 0. Loads the backend if need be; creates no context on any device.
 * Errors: PREFIX_ERROR_ARGUMENT (name is NULL or not of [a-z0-9_]). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_backend_probe(const char *name, char *text, size_t size) PREFIX_NOTHROW;

/*
 * The number of devices that a backend can open (CPU backends: 1), and the name of one of them.
 * Errors: as prefix_backend_probe(), and PREFIX_ERROR_ARGUMENT for a device that is not there.
 * Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_backend_devices(const char *name, int *count) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_device_name(const char *name, int device, char *text, size_t size) PREFIX_NOTHROW;

/*
 * Contexts. A context may be used by one thread at a time; any number of contexts may be used at
 * once. Where a function takes a context, NULL stands for the calling thread's default context,
 * which is made on first use with backend NULL and freed when the thread ends.
 */

/*
 * Makes a context on the named backend, or, when backend is NULL, an automatic one: it takes what
 * LIBPREFIX_BACKEND names, else cuda, openmp, serial in this order, skipping what is not available,
 * and sends each call where its memory lies: device and managed pointers to the device, host
 * pointers to the CPU. A named backend never falls back.
 * On failure *ctx is NULL. Destroy with prefix_ctx_destroy(); NULL is ignored there. Destroying
 * waits for the context's queued work; the stream must still exist.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_BACKEND, PREFIX_ERROR_DEVICE, PREFIX_ERROR_NOMEM.
 * Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_ctx_create(prefix_ctx **ctx, const char *backend) PREFIX_NOTHROW;
PREFIX_API void prefix_ctx_destroy(prefix_ctx *ctx) PREFIX_NOTHROW;

/*
 * Settings of a context; each holds for the calls that follow.
 *   device     the device's index, from 0 (default 0). Releases the old device's scratch memory.
 *   stream     the CUDA stream (a cudaStream_t) on which work is queued; NULL: the default stream.
 *              CPU backends ignore it.
 *   threads    at most this many CPU threads; 0: LIBPREFIX_NUM_THREADS, else OpenMP's own rules.
 *   memory     a promise that all data pointers are of this kind, which saves looking at each;
 *              PREFIX_MEMORY_ANY clears the promise.
 *   allocator  host scratch memory from now on; both functions or neither (NULL, NULL: malloc).
 *              Releases scratch memory held so far.
 *   log        receives messages; NULL: none, unless LIBPREFIX_DEBUG asks for standard error.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_NOMEM (the default context could not be made).
 * device also PREFIX_ERROR_DEVICE and PREFIX_ERROR_BACKEND. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_ctx_set_device(prefix_ctx *ctx, int device) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_ctx_set_stream(prefix_ctx *ctx, void *stream) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_ctx_set_threads(prefix_ctx *ctx, int threads) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_ctx_set_memory(prefix_ctx *ctx, int memory) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_ctx_set_allocator(prefix_ctx *ctx, prefix_alloc_fn alloc, prefix_free_fn free, void *user) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_ctx_set_log(prefix_ctx *ctx, prefix_log_fn log, void *user) PREFIX_NOTHROW;

/*
 * Waits until the context's queued work is done and reports an error that it met.
 * Errors: PREFIX_ERROR_DEVICE, PREFIX_ERROR_FORKED. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_ctx_synchronize(prefix_ctx *ctx) PREFIX_NOTHROW;

/*
 * The backend that did the context's last call, or, before any, the first choice; why that one;
 * and the detail of the context's last error ("" when there was none). Never NULL. The strings
 * stay valid until the next call with the context. Since 0.1.
 */
PREFIX_API const char *prefix_ctx_backend(prefix_ctx *ctx) PREFIX_NOTHROW;
PREFIX_API const char *prefix_ctx_backend_reason(prefix_ctx *ctx) PREFIX_NOTHROW;
PREFIX_API const char *prefix_ctx_error(prefix_ctx *ctx) PREFIX_NOTHROW;

/*
 * Memory of a context's device, for programs that do not link the device's runtime.
 *   alloc  at least bytes bytes of the given kind, aligned to 256 bytes; bytes 0 gives NULL.
 *          CPU backends have PREFIX_MEMORY_HOST alone; theirs is in huge pages from 4 MiB on, where
 *          the kernel gives them, in which large arrays are scanned faster. On cuda, alloc and free
 *          call cudaMalloc() and cudaFree() or their like, and may wait for all work on the device.
 *   free   what prefix_memory_alloc() gave on a context of the same backend and device; NULL is
 *          ignored.
 *   copy   bytes bytes between any two kinds, in the order of the context's stream; returns when
 *          a host destination holds the data. The ranges must not overlap.
 *   kind   the kind of the memory that a pointer points to.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_UNSUPPORTED (kind), PREFIX_ERROR_NOMEM,
 * PREFIX_ERROR_DEVICE, PREFIX_ERROR_FORKED. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_memory_alloc(prefix_ctx *ctx, int kind, void **memory, size_t bytes) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_memory_free(prefix_ctx *ctx, void *memory) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_memory_copy(prefix_ctx *ctx, void *to, const void *from, size_t bytes) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_memory_kind(prefix_ctx *ctx, const void *memory, int *kind) PREFIX_NOTHROW;

/*
 * Scans n elements of in into out: kind is of enum prefix_kind, op of enum prefix_op, type of
 * enum prefix_type and both the input's and the output's (places, of the ARG operators, are u64). Element i of
 * the result is in[0] ⊕ ...
 * ⊕ in[i] (inclusive) or, without in[i], the identity ⊕ in[0] ⊕ ... ⊕ in[i-1] (exclusive).
 *
 * in and out are host or device pointers, aligned to their element; out may be in (in place); any
 * other overlap is an error. With device pointers the work is queued on the context's stream and
 * the call returns; otherwise out holds the result on return.
 *
 * n 0 does nothing. Floats are combined in the canonical order of libprefix(7): the same input
 * gives the same bits on every backend, device and number of threads.
 *
 * Cost: reads and writes each element once, one pass; on a GPU one kernel launch. After a first
 * call of its size, a context allocates nothing.
 * Errors: PREFIX_ERROR_ARGUMENT (NULL with n > 0, misaligned, unknown kind, op or type),
 * PREFIX_ERROR_UNSUPPORTED (op does not take type), PREFIX_ERROR_OVERLAP, PREFIX_ERROR_OVERFLOW,
 * PREFIX_ERROR_NOMEM, PREFIX_ERROR_DEVICE, PREFIX_ERROR_MEMORY, PREFIX_ERROR_FORKED. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_scan(prefix_ctx *ctx, int kind, int op, int type, const void *in, void *out, size_t n) PREFIX_NOTHROW;

/*
 * Combines n elements of in and writes in[0] ⊕ ... ⊕ in[n-1] to *result, which is of type too (a place: u64); n 0
 * writes the identity. For floats it has the bits of the last element of an inclusive prefix_scan().
 *
 * in and result are host or device pointers, aligned to an element, result outside of in. With both
 * on the device the work is queued on the context's stream and the call returns; otherwise *result
 * is there on return. Cost: reads each element once; on a GPU one kernel launch.
 * Errors: as prefix_scan(), result in the place of out; PREFIX_ERROR_ARGUMENT also for a result of
 * NULL with n 0; PREFIX_ERROR_UNSUPPORTED also where the backend has no reductions. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_reduce(prefix_ctx *ctx, int op, int type, const void *in, void *result, size_t n) PREFIX_NOTHROW;

/*
 * Selections (stream compaction): copies the elements of in that are selected, in their order, to the
 * beginning of out, and writes their number to *count.
 *   flagged  those whose flag, a byte, is not 0.
 *   if       those that satisfy the predicate; operand points to one element of the type in host
 *            memory, for PREFIX_BETWEEN to two, and is not looked at for PREFIX_IS_NAN.
 *
 * out has room for capacity elements, of which the selected ones are written; n is always enough. If
 * more are selected, *count is their number all the same, nothing is written beyond the capacity, and
 * the call fails with PREFIX_ERROR_CAPACITY. out may be in (in place); any other overlap is an error.
 * n 0 writes a count of 0. With a count in device memory the work is queued and the call returns: who
 * reads the count compares it with the capacity.
 *
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_UNSUPPORTED (predicate and type; or the backend has no
 * such selection), PREFIX_ERROR_CAPACITY, PREFIX_ERROR_OVERLAP, PREFIX_ERROR_OVERFLOW,
 * PREFIX_ERROR_NOMEM, PREFIX_ERROR_DEVICE, PREFIX_ERROR_MEMORY, PREFIX_ERROR_FORKED. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_select_flagged(prefix_ctx *ctx, int type, const void *in, const uint8_t *flags, void *out, size_t n, size_t capacity, uint64_t *count) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_select_if(prefix_ctx *ctx, int predicate, int type, const void *operand, const void *in, void *out, size_t n, size_t capacity, uint64_t *count) PREFIX_NOTHROW;

/*
 * Partitions: as the selections, and the elements that are not selected follow the selected ones in
 * out, in their order as well (a stable partition); out has room for n elements. *count is the number
 * of selected ones. In place they need scratch memory for the elements.
 * Errors: as prefix_select_if(). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_partition_flagged(prefix_ctx *ctx, int type, const void *in, const uint8_t *flags, void *out, size_t n, uint64_t *count) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_partition_if(prefix_ctx *ctx, int predicate, int type, const void *operand, const void *in, void *out, size_t n, uint64_t *count) PREFIX_NOTHROW;

/*
 * The split of Blelloch, a stable partition by one bit of integers, 0 the lowest: first the elements in which it is 0,
 * then those in which it is 1, each in their order. *count is the number of those in which it is 0. Splits by bit 0, 1,
 * and so on are a sort of unsigned integers; prefix_sort() is faster. Where values go with the elements, a sorting by one
 * bit does it (prefix_sorting_set_bits()).
 * Errors: as prefix_partition_if(); PREFIX_ERROR_ARGUMENT also when type has no such bit. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_split(prefix_ctx *ctx, int bit, int type, const void *in, void *out, size_t n, uint64_t *count) PREFIX_NOTHROW;

/*
 * Selections of the first of equal neighbours: the first element, and each that is not equal to the one
 * before it in the input. Floats are equal as == has it: -0 equals +0, of which the first of a run is
 * kept, and NaN equals nothing, so that each is kept. Of PREFIX_KEY_F16 to PREFIX_KEY_F64 NaN equals NaN, and
 * the first of a run is kept as it is. Who wants bits compared passes the unsigned type
 * of the same size. by_key: in holds keys of type, and what belongs to a key that is kept, an element of
 * values, goes to the same place of values_out; values_out may be values, whether or not out is in.
 * Errors: as prefix_select_if(). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_unique(prefix_ctx *ctx, int type, const void *in, void *out, size_t n, size_t capacity, uint64_t *count) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_unique_by_key(prefix_ctx *ctx, int type, int value_type, const void *in, const void *values, void *out, void *values_out, size_t n, size_t capacity, uint64_t *count) PREFIX_NOTHROW;

/*
 * Selections with options: one selects by one thing, which must be set, and writes any of several
 * outputs. It belongs to its context as a plan does.
 *
 * create makes one of elements of this type; PREFIX_KEY_F16 to PREFIX_KEY_F64 are floats that unique takes as
 * prefix_unique() does. On failure *selection is NULL. destroy ignores NULL.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_NOMEM. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_selection_create(prefix_selection **selection, prefix_ctx *ctx, int type) PREFIX_NOTHROW;
PREFIX_API void prefix_selection_destroy(prefix_selection *selection) PREFIX_NOTHROW;

/*
 * What a selection selects by, the last that was set. A call that fails changes nothing.
 *   predicate  as prefix_select_if(); the operand is copied.
 *   flags      bits 8: a byte for each element, that is not 0. bits 1: bit i % 8 of byte i / 8, the
 *              lowest first; the last byte may have bits to spare. The array is read by each run.
 *   unique     as prefix_unique().
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_UNSUPPORTED (predicate and type). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_selection_set_predicate(prefix_selection *selection, int predicate, const void *operand) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_selection_set_flags(prefix_selection *selection, const void *flags, int bits) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_selection_set_unique(prefix_selection *selection) PREFIX_NOTHROW;

/*
 * What a selection writes beside the selected elements. A call that fails changes nothing.
 *   rejects  of enum prefix_rejects. APART: array gets the rejected elements, in their order, as far as
 *            capacity goes; else array is NULL and capacity 0.
 *   second   of the elements that the selection's predicate rejects, those that satisfy this one
 *            come behind the selected and before the other rejected ones: a partition in three, for
 *            PREFIX_REJECTS_BEHIND. The count is then two: the selected, and those of second. 0: none.
 *   indices  gets the place of each selected element in the input, from 0; type is PREFIX_U32 or
 *            PREFIX_U64. NULL: none.
 *   values   of a second input, of n elements of any type, those that stand where selected elements
 *            do go to out, which may be values. Both NULL: none.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_UNSUPPORTED (predicate and type). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_selection_set_rejects(prefix_selection *selection, int rejects, void *array, size_t capacity) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_selection_set_second(prefix_selection *selection, int predicate, const void *operand) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_selection_set_indices(prefix_selection *selection, int type, void *indices) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_selection_set_values(prefix_selection *selection, int type, const void *values, void *out) PREFIX_NOTHROW;

/*
 * Runs the selection over n elements, as the calls above do. out may be NULL, and in too where flags
 * select and no elements are written: then there are only the other outputs, or the count alone.
 * capacity is that of out, of the indices and of the values' out; for a partition it is at least n.
 * Errors: as prefix_select_if(); PREFIX_ERROR_ARGUMENT also when there is nothing to select by,
 * PREFIX_ERROR_UNSUPPORTED for a second without a predicate and PREFIX_REJECTS_BEHIND,
 * PREFIX_ERROR_OVERFLOW for indices that do not fit, PREFIX_ERROR_CAPACITY also for the rejected.
 * Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_selection_run(prefix_selection *selection, const void *in, void *out, size_t n, size_t capacity, uint64_t *count) PREFIX_NOTHROW;

/*
 * Sorts n keys, of any of the twelve real types, ascending or descending (enum prefix_order). Sorts are stable in both
 * orders: equal keys, and what belongs to them, stay in the order of the input. -0 equals +0, each NaN equals each NaN,
 * and NaNs come last. So the result has one right answer, which is the same on every backend, bit by bit.
 *   sort        the keys to out.
 *   sort_pairs  the same, and values of value_size bytes, 1 to 64, that go with their keys. They may lie at any address.
 *   argsort     the places of the sorted keys in the input, from 0, as u32 or u64 (index_type). keys are only read.
 * out may be keys, and values_out values; otherwise no output overlaps another array. n == 0 does nothing.
 * Cost: a pass over the keys for each 8 bits in which they differ, and scratch memory for n keys, and n values or indices,
 * that the context keeps.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_OVERLAP, PREFIX_ERROR_OVERFLOW (indices that do not fit, too),
 * PREFIX_ERROR_UNSUPPORTED (complex numbers, or the backend has no sorts), and as prefix_scan(). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_sort(prefix_ctx *ctx, int order, int type, const void *keys, void *out, size_t n) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_sort_pairs(prefix_ctx *ctx, int order, int type, size_t value_size, const void *keys, const void *values, void *out, void *values_out, size_t n) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_argsort(prefix_ctx *ctx, int order, int type, int index_type, const void *keys, void *indices, size_t n) PREFIX_NOTHROW;

/*
 * Sorts with options, run any number of times. One belongs to its context as a plan does.
 * create makes one of keys of this type, ascending, with NaNs last. On failure *sorting is NULL. destroy ignores NULL.
 * A setting that fails changes nothing. Arrays are remembered as pointers, and used by each run.
 *   order    of enum prefix_order.
 *   nans     of enum prefix_nans.
 *   bits     of integers: count bits from bit first on, 0 the lowest, are what keys differ by, as if they had no others.
 *            One bit, ascending, is what prefix_split() does, but that by the sign of integers negative ones come first.
 *            No bits: all keys are equal.
 *   offsets  each segment is sorted by itself: as prefix_plan_set_offsets() has them. Indices are places in the array.
 *   values   as prefix_sort_pairs(). Both NULL: none.
 *   indices  as prefix_argsort(): type is PREFIX_U32 or PREFIX_U64. NULL: none. A run has values or indices, not both
 *            (PREFIX_ERROR_UNSUPPORTED).
 * run sorts n keys into out, which may be keys, or NULL where there are indices: then they alone are written.
 * Errors: as above; PREFIX_ERROR_UNSUPPORTED for bits of floats, PREFIX_ERROR_NOMEM. Since 0.1.
 *
 * To compare and to learn, as prefix_plan_set_algorithm() and its like:
 *   algorithm  PREFIX_ALGORITHM_AUTO, at first, or PREFIX_ALGORITHM_SPLIT_MERGE, whose results are the same. A run fails
 *              (PREFIX_ERROR_UNSUPPORTED) where the backend does not sort like that, or there are segments.
 *   tile       elements of its chunks on the CPU. 0: 1024.
 *   counting   not 0: its runs count their work, which is additions and comparisons, and their span; of libprefix's own
 *              backends, serial does. Else PREFIX_ERROR_UNSUPPORTED, from the run.
 *   trace      receives the events of each run, PREFIX_EVENT_MOVE and _ROUND; NULL: none. As counting.
 * counts gives what the last run came to if it was counted, else 0. Either pointer may be NULL.
 *
 * workspace is the scratch memory, in bytes, that a run over n device elements, or fewer, needs with the present settings
 * (0: none, as on the CPU); set_workspace gives it: on the device, aligned to 256 bytes, used by one run at a time, the
 * sorting's until it is replaced or the sorting destroyed. NULL with 0 bytes: back to the context's own. A run with too
 * small a one fails with PREFIX_ERROR_WORKSPACE and writes nothing.
 */
PREFIX_NODISCARD PREFIX_API int prefix_sorting_create(prefix_sorting **sorting, prefix_ctx *ctx, int type) PREFIX_NOTHROW;
PREFIX_API void prefix_sorting_destroy(prefix_sorting *sorting) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_sorting_set_order(prefix_sorting *sorting, int order) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_sorting_set_nans(prefix_sorting *sorting, int nans) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_sorting_set_bits(prefix_sorting *sorting, int first, int count) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_sorting_set_offsets(prefix_sorting *sorting, int type, const void *offsets, size_t segments) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_sorting_set_values(prefix_sorting *sorting, size_t size, const void *values, void *out) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_sorting_set_indices(prefix_sorting *sorting, int type, void *indices) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_sorting_set_algorithm(prefix_sorting *sorting, int algorithm) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_sorting_set_tile(prefix_sorting *sorting, size_t elements) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_sorting_set_counting(prefix_sorting *sorting, int counting) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_sorting_set_trace(prefix_sorting *sorting, prefix_trace_fn trace, void *user) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_sorting_counts(const prefix_sorting *sorting, uint64_t *work, uint64_t *span) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_sorting_workspace(prefix_sorting *sorting, size_t n, size_t *bytes) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_sorting_set_workspace(prefix_sorting *sorting, void *workspace, size_t bytes) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_sorting_run(prefix_sorting *sorting, const void *keys, void *out, size_t n) PREFIX_NOTHROW;

/*
 * Groups of equal keys, in whatever order these stand: n keys, of any of the twelve real types, become their distinct
 * ones, ascending, in unique, the number of these in *count, and for each what is made of its group.
 *   group_by       aggregates: by op, of enum prefix_op without the places (ARG), or of enum prefix_aggregate, the values
 *                  of each key, of type, that in has.
 *   plan_group_by  the same by the operator and on the elements of an inclusive plan, one that is built in or the
 *                  caller's own, as prefix_plan_reduce_by_key() takes it.
 *   group_counts   how many elements each group has, as count_type (i32, u32, i64 or u64). counts NULL: distinct keys
 *                  are all that is wanted.
 * The order is that of prefix_sort(), which is stable: -0 equals +0, all NaNs are one group, the last, and the key that
 * is written has the bits of the group's first in the input. Values are combined in the order of the input, as
 * prefix_reduce_by_key() combines those of the sorted keys: the same input gives the same bits everywhere. Aggregates
 * have the type of the values, means f64.
 *
 * unique may be NULL, or keys, and aggregates may be in if their elements have one size; otherwise no output overlaps
 * another array. All have room for capacity elements: more groups are counted, not written, and PREFIX_ERROR_CAPACITY.
 * Arrays lie in host or device memory; with a count in device memory the work is queued. n 0 writes a count of 0.
 * Cost: a sort of the keys with their values, and a pass over these for each output. The context keeps scratch memory
 * for n keys and n values, so that no call may be captured in a graph.
 * Errors: as prefix_sort() and prefix_reduce_by_key(); PREFIX_ERROR_UNSUPPORTED (op does not take type, or gives
 * places). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_group_by(prefix_ctx *ctx, int op, int key_type, int type, const void *keys, const void *in, void *unique, void *aggregates, size_t n, size_t capacity, uint64_t *count) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_group_by(prefix_plan *plan, int key_type, const void *keys, const void *in, void *unique, void *aggregates, size_t n, size_t capacity, uint64_t *count) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_group_counts(prefix_ctx *ctx, int key_type, int count_type, const void *keys, void *unique, void *counts, size_t n, size_t capacity, uint64_t *count) PREFIX_NOTHROW;

/*
 * Groups with several outputs, of one sort. A grouping belongs to its context as a plan does.
 * create makes one of keys of this type. On failure *grouping is NULL. destroy ignores NULL.
 * A setting that fails changes nothing. Arrays are remembered as pointers, and used by each run.
 *   counts      as prefix_group_counts() has them. NULL: none.
 *   places      where the first of each group stands in keys, from 0; type is PREFIX_U32 or PREFIX_U64. Together with
 *               aggregates this takes a second sort. NULL: none.
 *   values      n values of type, for all aggregates. NULL: none.
 *   aggregates  what op makes of them, as prefix_group_by() has it; one array for each op. NULL: none.
 * run does what prefix_group_by() does for all of these. count is needed, and all else may be NULL.
 * Errors: as above, PREFIX_ERROR_NOMEM, and PREFIX_ERROR_ARGUMENT (aggregates without values). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_grouping_create(prefix_grouping **grouping, prefix_ctx *ctx, int key_type) PREFIX_NOTHROW;
PREFIX_API void prefix_grouping_destroy(prefix_grouping *grouping) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_grouping_set_counts(prefix_grouping *grouping, int type, void *counts) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_grouping_set_places(prefix_grouping *grouping, int type, void *places) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_grouping_set_values(prefix_grouping *grouping, int type, const void *values) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_grouping_set_aggregates(prefix_grouping *grouping, int op, void *aggregates) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_grouping_run(prefix_grouping *grouping, const void *keys, void *unique, size_t n, size_t capacity, uint64_t *count) PREFIX_NOTHROW;

/*
 * Counts how many of n elements of in, of any of the twelve real types, each of so many bins has: counts[0] to
 * counts[bins - 1]. The bins are of one width, from low to high, as NumPy's are: edge i is low + i ((high - low) / bins)
 * in f64, the last one high; an element is in bin i if it is at least edge i and less than edge i + 1, and in the last
 * one also if it is high. No comparison rounds. Elements outside, and NaN, are in no bin. n 0 writes zeros.
 *
 * in and counts are host or device pointers that do not overlap. With device pointers the work is queued. Cost: one pass
 * over in, and memory for the bins: for each thread on the CPU. Integers in bins whose width is a power of two are
 * fastest.
 * Errors: PREFIX_ERROR_ARGUMENT (bins are not 1 to 2^32 - 1, low is not less than high, or one of them is not finite),
 * PREFIX_ERROR_UNSUPPORTED (complex numbers; bins above all values of i64 or u64; or the backend has no histograms),
 * PREFIX_ERROR_OVERLAP, PREFIX_ERROR_NOMEM, and as prefix_scan(). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_histogram(prefix_ctx *ctx, int type, const void *in, uint64_t *counts, size_t n, size_t bins, double low, double high) PREFIX_NOTHROW;

/*
 * Histograms with options, run any number of times. A binning belongs to its context as a plan does.
 * create makes one of elements of this type. On failure *binning is NULL. destroy ignores NULL.
 * A setting that fails changes nothing. One of the first three gives the bins, which a run needs.
 *   range       of integers: a bin for each of 0 to bins - 1.
 *   even        as prefix_histogram() has them.
 *   edges       bins + 1 edges in host memory, which are copied, of the elements' type or PREFIX_F64, not decreasing and
 *               without NaN; elements are compared with them as above. Between equal edges is nothing, but that the
 *               last bin has what equals the last edge.
 *   clamp       not 0: elements outside are in the bin at that end, infinities, too. NaN is in none.
 *   count_type  of counts: PREFIX_U64, as at first, or PREFIX_U32.
 *   numbers     n of them: of each element the number of its bin, or bins for none. NULL: not wanted.
 *   weights     n weights, of PREFIX_F32 or PREFIX_F64, and where the sum of those of each bin goes. Both NULL: none.
 *               These take a sort of the weights by their bins: the sum of a bin is that of an array in the order of
 *               the input, cut as segments are (libprefix(7)), with the same bits everywhere.
 * Arrays are remembered as pointers, and used by each run. run counts the bins of n elements; counts may be NULL if
 * something else is wanted. With weights the context keeps scratch memory, and no run may be captured in a graph.
 * Errors: as above, PREFIX_ERROR_OVERFLOW (n does not fit the counts). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_binning_create(prefix_binning **binning, prefix_ctx *ctx, int type) PREFIX_NOTHROW;
PREFIX_API void prefix_binning_destroy(prefix_binning *binning) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_binning_set_range(prefix_binning *binning, size_t bins) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_binning_set_even(prefix_binning *binning, size_t bins, double low, double high) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_binning_set_edges(prefix_binning *binning, size_t bins, int type, const void *edges) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_binning_set_clamp(prefix_binning *binning, int clamp) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_binning_set_count_type(prefix_binning *binning, int type) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_binning_set_numbers(prefix_binning *binning, uint32_t *numbers) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_binning_set_weights(prefix_binning *binning, int type, const void *weights, void *sums) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_binning_run(prefix_binning *binning, const void *in, void *counts, size_t n) PREFIX_NOTHROW;

/*
 * Runs of equal neighbours. Keys, and what is encoded, are of enum prefix_type or enum prefix_key_type, and
 * equal as prefix_plan_set_keys() says: floats as IEEE 754 has it, so that a NaN is a run by itself, and those
 * of PREFIX_KEY_F16 to PREFIX_KEY_F64 so that NaNs are a run, whose key is the first of them, as it is.
 *   reduce_by_key      for each run of equal keys its key to unique (NULL: nowhere) and the reduction of
 *                      its elements of in to aggregates, of the same type (places: u64).
 *   run_length_encode  for each run its value to values and its length to lengths; either may be NULL.
 *   nontrivial_runs    for each run of two elements and more where it begins, to offsets, and its length;
 *                      either may be NULL.
 *   run_length_decode  writes each of runs values as often as its length says.
 * Offsets and lengths are of type i32, u32, i64 or u64; a negative length in host memory is an error, before
 * anything is written, and on a device counts as unsigned. *count is the number of runs, or of decoded elements.
 *
 * Outputs have room for capacity elements; n is always enough, but for decoding. If there are more, *count
 * is their number all the same, nothing is written beyond the capacity, and the call fails with
 * PREFIX_ERROR_CAPACITY. unique may be keys, values may be in, and aggregates may be in (in place); any other
 * overlap is an error. n (runs) 0 writes a count of 0. Aggregates of floats have the bits of the last
 * elements of their segments in a scan by these keys, see prefix_plan_set_keys().
 *
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_UNSUPPORTED (op does not take type; or the backend has no
 * runs), PREFIX_ERROR_CAPACITY, PREFIX_ERROR_OVERLAP, PREFIX_ERROR_OVERFLOW, PREFIX_ERROR_NOMEM,
 * PREFIX_ERROR_MEMORY. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_reduce_by_key(prefix_ctx *ctx, int op, int key_type, int type, const void *keys, const void *in, void *unique, void *aggregates, size_t n, size_t capacity, uint64_t *count) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_run_length_encode(prefix_ctx *ctx, int type, int length_type, const void *in, void *values, void *lengths, size_t n, size_t capacity, uint64_t *count) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_nontrivial_runs(prefix_ctx *ctx, int type, int index_type, const void *in, void *offsets, void *lengths, size_t n, size_t capacity, uint64_t *count) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_run_length_decode(prefix_ctx *ctx, int type, int length_type, const void *values, const void *lengths, void *out, size_t runs, size_t capacity, uint64_t *count) PREFIX_NOTHROW;

/*
 * Summed-area tables (integral images): the sum of all pixels above and to the left of each one and its own,
 * out[y][x] = sum of in[j][i] with j <= y and i <= x. The sum over any rectangle is then four elements of the table.
 * in and out have height rows of width elements; in between there is nothing.
 *
 * Types, of the elements and of their sums:
 *   u8, u16   u32, u64, f32, f64          i32   i32, i64          f32   f32, f64
 *   u32       u32, u64                    f64   f64
 * Integers wrap around, so that differences are right where the sum over the rectangle fits. Sums that are floats are
 * added in f64 in the order that libprefix(7) states for tables, and rounded once: the same on every backend, device
 * and number of threads.
 *
 * in and out are host or device pointers, aligned to their elements; out may be in if their types are the same; any
 * other overlap is an error. With both on the device the work is queued on the context's stream and the call returns;
 * otherwise out holds the table on return. width 0 or height 0 does nothing.
 * Errors: as prefix_scan(); PREFIX_ERROR_UNSUPPORTED for types that do not go together, or where the backend has no
 * tables. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_integral(prefix_ctx *ctx, int type, int output_type, const void *in, void *out, size_t width, size_t height) PREFIX_NOTHROW;

/*
 * Summed-area tables with options, set once and run many times. A table belongs to its context as a plan does.
 *   create    of images of type, in output_type. On failure *table is NULL. destroy ignores NULL.
 *   channels  1 to 4 elements a pixel, interleaved, each of which has its own sums (default 1).
 *   pitches   bytes from each row to the next, a multiple of the element; 0: rows follow each other (the default).
 *             What lies between rows is neither read nor written.
 *   border    not 0: the table has a row and a column more, the first, which are 0, so that a sum over any rectangle
 *             needs no test for the edges: height + 1 rows of width + 1 pixels. out is then not in.
 *   squares   a second table, of the same size, of the squares of the elements: its type, one of those of sums, which is
 *             also that in which elements are squared, its array, and its pitch. NULL: none.
 *   run       as prefix_integral(); the arrays given to the table are written as out is.
 * A call that fails changes nothing.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_UNSUPPORTED (types), PREFIX_ERROR_NOMEM; run also as
 * prefix_integral(). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_table_create(prefix_table **table, prefix_ctx *ctx, int type, int output_type) PREFIX_NOTHROW;
PREFIX_API void prefix_table_destroy(prefix_table *table) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_table_set_channels(prefix_table *table, size_t channels) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_table_set_pitches(prefix_table *table, size_t in_pitch, size_t out_pitch) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_table_set_border(prefix_table *table, int border) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_table_set_squares(prefix_table *table, int type, void *squares, size_t pitch) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_table_run(prefix_table *table, const void *in, void *out, size_t width, size_t height) PREFIX_NOTHROW;

/*
 * Box filters: each pixel becomes the mean of the window of 2 radius + 1 rows and columns around it, of which what lies
 * outside of the image does not count. The time is the same for every radius. type is u8, u16 or f32, and out's, too.
 *
 * The sums of integers are exact. Those of f32 are differences of a table in f64, limited to what lies between the least
 * and the greatest element of the image: an image without negative elements gets none. The sum is divided in f64 and
 * rounded to the type, to nearest and ties to even; of integers that is the exact mean, rounded once, for windows of up
 * to 2^36 pixels. A NaN or an infinity of f32 spoils more than the windows that it lies in.
 *
 * in, out, width and height are as for prefix_integral(); out may be in. The context holds a table of the image as
 * scratch memory: 4 or 8 bytes an element.
 * Errors: as prefix_integral(). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_box_filter(prefix_ctx *ctx, int type, const void *in, void *out, size_t width, size_t height, size_t radius) PREFIX_NOTHROW;

/*
 * Box filters with options, set once and run many times. A box belongs to its context as a plan does.
 *   create    of images of type u8, u16 or f32; output_type is the same, or f32 for means that are not rounded to
 *             integers. On failure *box is NULL. destroy ignores NULL.
 *   channels, pitches  as prefix_table_set_channels() and prefix_table_set_pitches().
 *   radius    in columns and in rows (default 0, 0).
 *   radii     a radius for each pixel, of type u8 or u16, for both directions: rows of width elements, a pitch apart in
 *             bytes (0: they follow each other). It takes the place of radius. NULL: none.
 *   run       as prefix_box_filter().
 * A call that fails changes nothing.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_UNSUPPORTED (types), PREFIX_ERROR_NOMEM; run also as
 * prefix_box_filter(). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_box_create(prefix_box **box, prefix_ctx *ctx, int type, int output_type) PREFIX_NOTHROW;
PREFIX_API void prefix_box_destroy(prefix_box *box) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_box_set_channels(prefix_box *box, size_t channels) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_box_set_pitches(prefix_box *box, size_t in_pitch, size_t out_pitch) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_box_set_radius(prefix_box *box, size_t radius_x, size_t radius_y) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_box_set_radii(prefix_box *box, int type, const void *radii, size_t pitch) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_box_run(prefix_box *box, const void *in, void *out, size_t width, size_t height) PREFIX_NOTHROW;

/*
 * Moving windows: out[i] = in[i - before] ⊕ ... ⊕ in[i - before + k - 1], of k elements, n results of n elements. What
 * lies outside of the array does not count, so that windows are shorter where it begins and ends. before is less than k:
 * k - 1 for the last k elements (trailing), k / 2 for those around element i, 0 for those from it on.
 *   window       by one of the operators from PREFIX_SUM to PREFIX_LOGICAL_OR, on the real types that it takes.
 *   window_mean  the sum divided by the number of elements that there are, of floats.
 * Nothing is subtracted: a NaN or an infinity is in the results of the windows that it lies in, and in no others. Sums,
 * products and means of floats are computed in f64, in the order that libprefix(7) states for windows, and rounded once:
 * a window has the same bits on every backend, device and number of threads, and wherever in the array it is whole.
 *
 * in and out are host or device pointers, aligned to their elements, and do not overlap. With both on the device the work
 * is queued on the context's stream and the call returns; otherwise out holds the results on return. n 0 does nothing.
 * Cost: reads and writes each element once for k up to some thousands, and combines it about log2(k) times or twice that.
 * For greater k it takes more passes, and the context holds scratch memory for up to 5 n values of 8 bytes.
 * Errors: PREFIX_ERROR_ARGUMENT (k is 0, before is not less than k), PREFIX_ERROR_UNSUPPORTED (op and type; or the backend
 * has no windows), PREFIX_ERROR_OVERLAP (in place, too), and as prefix_scan(). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_window(prefix_ctx *ctx, int op, int type, const void *in, void *out, size_t n, size_t k, size_t before) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_window_mean(prefix_ctx *ctx, int type, const void *in, void *out, size_t n, size_t k, size_t before) PREFIX_NOTHROW;

/*
 * Differences of neighbours, which undo an inclusive prefix_scan() by PREFIX_SUM: out[0] = in[0], and out[i] = in[i] -
 * in[i - 1]. type is one of the twelve real types; integers wrap, and floats are rounded once, so that they have the
 * same bits everywhere. in, out, n and errors are as for prefix_scan(): out may be in.
 * Cost: reads and writes each element once. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_difference(prefix_ctx *ctx, int type, const void *in, void *out, size_t n) PREFIX_NOTHROW;

/*
 * Linear recurrences of the first order: out[i] = a[i] * out[i - 1] + b[i], with 0 before the first. type is that of all
 * three arrays, of floats or of complex numbers; it is computed in f64 or c128, and each result is rounded once. a, b and
 * out are host or device pointers, aligned to their elements, of n elements each; out may be a or b, any other overlap is
 * an error. With device pointers the work is queued on the context's stream and the call returns.
 *
 * Steps are combined in the canonical order of libprefix(7), in rows of 32 and tiles of 2048 elements (complex numbers:
 * 16 and 1024): the same input gives the same bits on every backend, device and number of threads. An a of 0 forgets
 * what stands before: the result is b[i], whatever that was. A y of 0 takes no part either: 0 times an infinity is 0
 * here. A NaN in a or b stays until an a of 0. Products of the a of up to a tile are formed: where one exceeds f64
 * (c128), results within a tile of there may be infinite or NaN though step by step they would not be; where one without
 * a 0 is less than 2^-500 in magnitude, it counts as 2^-500.
 *
 * n 0 does nothing. Cost: reads a and b and writes out once; on a GPU one launch, and before the first one of a type the
 * time to compile it, as of operators of the caller's own.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_UNSUPPORTED (type; or the backend has no operators of the caller's own),
 * PREFIX_ERROR_OVERLAP, PREFIX_ERROR_OVERFLOW, PREFIX_ERROR_NOMEM, PREFIX_ERROR_DEVICE, PREFIX_ERROR_MEMORY,
 * PREFIX_ERROR_FORKED. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_recurrence(prefix_ctx *ctx, int type, const void *a, const void *b, void *out, size_t n) PREFIX_NOTHROW;

/*
 * Recurrences with options, set once and run many times. A recurrence belongs to its context as a plan does.
 *   create    of a type as above. On failure *recurrence is NULL. destroy ignores NULL.
 *   constant  one a for all, of the recurrence's type, in host memory, copied; run then takes NULL for a. NULL: none.
 *   reverse   not 0: out[i] = a[i] * out[i + 1] + b[i].
 *   array     recurrences along one axis of an array of up to 16 dimensions, as prefix_plan_set_array() has them: each
 *             row by itself, of shape[axis] elements, which is n of runs. Strides are in elements, and may be negative;
 *             those of a and b also 0: along the axis, one a for a row; along another, the same elements for several
 *             rows. NULL: neighbours, the last index fastest. dims 0: one row of neighbours, as at first.
 *   first     what stands before the first element of all rows, of the recurrence's type, or f64 or c128; copied. NULL:
 *             0.
 *   firsts    instead, an array of what stands before each row, in the order of the other indices, the last one
 *             fastest; of the same types, in host or device memory, which runs read. NULL: none.
 *   last      where each run writes the last y (without elements: first), of the recurrence's type or, before it is
 *             rounded, f64 or c128, in host or device memory, outside of the arrays; of an array one for each row, in
 *             the order of firsts. It may be firsts, of the same type: pieces then go on from each other. NULL: nowhere.
 *   run       as prefix_recurrence(). out may be a or b where all strides are the same.
 * Pieces that end where tiles end, multiples of 2048 elements (of complex numbers 1024), and are chained through first
 * and last of f64 or c128 give the bits of one call. A call that fails changes nothing.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_UNSUPPORTED (types), PREFIX_ERROR_NOMEM; run also as
 * prefix_recurrence(). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_recurrence_create(prefix_recurrence_plan **recurrence, prefix_ctx *ctx, int type) PREFIX_NOTHROW;
PREFIX_API void prefix_recurrence_destroy(prefix_recurrence_plan *recurrence) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_recurrence_set_constant(prefix_recurrence_plan *recurrence, const void *a) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_recurrence_set_reverse(prefix_recurrence_plan *recurrence, int reverse) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_recurrence_set_first(prefix_recurrence_plan *recurrence, int type, const void *value) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_recurrence_set_array(prefix_recurrence_plan *recurrence, int dims, const size_t *shape, int axis, const ptrdiff_t *a_strides, const ptrdiff_t *b_strides, const ptrdiff_t *out_strides) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_recurrence_set_firsts(prefix_recurrence_plan *recurrence, int type, const void *firsts) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_recurrence_set_last(prefix_recurrence_plan *recurrence, int type, void *last) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_recurrence_run(prefix_recurrence_plan *recurrence, const void *a, const void *b, void *out, size_t n) PREFIX_NOTHROW;

/*
 * Linear filters with constant coefficients, of arrays of f32 and f64: what SciPy's lfilter() and sosfilt() compute. A
 * filter belongs to its context as a plan does.
 *   create    by the polynomials of a transfer function, copied: with all divided by a[0],
 *                 out[i] = b[0] in[i] + ... + b[nb - 1] in[i - nb + 1] - a[1] out[i - 1] - ... - a[na - 1] out[i - na + 1].
 *             nb and na are 1 to 17. Or by count sections of the second order, 1 to 8, one behind the other, which is
 *             more precise: b[0], b[1], b[2], a[0], a[1], a[2] of each. All must be finite, and a[0] not 0. On failure
 *             *filter is NULL. destroy ignores NULL.
 *   order     how many f64 a state has: the greater of nb and na less 1, or 2 for each section; 0 for NULL.
 *   rows      the array is of so many rows, each filtered by itself, whose first elements are in_step and out_step
 *             elements apart (0: n); 1 row unless it is told.
 *   reverse   not 0: from the last element of each row to its first.
 *   state     first: the state before each row, as lfilter()'s zi (direct form II transposed): rows x order f64; NULL: 0.
 *             last: where each run writes the states behind them, as its zf, or NULL. They may be one array; pieces that
 *             are chained so are filtered as they follow each other. Of sections the states of each follow each other.
 *             Host or device pointers, which runs read and write.
 *   run       filters rows of n elements each. in and out are host or device pointers, aligned to their elements. out
 *             may be in, with the same step; any other overlap is an error. n 0 passes the states on, and does nothing
 *             else. With device pointers the work is queued on the context's stream and the call returns.
 * It is computed in f64, and results are rounded once. Rows of less than 1024 elements are filtered step by step, in
 * the order of lfilter() and sosfilt(). Longer ones are cut into blocks of 128, each of them filtered in this way behind
 * a state that has been worked out before: rounding may differ from that of a single loop, but is the same on every
 * backend, device and number of threads. Filters that amplify a state by more than 4096 in 128 or 8192 steps are filtered
 * step by step whatever the length, which takes longer. A NaN or an infinity stays for good in what is fed back. A call
 * that fails changes nothing.
 * Cost: reads in twice and writes out once.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_UNSUPPORTED (type; or the backend has no filters), PREFIX_ERROR_OVERLAP,
 * PREFIX_ERROR_OVERFLOW, PREFIX_ERROR_NOMEM, PREFIX_ERROR_DEVICE, PREFIX_ERROR_MEMORY, PREFIX_ERROR_FORKED. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_filter_create(prefix_filter **filter, prefix_ctx *ctx, int type, const double *b, size_t nb, const double *a, size_t na) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_filter_create_sections(prefix_filter **filter, prefix_ctx *ctx, int type, const double *sections, size_t count) PREFIX_NOTHROW;
PREFIX_API void prefix_filter_destroy(prefix_filter *filter) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API size_t prefix_filter_order(const prefix_filter *filter) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_filter_set_rows(prefix_filter *filter, size_t rows, size_t in_step, size_t out_step) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_filter_set_reverse(prefix_filter *filter, int reverse) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_filter_set_state(prefix_filter *filter, const double *first, double *last) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_filter_run(prefix_filter *filter, const void *in, void *out, size_t n) PREFIX_NOTHROW;

/*
 * Exponentially weighted means, variances and standard deviations of arrays of f32 and f64, as those of pandas'
 * Series.ewm(). NaN and infinities are missing values. An ewm belongs to its context as a plan does.
 *   create          alpha, above 0 and 1 at most: an element has 1 - alpha times the weight of the one behind it. A span is
 *                   2 / (span + 1), a centre of mass 1 / (1 + com), a halflife 1 - exp2(-1 / halflife). On failure *ewm is
 *                   NULL. destroy ignores NULL.
 *   batch, array    many series at once, as prefix_plan_set_batch() and prefix_plan_set_array() say; one unless it is
 *                   told.
 *   adjust          0: y = (1 - alpha) y + alpha x, from the first element on, in place of quotients by the sum of the
 *                   weights so far. 1 unless it is told.
 *   ignore_missing  not 0: weights go by the observations alone; else by places: each missing value lets those before it
 *                   decay, too. 0 unless it is told.
 *   min_periods     results are NaN until there are so many observations, and one. 0 unless it is told.
 *   bias            not 0: variances are not corrected for bias; else those of one observation are NaN. 0 unless told.
 *   mean, var, std  of rows of n elements each, up to each element, missing ones too. in and out are host or device
 *                   pointers, aligned to their elements. out may be in, with the same strides; any other overlap is an
 *                   error. n 0 does nothing. With device pointers the work is queued on the context's stream and the
 *                   call returns.
 * It is computed in f64, and results are rounded once. Stretches of the series are joined in the canonical order of
 * libprefix(7), as elements of an operator of the caller's own: the same input gives the same bits on every backend,
 * device and number of threads. A gap of 2^32 missing values or more counts as one of 2^32 - 1. A call that fails changes
 * nothing.
 * Cost: reads in and writes out once; on a GPU one launch, and before the first one of its kind the time to compile it.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_UNSUPPORTED (type; or the backend has no operators of the caller's own),
 * PREFIX_ERROR_OVERLAP, PREFIX_ERROR_OVERFLOW, PREFIX_ERROR_NOMEM, PREFIX_ERROR_DEVICE, PREFIX_ERROR_MEMORY,
 * PREFIX_ERROR_FORKED. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_ewm_create(prefix_ewm **ewm, prefix_ctx *ctx, int type, double alpha) PREFIX_NOTHROW;
PREFIX_API void prefix_ewm_destroy(prefix_ewm *ewm) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_ewm_set_batch(prefix_ewm *ewm, size_t rows, ptrdiff_t in_stride, ptrdiff_t out_stride) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_ewm_set_array(prefix_ewm *ewm, int dims, const size_t *shape, int axis, const ptrdiff_t *in_strides, const ptrdiff_t *out_strides) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_ewm_set_adjust(prefix_ewm *ewm, int adjust) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_ewm_set_ignore_missing(prefix_ewm *ewm, int ignore) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_ewm_set_min_periods(prefix_ewm *ewm, size_t min_periods) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_ewm_set_bias(prefix_ewm *ewm, int bias) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_ewm_mean(prefix_ewm *ewm, const void *in, void *out, size_t n) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_ewm_var(prefix_ewm *ewm, const void *in, void *out, size_t n) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_ewm_std(prefix_ewm *ewm, const void *in, void *out, size_t n) PREFIX_NOTHROW;

/*
 * Operators of the caller's own, on elements of size bytes, 1 to 160, a multiple of their alignment,
 * which is a power of two up to 16. An operator is associative; it need not be commutative, and is
 * always called as (earlier, later), and with elements of the input alone, the initial value, and
 * what came of these.
 *   host      the function that combines on the CPU. It returns, may be called by several threads at
 *             once, and calls nothing of libprefix.
 *   cuda      what combines on GPUs, in CUDA C++: an expression in earlier and later, of the type called
 *             element, and in state, a const void *, as PREFIX_COMBINE() has it. text declares that type and
 *             the functions that the expression calls, without __device__; it may be "". There are the
 *             integer types of stdint.h and size_t, and nothing to include. The strings are not copied, and
 *             stay as they are while the operator and plans of it are used. NULL, NULL, NULL: none.
 *   state     bytes bytes that host and cuda get as their state, on GPUs 2048 at most, where each call passes
 *             on what they are when it is made; they are not copied and stay as they are while plans of the
 *             operator run; NULL, 0: nothing.
 *   identity  one element, copied, that changes no other; NULL: there is none. It is never combined:
 *             it is the first result of an exclusive scan without an initial value, and the total of
 *             nothing, which are PREFIX_ERROR_UNSUPPORTED without it.
 * It needs host on the CPU, cuda on GPUs, and both to run on either. Plans made of an operator keep what
 * it has been given before; it may be destroyed then. NULL is ignored in prefix_operator_destroy(). An
 * operator may be used by one thread at a time.
 * Errors: PREFIX_ERROR_ARGUMENT (op is NULL, size or alignment out of range, host is NULL, some of cuda's
 * strings are, state is NULL and bytes is not 0, or the reverse), PREFIX_ERROR_NOMEM. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_operator_create(prefix_operator **op, size_t size, size_t alignment) PREFIX_NOTHROW;
PREFIX_API void prefix_operator_destroy(prefix_operator *op) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_operator_set_host(prefix_operator *op, prefix_combine_fn host) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_operator_set_cuda(prefix_operator *op, const char *text, const char *element, const char *expression) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_operator_set_state(prefix_operator *op, const void *state, size_t bytes) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_operator_set_identity(prefix_operator *op, const void *identity) PREFIX_NOTHROW;

/*
 * Operators that are complete, on every backend: products of matrices of size x size numbers by rows, the earlier one on
 * the left; and maps y -> A y + b, the later one after the earlier, of size rows, each a row of A and a number of b. type
 * is f32 or f64, which it is computed in, products and sums rounded apart. The size is 2 to 4. They have an identity, and
 * are otherwise as operators of the caller's own.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_NOMEM. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_operator_create_matrix(prefix_operator **op, int type, int size) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_operator_create_map(prefix_operator **op, int type, int size) PREFIX_NOTHROW;

/*
 * Tries an operator on n elements, samples in host memory: that it is associative, on triples of neighbours
 * and of others (deterministic); that host gives the same for many pairs at any steps as for each; that the
 * identity, if set, changes nothing; and, if it has cuda and the context a device, that a scan of the first
 * samples gives the same there. same says what is the same, as floats need, and elements with padding; NULL:
 * the same bits. Samples should have what operators get: elements, and what came of combining them.
 * Returns PREFIX_OK, and *place is n; or PREFIX_ERROR_ARGUMENT, and *place is the first sample of what is
 * wrong, which prefix_ctx_error() says. place may be NULL. Cost: some ten thousand calls of host.
 * Errors: PREFIX_ERROR_ARGUMENT (also op is NULL, samples is NULL and n is not 0, or misaligned; *place then
 * is as it was), PREFIX_ERROR_UNSUPPORTED (op has no host; or not on this device), PREFIX_ERROR_OVERFLOW,
 * PREFIX_ERROR_MEMORY, PREFIX_ERROR_NOMEM, PREFIX_ERROR_DEVICE. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_operator_check(prefix_ctx *ctx, const prefix_operator *op, prefix_same_fn same, const void *samples, size_t n, size_t *place) PREFIX_NOTHROW;

/*
 * Defines name as the prefix_combine_fn of an expression in the elements earlier and later, of a
 * type, and in state: PREFIX_COMBINE(longer, size_t, earlier > later ? earlier : later). C99, C++11.
 * Elements that follow one another are combined in loops that are vectors with GCC at -O2, too: of 32
 * turns, none of which needs another.
 */
#if !defined(__cplusplus) || __cplusplus >= 201103L
#if defined(__GNUC__) && !defined(__clang__)
#define PREFIX_INDEPENDENT _Pragma("GCC ivdep")
#else
#define PREFIX_INDEPENDENT
#endif
#define PREFIX_COMBINE(name, element, ...)                                                                             \
    static void name(const void *state, const void *prefix_earlier, ptrdiff_t prefix_earlier_step,                     \
                     const void *prefix_later, ptrdiff_t prefix_later_step, void *prefix_result,                       \
                     ptrdiff_t prefix_result_step, size_t prefix_n)                                                    \
    {                                                                                                                  \
        const ptrdiff_t prefix_size = (ptrdiff_t)sizeof(element);                                                      \
        (void)state;                                                                                                   \
        if (prefix_result == prefix_later && prefix_earlier_step == 0 && prefix_later_step == prefix_size) {           \
            const element earlier = *(const element *)prefix_earlier;                                                  \
            element *prefix_at = (element *)prefix_result;                                                             \
            for (; prefix_n >= 32; prefix_n -= 32, prefix_at += 32)                                                    \
                for (int prefix_i = 0; prefix_i < 32; prefix_i++) {                                                    \
                    const element later = prefix_at[prefix_i];                                                         \
                    prefix_at[prefix_i] = (__VA_ARGS__);                                                               \
                }                                                                                                      \
            for (; prefix_n > 0; prefix_n--, prefix_at++) {                                                            \
                const element later = *prefix_at;                                                                      \
                *prefix_at = (__VA_ARGS__);                                                                            \
            }                                                                                                          \
            return;                                                                                                    \
        }                                                                                                              \
        if (prefix_result == prefix_later && prefix_earlier_step == prefix_size && prefix_later_step == prefix_size) { \
            const element *prefix_from = (const element *)prefix_earlier;                                              \
            element *prefix_at = (element *)prefix_result;                                                             \
            for (; prefix_n >= 32; prefix_n -= 32, prefix_from += 32, prefix_at += 32)                                 \
                PREFIX_INDEPENDENT                                                                                     \
                for (int prefix_i = 0; prefix_i < 32; prefix_i++) {                                                    \
                    const element earlier = prefix_from[prefix_i], later = prefix_at[prefix_i];                        \
                    prefix_at[prefix_i] = (__VA_ARGS__);                                                               \
                }                                                                                                      \
            for (; prefix_n > 0; prefix_n--, prefix_from++, prefix_at++) {                                             \
                const element earlier = *prefix_from, later = *prefix_at;                                              \
                *prefix_at = (__VA_ARGS__);                                                                            \
            }                                                                                                          \
            return;                                                                                                    \
        }                                                                                                              \
        for (size_t prefix_i = 0; prefix_i < prefix_n; prefix_i++) {                                                   \
            const element earlier = *(const element *)prefix_earlier;                                                  \
            const element later = *(const element *)prefix_later;                                                      \
            *(element *)prefix_result = (__VA_ARGS__);                                                                 \
            prefix_earlier = (const char *)prefix_earlier + prefix_earlier_step;                                       \
            prefix_later = (const char *)prefix_later + prefix_later_step;                                             \
            prefix_result = (char *)prefix_result + prefix_result_step;                                                \
        }                                                                                                              \
    }

/*
 * Declarations, for the program and as text: name is an array of characters that has them, for
 * prefix_operator_set_cuda(), so that what is called in PREFIX_COMBINE() is written once. What is in C and
 * in C++ may stand there, but no #; comments do not get into the text, and macros get there by their names,
 * not their values. The text is one line to a compiler that complains of it.
 */
#define PREFIX_TEXT(name, ...)                                                                                         \
    __VA_ARGS__                                                                                                        \
    static const char name[] = #__VA_ARGS__;
#endif

/*
 * Plans. A plan belongs to its context and is used by one thread at a time; a plan made with ctx
 * NULL uses the default context of the thread that calls. Destroy plans before their context; work that
 * they have queued may still run.
 */

/*
 * Makes a plan for an inclusive scan with this operator and input type; the output type is the
 * same until set. On failure *plan is NULL. Destroy with prefix_plan_destroy(); NULL is ignored.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_UNSUPPORTED, PREFIX_ERROR_NOMEM. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_plan_create(prefix_plan **plan, prefix_ctx *ctx, int op, int type) PREFIX_NOTHROW;
PREFIX_API void prefix_plan_destroy(prefix_plan *plan) PREFIX_NOTHROW;

/*
 * The same with an operator of the caller's own. prefix_plan_run() then scans and prefix_plan_reduce()
 * reduces elements of the operator, aligned as the operator says, on the backend of the context that other
 * plans take, too: PREFIX_ERROR_UNSUPPORTED where the operator has nothing for it. kind, reverse, init, total
 * and segments are as for other plans, with type 0 for init and total: an element of the operator. An empty
 * segment without init and identity has no total (PREFIX_ERROR_UNSUPPORTED, before anything is written; of
 * offsets in device memory, zeros). Other types, output types, algorithms, counting and tracing are
 * PREFIX_ERROR_UNSUPPORTED.
 * The elements are combined in the canonical order of libprefix(7), with rows of as many elements as
 * 512 bytes hold, rounded down to a power of two, and nothing before the first element without init:
 * the same input gives the same bits on every backend and with any number of threads.
 * Cost: reads and writes each element once; combines each about log2(row) / 2 + 2 times.
 * Errors: PREFIX_ERROR_ARGUMENT (plan or op is NULL, op has neither host nor cuda), PREFIX_ERROR_NOMEM. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_plan_create_operator(prefix_plan **plan, prefix_ctx *ctx, const prefix_operator *op) PREFIX_NOTHROW;

/*
 * Does what takes time before the first run of a plan on its context's device: for an operator of the
 * caller's own it compiles cuda. Then the first run takes no longer than the next, and can be captured in
 * a CUDA graph. Nothing is to do for other plans, where there is no device, and in an automatic context for
 * an operator without cuda. After other settings of the plan, or on another device, there may be again.
 * Errors: as prefix_plan_run() has them for the plan, its arrays apart; PREFIX_ERROR_ARGUMENT (plan is
 * NULL). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_plan_prepare(prefix_plan *plan) PREFIX_NOTHROW;

/*
 * Settings of a plan. A call that fails changes nothing.
 *   kind         inclusive or exclusive.
 *   output_type  the input type, or a wider one of the same family (signed, unsigned, float, complex;
 *                f16 and bf16 widen to f32 and f64). Input is converted first: the combination happens
 *                in the output type. Of places u64, as they are at first, or u32. Clears init and total.
 *   init         the initial value, with which the scan begins; *value is of the given type, which
 *                is the output type or prefix_carry_type(). The value is copied. NULL: none.
 *   reverse      not 0: scans from the last element to the first.
 *   total        where each run writes init ⊕ all elements (no init and no elements: the identity),
 *                in the given type, the output type or prefix_carry_type(), in host or device
 *                memory, not within the arrays; it may be out + n. A host total makes the run wait
 *                for the result. NULL: nowhere.
 *   ends         not 0: an exclusive scan has n + 1 results, in out: the last, or with reverse the first, is the
 *                total, as of row pointers of sparse matrices (CSR). In place, out is then in, or with reverse in
 *                is out + 1. n 0 writes the one. Each row of a batch has n + 1. Inclusive scans, and a total,
 *                segments or checked results beside it, are PREFIX_ERROR_UNSUPPORTED from the run; reductions do
 *                not look at it.
 *   checked      where each run writes the place of the first result that does not fit the output type, of
 *                sums and products of integers: the number of results before it in the order of the scan;
 *                UINT64_MAX: all fit. Results wrap all the same. Of a reduction only the total is asked. If
 *                place is in ordinary host memory, the run waits, and is PREFIX_ERROR_RANGE if one does not
 *                fit. Such a run is done as by an operator of the caller's own. NULL: nothing is checked.
 *   algorithm    of enum prefix_algorithm; PREFIX_ERROR_UNSUPPORTED from the run when the backend
 *                does not have it.
 *   block_algorithm  how the tiles of a tiled algorithm are scanned: one of the networks, or warp-scan or
 *                raking. PREFIX_ALGORITHM_AUTO: as the backend likes. PREFIX_ERROR_UNSUPPORTED from the run
 *                when the backend does not have it, or the algorithm has no tiles.
 *   tile         elements of a tile for the tiled algorithms of the serial backend, at least 1; others may
 *                take another. 0: that of the canonical order.
 *   counting     not 0: each run counts its work and its span; PREFIX_ERROR_UNSUPPORTED from the run
 *                when the backend does not count. Of libprefix's own, serial does.
 *   trace        receives the events of each run; NULL: none. PREFIX_ERROR_UNSUPPORTED as for counting.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_UNSUPPORTED (types). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_kind(prefix_plan *plan, int kind) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_output_type(prefix_plan *plan, int type) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_init(prefix_plan *plan, int type, const void *value) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_reverse(prefix_plan *plan, int reverse) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_checked(prefix_plan *plan, uint64_t *place) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_total(prefix_plan *plan, int type, void *total) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_ends(prefix_plan *plan, int ends) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_algorithm(prefix_plan *plan, int algorithm) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_block_algorithm(prefix_plan *plan, int algorithm) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_tile(prefix_plan *plan, size_t elements) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_counting(prefix_plan *plan, int counting) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_trace(prefix_plan *plan, prefix_trace_fn trace, void *user) PREFIX_NOTHROW;

/*
 * Segments: the elements are cut into stretches, each of which is scanned by itself. A run gives each
 * element what the scan of its segment gives it: an inclusive one of init ⊕ the segment's elements up
 * to it, an exclusive one of those before it, so that a segment begins with init or the identity.
 * Reversed, each segment is scanned from its last element to its first. One of these says where segments
 * begin, and takes the place of what was said before; the array of each is read at every run, may lie in
 * host or device memory, and must not overlap the output. NULL: no segments.
 *   head_flags  n bytes: an element whose byte is not 0 begins one; the first element always does.
 *   head_bits   the same in bits: element i's is bit (first + i) % 8 of byte (first + i) / 8.
 *   offsets     segments + 1 of them, of type i32, u32, i64 or u64, not decreasing and at most n: segment s
 *               begins at element offsets[s] and ends before offsets[s + 1], and may be empty. What lies
 *               before the first and behind the last offset is scanned as a segment of its own. Those in host
 *               memory are checked by each run, before it writes anything (PREFIX_ERROR_ARGUMENT).
 *   keys        n keys, of enum prefix_type or enum prefix_key_type: neighbours with equal keys belong together.
 *               Floats are equal as IEEE 754 has it: -0 to +0, and NaN to nothing, or to NaN of PREFIX_KEY_F16
 *               to PREFIX_KEY_F64.
 * Floats are combined in the canonical order of the whole array, cut where segments begin (libprefix(7)):
 * the same call gives the same bits everywhere, but a segment's may depend on where it lies in the array.
 *
 * A run with segments writes no total, and has the algorithms auto and serial (PREFIX_ERROR_UNSUPPORTED).
 * prefix_plan_reduce() of a plan with offsets takes the total for an array, of the output type, and writes
 * init ⊕ its elements for each segment (an empty one: init or the identity), bit for bit what the scan
 * gives its last element; by flags, bits or keys it fails (PREFIX_ERROR_UNSUPPORTED): their number
 * is not known.
 * Errors: PREFIX_ERROR_ARGUMENT; runs fail with PREFIX_ERROR_UNSUPPORTED where the backend has no segments.
 * Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_head_flags(prefix_plan *plan, const uint8_t *flags) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_head_bits(prefix_plan *plan, const uint8_t *bits, size_t first) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_offsets(prefix_plan *plan, int type, const void *offsets, size_t segments) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_keys(prefix_plan *plan, int type, const void *keys) PREFIX_NOTHROW;

/*
 * Missing elements: each NaN of a plan whose input is of floats, and what a bitmap says.
 *   missing   of enum prefix_missing. PROPAGATE, the default: there are none. SKIP: a missing element counts as
 *             the operator's identity, so that its inclusive result is what the elements before it come to, an
 *             array or a segment without others gives init or the identity, and minimum and maximum give an
 *             infinity there, or an integer's last value. KEEP: the same, and the result at each missing
 *             element, exclusive ones too, is a NaN, of the bits 0x7fc00000 in f32; of integers 0, and of an
 *             operator of the caller's own its identity. A total, or a reduction, is that of SKIP.
 *   validity  a bitmap, as Apache Arrow has it, of a plan with any type or operator: element i is missing
 *             where bit (first + i) % 8 of byte (first + i) / 8 is 0, whether it is NaN or not. It is read at
 *             every run, may lie in host or device memory, and must not overlap the output. Of a batch or an
 *             array, elements are counted in C order, whatever the strides. NULL: none. Runs
 *             with one need SKIP or KEEP, and operators of the caller's own an identity, which is then combined
 *             (PREFIX_ERROR_UNSUPPORTED).
 * The results are, bit for bit, those of the same run over an input of the output type that has the identity in
 * the place of missing elements. On GPUs host arrays are then copied to the device as a whole.
 * Cost: on the CPU that of the run, through the caches in pieces where it has no segments and is by the
 * algorithms auto or serial; else one more pass over the output. On GPUs a launch
 * that copies the input to the output, or of a reduction to scratch memory, and for KEEP one that writes
 * missing results. Scratch memory otherwise: one bit for each element, for KEEP and floats.
 * Errors: PREFIX_ERROR_ARGUMENT; runs fail with PREFIX_ERROR_UNSUPPORTED where the backend does not skip missing
 * elements, of complex numbers and of places, and so does prefix_plan_reduce_by_key(). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_missing(prefix_plan *plan, int missing) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_validity(prefix_plan *plan, const uint8_t *bits, size_t first) PREFIX_NOTHROW;

/*
 * Batches: a run scans, and prefix_plan_reduce() reduces, many rows of n elements, each by itself and with the bits
 * that it has alone. n is then the length of a row, init stands before each row, and the total is an array of one for
 * each. Strides are in elements and may be negative; in and out are at the first element of the first row.
 *   batch   rows of n neighbours, the first elements of two rows that follow each other in_stride and out_stride
 *           apart. Rows of the input may overlap or be one (stride 0), rows of the output may not. 1 row: no batch.
 *   array   an array of dims dimensions, 1 to 16, with the lengths of shape, scanned along axis (below 0: from the
 *           last; -1 is the last). n must be shape[axis]. in_strides and out_strides have one for each dimension;
 *           NULL: C order, the last index fastest, without gaps. in and out are at the element whose indices are all
 *           0. Totals, without the axis, are in C order. dims 0: no batch.
 * One takes the place of the other. Nothing is written between elements of the output. in and out may be equal where
 * the types are, and all strides; otherwise the range of memory that the elements of the output span must not overlap
 * that of the input, even where their elements would not (PREFIX_ERROR_OVERLAP). Every stride of the output, in
 * order of size, must lead past all elements that those below it span: others might put two results in one place, and
 * are PREFIX_ERROR_UNSUPPORTED. Without elements nothing is done, but rows of length 0 have totals.
 * Of n + 1 results (prefix_plan_set_ends()) rows have as many in out, of which NULL for strides has no gaps either.
 * Places of extrema count along the row. Segments, results that are checked, algorithms by name, counting, tracing and
 * a workspace of the caller's are PREFIX_ERROR_UNSUPPORTED by runs, and so are backends without batches, and on cuda
 * missing elements of operators of the caller's own.
 * Cost: reads and writes each element once. On cuda arrays with missing elements that are not in C order without gaps,
 * and by operators of the caller's own, complex numbers, maps and places among them, rows that are not of neighbours a
 * fixed stride apart, are copied to scratch memory and back.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_NOMEM; of runs also PREFIX_ERROR_OVERFLOW, where elements lie outside of
 * the address space. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_batch(prefix_plan *plan, size_t rows, ptrdiff_t in_stride, ptrdiff_t out_stride) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_array(prefix_plan *plan, int dims, const size_t *shape, int axis, const ptrdiff_t *in_strides, const ptrdiff_t *out_strides) PREFIX_NOTHROW;

/*
 * The scratch memory, in bytes, that a run over n device elements needs (0: none); and scratch
 * memory given by the caller instead of the context's own: aligned to 256 bytes, on the device,
 * used by one run at a time, the plan's until it is replaced or the plan destroyed. The first run
 * after the call clears it. NULL with 0 bytes: back to the context's own.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_OVERFLOW, PREFIX_ERROR_DEVICE; a run with too small
 * a workspace fails with PREFIX_ERROR_WORKSPACE and touches nothing. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_plan_workspace(prefix_plan *plan, size_t n, size_t *bytes) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_set_workspace(prefix_plan *plan, void *workspace, size_t bytes) PREFIX_NOTHROW;

/*
 * Runs the plan over n elements, as prefix_scan() does, with the plan's settings. The work is queued
 * if in, out, the total, if there is one, and with segments the array that says where they begin are
 * all in device or managed memory. in and out may be equal only when their types are. n 0 writes only
 * the total.
 * Errors: as prefix_scan(), and PREFIX_ERROR_WORKSPACE. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_plan_run(prefix_plan *plan, const void *in, void *out, size_t n) PREFIX_NOTHROW;

/*
 * Does what prefix_plan_run() does for the total, and nothing else: reads n elements of in and writes
 * the plan's total, which must be set. The kind of scan and the algorithm make no difference; a
 * workspace for a run over n elements is enough.
 * Errors: as prefix_reduce(), and PREFIX_ERROR_WORKSPACE. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_plan_reduce(prefix_plan *plan, const void *in, size_t n) PREFIX_NOTHROW;

/*
 * prefix_reduce_by_key() by the operator and on the elements of an inclusive plan: one that is built in, or
 * the caller's own. The plan has no other settings: a reverse, an init, a total, segments, another output
 * type (but for complex numbers and places), algorithms, counting or tracing are PREFIX_ERROR_UNSUPPORTED.
 * Errors: PREFIX_ERROR_ARGUMENT (plan is NULL), and as prefix_reduce_by_key(). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_plan_reduce_by_key(prefix_plan *plan, int key_type, const void *keys, const void *in, void *unique, void *aggregates, size_t n, size_t capacity, uint64_t *count) PREFIX_NOTHROW;

/*
 * prefix_window() and prefix_window_mean() by the operator of an inclusive plan, with its output type, along the rows or
 * the axis of its batch. The plan has no other settings: a reverse, an init, a total, segments, missing elements,
 * algorithms, counting or tracing are PREFIX_ERROR_UNSUPPORTED, and for means other operators than PREFIX_SUM.
 * Errors: PREFIX_ERROR_ARGUMENT (plan is NULL), and as prefix_window(). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_plan_window(prefix_plan *plan, const void *in, void *out, size_t n, size_t k, size_t before) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_plan_window_mean(prefix_plan *plan, const void *in, void *out, size_t n, size_t k, size_t before) PREFIX_NOTHROW;

/*
 * Undoes prefix_plan_run() of a plan by PREFIX_SUM, from elements of the plan's input type to those of its output type:
 * n results, of which the first, in reverse the last, is its element less init, and the others theirs less the one
 * before, in reverse behind. With rows of a batch each is by itself. An exclusive plan with n + 1 results
 * (prefix_plan_set_ends()) has n + 1 elements of in here, of which each of the n results takes two: counts from offsets.
 * out may be in, and then also in + 1, if the types are the same. The plan has no other settings
 * (PREFIX_ERROR_UNSUPPORTED).
 * Errors: PREFIX_ERROR_ARGUMENT (plan is NULL), and as prefix_difference(). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_plan_difference(prefix_plan *plan, const void *in, void *out, size_t n) PREFIX_NOTHROW;

/*
 * What the last scan of the plan came to if it was counted (else 0): the applications of the operator in all, and
 * on the longest chain of them, each of which needs the result of the one before. An initial value
 * counts; the identity in its place does not. Either pointer may be NULL.
 * Errors: PREFIX_ERROR_ARGUMENT. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_plan_counts(const prefix_plan *plan, uint64_t *work, uint64_t *span) PREFIX_NOTHROW;

/*
 * Teams: 1 to 64 contexts that work together on an array that lies in parts, one for each context, in memory that it
 * reaches: several GPUs, or several CPU contexts, or some of both. The array is the parts one after the other, in the
 * order of the contexts. Arguments called in, out and n are arrays in host memory of one entry for each part; a part may
 * be empty. The sentence of an error is prefix_ctx_error(NULL)'s, and names the part, from 0.
 *
 * create makes one; contexts is copied. None is NULL; one may stand there more than once. On failure *team is NULL.
 * destroy ignores NULL. A team and its contexts are used by one thread at a time. Destroy teams before their contexts,
 * whose device stays as it is meanwhile.
 * Errors: PREFIX_ERROR_ARGUMENT, PREFIX_ERROR_NOMEM. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_team_create(prefix_team **team, prefix_ctx *const *contexts, size_t count) PREFIX_NOTHROW;
PREFIX_API void prefix_team_destroy(prefix_team *team) PREFIX_NOTHROW;

/*
 * Waits until the queued work of all contexts is done; of those that met an error, the first one's is reported.
 * Errors: as prefix_ctx_synchronize(); PREFIX_ERROR_ARGUMENT (team is NULL). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_team_synchronize(prefix_team *team) PREFIX_NOTHROW;

/*
 * Proposes how to cut n elements for contexts of the same speed: sizes, one for each part, are multiples of 8192 but for
 * the last that is not 0, and as equal as such can be. Where n is small, parts at the end are 0.
 * Errors: PREFIX_ERROR_ARGUMENT (team or sizes is NULL). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_team_cuts(const prefix_team *team, size_t n, size_t *sizes) PREFIX_NOTHROW;

/*
 * prefix_scan() and prefix_reduce() over the array of all parts. *result is in host memory, or where the first context
 * reaches it. The operators are those of enum prefix_op that do not give places (PREFIX_ERROR_UNSUPPORTED).
 *
 * Each part but the last is reduced, what they come to is combined from the first to the last, and each part is scanned
 * with what comes before it as the initial value. So parts are combined in the canonical order of libprefix(7), cut where
 * they end: bits of floating-point sums and products depend on the lengths of the parts and on nothing else, not on the
 * backends. Integers, minimum and maximum have the bits of one call over the whole array; so have scans of floats by sum
 * and product, without an initial value, where no more than two parts have elements, and the first of them ends where a
 * tile does: a multiple of 8192 elements always. With more parts, in totals and in reductions they may differ in the last
 * places of the carry type, before the one rounding to the output type.
 *
 * out[i] may be in[i]; other overlaps, also of one part's output and any other part's arrays, are errors. Arguments are
 * checked before anything is written. Parts in device memory are worked on at the same time: reductions are queued on the
 * contexts' streams, the host waits for all of them once, and the scans are queued, too; prefix_team_scan() returns then.
 * Other parts are worked on by the call meanwhile, one after the other.
 * Cost: each part but the last is read twice, and each is written once; a reduction reads each part once.
 * Errors: as prefix_scan() and prefix_reduce(); PREFIX_ERROR_ARGUMENT also for team, in, out or n of NULL. After one of a
 * device the outputs have no meaning; nothing waits for it. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_team_scan(prefix_team *team, int kind, int op, int type, const void *const *in, void *const *out, const size_t *n) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_team_reduce(prefix_team *team, int op, int type, const void *const *in, void *result, const size_t *n) PREFIX_NOTHROW;

/*
 * The same with the settings of a plan, whose own context is not used: kind, output type, init, reverse (from the last
 * element of the last part to the first of the first), total (of all parts, where the first context reaches it; reductions
 * need it), missing, algorithms, and operators of the caller's own. Segments, batches, bitmaps, n + 1 results, checked
 * results, counting, tracing and a workspace are PREFIX_ERROR_UNSUPPORTED.
 * Errors: as prefix_plan_run() and prefix_plan_reduce(), and as above. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_team_plan_run(prefix_team *team, const prefix_plan *plan, const void *const *in, void *const *out, const size_t *n) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_team_plan_reduce(prefix_team *team, const prefix_plan *plan, const void *const *in, const size_t *n) PREFIX_NOTHROW;

/*
 * Whether scans and reductions of parts have the bits of one call over the whole array, wherever they are cut: exact is
 * not 0. A team begins without. What tiles of the canonical order come to is then combined one by one, and tiles that
 * parts share are put together on the host: at most 64 KiB for each cut. Plans with algorithms by name, and with operators
 * of the caller's own that have no function for the host, are then PREFIX_ERROR_UNSUPPORTED, if order counts.
 * Cost: about a nanosecond for each tile of sums of floats, and 0.2 us of what else rounds; and memory for what a tile
 * comes to, 8 bytes for each 8192 f32, on the host and on devices.
 * Errors: PREFIX_ERROR_ARGUMENT (team is NULL). Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_team_set_exact(prefix_team *team, int exact) PREFIX_NOTHROW;

/*
 * One array in host memory, of any size, scanned (array_run) or reduced (array_reduce, which needs a total) by the settings
 * of a plan, as above: cut into pieces, which the contexts take in turns. A context with a device copies a piece to it,
 * reduces it there, waits until all earlier ones are reduced, scans it, and copies the results back; a context of the CPU
 * works where the array is. A thread for each context does so, for the length of the call; the caller is one of them. Two
 * contexts on each device, with a stream each, such as CUDA's cudaStreamPerThread, are faster than one: copies then go both
 * ways at once. For arrays that are not pinned the first context with a device does all, which is faster.
 * The bits are those of one call over the whole array, always, and do not depend on the team; a team of one context, and a
 * short array, are such a call. out may be in. Returns when all is done.
 * Memory: on each device one piece and its results, of 32 MiB each at most.
 * Errors: as prefix_plan_run() and prefix_plan_reduce(), and as prefix_team_set_exact(); PREFIX_ERROR_ARGUMENT also for
 * arrays in device memory; PREFIX_ERROR_NOMEM. After one the outputs have no meaning. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_team_array_run(prefix_team *team, const prefix_plan *plan, const void *in, void *out, size_t n) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_team_array_reduce(prefix_team *team, const prefix_plan *plan, const void *in, size_t n) PREFIX_NOTHROW;

/*
 * prefix_select_flagged() and prefix_select_if() of each part, to an output of its own: counts[i] elements of part i, in
 * the order of the array, which are those from offsets[i] on of all that are selected; offsets has one entry more than
 * there are parts, the last the total. counts and offsets are in host memory; offsets may be NULL. flags and capacity
 * have an entry for each part, as in, out and n. out[i] may be in[i]; other overlaps are errors.
 * Parts in device memory are worked on at the same time; the host waits for the counts. Cost: one pass over each part.
 * Errors: as prefix_select_if(), and as above. After PREFIX_ERROR_CAPACITY all counts and offsets are what there should
 * have been room for; after another error they have no meaning. Since 0.1.
 */
PREFIX_NODISCARD PREFIX_API int prefix_team_select_flagged(prefix_team *team, int type, const void *const *in, const uint8_t *const *flags, void *const *out, const size_t *n, const size_t *capacity, uint64_t *counts, uint64_t *offsets) PREFIX_NOTHROW;
PREFIX_NODISCARD PREFIX_API int prefix_team_select_if(prefix_team *team, int predicate, int type, const void *operand, const void *const *in, void *const *out, const size_t *n, const size_t *capacity, uint64_t *counts, uint64_t *offsets) PREFIX_NOTHROW;

#ifdef __cplusplus
}
#endif

#endif
