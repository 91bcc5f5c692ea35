/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The serial backend: the reference. Integers are scanned in 64 bits and cut to the output type,
 * which gives the wrapped result for every operator. Floats follow the canonical order of order.h
 * step by step. Both work on one row at a time, so that in place needs no care.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "half.h"
#include "internal.h"
#include "order.h"
#include "serial.h"

#define ROW_MAX (PREFIX__ROW_BYTES / sizeof(float))

/* The array index of the i-th element of the scan. */
static inline size_t place(const struct prefix_scan_work *work, size_t i)
{
    return work->reverse ? work->n - 1 - i : i;
}

#define LOAD(element, value)                                                                                          \
    for (size_t i = 0; i < count; i++) {                                                                              \
        const element x = ((const element *)work->in)[place(work, at + i)];                                           \
        row[i] = (value);                                                                                             \
    }                                                                                                                 \
    break

static void load_integers(const struct prefix_scan_work *work, size_t at, size_t count, uint64_t *row)
{
    switch (work->type) {
    case PREFIX_I8:
        LOAD(int8_t, (uint64_t)x);
    case PREFIX_I16:
        LOAD(int16_t, (uint64_t)x);
    case PREFIX_I32:
        LOAD(int32_t, (uint64_t)x);
    case PREFIX_U8:
        LOAD(uint8_t, x);
    case PREFIX_U16:
        LOAD(uint16_t, x);
    case PREFIX_U32:
        LOAD(uint32_t, x);
    default:
        LOAD(uint64_t, x);
    }
    if (work->op == PREFIX_LOGICAL_AND || work->op == PREFIX_LOGICAL_OR)
        for (size_t i = 0; i < count; i++)
            row[i] = row[i] != 0;
}

static void load_floats(const struct prefix_scan_work *work, size_t at, size_t count, double *row)
{
    switch (work->type) {
    case PREFIX_F16:
        LOAD(uint16_t, prefix__f16_to_f32(x));
    case PREFIX_BF16:
        LOAD(uint16_t, prefix__bf16_to_f32(x));
    case PREFIX_F32:
        LOAD(float, x);
    default:
        LOAD(double, x);
    }
    if (work->op == PREFIX_LOGICAL_AND || work->op == PREFIX_LOGICAL_OR)
        for (size_t i = 0; i < count; i++)
            row[i] = row[i] != 0;
}

#define STORE(element, value)                                                                                         \
    for (size_t i = 0; i < count; i++)                                                                                \
        ((element *)work->out)[place(work, at + i)] = (element)(value);                                               \
    break

static void store_integers(const struct prefix_scan_work *work, size_t at, size_t count, const uint64_t *row)
{
    switch (prefix_type_size(work->output_type)) {
    case 1:
        STORE(uint8_t, row[i]);
    case 2:
        STORE(uint16_t, row[i]);
    case 4:
        STORE(uint32_t, row[i]);
    default:
        STORE(uint64_t, row[i]);
    }
}

static void store_floats(const struct prefix_scan_work *work, size_t at, size_t count, const double *row)
{
    switch (work->output_type) {
    case PREFIX_F16:
        STORE(uint16_t, prefix__f16_from_f64(row[i]));
    case PREFIX_BF16:
        STORE(uint16_t, prefix__bf16_from_f64(row[i]));
    case PREFIX_F32:
        STORE(float, row[i]);
    default:
        STORE(double, row[i]);
    }
}

static inline uint64_t combine_integers(int op, int is_signed, uint64_t a, uint64_t b)
{
    switch (op) {
    case PREFIX_SUM:
        return a + b;
    case PREFIX_PRODUCT:
        return a * b;
    case PREFIX_MIN:
        return (is_signed ? (int64_t)a < (int64_t)b : a < b) ? a : b;
    case PREFIX_MAX:
        return (is_signed ? (int64_t)a > (int64_t)b : a > b) ? a : b;
    case PREFIX_AND:
    case PREFIX_LOGICAL_AND:
        return a & b;
    case PREFIX_OR:
    case PREFIX_LOGICAL_OR:
        return a | b;
    default:
        return a ^ b;
    }
}

