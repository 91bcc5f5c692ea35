/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A scan by a network: all elements become accumulators in scratch memory, the network scans these,
 * and the results go out, after what stands before the first element: where the initial value and the
 * total have a wider type than the accumulators, it is combined in that. A shift by one makes inclusive
 * of exclusive and the other way round.
 */
#include "catalogue/network.h"

#include <string.h>

#include "shared/carry.h"
#include "shared/values.h"

#define ALIGNMENT 64

struct network_scan {
    const struct prefix_scan_work *work;
    size_t size;  /* of an accumulator */
    char *x;      /* the accumulators, and after a network with a turn the total */
    int shift;    /* result i comes from accumulator i + shift; the one at -1 is none */
    int is_float; /* accumulators are f32 or f64 */
    int has_init; /* what stands before the first element is not the identity */
};

/* A row between accumulators of a type and the 64 bits of values.h. */
#define PACK(element)                                                                                                  \
    do {                                                                                                               \
        element *to = (element *)scan->x + at;                                                                         \
        for (size_t i = 0; i < count; i++)                                                                             \
            to[i] = (element)row[i];                                                                                   \
    } while (0)

#define UNPACK(element, wide)                                                                                          \
    do {                                                                                                               \
        const element *from = (const element *)scan->x + at;                                                           \
        for (size_t i = 0; i < count; i++)                                                                             \
            row[i] = (wide)from[i];                                                                                    \
    } while (0)

static void pack_integers(const struct network_scan *scan, size_t at, size_t count, const uint64_t *row)
{
    switch (scan->size) {
    case 1:
        PACK(uint8_t);
        break;
    case 2:
        PACK(uint16_t);
        break;
    case 4:
        PACK(uint32_t);
        break;
    default:
        PACK(uint64_t);
        break;
    }
}

static void unpack_integers(const struct network_scan *scan, size_t at, size_t count, uint64_t *row)
{
    switch (scan->work->output_type) {
    case PREFIX_I8:
        UNPACK(int8_t, uint64_t);
        break;
    case PREFIX_I16:
        UNPACK(int16_t, uint64_t);
        break;
    case PREFIX_I32:
        UNPACK(int32_t, uint64_t);
        break;
    case PREFIX_U8:
        UNPACK(uint8_t, uint64_t);
        break;
    case PREFIX_U16:
        UNPACK(uint16_t, uint64_t);
        break;
    case PREFIX_U32:
        UNPACK(uint32_t, uint64_t);
        break;
    default:
        UNPACK(uint64_t, uint64_t);
        break;
    }
}

static void load(void *user, size_t first, size_t last)
{
    const struct network_scan *scan = user;
    for (size_t at = first, count; at < last; at += count) {
        union {
            uint64_t integers[PREFIX__ROW_MAX];
            double floats[PREFIX__ROW_MAX];
        } values;
        count = prefix__least(PREFIX__ROW_MAX, last - at);
        if (scan->is_float) {
            const double *row = values.floats;
            prefix__load_floats(scan->work, at, count, values.floats);
            if (scan->size == sizeof(float))
                PACK(float);
            else
                PACK(double);
        } else {
            prefix__load_integers(scan->work, at, count, values.integers);
            pack_integers(scan, at, count, values.integers);
        }
    }
}

/* What stands before all, combined with accumulators from at on. */
static void finish_integers(const struct network_scan *scan, size_t at, size_t count, uint64_t *row)
{
    const struct prefix_scan_work *work = scan->work;
    const int op = prefix__plain_op(work->op, 0), is_signed = prefix__is_signed(work->output_type);
    unpack_integers(scan, at, count, row);
    if (scan->has_init)
        for (size_t i = 0; i < count; i++)
            row[i] = prefix__combine_integers(op, is_signed, work->carry.u, row[i]);
}

