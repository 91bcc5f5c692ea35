/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs of equal keys, on every backend that has them: reduced, encoded, and decoded again. Each case works
 * out in plain loops what is wanted, sums of floats by the oracle, and looks at what must stay as it was.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/oracle.h"
#include "../support/scratch.h"
#include "../support/segments.h"

enum { MOST_SHOWN = 5 };
enum { REDUCE, ENCODE, NONTRIVIAL, FORMS };

struct setting {
    int form, key_type, op, type, index_type, in_place, threads, mix, pattern;
    size_t n, room;
};

static prefix_ctx *ctx;
static struct arena keys, unique, input, output, offsets, lengths, counts;
static struct arena *const arenas[] = {&keys, &unique, &input, &output, &offsets, &lengths, &counts};
static uint64_t case_number, first_form;
static int shown;

static int complain(const struct setting *s, const char *what, size_t at)
{
    if (shown++ < MOST_SHOWN)
        diag("%s at %zu: case %llu: form %d, keys %d, %s %s, indices %s, n %zu, room %zu%s, threads %d, runs %s: %s",
             what, at, (unsigned long long)case_number, s->form, s->key_type, prefix_op_name(s->op),
             prefix_type_name(s->type), prefix_type_name(s->index_type), s->n, s->room, s->in_place ? ", in place" : "",
             s->threads, segments_mix_name(s->mix), prefix_ctx_error(ctx));
    return 0;
}

static uint64_t index_at(const struct arena *arena, int type, size_t k)
{
    return (uint64_t)oracle_integer_get(type, arena->data + k * oracle_size(type));
}

/* Whether all from the written elements on is as it was. */
static int is_poison(const struct arena *arena, size_t from)
{
    for (size_t i = from; i < arena->bytes; i++)
        if (arena->data[i] != 0xa5)
            return 0;
    return 1;
}

static void place(struct rng *rng, struct arena *arena, size_t n, size_t size)
{
    const size_t align = size == 16 ? 8 : size;
    arena_place(arena, n * size, rng_below(rng, ARENA_ALIGN / align) * align);
}

/* Some arrays of a case, of those with a twin on the device, are given as they lie on the host. */
static uint64_t given_on_host;

static int is_on_host(const struct arena *arena)
{
    size_t i = 0;
    while (arenas[i] != arena)
        i++;
    return !arena->twin || (given_on_host >> i & 1);
}

static void *given(const struct arena *arena)
{
    return is_on_host(arena) ? arena->data : arena_pointer(arena);
}

static void to_backend(void)
{
    for (size_t i = 0; i < sizeof arenas / sizeof arenas[0]; i++)
        arena_push(arenas[i]);
}

static void from_backend(void)
{
    must(ctx, prefix_ctx_synchronize(ctx));
    for (size_t i = 0; i < sizeof arenas / sizeof arenas[0]; i++)
        if (!is_on_host(arenas[i]))
            arena_pull(arenas[i]);
}

static uint64_t counted(void)
{
    return *(const uint64_t *)(const void *)counts.data;
}

/* A count on the device is not looked at. */
static int status_wanted(uint64_t count, size_t room)
{
    return count > room && is_on_host(&counts) ? PREFIX_ERROR_CAPACITY : PREFIX_OK;
}

/* A case: what its arrays hold, and the sums of each run so far. */
struct instance {
    const struct setting *s;
    size_t size, wide, narrow; /* of an element, a key, an index */
    unsigned char *begins, *keys, *elements, *sums;
    struct arena *unique_out, *sums_out;
};

static struct instance make_instance(const struct setting *s)
{
    struct instance t = {
        .s = s,
        .size = oracle_size(s->type),
        .wide = key_size(s->key_type),
        .narrow = oracle_size(s->index_type),
        .begins = must_alloc(s->n),
        .unique_out = s->in_place ? &keys : &unique,
        .sums_out = s->in_place ? &input : &output,
    };
    t.keys = must_alloc(s->n * t.wide);
    t.elements = must_alloc(s->n * t.size);
    t.sums = must_alloc(s->n * t.size);
    return t;
}

static void free_instance(struct instance *t)
{
    free(t->begins);
    free(t->keys);
    free(t->elements);
    free(t->sums);
}

