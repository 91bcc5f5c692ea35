/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Selections of all kinds in device memory, large enough for each kernel: whatever is written, and what
 * must stay as it was, is compared with plain loops. The backend is linked into this program, and given
 * its work directly. LIBPREFIX_TEST_LEVEL=long tries more of it, short what a checking tool has time for.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include <prefix/prefix.h>

#include "calls/select.h"
#include "check.h"
#include "kernels.h"
#include "../support/data.h"
#include "open_session.h"
#include "../support/support.h"

enum { GUARD = 512, POISON = 0xa5, MOST_SHOWN = 5 };

/* An array in device memory between guards, and what the host expects it to become. */
struct place {
    unsigned char *device, *want, *seen;
    size_t offset, bytes; /* of the array */
};
enum { IN, FLAGS, VALUES, OUT, REJECTED, INDICES, VALUES_OUT, COUNT, PLACES };

static struct prefix_session *session;
static struct place places[PLACES];
static size_t room;
static uint64_t case_number;
static int shown;

static void place(int which, size_t bytes, size_t offset)
{
    struct place *p = &places[which];
    p->offset = GUARD + offset;
    p->bytes = bytes;
    memset(p->want, POISON, p->offset + bytes + GUARD);
}

static unsigned char *host(int which)
{
    return places[which].want + places[which].offset;
}

static void *device(int which)
{
    return places[which].device + places[which].offset;
}

static size_t span(const struct place *p)
{
    return p->offset + p->bytes + GUARD;
}

static uint64_t bits_of(const unsigned char *array, size_t i, size_t size)
{
    uint64_t bits = 0;
    memcpy(&bits, array + i * size, size); /* little-endian, as all that CUDA runs on */
    return bits;
}

/* As backend/select.h says it. */
static int passes(const struct prefix_test *test, uint64_t x, size_t size)
{
    uint64_t ones = UINT64_MAX >> (64 - 8 * size);
    uint64_t y = x >> (8 * size - 1) ? x ^ test->flip : x;
    return ((((y & test->mask) - test->first) & ones) <= test->range) != test->negate;
}

/* Two of which one is beyond the range differ, two that both are by whether it has the sign. */
static int differ(const struct prefix_test *test, uint64_t x, uint64_t y)
{
    const uint64_t a = x & test->mask, b = y & test->mask, most = test->range & test->mask;
    if (a > most && b > most)
        return test->range == most;
    return x != y && (a != 0 || b != 0);
}

static int is_selected(const struct prefix_select_work *w, size_t i)
{
    size_t size = prefix_type_size(w->type);
    uint64_t x, y;
    switch (w->selector) {
    case PREFIX_SELECTOR_TEST:
        return passes(&w->test, bits_of(host(IN), i, size), size);
    case PREFIX_SELECTOR_BYTES:
        return host(FLAGS)[i] != 0;
    case PREFIX_SELECTOR_BITS:
        return host(FLAGS)[i / 8] >> (i % 8) & 1;
    default:
        if (i == 0)
            return 1;
        x = bits_of(host(IN), i, size);
        y = bits_of(host(IN), i - 1, size);
        return differ(&w->test, x, y);
    }
}

static void put(int which, size_t at, size_t capacity, const void *from, size_t size)
{
    if (at < capacity)
        memcpy(host(which) + at * size, from, size);
}

/* Fills in what is expected of all outputs; in and values: copies of the inputs. */
static void work_out(const struct prefix_select_work *w, const unsigned char *in, const unsigned char *values,
                     const unsigned char *selected)
{
    size_t size = prefix_type_size(w->type), value = w->values ? prefix_type_size(w->value_type) : 0;
    size_t index = w->indices ? prefix_type_size(w->index_type) : 0;
    int out = w->in == w->out ? IN : OUT, values_out = w->values == w->values_out ? VALUES : VALUES_OUT;
    int ways = w->rejects == PREFIX_REJECTS_BEHIND ? w->ways : 1;
    uint64_t at = 0, rejected = 0, counts[3] = {0, 0, 0};
    for (int way = 0; way < ways; way++)
        for (size_t i = 0; i < w->n; i++) {
            if (selected[i] != way)
                continue;
            if (w->out)
                put(out, at, w->capacity, in + i * size, size);
            if (way == 0 && w->indices)
                put(INDICES, at, w->capacity, &i, index);
            if (way == 0 && w->values)
                put(values_out, at, w->capacity, values + i * value, value);
            at++;
            counts[way]++;
        }
    for (size_t i = 0; w->rejected && i < w->n; i++)
        if (selected[i])
            put(REJECTED, rejected++, w->rejected_capacity, in + i * size, size);
    memcpy(host(COUNT), counts, (w->ways == 3 ? 2 : 1) * sizeof *counts);
}