/* In the carry type; the identity is combined, too: sums make +0 of -0. */
static void finish_floats(const struct network_scan *scan, size_t at, size_t count, double *row)
{
    const struct prefix_scan_work *work = scan->work;
    const int op = prefix__plain_op(work->op, 1), narrow = work->carry_type != PREFIX_F64;
    const double carry = narrow ? (double)work->carry.f : work->carry.d;
    if (scan->size == sizeof(float))
        UNPACK(float, double);
    else
        UNPACK(double, double);
    for (size_t i = 0; i < count; i++)
        row[i] = prefix__combine_floats(op, narrow, carry, row[i]);
}

/* The carry alone goes to a first result that comes from no accumulator. */
static void store(void *user, size_t first, size_t last)
{
    const struct network_scan *scan = user;
    const struct prefix_scan_work *work = scan->work;
    for (size_t at = first, count; at < last; at += count) {
        const size_t none = at == 0 && scan->shift < 0;
        const size_t from = none ? 0 : (size_t)((ptrdiff_t)at + scan->shift);
        count = prefix__least(PREFIX__ROW_MAX, last - at);
        if (scan->is_float) {
            double row[PREFIX__ROW_MAX];
            row[0] = work->carry_type == PREFIX_F64 ? work->carry.d : (double)work->carry.f;
            finish_floats(scan, from, count - none, row + none);
            prefix__store_floats(work, at, count, row);
        } else {
            uint64_t row[PREFIX__ROW_MAX];
            row[0] = work->carry.u;
            finish_integers(scan, from, count - none, row + none);
            prefix__store_integers(work, at, count, row);
        }
    }
}

static void store_total(const struct network_scan *scan, size_t at)
{
    const struct prefix_scan_work *work = scan->work;
    union prefix_carry total = {0};
    double number;
    if (!scan->is_float) {
        finish_integers(scan, at, 1, &total.u);
    } else {
        finish_floats(scan, at, 1, &number);
        if (work->carry_type == PREFIX_F64)
            total.d = number;
        else
            total.f = (float)number;
    }
    prefix__carry_store(work->carry_type, total, work->total, work->total_type);
}

static int accumulator_type(const struct prefix_scan_work *work)
{
    return work->output_type == PREFIX_F16 || work->output_type == PREFIX_BF16 ? PREFIX_F32 : work->output_type;
}

static size_t aligned(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* One more than n accumulators for the total of a network with a turn. */
size_t prefix__network_bytes(const struct prefix__network *network, const struct prefix_scan_work *work)
{
    const size_t size = prefix__kernel_of(work->op, work->output_type)->size;
    if (work->n > (PTRDIFF_MAX - 3 * ALIGNMENT) / 2 / size - 1)
        return SIZE_MAX;
    return ALIGNMENT + aligned((work->n + 1) * size) * (network->doubled || network->steps > 1 ? 2 : 1);
}

void prefix__network_scan(const struct prefix__network *network, const struct prefix_scan_work *work,
                          const struct prefix__crew *crew, void *memory)
{
    const struct prefix__kernel *kernel = prefix__kernel_of(work->op, work->output_type);
    const int inclusive = work->kind == PREFIX_INCLUSIVE, type = accumulator_type(work);
    const union prefix_carry none = prefix__carry_identity(work->op, work->output_type);
    unsigned char identity[8];
    struct network_scan scan = {
        .work = work,
        .size = kernel->size,
        .x = (char *)aligned((uintptr_t)memory),
        .shift = network->turn ? inclusive : inclusive - 1,
        .is_float = prefix__is_float(type),
        .has_init = work->carry.u != none.u,
    };
    struct prefix__round round = {
        .network = network,
        .kernel = kernel,
        .x = scan.x,
        .y = scan.x + aligned((work->n + 1) * kernel->size),
        .n = work->n,
        .watch = work->watch,
        .type = type,
    };
    prefix__carry_store(work->carry_type, none, identity, type);
    crew->each(crew, work->n, load, &scan);
    scan.x = prefix__network_run(&round, crew, scan.x + work->n * kernel->size, identity);
    if (work->watch && scan.has_init) {
        work->watch->work += work->n;
        work->watch->span++;
    }
    crew->each(crew, work->n, store, &scan);
    if (work->total)
        store_total(&scan, network->turn ? work->n : work->n - 1);
}