static void fill_all(struct rng *rng, struct instance *t)
{
    const struct setting *s = t->s;
    const size_t n = s->n;
    segments_fill(rng, s->mix, t->begins, n);
    given_on_host = rng_below(rng, 2) ? 0 : rng_below(rng, (uint64_t)1 << sizeof arenas / sizeof arenas[0]);
    place(rng, &keys, n, t->wide);
    place(rng, &unique, s->room, t->wide);
    place(rng, &input, n, t->size);
    place(rng, &output, s->room, t->size);
    place(rng, &offsets, s->room, t->narrow);
    place(rng, &lengths, s->room, t->narrow);
    place(rng, &counts, 1, sizeof(uint64_t));
    keys_fill(rng, s->key_type, keys.data, t->begins, n);
    data_fill(rng, s->pattern, s->type, input.data, n);
    memcpy(t->keys, keys.data, n * t->wide);
    memcpy(t->elements, input.data, n * t->size);
    const struct oracle_scan scan = {PREFIX_INCLUSIVE, s->op, s->type, s->type, 0, s->type, NULL};
    oracle_run_segments(&scan, t->elements, t->begins, t->sums, n);
}

static int run_case(struct rng *rng, const struct instance *t)
{
    const struct setting *s = t->s;
    int status;
    if (rng_below(rng, 2))
        scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, s->threads));
    to_backend();
    uint64_t *count = given(&counts);
    if (s->form == REDUCE)
        status = prefix_reduce_by_key(ctx, s->op, s->key_type, s->type, given(&keys), given(&input),
                                      given(t->unique_out), given(t->sums_out), s->n, s->room, count);
    else if (s->form == ENCODE)
        status = prefix_run_length_encode(ctx, s->key_type, s->index_type, given(&keys), given(t->unique_out),
                                          given(&lengths), s->n, s->room, count);
    else
        status = prefix_nontrivial_runs(ctx, s->key_type, s->index_type, given(&keys), given(&offsets), given(&lengths),
                                        s->n, s->room, count);
    from_backend();
    return status;
}

/* The k-th that counts, of the elements from begin to end. */
static int check_run(const struct instance *t, size_t k, size_t begin, size_t end)
{
    const struct setting *s = t->s;
    const size_t wide = t->wide, size = t->size;
    int good = 1;
    if (s->form != NONTRIVIAL)
        good &= memcmp(t->unique_out->data + k * wide, t->keys + begin * wide, wide) == 0 || complain(s, "key", k);
    if (s->form == REDUCE)
        good &= oracle_same(s->type, t->sums_out->data + k * size, t->sums + (end - 1) * size, 1, &(size_t){0}) ||
                complain(s, "aggregate", k);
    if (s->form != REDUCE)
        good &= index_at(&lengths, s->index_type, k) == end - begin || complain(s, "length", k);
    if (s->form == NONTRIVIAL)
        good &= index_at(&offsets, s->index_type, k) == begin || complain(s, "offset", k);
    return good;
}

/* All runs, of which wanted becomes the number, the count and the status. */
static int check_runs(const struct instance *t, int status, uint64_t *wanted)
{
    const struct setting *s = t->s;
    int good = 1;
    *wanted = 0;
    for (size_t i = 0, end; i < s->n; i = end) {
        for (end = i + 1; end < s->n && !t->begins[end]; end++)
            ;
        if (s->form == NONTRIVIAL && end - i < 2)
            continue;
        const size_t k = (*wanted)++;
        if (k < s->room)
            good &= check_run(t, k, i, end);
    }
    good &= counted() == *wanted || complain(s, "count", (size_t)counted());
    good &= status == status_wanted(*wanted, s->room) || complain(s, "status", (size_t)status);
    return good;
}

