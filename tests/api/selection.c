/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Selections of every form, partitions and unique elements, on every backend that has them: each case
 * works out in plain loops what goes where, and compares every output, the counts, and what must stay
 * as it was: inputs, outputs beyond what was selected or beyond their room, and the memory around.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/scratch.h"
#include "../support/support.h"

enum { BY_PREDICATE, BY_BYTES, BY_BITS, BY_UNIQUE, BY_ONE_BIT, SELECTORS, MOST_SHOWN = 5 };
enum { SELECTED, SECOND, REJECTED, GROUPS };

static const char *const selectors[] = {"a predicate", "byte flags", "bit flags", "unique", "one bit"};

struct setting {
    int type, key_type, selector, predicate, second, rejects; /* key_type: type, or that of which NaN equals NaN */
    int index_type, value_type; /* 0: none */
    int bit; /* of prefix_split() */
    int has_out, in_place, values_in_place, one_call;
    int threads, pattern, density;
    size_t n, room, rejected_room;
};

/* The arrays of a case: what goes in, and what comes out. */
enum { IN, FLAGS, VALUES, OUT, REJECTS, INDICES, VALUES_OUT, COUNT, ARRAYS };

static prefix_ctx *ctx;
static struct arena arrays[ARRAYS];
static uint64_t case_number;
static int shown;

static int complain(const struct setting *s, const char *what)
{
    if (shown++ < MOST_SHOWN)
        diag(
            "%s: case %llu: %s (%d) by %s (%d, %d, bit %d), rejects %d, indices %d, values %d, out %d, in place %d and %d, "
            "one call %d, threads %d, data %s, density %d, n %zu, room %zu and %zu: %s",
            what, (unsigned long long)case_number, prefix_type_name(s->type), s->key_type, selectors[s->selector],
            s->predicate, s->second, s->bit, s->rejects, s->index_type, s->value_type, s->has_out, s->in_place,
            s->values_in_place, s->one_call, s->threads, data_pattern_name(s->pattern), s->density, s->n, s->room,
            s->rejected_room, prefix_ctx_error(ctx));
    return 0;
}

static void place(struct rng *rng, int which, size_t count, size_t size)
{
    arena_place(&arrays[which], count * size, rng_below(rng, ARENA_ALIGN / size) * size);
}

static void *pointer(int which)
{
    return arena_pointer(&arrays[which]);
}

/* Elements themselves, so that there are equal ones. */
static void fill_operands(struct rng *rng, const struct setting *s, const unsigned char *in, unsigned char *operands)
{
    size_t size = oracle_size(s->type);
    memset(operands, 0, 16);
    for (int i = 0; i < 2 && s->n > 0; i++)
        memcpy(operands + i * size, in + rng_below(rng, s->n) * size, size);
}

/* Makes every element like the one before it, but for about density in a hundred; of floats some of these are NaN. */
static void make_runs(struct rng *rng, const struct setting *s, unsigned char *in)
{
    size_t size = oracle_size(s->type);
    const int has_nan = oracle_is_float(s->type) && rng_below(rng, 2);
    for (size_t i = 0; i < s->n; i++)
        if (i > 0 && rng_below(rng, 100) >= (size_t)s->density)
            memcpy(in + i * size, in + (i - 1) * size, size);
        else if (has_nan && rng_below(rng, 2))
            data_put_nan(rng, s->type, in + i * size);
}

static int run_one_call(const struct setting *s, const void *operand)
{
    void *in = pointer(s->in_place ? OUT : IN), *flags = pointer(FLAGS), *out = pointer(OUT);
    uint64_t *count = pointer(COUNT);
    if (s->selector == BY_UNIQUE && s->value_type)
        return prefix_unique_by_key(ctx, s->key_type, s->value_type, in, pointer(s->values_in_place ? VALUES_OUT : VALUES),
                                    out, pointer(VALUES_OUT), s->n, s->room, count);
    if (s->selector == BY_ONE_BIT)
        return prefix_split(ctx, s->bit, s->type, in, out, s->n, count);
    if (s->selector == BY_UNIQUE)
        return prefix_unique(ctx, s->key_type, in, out, s->n, s->room, count);
    if (s->rejects == PREFIX_REJECTS_BEHIND)
        return s->selector == BY_BYTES ? prefix_partition_flagged(ctx, s->type, in, flags, out, s->n, count)
                                       : prefix_partition_if(ctx, s->predicate, s->type, operand, in, out, s->n, count);
    return s->selector == BY_BYTES
               ? prefix_select_flagged(ctx, s->type, in, flags, out, s->n, s->room, count)
               : prefix_select_if(ctx, s->predicate, s->type, operand, in, out, s->n, s->room, count);
}