static int complain(const struct prefix_select_work *w, const char *what, int which)
{
    if (shown++ < MOST_SHOWN)
        diag("%s %d: case %llu: %s, n %zu, selector %d, rejects %d, ways %d, in place %d, values %d in place %d, "
             "indices %d, capacities %zu %zu, offsets %zu %zu %zu",
             what, which, (unsigned long long)case_number, prefix_type_name(w->type), w->n, w->selector, w->rejects,
             w->ways, w->in == w->out, w->values ? w->value_type : -1, w->values == w->values_out,
             w->indices ? w->index_type : -1, w->capacity, w->rejected_capacity, places[IN].offset,
             places[FLAGS].offset, places[OUT].offset);
    return 0;
}

static struct prefix_test random_test(struct rng *rng, size_t size)
{
    uint64_t ones = UINT64_MAX >> (64 - 8 * size);
    static const int shares[] = {0, 1, 50, 90, 100};
    uint64_t share = (uint64_t)shares[rng_below(rng, 5)];
    struct prefix_test test = {.mask = ones, .first = rng_next(rng) & ones};
    test.range = share == 100 ? ones : ones / 100 * share;
    if (rng_below(rng, 3) == 0)
        test.flip = ones >> 1;
    if (rng_below(rng, 4) == 0)
        test.mask = rng_next(rng) & ones;
    test.negate = rng_below(rng, 4) == 0;
    return test;
}

static void fill_inputs(struct rng *rng, struct prefix_select_work *w)
{
    size_t size = prefix_type_size(w->type), n = w->n;
    uint64_t ones = UINT64_MAX >> (64 - 8 * size);
    size_t run = (size_t[]){1, 2, 100, 5000}[rng_below(rng, 4)],
           share = (size_t[]){0, 3, 128, 230, 256}[rng_below(rng, 5)];
    data_fill(rng, DATA_BITS, w->type, host(IN), n);
    w->test = random_test(rng, size);
    w->second = random_test(rng, size);
    if (w->selector == PREFIX_SELECTOR_HEADS) {
        w->test = (struct prefix_test){.mask = ones, .range = ones};
        if (rng_below(rng, 2) == 0) { /* floats: zeros are equal, NaN are or are not */
            w->test.mask = ones >> 1;
            w->test.range = ones / 3;
            if (rng_below(rng, 2))
                w->test.range |= ones ^ ones >> 1;
        }
        for (size_t i = 1; i < n; i++)
            if (rng_below(rng, run) != 0)
                memcpy(host(IN) + i * size, host(IN) + (i - 1) * size, size);
    }
    for (size_t i = 0; i < places[FLAGS].bytes; i++)
        host(FLAGS)[i] = w->selector == PREFIX_SELECTOR_BITS    ? (unsigned char)(rng_next(rng) & rng_next(rng))
                         : (rng_next(rng) >> 32 & 0xff) < share ? (unsigned char)(1 + rng_below(rng, 255))
                                                                : 0;
    if (w->values)
        data_fill(rng, DATA_BITS, w->value_type, host(VALUES), n);
}