/* Outputs beyond the runs, inputs, and the memory around all arrays. */
static int check_untouched(const struct instance *t, uint64_t wanted)
{
    const struct setting *s = t->s;
    const size_t written = wanted < s->room ? (size_t)wanted : s->room;
    const struct {
        const struct arena *arena;
        size_t bytes;
        const char *what;
    } outputs[] = {
        {&unique, s->in_place || s->form == NONTRIVIAL ? 0 : written * t->wide, "more keys were written"},
        {&output, s->in_place || s->form != REDUCE ? 0 : written * t->size, "more aggregates were written"},
        {&offsets, s->form == NONTRIVIAL ? written * t->narrow : 0, "more offsets were written"},
        {&lengths, s->form != REDUCE ? written * t->narrow : 0, "more lengths were written"},
    };
    int good = 1;
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++)
        good &= is_poison(outputs[i].arena, outputs[i].bytes) || complain(s, outputs[i].what, 0);
    good &= s->in_place ||
            (memcmp(keys.data, t->keys, s->n * t->wide) == 0 && memcmp(input.data, t->elements, s->n * t->size) == 0) ||
            complain(s, "the input was changed", 0);
    for (size_t i = 0; i < sizeof arenas / sizeof arenas[0]; i++)
        good &= arena_guarded(arenas[i]) || complain(s, "memory around", i);
    return good;
}

/* And back, into too little room, too. */
static int check_decoding(struct rng *rng, const struct instance *t, uint64_t runs)
{
    const struct setting *s = t->s;
    const size_t n = s->n, wide = t->wide, room = rng_below(rng, 4) ? n : rng_below(rng, n + 1);
    place(rng, &output, room, wide);
    to_backend();
    int status = prefix_run_length_decode(ctx, s->key_type, s->index_type, given(&unique), given(&lengths),
                                          given(&output), (size_t)runs, room, given(&counts));
    from_backend();
    int good = status == status_wanted(n, room) || complain(s, "status of decoding", room);
    good &= counted() == n || complain(s, "decoded count", (size_t)counted());
    for (size_t i = 0, k = 0; i < room && good; i++) {
        k += i > 0 && t->begins[i];
        good &= memcmp(output.data + i * wide, unique.data + k * wide, wide) == 0 || complain(s, "decoded", i);
    }
    good &= arena_guarded(&output) || complain(s, "memory around what was decoded", 0);
    return good;
}

static int check_case(const struct setting *s)
{
    struct rng rng = rng_make(++case_number);
    struct instance t = make_instance(s);
    uint64_t runs;
    fill_all(&rng, &t);
    int good = check_runs(&t, run_case(&rng, &t), &runs);
    good &= check_untouched(&t, runs);
    if (s->form == ENCODE && runs <= s->room && !s->in_place)
        good &= check_decoding(&rng, &t, runs);
    good &= scratch_guarded() || complain(s, "scratch memory", 0);
    free_instance(&t);
    return good;
}

static void randomize(struct rng *rng, struct setting *s)
{
    static const int indices[] = {PREFIX_I32, PREFIX_U32, PREFIX_I64, PREFIX_U64};
    s->form = (int)(first_form + rng_below(rng, FORMS - first_form));
    s->index_type = indices[rng_below(rng, 4)];
    do {
        s->op = PREFIX_SUM + (int)rng_below(rng, 9);
        s->type = PREFIX_I8 + (int)rng_below(rng, 12);
    } while (!oracle_takes(s->op, s->type));
    s->in_place = rng_below(rng, 4) == 0;
    s->threads = (int)rng_below(rng, 4);
    s->mix = (int)rng_below(rng, MIXES);
    s->pattern = (int)rng_below(rng, DATA_PATTERNS);
    s->room = rng_below(rng, 3) ? s->n : rng_below(rng, s->n + 1);
}

static void check_keys(const char *name, int key_type)
{
    static const size_t sizes[] = {0,    1,    2,    3,    63,   64,   65,   127,  128,   129,   500,
                                   1000, 1023, 1024, 1025, 4096, 8191, 8192, 8193, 20000, 33000, 70001};
    struct rng rng = rng_make((uint64_t)key_type);
    int good = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int round = test_level() == TEST_LONG ? 100 : test_level() == TEST_SHORT ? 1 : 12; round > 0; round--) {
            struct setting s = {.key_type = key_type, .n = sizes[i]};
            randomize(&rng, &s);
            good &= check_case(&s);
        }
    ok(good, "%s: keys of type %d", name, key_type);
}