/* IEEE 754-2019 minimum: a NaN is the result, and -0 < +0. */
static inline double minimum(double a, double b)
{
    if (isnan(a) || isnan(b))
        return a + b;
    if (a == b)
        return signbit(a) ? a : b;
    return a < b ? a : b;
}

static inline double maximum(double a, double b)
{
    return -minimum(-a, -b);
}

/* Combines two values of type f32 (narrow; held in f64, which is exact) or f64. */
static inline double combine_floats(int op, int narrow, double a, double b)
{
    switch (op) {
    case PREFIX_SUM:
        return narrow ? (double)((float)a + (float)b) : a + b;
    case PREFIX_PRODUCT:
        return narrow ? (double)((float)a * (float)b) : a * b;
    case PREFIX_MIN:
    case PREFIX_LOGICAL_AND:
        return minimum(a, b);
    default:
        return maximum(a, b);
    }
}

/* Makes an inclusive row exclusive; last is the inclusive value before it, and becomes its last. */
#define SHIFT_ROW(row, count, last)                                                                                   \
    do {                                                                                                              \
        for (size_t i = 0; i < (count); i++) {                                                                        \
            __typeof__(last) inclusive = (row)[i];                                                                    \
            (row)[i] = (last);                                                                                        \
            (last) = inclusive;                                                                                       \
        }                                                                                                             \
    } while (0)

static union prefix_carry scan_integers(const struct prefix_scan_work *work)
{
    uint64_t row[ROW_MAX];
    union prefix_carry carry = work->carry;
    int is_signed = prefix__type_is_signed(work->output_type);
    for (size_t at = 0; at < work->n; at += ROW_MAX) {
        size_t count = work->n - at < ROW_MAX ? work->n - at : ROW_MAX;
        uint64_t last = carry.u;
        load_integers(work, at, count, row);
        for (size_t i = 0; i < count; i++)
            row[i] = carry.u = combine_integers(work->op, is_signed, carry.u, row[i]);
        if (work->kind == PREFIX_EXCLUSIVE)
            SHIFT_ROW(row, count, last);
        store_integers(work, at, count, row);
    }
    return carry;
}

/* Sklansky's network over one row: the last element of each left half joins its right half. */
static void scan_row(int op, int narrow, double *row, size_t count)
{
    for (size_t d = 1; d < count; d *= 2)
        for (size_t i = d; i < count; i++)
            if (i & d)
                row[i] = combine_floats(op, narrow, row[(i & ~(2 * d - 1)) + d - 1], row[i]);
}

static union prefix_carry scan_floats(const struct prefix_scan_work *work)
{
    double row[ROW_MAX];
    int op = work->op;
    int narrow = work->output_type != PREFIX_F64;
    int narrow_carry = work->carry_type != PREFIX_F64;
    size_t row_length = PREFIX__ROW_BYTES / (narrow ? sizeof(float) : sizeof(double));
    double tile_carry = narrow_carry ? work->carry.f : work->carry.d;
    double last = tile_carry, row_carry = 0;
    size_t row_index = 0;
    for (size_t at = 0; at < work->n; at += row_length, row_index++) {
        size_t count = work->n - at < row_length ? work->n - at : row_length;
        if (row_index == PREFIX__TILE_ROWS) {
            tile_carry = combine_floats(op, narrow_carry, tile_carry, row_carry);
            row_index = 0;
        }
        load_floats(work, at, count, row);
        scan_row(op, narrow, row, count);
        if (row_index > 0)
            for (size_t i = 0; i < count; i++)
                row[i] = combine_floats(op, narrow, row_carry, row[i]);
        row_carry = row[count - 1];
        for (size_t i = 0; i < count; i++)
            row[i] = combine_floats(op, narrow_carry, tile_carry, row[i]);
        if (work->kind == PREFIX_EXCLUSIVE)
            SHIFT_ROW(row, count, last);
        else
            last = row[count - 1];
        store_floats(work, at, count, row);
    }
    union prefix_carry carry = {0};
    if (narrow_carry)
        carry.f = (float)last;
    else
        carry.d = last;
    return carry;
}

