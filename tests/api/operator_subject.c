/* SPDX-License-Identifier: BSD-3-Clause */
#include "operator_subject.h"

#include <stdlib.h>
#include <string.h>

enum { PRIME = 10007 };

/* Places that follow each other: any combination that is not in order, or of something else, shows in broken. */
struct range {
    uint32_t first, last, broken;
};
PREFIX_COMBINE(join, struct range,
               (struct range){earlier.first, later.last,
                              earlier.broken | later.broken | (earlier.last + 1 != later.first)})

/* Matrices of two rows, modulo a prime. */
struct matrix {
    uint32_t a, b, c, d;
};
PREFIX_COMBINE(multiply, struct matrix,
               (struct matrix){(earlier.a * later.a + earlier.b * later.c) % PRIME,
                               (earlier.a * later.b + earlier.b * later.d) % PRIME,
                               (earlier.c * later.a + earlier.d * later.c) % PRIME,
                               (earlier.c * later.b + earlier.d * later.d) % PRIME})

/* Brackets that close and that open: the bicyclic monoid. */
struct brackets {
    uint32_t close, open;
};
PREFIX_COMBINE(match, struct brackets,
               earlier.open < later.close ? (struct brackets){earlier.close + later.close - earlier.open, later.open}
                                          : (struct brackets){earlier.close, earlier.open - later.close + later.open})

/* x to a x + b, one after the other. */
struct affine {
    float a, b;
};
PREFIX_COMBINE(compose, struct affine, (struct affine){earlier.a * later.a, earlier.b *later.a + later.b})

PREFIX_COMBINE(add, float, earlier + later)

/* Of each byte the last that is not 0; state: the bytes of an element. */
static void latest(const void *state, const void *earlier, ptrdiff_t earlier_step, const void *later,
                   ptrdiff_t later_step, void *result, ptrdiff_t result_step, size_t n)
{
    const size_t size = *(const size_t *)state;
    for (size_t i = 0; i < n; i++) {
        const unsigned char *e = (const unsigned char *)earlier + (ptrdiff_t)i * earlier_step;
        const unsigned char *l = (const unsigned char *)later + (ptrdiff_t)i * later_step;
        unsigned char *r = (unsigned char *)result + (ptrdiff_t)i * result_step;
        for (size_t k = 0; k < size; k++)
            r[k] = l[k] ? l[k] : e[k];
    }
}

static void make_range(struct rng *rng, int64_t place, size_t size, void *element)
{
    (void)rng, (void)size;
    *(struct range *)element = (struct range){(uint32_t)place, (uint32_t)place, 0};
}

static void make_matrix(struct rng *rng, int64_t place, size_t size, void *element)
{
    (void)place, (void)size;
    *(struct matrix *)element = (struct matrix){(uint32_t)rng_below(rng, PRIME), (uint32_t)rng_below(rng, PRIME),
                                                (uint32_t)rng_below(rng, PRIME), (uint32_t)rng_below(rng, PRIME)};
}

static void make_brackets(struct rng *rng, int64_t place, size_t size, void *element)
{
    (void)place, (void)size;
    *(struct brackets *)element = (struct brackets){(uint32_t)rng_below(rng, 3), (uint32_t)rng_below(rng, 3)};
}

static void make_floats(struct rng *rng, int64_t place, size_t size, void *element)
{
    (void)place;
    for (size_t k = 0; k < size / sizeof(float); k++)
        ((float *)element)[k] = (float)(rng_unit(rng) * 2 - 1);
}

void operator_make_bytes(struct rng *rng, int64_t place, size_t size, void *element)
{
    (void)place;
    for (size_t k = 0; k < size; k++)
        ((unsigned char *)element)[k] = (unsigned char)(rng_below(rng, 4) ? 0 : rng_next(rng) >> 40);
}

const struct subject operator_subjects[OPERATOR_SUBJECTS] = {
    {"places", sizeof(struct range), sizeof(uint32_t), join, make_range, 1},
    {"matrices", sizeof(struct matrix), sizeof(uint32_t), multiply, make_matrix, 1},
    {"brackets", sizeof(struct brackets), sizeof(uint32_t), match, make_brackets, 1},
    {"affine maps", sizeof(struct affine), sizeof(float), compose, make_floats, 0},
    {"floats", sizeof(float), sizeof(float), add, make_floats, 0},
};

struct subject operator_bytes(size_t size)
{
    const size_t alignment = size & -size;
    return (struct subject){"bytes", size, alignment < ALIGNED ? alignment : ALIGNED, latest, operator_make_bytes, 1};
}

size_t operator_row(size_t size)
{
    size_t row = 1;
    while (2 * row * size <= 512)
        row *= 2;
    return row;
}

void operator_combine(const struct subject *s, const void *earlier, void *later)
{
    _Alignas(ALIGNED) char result[MOST];
    s->host(&s->size, earlier, 0, later, 0, result, 0, 1);
    memcpy(later, result, s->size);
}

/* The lifted operator: what a segment begins in is not combined. */
static void lift(const struct subject *s, const char *earlier, int earlier_flag, char *later, unsigned char *later_flag)
{
    if (!*later_flag)
        operator_combine(s, earlier, later);
    *later_flag |= (unsigned char)earlier_flag;
}

void operator_scan_by_the_book(const struct subject *s, char *x, size_t n, const void *first,
                               const unsigned char *begins)
{
    const size_t size = s->size, row = operator_row(size);
    unsigned char *f = must_alloc(n);
    _Alignas(ALIGNED) char carry[MOST];
    const void *before = first;
    for (size_t i = 0; i < n; i++)
        f[i] = begins ? begins[i] : 0;
    for (size_t tile = 0; tile < n; tile += 64 * row) {
        const size_t end = n - tile < 64 * row ? n : tile + 64 * row;
        for (size_t d = 1; d < row; d *= 2)
            for (size_t i = tile; i < end; i++)
                if ((i - tile) % row & d) {
                    const size_t j = tile + ((i - tile) & ~(2 * d - 1)) + d - 1;
                    lift(s, x + j * size, f[j], x + i * size, &f[i]);
                }
        for (size_t i = tile + row; i < end; i++) {
            const size_t j = i - (i - tile) % row - 1;
            lift(s, x + j * size, f[j], x + i * size, &f[i]);
        }
        for (size_t i = tile; i < end; i++)
            if (f[i] ? first != NULL : before != NULL)
                operator_combine(s, f[i] ? first : before, x + i * size);
        memcpy(carry, x + (end - 1) * size, size);
        before = carry;
    }
    free(f);
}