static int run_selection(const struct setting *s, const void *operand, const void *second_operand)
{
    prefix_selection *selection;
    must(ctx, prefix_selection_create(&selection, ctx, s->key_type));
    if (s->selector == BY_PREDICATE)
        must(ctx, prefix_selection_set_predicate(selection, s->predicate, operand));
    else if (s->selector == BY_UNIQUE)
        must(ctx, prefix_selection_set_unique(selection));
    else if (s->n > 0)
        must(ctx, prefix_selection_set_flags(selection, pointer(FLAGS), s->selector == BY_BYTES ? 8 : 1));
    else
        must(ctx, prefix_selection_set_flags(selection, "", 8));
    must(ctx, prefix_selection_set_second(selection, s->second, second_operand));
    if (s->rejects == PREFIX_REJECTS_APART)
        must(ctx, prefix_selection_set_rejects(selection, s->rejects, pointer(REJECTS), s->rejected_room));
    else
        must(ctx, prefix_selection_set_rejects(selection, s->rejects, NULL, 0));
    if (s->index_type)
        must(ctx, prefix_selection_set_indices(selection, s->index_type, pointer(INDICES)));
    if (s->value_type)
        must(ctx, prefix_selection_set_values(selection, s->value_type,
                                              pointer(s->values_in_place ? VALUES_OUT : VALUES), pointer(VALUES_OUT)));
    int needs_in = s->has_out || s->rejects || s->selector == BY_PREDICATE || s->selector == BY_UNIQUE;
    const void *in = needs_in ? pointer(s->in_place ? OUT : IN) : NULL;
    int status = prefix_selection_run(selection, in, s->has_out ? pointer(OUT) : NULL, s->n, s->room, pointer(COUNT));
    prefix_selection_destroy(selection);
    return status;
}

/* The wanted contents of an output, which is at least so long, and is poison or as before after them. */
static int compare(const struct setting *s, int which, const unsigned char *want, size_t bytes, int in_place,
                   size_t room, const unsigned char *before, size_t before_bytes, const char *what)
{
    const struct arena *a = &arrays[which];
    if (memcmp(a->data, want, bytes) != 0)
        return complain(s, what);
    if (in_place) /* beyond the capacity all is as it was */
        return room >= before_bytes || memcmp(a->data + room, before + room, before_bytes - room) == 0 ||
               complain(s, "written beyond the capacity");
    for (size_t i = bytes; i < a->bytes; i++)
        if (a->data[i] != 0xa5)
            return complain(s, "more was written than selected");
    return 1;
}

static int are_equal(const struct setting *s, const void *a, const void *b)
{
    return oracle_equal(s->type, a, b) ||
           (s->key_type != s->type && oracle_holds(s->type, PREFIX_IS_NAN, a, a) &&
            oracle_holds(s->type, PREFIX_IS_NAN, b, b));
}