static int serial_scan(struct prefix_session *session, const struct prefix_scan_work *work)
{
    (void)session;
    union prefix_carry carry = prefix__type_is_float(work->output_type) ? scan_floats(work) : scan_integers(work);
    if (work->total)
        prefix__carry_store(work->carry_type, carry, work->total, work->total_type);
    return PREFIX_OK;
}

static int serial_probe(char *text, size_t size)
{
    static const char description[] = "one thread, built in";
    if (size > 0) {
        size_t length = size < sizeof description ? size : sizeof description;
        memcpy(text, description, length);
        text[length - 1] = 0;
    }
    return PREFIX_OK;
}

static int serial_devices(int *count)
{
    *count = 1;
    return PREFIX_OK;
}

static int serial_device_name(int device, char *text, size_t size)
{
    (void)device;
    return serial_probe(text, size);
}

/* The backend holds nothing for a context, so the context itself serves as its session. */
static int serial_open(struct prefix_session **session, const struct prefix_host *host, void *owner, int device)
{
    (void)host;
    (void)device;
    *session = owner;
    return PREFIX_OK;
}

static void serial_close(struct prefix_session *session)
{
    (void)session;
}

static int serial_synchronize(struct prefix_session *session, void *stream)
{
    (void)session;
    (void)stream;
    return PREFIX_OK;
}

static int serial_memory_kind(const void *memory, int *kind)
{
    (void)memory;
    *kind = PREFIX_MEMORY_HOST;
    return PREFIX_OK;
}

static int serial_memory_alloc(struct prefix_session *session, void **memory, size_t bytes, int kind)
{
    (void)session;
    if (kind != PREFIX_MEMORY_HOST)
        return PREFIX_ERROR_UNSUPPORTED;
    return posix_memalign(memory, PREFIX__ALIGNMENT, bytes) == 0 ? PREFIX_OK : PREFIX_ERROR_NOMEM;
}

static int serial_memory_free(struct prefix_session *session, void *memory)
{
    (void)session;
    free(memory);
    return PREFIX_OK;
}

static int serial_memory_copy(struct prefix_session *session, void *to, const void *from, size_t bytes, void *stream)
{
    (void)session;
    (void)stream;
    memcpy(to, from, bytes);
    return PREFIX_OK;
}

static int serial_workspace(struct prefix_session *session, const struct prefix_scan_work *work, size_t *bytes)
{
    (void)session;
    (void)work;
    *bytes = 0;
    return PREFIX_OK;
}

int prefix__serial_backend(const struct prefix_host *host, struct prefix_backend *backend)
{
    (void)host;
    *backend = (struct prefix_backend){
        .size = sizeof *backend,
        .minor = PREFIX_BACKEND_ABI_MINOR,
        .flags = PREFIX_BACKEND_FLAG_HOST,
        .name = "serial",
        .scan_algorithms = 1u << PREFIX_ALGORITHM_AUTO | 1u << PREFIX_ALGORITHM_SERIAL,
        .probe = serial_probe,
        .devices = serial_devices,
        .device_name = serial_device_name,
        .open = serial_open,
        .close = serial_close,
        .synchronize = serial_synchronize,
        .memory_kind = serial_memory_kind,
        .memory_alloc = serial_memory_alloc,
        .memory_free = serial_memory_free,
        .memory_copy = serial_memory_copy,
        .scan_workspace = serial_workspace,
        .scan = serial_scan,
    };
    return PREFIX_OK;
}