/* Arrays that a team takes. */
static void check_large(const char *name)
{
    static const int types[] = {PREFIX_F32, PREFIX_F64, PREFIX_I32, PREFIX_F16};
    static const int key_types[] = {PREFIX_I32,          PREFIX_U8,      PREFIX_F64,
                                     PREFIX_KEY_16_BYTES, PREFIX_KEY_F16, PREFIX_KEY_F32};
    static const int ops[] = {PREFIX_SUM, PREFIX_SUM, PREFIX_MAX, PREFIX_LOGICAL_OR};
    struct rng rng = rng_make(77);
    for (int mix = 0; mix < MIXES; mix++) {
        int good = 1;
        for (int form = (int)first_form; form < FORMS; form++)
            for (int k = 0; k < 3; k++) {
                const size_t most = k ? 800000 : 2200000;
                struct setting s = {.key_type = key_types[rng_below(&rng, 6)], .n = 200000 + rng_below(&rng, most)};
                if (test_level() == TEST_SHORT && rng_below(&rng, 8) != 0)
                    continue;
                randomize(&rng, &s);
                s.form = form;
                s.mix = mix;
                if (form == REDUCE) {
                    s.op = ops[rng_below(&rng, 4)];
                    s.type = types[rng_below(&rng, 4)];
                }
                good &= check_case(&s);
            }
        ok(good, "%s: large arrays, runs %s", name, segments_mix_name(mix));
    }
}