static int group_of(const struct setting *s, size_t i, const unsigned char *in, const unsigned char *flags,
                    const unsigned char *operands)
{
    size_t size = oracle_size(s->type);
    const unsigned char *x = in + i * size;
    switch (s->selector) {
    case BY_BYTES:
        return flags[i] ? SELECTED : REJECTED;
    case BY_BITS:
        return flags[i / 8] & 1 << i % 8 ? SELECTED : REJECTED;
    case BY_UNIQUE:
        return i == 0 || !are_equal(s, x, x - size) ? SELECTED : REJECTED;
    case BY_ONE_BIT:
        return x[s->bit / 8] >> s->bit % 8 & 1 ? REJECTED : SELECTED;
    default:
        return oracle_holds(s->type, s->predicate, x, operands)                  ? SELECTED
               : s->second && oracle_holds(s->type, s->second, x, operands + 16) ? SECOND
                                                                                 : REJECTED;
    }
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* A case: what its arrays hold, and what is to come out of it. */
struct instance {
    const struct setting *s;
    size_t size, value_size, index_size, flag_bytes;
    struct arena *in, *values;
    unsigned char operands[32];
    unsigned char *before, *before_flags, *before_values;
    unsigned char *want[GROUPS], *want_indices, *want_values;
    size_t count[GROUPS];
};

static struct instance make_instance(const struct setting *s)
{
    const size_t n = s->n;
    struct instance t = {
        .s = s,
        .size = oracle_size(s->type),
        .value_size = s->value_type ? oracle_size(s->value_type) : 1,
        .index_size = s->index_type ? oracle_size(s->index_type) : 1,
        .flag_bytes = s->selector == BY_BYTES  ? n
                      : s->selector == BY_BITS ? (n + 7) / 8
                                               : 0,
        .in = &arrays[s->in_place ? OUT : IN],
        .values = &arrays[s->values_in_place ? VALUES_OUT : VALUES],
        .before_flags = must_alloc(n),
        .before_values = must_alloc(n * 8),
        .want_indices = must_alloc(n * 8),
        .want_values = must_alloc(n * 8),
    };
    t.before = must_alloc(n * t.size);
    for (int g = 0; g < GROUPS; g++)
        t.want[g] = must_alloc(n * t.size);
    return t;
}

static void free_instance(struct instance *t)
{
    for (int g = 0; g < GROUPS; g++)
        free(t->want[g]);
    free(t->want_indices);
    free(t->want_values);
    free(t->before);
    free(t->before_flags);
    free(t->before_values);
}

static void place_all(struct rng *rng, const struct instance *t)
{
    const struct setting *s = t->s;
    const size_t n = s->n;
    place(rng, IN, s->in_place ? 0 : n, t->size);
    place(rng, FLAGS, t->flag_bytes, 1);
    place(rng, VALUES, s->value_type && !s->values_in_place ? n : 0, t->value_size);
    place(rng, OUT, s->in_place ? n : s->has_out ? s->room : 0, t->size);
    place(rng, REJECTS, s->rejects == PREFIX_REJECTS_APART ? s->rejected_room : 0, t->size);
    place(rng, INDICES, s->index_type ? s->room : 0, t->index_size);
    place(rng, VALUES_OUT, !s->value_type ? 0 : s->values_in_place ? n : s->room, t->value_size);
    place(rng, COUNT, 2, sizeof(uint64_t));
}

static void fill_flags(struct rng *rng, const struct setting *s, unsigned char *flags)
{
    for (size_t i = 0; i < s->n; i++) {
        const int flag = rng_below(rng, 100) < (size_t)s->density;
        if (s->selector == BY_BYTES)
            flags[i] = flag ? (unsigned char)(1 + rng_below(rng, 255)) : 0;
        else
            flags[i / 8] = (unsigned char)((flags[i / 8] & ~(1 << i % 8)) | flag << i % 8);
    }
}

/* The inputs, which are kept to compare with. */
static void fill_all(struct rng *rng, struct instance *t)
{
    const struct setting *s = t->s;
    const size_t n = s->n;
    data_fill(rng, s->pattern, s->type, t->in->data, n);
    if (s->selector == BY_UNIQUE)
        make_runs(rng, s, t->in->data);
    if (s->value_type)
        data_fill(rng, DATA_BITS, s->value_type, t->values->data, n);
    if (t->flag_bytes > 0)
        fill_flags(rng, s, arrays[FLAGS].data);
    memcpy(t->before, t->in->data, n * t->size);
    memcpy(t->before_flags, arrays[FLAGS].data, t->flag_bytes);
    memcpy(t->before_values, t->values->data, s->value_type ? n * t->value_size : 0);
    fill_operands(rng, s, t->before, t->operands);
    fill_operands(rng, s, t->before, t->operands + 16);
}

static void work_out(struct instance *t)
{
    const struct setting *s = t->s;
    for (size_t i = 0; i < s->n; i++) {
        const int g = group_of(s, i, t->before, t->before_flags, t->operands);
        const size_t k = t->count[g]++;
        if (g == SELECTED) {
            if (s->index_type)
                oracle_integer_put(s->index_type, t->want_indices + k * t->index_size, (oracle_wide)i);
            memcpy(t->want_values + k * t->value_size, t->before_values + i * t->value_size, t->value_size);
        }
        memcpy(t->want[g] + k * t->size, t->before + i * t->size, t->size);
    }
    if (s->rejects == PREFIX_REJECTS_BEHIND)
        for (int g = SECOND, at = (int)t->count[SELECTED]; g < GROUPS; at += (int)t->count[g++])
            memcpy(t->want[SELECTED] + (size_t)at * t->size, t->want[g], t->count[g] * t->size);
}

static int run_case(struct rng *rng, const struct instance *t)
{
    const struct setting *s = t->s;
    for (int a = 0; a < ARRAYS; a++)
        arena_push(&arrays[a]);
    if (rng_below(rng, 2))
        scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, s->threads));
    int status = s->one_call ? run_one_call(s, t->operands) : run_selection(s, t->operands, t->operands + 16);
    must(ctx, prefix_ctx_synchronize(ctx));
    for (int a = 0; a < ARRAYS; a++)
        arena_pull(&arrays[a]);
    return status;
}

