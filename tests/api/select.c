/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Selections, on every backend that has them: each case works out in plain loops what is selected, and
 * compares the output, the count, and what must stay as it was: the input, the flags, the output beyond
 * what was selected or beyond its capacity, and the memory around.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/scratch.h"
#include "../support/support.h"

enum { BY_FLAGS = 0, MOST_SHOWN = 5 };

struct setting {
    int type, predicate; /* BY_FLAGS: prefix_select_flagged() */
    int in_place, threads, pattern, density;
    size_t n, room; /* of the output, in elements */
    size_t in_offset, out_offset;
};

static prefix_ctx *ctx;
static struct arena input, flags, output;
static uint64_t case_number;
static int shown;

static int complain(const struct setting *s, const char *what)
{
    if (shown++ < MOST_SHOWN)
        diag("%s: case %llu: %s, predicate %d, n %zu, room %zu, in place %d, threads %d, data %s, density %d, offsets "
             "%zu -> %zu: %s",
             what, (unsigned long long)case_number, prefix_type_name(s->type), s->predicate, s->n, s->room, s->in_place,
             s->threads, data_pattern_name(s->pattern), s->density, s->in_offset, s->out_offset, prefix_ctx_error(ctx));
    return 0;
}

/* Operands: elements themselves, so that there are equal ones, or the ends of the range, zeros and NaN. */
static void fill_operand(struct rng *rng, const struct setting *s, const unsigned char *in, unsigned char *operand)
{
    static const double specials[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, 1.0};
    size_t size = oracle_size(s->type);
    for (int i = 0; i < 2; i++, operand += size) {
        if (s->n > 0 && rng_below(rng, 3) != 0)
            memcpy(operand, in + rng_below(rng, s->n) * size, size);
        else if (oracle_is_float(s->type))
            oracle_float_put(s->type, operand, specials[rng_below(rng, sizeof specials / sizeof specials[0])]);
        else
            memset(operand, rng_next(rng) & 1 ? 0xff : 0, size);
        if (!oracle_is_float(s->type) && rng_below(rng, 4) == 0) /* the least and the greatest signed ones */
            operand[size - 1] ^= 0x80;
    }
}

static int check_case(const struct setting *s)
{
    struct rng rng = rng_make(++case_number);
    size_t size = oracle_size(s->type), bytes = s->n * size, room_bytes = s->room * size, want_count = 0;
    struct arena *in = s->in_place ? &output : &input;
    unsigned char operand[16], *want = must_alloc(bytes), *before = must_alloc(bytes), *marks = must_alloc(s->n);
    uint64_t count = 0x1234567812345678;
    int good = 1, status;

    arena_place(&output, s->in_place ? bytes : room_bytes, s->out_offset);
    if (!s->in_place)
        arena_place(&input, bytes, s->in_offset);
    arena_place(&flags, s->predicate == BY_FLAGS ? s->n : 0, rng_below(&rng, ARENA_ALIGN));
    data_fill(&rng, s->pattern, s->type, in->data, s->n);
    memcpy(before, in->data, bytes);
    fill_operand(&rng, s, before, operand);
    for (size_t i = 0; i < s->n; i++) {
        int selected;
        if (s->predicate == BY_FLAGS) {
            selected = rng_below(&rng, 100) < (size_t)s->density;
            flags.data[i] = marks[i] = selected ? (unsigned char)(1 + rng_below(&rng, 255)) : 0;
        } else {
            selected = oracle_holds(s->type, s->predicate, before + i * size, operand);
        }
        if (selected)
            memcpy(want + want_count++ * size, before + i * size, size);
    }

    if (rng_below(&rng, 2))
        scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, s->threads));
    if (s->predicate == BY_FLAGS)
        status = prefix_select_flagged(ctx, s->type, in->data, flags.data, output.data, s->n, s->room, &count);
    else
        status = prefix_select_if(ctx, s->predicate, s->type, operand, in->data, output.data, s->n, s->room, &count);
    size_t written = want_count < s->room ? want_count : s->room;
    good &= status == (want_count > s->room ? PREFIX_ERROR_CAPACITY : PREFIX_OK) || complain(s, "status");
    good &= count == want_count || complain(s, "count");
    good &= memcmp(output.data, want, written * size) == 0 || complain(s, "output");
    for (size_t i = written * size; !s->in_place && i < room_bytes && good; i++)
        good &= output.data[i] == 0xa5 || complain(s, "more was written than selected");
    if (s->in_place) /* beyond the capacity all is as it was */
        good &= s->room >= s->n || memcmp(output.data + room_bytes, before + room_bytes, bytes - room_bytes) == 0 ||
                complain(s, "written beyond the capacity");
    else
        good &= memcmp(in->data, before, bytes) == 0 || complain(s, "the input was changed");
    good &= s->predicate != BY_FLAGS || memcmp(flags.data, marks, s->n) == 0 || complain(s, "the flags were changed");
    good &= (arena_guarded(in) && arena_guarded(&output) && arena_guarded(&flags)) || complain(s, "memory around");
    good &= scratch_guarded() || complain(s, "scratch memory");
    free(want);
    free(before);
    free(marks);
    return good;
}

static void check_type(const char *name, int type, int predicate)
{
    static const size_t sizes[] = {0,    1,    2,    7,    8,    9,     15,    16,    17,    63,     64,     65,
                                   1000, 2047, 2048, 2049, 4096, 10000, 32767, 32768, 70001, 131072, 131073, 300000};
    static const int densities[] = {0, 1, 50, 90, 100};
    struct rng rng = rng_make((uint64_t)(type << 8 | predicate));
    int good = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int round = 0; round < (sizes[i] < 5000 ? 6 : 3); round++) {
            struct setting s = {.type = type, .predicate = predicate, .n = sizes[i]};
            if (test_level() == TEST_SHORT && rng_below(&rng, 6) != 0)
                continue;
            s.in_place = rng_below(&rng, 3) == 0;
            s.threads = (int)rng_below(&rng, 4);
            s.pattern = (int)rng_below(&rng, DATA_PATTERNS);
            s.density = densities[rng_below(&rng, sizeof densities / sizeof densities[0])];
            s.in_offset = rng_below(&rng, ARENA_ALIGN / oracle_size(type)) * oracle_size(type);
            s.out_offset = rng_below(&rng, ARENA_ALIGN / oracle_size(type)) * oracle_size(type);
            s.room = rng_below(&rng, 3) == 0 ? rng_below(&rng, s.n + 1) : s.n + rng_below(&rng, 3);
            good &= check_case(&s);
        }
    ok(good, "%s: %s, predicate %d", name, prefix_type_name(type), predicate);
}

int main(void)
{
    static const char *const known[] = {"serial", "openmp", "cuda"};
    test_seed();
    for (size_t b = 0; b < sizeof known / sizeof known[0]; b++) {
        ctx = open_backend(known[b]);
        if (!ctx)
            continue;
        input.ctx = output.ctx = flags.ctx = ctx;
        input.memory = output.memory = flags.memory = PREFIX_MEMORY_HOST;
        for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
            for (int predicate = BY_FLAGS; predicate <= PREFIX_HAS_BITS;
                 predicate = predicate == BY_FLAGS ? PREFIX_LESS : predicate + 1)
                if (predicate != (oracle_is_float(type) ? PREFIX_HAS_BITS : PREFIX_IS_NAN))
                    check_type(known[b], type, predicate);
        prefix_ctx_destroy(ctx);
    }
    diag("%llu cases", (unsigned long long)case_number);
    arena_release(&input);
    arena_release(&output);
    arena_release(&flags);
    return done();
}