static void check_refusals(void)
{
    float x[4] = {1, 2, 3, 4}, y[4] = {9, 9, 9, 9};
    uint32_t index[4] = {1, 1, 1, 1};
    uint64_t count = 77;
    int status = prefix_run_length_encode(ctx, PREFIX_F32, PREFIX_F32, x, y, index, 4, 4, &count);
    ok(status == PREFIX_ERROR_ARGUMENT && strstr(prefix_ctx_error(ctx), "length type"), "lengths are integers");
    status = prefix_run_length_encode(ctx, 99, PREFIX_U32, x, y, index, 4, 4, &count);
    ok(status == PREFIX_ERROR_ARGUMENT && count == 77, "types are checked");
    status = prefix_run_length_encode(ctx, PREFIX_F32, PREFIX_U32, x, x + 1, index, 4, 3, &count);
    ok(status == PREFIX_ERROR_OVERLAP && count == 77, "values do not overlap the input");
    status = prefix_reduce_by_key(ctx, PREFIX_SUM, PREFIX_F32, PREFIX_F32, x, x, y, y, 4, 4, &count);
    ok(status == PREFIX_ERROR_OVERLAP && y[0] == 9, "outputs do not overlap");
    status = prefix_reduce_by_key(ctx, PREFIX_SUM, PREFIX_F32, PREFIX_F32, x, x, NULL, NULL, 4, 4, &count);
    ok(status == PREFIX_ERROR_ARGUMENT && strstr(prefix_ctx_error(ctx), "aggregates"), "aggregates are wanted");
    status = prefix_reduce_by_key(ctx, PREFIX_XOR, PREFIX_F32, PREFIX_F32, x, x, NULL, y, 4, 4, &count);
    ok(status == PREFIX_ERROR_UNSUPPORTED && count == 77, "operators are checked");
    status = prefix_reduce_by_key(ctx, PREFIX_SUM, PREFIX_F32, PREFIX_F32, x, x, NULL, y, 4, 0, &count);
    ok(status == PREFIX_ERROR_CAPACITY && count == 4 && y[0] == 9, "a capacity of 0 asks for the number");
    status = prefix_run_length_decode(ctx, PREFIX_F32, PREFIX_U32, x, index, x, 4, 4, &count);
    ok(status == PREFIX_ERROR_OVERLAP, "what is decoded does not overlap the values");
    status = prefix_run_length_decode(ctx, PREFIX_F32, PREFIX_U32, x, index, y, 4, 4, NULL);
    ok(status == PREFIX_ERROR_ARGUMENT && strstr(prefix_ctx_error(ctx), "count"), "a count is wanted");
    const int64_t wide[4] = {1, 2, -1, 2};
    int32_t narrow[4] = {1, 1, 1, INT32_MIN};
    y[0] = 9;
    status = prefix_run_length_decode(ctx, PREFIX_F32, PREFIX_I64, x, wide, y, 4, 4, &count);
    ok(status == PREFIX_ERROR_ARGUMENT && y[0] == 9 && strstr(prefix_ctx_error(ctx), "length 2 is negative"),
       "a negative length of 8 bytes is told of, and nothing written");
    status = prefix_run_length_decode(ctx, PREFIX_F32, PREFIX_I32, x, narrow, y, 4, 4, &count);
    ok(status == PREFIX_ERROR_ARGUMENT && y[0] == 9 && strstr(prefix_ctx_error(ctx), "length 3 is negative"),
       "and one of 4");
    narrow[3] = 1;
    status = prefix_run_length_decode(ctx, PREFIX_F32, PREFIX_I32, x, narrow, y, 4, 4, &count);
    ok(status == PREFIX_OK && count == 4 && memcmp(x, y, sizeof x) == 0, "others are lengths");
    const uint64_t vast[4] = {1, UINT64_MAX - 1, UINT64_MAX, 2};
    const float first[4] = {1, 2, 2, 2};
    status = prefix_run_length_decode(ctx, PREFIX_F32, PREFIX_U64, x, vast, y, 4, 4, &count);
    ok(status == PREFIX_ERROR_CAPACITY && count == UINT64_MAX && memcmp(y, first, sizeof y) == 0,
       "lengths of 2^64 elements and more are too much for any capacity");
    const float zeros[4] = {-0.0F, 0, 1, 1}, again[4] = {0, -0.0F, 0, 1};
    status = prefix_run_length_encode(ctx, PREFIX_F32, PREFIX_U32, zeros, y, NULL, 4, 4, &count);
    ok(status == PREFIX_OK && count == 2 && memcmp(y, zeros, sizeof *y) == 0, "a run that begins with -0 is one of -0");
    status = prefix_reduce_by_key(ctx, PREFIX_SUM, PREFIX_F32, PREFIX_F32, again, x, y, x, 4, 4, &count);
    ok(status == PREFIX_OK && count == 2 && memcmp(y, again, sizeof *y) == 0, "and one that begins with +0 of +0");
    const uint32_t nans[4] = {0xff800001, 0x7fc00000, 0x7f800000, 0x7fffffff};
    uint32_t kept[4];
    status = prefix_run_length_encode(ctx, PREFIX_KEY_F32, PREFIX_U32, nans, kept, index, 4, 4, &count);
    ok(status == PREFIX_OK && count == 3 && index[0] == 2 && kept[0] == nans[0] && kept[1] == nans[2],
       "a run of NaNs is one of its first, and infinity is none of them");
    status = prefix_run_length_encode(ctx, PREFIX_F32, PREFIX_U32, nans, kept, index, 4, 4, &count);
    ok(status == PREFIX_OK && count == 4, "but of the type itself each NaN is a run");
    status = prefix_reduce_by_key(ctx, PREFIX_SUM, PREFIX_F32, PREFIX_KEY_F32, x, x, NULL, y, 4, 4, &count);
    ok(status == PREFIX_ERROR_ARGUMENT && count == 4, "types of keys are none of elements");
    status = prefix_run_length_encode(ctx, PREFIX_KEY_F64 + 1, PREFIX_U32, x, y, index, 4, 4, &count);
    ok(status == PREFIX_ERROR_ARGUMENT && count == 4, "and there are no more of them");
}

int main(void)
{
    static const char *const known[] = {"serial", "openmp", "cuda"};
    test_seed();
    for (size_t b = 0; b < sizeof known / sizeof known[0]; b++) {
        ctx = open_backend(known[b]);
        if (!ctx)
            continue;
        const int has_device = strcmp(known[b], "cuda") == 0;
        first_form = REDUCE;
        for (size_t i = 0; i < sizeof arenas / sizeof arenas[0]; i++)
            *arenas[i] = (struct arena){.ctx = ctx, .memory = has_device ? PREFIX_MEMORY_DEVICE : PREFIX_MEMORY_HOST};
        for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
            check_keys(known[b], type);
        for (int type = PREFIX_KEY_16_BYTES; type <= PREFIX_KEY_F64; type++)
            check_keys(known[b], type);
        check_large(known[b]);
        check_refusals();
        for (size_t i = 0; i < sizeof arenas / sizeof arenas[0]; i++)
            arena_release(arenas[i]);
        prefix_ctx_destroy(ctx);
    }
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