static int check_counts(const struct instance *t, int status)
{
    const struct setting *s = t->s;
    const int device_count = arrays[COUNT].twin != NULL, limited = s->has_out || s->index_type || s->value_type;
    const int short_of_room = (limited && t->count[SELECTED] > s->room) ||
                              (s->rejects == PREFIX_REJECTS_APART && t->count[REJECTED] > s->rejected_room);
    uint64_t got[2];
    memcpy(got, arrays[COUNT].data, sizeof got);
    int good = status == (short_of_room && !device_count ? PREFIX_ERROR_CAPACITY : PREFIX_OK) || complain(s, "status");
    good &= got[0] == t->count[SELECTED] || complain(s, "count");
    good &= got[1] == (s->second ? t->count[SECOND] : 0xa5a5a5a5a5a5a5a5) || complain(s, "second count");
    return good;
}

static int check_outputs(const struct instance *t)
{
    const struct setting *s = t->s;
    const size_t n = s->n, size = t->size, written = least(t->count[SELECTED], s->room);
    const size_t in_out = s->rejects == PREFIX_REJECTS_BEHIND ? n : written;
    int good = 1;
    if (s->has_out)
        good &= compare(s, OUT, t->want[SELECTED], in_out * size, s->in_place, s->room * size, t->before, n * size,
                        "output");
    if (s->rejects == PREFIX_REJECTS_APART)
        good &= compare(s, REJECTS, t->want[REJECTED], least(t->count[REJECTED], s->rejected_room) * size, 0, 0, NULL,
                        0, "rejected");
    if (s->index_type)
        good &= compare(s, INDICES, t->want_indices, written * t->index_size, 0, 0, NULL, 0, "indices");
    if (s->value_type)
        good &= compare(s, VALUES_OUT, t->want_values, written * t->value_size, s->values_in_place,
                        s->room * t->value_size, t->before_values, n * t->value_size, "values");
    return good;
}

/* Inputs, and the memory around all arrays. */
static int check_untouched(const struct instance *t)
{
    const struct setting *s = t->s;
    int good =
        s->in_place || memcmp(t->in->data, t->before, s->n * t->size) == 0 || complain(s, "the input was changed");
    good &= memcmp(arrays[FLAGS].data, t->before_flags, t->flag_bytes) == 0 || complain(s, "the flags were changed");
    good &= !s->value_type || s->values_in_place ||
            memcmp(t->values->data, t->before_values, s->n * t->value_size) == 0 ||
            complain(s, "the values were changed");
    for (int a = 0; a < ARRAYS; a++)
        good &= arena_guarded(&arrays[a]) || complain(s, "memory around");
    good &= scratch_guarded() || complain(s, "scratch memory");
    return good;
}

static int check_case(const struct setting *s)
{
    struct rng rng = rng_make(++case_number);
    struct instance t = make_instance(s);
    place_all(&rng, &t);
    fill_all(&rng, &t);
    work_out(&t);
    int good = check_counts(&t, run_case(&rng, &t));
    good &= check_outputs(&t);
    good &= check_untouched(&t);
    free_instance(&t);
    return good;
}