static int check_case(size_t size, size_t n)
{
    struct rng rng = rng_make(++case_number);
    struct prefix_select_work w = {
        .size = sizeof w,
        .type = size == 1   ? PREFIX_I8
                : size == 2 ? PREFIX_U16
                : size == 4 ? PREFIX_I32
                            : PREFIX_U64,
        .selector = PREFIX_SELECTOR_TEST + (int)rng_below(&rng, 4),
        .ways = 2,
        .n = n,
        .in_memory = PREFIX_MEMORY_DEVICE,
        .flags_memory = PREFIX_MEMORY_DEVICE,
        .values_memory = PREFIX_MEMORY_DEVICE,
        .out_memory = PREFIX_MEMORY_DEVICE,
        .rejected_memory = PREFIX_MEMORY_DEVICE,
        .indices_memory = PREFIX_MEMORY_DEVICE,
        .values_out_memory = PREFIX_MEMORY_DEVICE,
        .count_memory = PREFIX_MEMORY_DEVICE,
    };
    static const int value_types[] = {PREFIX_U8, PREFIX_I16, PREFIX_F32, PREFIX_I64};
    int in_place = rng_below(&rng, 3) == 0, more = rng_below(&rng, 2) == 0, good = 1;
    w.capacity = rng_below(&rng, 4) == 0 ? rng_below(&rng, n + 1) : n;
    w.rejects = rng_below(&rng, 3) == 0 ? PREFIX_REJECTS_BEHIND + (int)rng_below(&rng, 2) : PREFIX_REJECTS_NOWHERE;
    if (w.selector == PREFIX_SELECTOR_HEADS)
        w.rejects = PREFIX_REJECTS_NOWHERE;
    if (w.rejects == PREFIX_REJECTS_BEHIND)
        w.capacity = n;
    if (w.rejects == PREFIX_REJECTS_BEHIND && w.selector == PREFIX_SELECTOR_TEST && rng_below(&rng, 2) == 0)
        w.ways = 3;
    w.rejected_capacity = w.rejects == PREFIX_REJECTS_APART ? rng_below(&rng, n + 1) : 0;
    w.index_type = rng_below(&rng, 2) == 0 ? PREFIX_U32 : PREFIX_U64;
    w.value_type = value_types[rng_below(&rng, 4)];
    int values = more && rng_below(&rng, 2) == 0, indices = more && rng_below(&rng, 2) == 0;
    int values_in_place = rng_below(&rng, 3) == 0;
    size_t value = prefix_type_size(w.value_type), index = prefix_type_size(w.index_type);

    int flagged = w.selector == PREFIX_SELECTOR_BYTES || w.selector == PREFIX_SELECTOR_BITS;
    place(IN, n * size, rng_below(&rng, 32) * size);
    place(FLAGS, w.selector == PREFIX_SELECTOR_BYTES ? n : flagged ? (n + 7) / 8 : 0, rng_below(&rng, 32));
    place(VALUES, values ? n * value : 0, rng_below(&rng, 32) * value);
    place(OUT, w.capacity * size, rng_below(&rng, 32) * size);
    place(REJECTED, w.rejected_capacity * size, rng_below(&rng, 32) * size);
    place(INDICES, indices ? w.capacity * index : 0, rng_below(&rng, 32) * index);
    place(VALUES_OUT, values ? w.capacity * value : 0, rng_below(&rng, 32) * value);
    place(COUNT, 16, 0);
    w.in = device(IN);
    w.flags = flagged ? device(FLAGS) : NULL;
    w.values = values ? device(VALUES) : NULL;
    w.out = in_place ? device(IN) : device(OUT);
    w.rejected = w.rejects == PREFIX_REJECTS_APART ? device(REJECTED) : NULL;
    w.indices = indices ? device(INDICES) : NULL;
    w.values_out = !values ? NULL : values_in_place ? device(VALUES) : device(VALUES_OUT);
    w.count = device(COUNT);
    fill_inputs(&rng, &w);
    for (int i = 0; i < PLACES; i++)
        cuda(cudaMemcpy(places[i].device, places[i].want, span(&places[i]), cudaMemcpyHostToDevice));

    unsigned char *selected = must_alloc(n), *in = must_alloc(n * size), *before = must_alloc(n * value);
    memcpy(in, host(IN), n * size);
    if (values)
        memcpy(before, host(VALUES), n * value);
    for (size_t i = 0; i < n; i++) {
        selected[i] = is_selected(&w, i) ? 0 : 1;
        if (w.ways == 3 && selected[i] && !passes(&w.second, bits_of(in, i, size), size))
            selected[i] = 2;
    }
    int status = prefix__cuda_select(session, &w);
    good &= status == PREFIX_OK || complain(&w, "status", status);
    cuda(cudaDeviceSynchronize());
    work_out(&w, in, before, selected);
    for (int i = 0; i < PLACES; i++) {
        struct place *p = &places[i];
        size_t end = span(p);
        cuda(cudaMemcpy(p->seen, p->device, end, cudaMemcpyDeviceToHost));
        /* In place, what stands after the selected elements within the capacity is anything. */
        uint64_t count;
        memcpy(&count, host(COUNT), sizeof count);
        int over =
            (i == IN && in_place && w.rejects != PREFIX_REJECTS_BEHIND) || (i == VALUES && values && values_in_place);
        size_t each = i == IN ? size : value;
        if (over && count < w.capacity)
            memcpy(p->seen + p->offset + count * each, p->want + p->offset + count * each, (w.capacity - count) * each);
        good &= memcmp(p->seen, p->want, end) == 0 || complain(&w, "array", i);
    }
    free(selected);
    free(in);
    free(before);
    return good;
}

static void check_sizes(void)
{
    static const size_t sizes[] = {1,    31,   32,    33,     500,    4095,   4096,   4097,
                                   8192, 8193, 32769, 100003, 300000, 600001, 1048576};
    int times = test_level() == TEST_LONG ? 60 : test_level() == TEST_SHORT ? 1 : 15;
    size_t large = test_level() == TEST_LONG ? 40 : test_level() == TEST_SHORT ? 0 : 3;
    for (size_t size = 1; size <= 8; size *= 2) {
        int good = 1;
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            for (int k = 0; k < times; k++)
                good &= check_case(size, sizes[i]);
        ok(good, "elements of %zu bytes", size);
        good = 1;
        for (size_t i = 0; i < large; i++)
            good &= check_case(size, ((size_t)17 << 20) / size + i * 1001);
        ok(good, "many elements of %zu bytes", size);
    }
}

int main(void)
{
    test_seed();
    session = open_session();
    if (!session)
        return done();
    room = ((size_t)20 << 20) * 8 + 8 * GUARD; /* 8-byte indices of elements of one byte */
    for (int i = 0; i < PLACES; i++) {
        cuda(cudaMalloc((void **)&places[i].device, room));
        places[i].want = must_alloc(room);
        places[i].seen = must_alloc(room);
    }
    check_sizes();
    for (int i = 0; i < PLACES; i++) {
        cuda(cudaFree(places[i].device));
        free(places[i].want);
        free(places[i].seen);
    }
    prefix__cuda_close(session);
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
