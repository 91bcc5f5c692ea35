/* SPDX-License-Identifier: BSD-3-Clause */
#include "operator_subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRIME = 10007, TEXT = 256 };

/* Places that follow each other: any combination that is not in order, or of something else, shows in broken. */
PREFIX_TEXT(
    range_text, struct range { uint32_t first, last, broken; }; /* so */
    static struct range join_one(struct range earlier, struct range later) {
        struct range both = {earlier.first, later.last,
                             earlier.broken | later.broken | (uint32_t)(earlier.last + 1 != later.first)};
        return both;
    })
PREFIX_COMBINE(join, struct range, join_one(earlier, later))

/* Matrices of two rows, modulo the prime 10007. */
PREFIX_TEXT(
    matrix_text, struct matrix { uint32_t a, b, c, d; }; /* so */
    static struct matrix multiply_one(struct matrix x, struct matrix y) {
        struct matrix z = {(x.a * y.a + x.b * y.c) % 10007, (x.a * y.b + x.b * y.d) % 10007,
                           (x.c * y.a + x.d * y.c) % 10007, (x.c * y.b + x.d * y.d) % 10007};
        return z;
    })
PREFIX_COMBINE(multiply, struct matrix, multiply_one(earlier, later))

/* Brackets that close and that open: the bicyclic monoid. */
PREFIX_TEXT(
    brackets_text, struct brackets { uint32_t close, open; }; /* so */
    static struct brackets match_one(struct brackets earlier, struct brackets later) {
        const uint32_t pairs = earlier.open < later.close ? earlier.open : later.close;
        struct brackets both = {earlier.close + later.close - pairs, earlier.open + later.open - pairs};
        return both;
    })
PREFIX_COMBINE(match, struct brackets, match_one(earlier, later))

/* x to a x + b, one after the other. */
PREFIX_TEXT(
    affine_text, struct affine { float a, b; }; /* so */
    static struct affine compose_one(struct affine earlier, struct affine later) {
        struct affine both = {earlier.a * later.a, earlier.b * later.a + later.b};
        return both;
    })
PREFIX_COMBINE(compose, struct affine, compose_one(earlier, later))

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
    {"places", sizeof(struct range), sizeof(uint32_t), join, make_range, 1, range_text, "struct range",
     "join_one(earlier, later)"},
    {"matrices", sizeof(struct matrix), sizeof(uint32_t), multiply, make_matrix, 1, matrix_text, "struct matrix",
     "multiply_one(earlier, later)"},
    {"brackets", sizeof(struct brackets), sizeof(uint32_t), match, make_brackets, 1, brackets_text, "struct brackets",
     "match_one(earlier, later)"},
    {"affine maps", sizeof(struct affine), sizeof(float), compose, make_floats, 0, affine_text, "struct affine",
     "compose_one(earlier, later)"},
    {"floats", sizeof(float), sizeof(float), add, make_floats, 0, "", "float", "earlier + later"},
};

/* Of each byte the last that is not 0, in CUDA C++: the state tells how many there are. */
static const char *bytes_text(size_t size, size_t alignment)
{
    static char texts[MOST + 1][TEXT];
    snprintf(texts[size], TEXT,
             "struct alignas(%zu) bytes { unsigned char b[%zu]; };\n"
             "bytes latest(bytes earlier, bytes later, const size_t *size)\n"
             "{ for (size_t k = 0; k < *size; k++) if (!later.b[k]) later.b[k] = earlier.b[k]; return later; }\n",
             alignment, size);
    return texts[size];
}

struct subject operator_bytes(size_t size)
{
    const size_t lowest = size & -size, alignment = lowest < ALIGNED ? lowest : ALIGNED;
    return (struct subject){.name = "bytes",
                            .size = size,
                            .alignment = alignment,
                            .host = latest,
                            .make = operator_make_bytes,
                            .is_exact = 1,
                            .text = bytes_text(size, alignment),
                            .element = "bytes",
                            .expression = "latest(earlier, later, (const size_t *)state)"};
}

int operator_tries(const char *backend, size_t size)
{
    static const size_t some[] = {1, 2, 3, 4, 8, 12, 16, 17, 33, 64, 65, 72, 128, 129, MOST};
    int is_tried = (strcmp(backend, "cuda") != 0 && size <= 64) || test_level() == TEST_LONG;
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        is_tried |= size == some[i];
    return is_tried;
}

size_t operator_row(size_t size)
{
    size_t row = 1;
    while (2 * row * size <= 512)
        row *= 2;
    return row;
}

prefix_operator *operator_make(const struct subject *s, const void *identity)
{
    prefix_operator *op;
    must(NULL, prefix_operator_create(&op, s->size, s->alignment));
    must(NULL, prefix_operator_set_host(op, s->host));
    must(NULL, prefix_operator_set_cuda(op, s->text, s->element, s->expression));
    must(NULL, prefix_operator_set_state(op, &s->size, sizeof s->size));
    must(NULL, prefix_operator_set_identity(op, identity));
    return op;
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