static void make_setting(struct rng *rng, struct setting *s)
{
    static const int densities[] = {0, 1, 50, 90, 99, 100};
    const int any_float = oracle_is_float(s->type);
    s->key_type = s->type;
    s->density = densities[rng_below(rng, sizeof densities / sizeof densities[0])];
    s->pattern = s->selector == BY_UNIQUE && rng_below(rng, 2) ? DATA_SMALL : (int)rng_below(rng, DATA_PATTERNS);
    s->threads = (int)rng_below(rng, 4);
    do {
        s->predicate = PREFIX_LESS + (int)rng_below(rng, PREFIX_HAS_BITS - PREFIX_LESS + 1);
        s->second = PREFIX_LESS + (int)rng_below(rng, PREFIX_HAS_BITS - PREFIX_LESS + 1);
    } while (s->predicate == (any_float ? PREFIX_HAS_BITS : PREFIX_IS_NAN) ||
             s->second == (any_float ? PREFIX_HAS_BITS : PREFIX_IS_NAN));
    s->bit = (int)rng_below(rng, 8 * oracle_size(s->type));
    s->one_call = s->selector == BY_ONE_BIT || (rng_below(rng, 3) == 0 && s->selector != BY_BITS);
    static const int rejects[] = {PREFIX_REJECTS_NOWHERE, PREFIX_REJECTS_BEHIND, PREFIX_REJECTS_APART};
    s->rejects = rejects[s->selector == BY_ONE_BIT                 ? 1
                         : s->one_call && s->selector == BY_UNIQUE ? 0
                                                                   : rng_below(rng, s->one_call ? 2 : 3)];
    if (s->one_call || s->selector != BY_PREDICATE || s->rejects != PREFIX_REJECTS_BEHIND || rng_below(rng, 2))
        s->second = 0;
    s->index_type = s->one_call || rng_below(rng, 2) ? 0 : rng_below(rng, 2) ? PREFIX_U32 : PREFIX_U64;
    if ((!s->one_call || s->selector == BY_UNIQUE) && rng_below(rng, 2))
        s->value_type = PREFIX_I8 + (int)rng_below(rng, PREFIX_F64 - PREFIX_I8 + 1);
    s->has_out = s->one_call || s->rejects == PREFIX_REJECTS_BEHIND || rng_below(rng, 4) != 0;
    s->in_place = s->has_out && rng_below(rng, 3) == 0;
    s->values_in_place = s->value_type && rng_below(rng, 3) == 0;
    s->room = rng_below(rng, 3) == 0 ? rng_below(rng, s->n + 1) : s->n + rng_below(rng, 3);
    if (s->rejects == PREFIX_REJECTS_BEHIND)
        s->room = s->n;
    s->rejected_room = rng_below(rng, 3) == 0 ? rng_below(rng, s->n + 1) : s->n + rng_below(rng, 3);
    if (any_float && (!s->one_call || s->selector == BY_UNIQUE) && rng_below(rng, 2))
        s->key_type = PREFIX_KEY_F16 + s->type - PREFIX_F16;
}

static void check_type(const char *name, int type, int selector)
{
    static const size_t sizes[] = {0,    1,    2,     7,     8,     9,     15,     16,    17,
                                   63,   64,   65,    66,    1000,  2047,  2048,   2049,  4096,
                                   8191, 8193, 10000, 32767, 32768, 70001, 131072, 300000};
    struct rng rng = rng_make((uint64_t)(type << 8 | selector));
    int good = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int round = 0; round < (sizes[i] < 5000 ? 12 : 5); round++) {
            struct setting s = {.type = type, .selector = selector, .n = sizes[i]};
            if (test_level() == TEST_SHORT && rng_below(&rng, 8) != 0)
                continue;
            make_setting(&rng, &s);
            good &= check_case(&s);
        }
    ok(good, "%s: %s by %s", name, prefix_type_name(type), selectors[selector]);
}

int main(void)
{
    static const char *const known[] = {"serial", "openmp", "cuda"};
    test_seed();
    for (size_t b = 0; b < sizeof known / sizeof known[0]; b++) {
        uint64_t count;
        int32_t x = 1;
        ctx = open_backend(known[b]);
        if (!ctx)
            continue;
        if (prefix_unique(ctx, PREFIX_I32, &x, &x, 1, 1, &count) == PREFIX_ERROR_UNSUPPORTED) {
            skip("%s: %s", known[b], prefix_ctx_error(ctx));
            prefix_ctx_destroy(ctx);
            continue;
        }
        for (int a = 0; a < ARRAYS; a++) {
            arrays[a].ctx = ctx;
            arrays[a].memory = strcmp(known[b], "cuda") == 0 ? PREFIX_MEMORY_DEVICE : PREFIX_MEMORY_HOST;
        }
        for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
            for (int selector = 0; selector < SELECTORS; selector++)
                if (selector != BY_ONE_BIT || !oracle_is_float(type))
                    check_type(known[b], type, selector);
        for (int a = 0; a < ARRAYS; a++)
            arena_release(&arrays[a]);
        prefix_ctx_destroy(ctx);
    }
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
