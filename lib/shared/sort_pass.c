/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/sort_pass.h"

#include "shared/sort_code.h"
#include "shared/types.h"

#define INLINE static inline __attribute__((always_inline))

struct prefix__sort_digits prefix__sort_digits(const struct prefix_sort_work *work)
{
    const int most = PREFIX__SORT_DIGIT_BITS;
    struct prefix__sort_digits digits = {
        .count = (work->bits + most - 1) / most, .mask = prefix__sort_mask(work->bits), .first_bit = work->first_bit};
    if (digits.count > 0)
        digits.bits = (work->bits + digits.count - 1) / digits.count;
    for (int i = 0; i < digits.count; i++)
        digits.shift[i] = i * digits.bits;
    return digits;
}

/* The bits of a key's code that count. */
INLINE uint64_t code_at(const struct prefix__sort_pass *p, const struct prefix_sort_code *code, size_t i, size_t size,
                        int is_float)
{
    return prefix__sort_code(code, prefix__sort_load(p->from, i, size), size, is_float) >> p->digits.first_bit &
           p->digits.mask;
}

INLINE int count_all(const struct prefix__sort_pass *p, size_t first, size_t last, size_t *counts, size_t size,
                     int is_float, const struct prefix__sort_digits *digits)
{
    const struct prefix_sort_code code = *p->code;
    const uint64_t values = UINT64_C(1) << digits->bits;
    uint64_t before = first > 0 ? code_at(p, &code, first - 1, size, is_float) : 0;
    int in_order = 1;
    for (size_t i = first; i < last; i++) {
        const uint64_t x = code_at(p, &code, i, size, is_float);
        in_order &= before <= x;
        before = x;
#pragma GCC unroll 8
        for (int d = 0; d < digits->count; d++)
            counts[(uint64_t)d * values + (x >> d * digits->bits & (values - 1))]++;
    }
    return in_order;
}

/* A key's value of one digit. */
struct digit {
    struct prefix_sort_code code;
    uint64_t mask;
    int shift;
};

static struct digit digit_of(const struct prefix__sort_pass *p)
{
    const int shift = p->digits.shift[p->digit];
    const uint64_t values = UINT64_C(1) << p->digits.bits;
    return (struct digit){*p->code, p->digits.mask >> shift & (values - 1), p->digits.first_bit + shift};
}

INLINE uint64_t value_of(const struct digit *digit, uint64_t key, size_t size, int is_float)
{
    return prefix__sort_code(&digit->code, key, size, is_float) >> digit->shift & digit->mask;
}

INLINE void count(const struct prefix__sort_pass *p, size_t first, size_t last, size_t *counts, size_t size,
                  int is_float)
{
    const struct digit digit = digit_of(p);
    const void *const from = p->from;
    for (size_t i = first; i < last; i++)
        counts[value_of(&digit, prefix__sort_load(from, i, size), size, is_float)]++;
}

/* An element for place at, of those of a value from begin on. */
INLINE void put_in_line(const struct prefix__sort_lines *lines, char *line, void *to, size_t at, size_t begin,
                        size_t size, uint64_t value)
{
    char *const end = (char *)to + (at + 1) * size;
    const size_t in_line = (uintptr_t)(end - size) % PREFIX__SORT_LINE;
    prefix__sort_store(line + in_line, 0, size, value);
    if (in_line + size < PREFIX__SORT_LINE)
        return;
    const size_t bytes = (at - begin + 1) * size;
    if (bytes >= PREFIX__SORT_LINE)
        lines->stream(line, end - PREFIX__SORT_LINE, PREFIX__SORT_LINE);
    else
        memcpy(end - bytes, line + PREFIX__SORT_LINE - bytes, bytes);
}

/* What is left in the lines. */
INLINE void empty_lines(const char *lines, void *to, const size_t *begins, const size_t *places, size_t values,
                        size_t size)
{
    for (size_t v = 0; v < values; v++) {
        char *const end = (char *)to + places[v] * size;
        const size_t in_line = (uintptr_t)end % PREFIX__SORT_LINE, all = (places[v] - begins[v]) * size;
        const size_t bytes = all < in_line ? all : in_line;
        memcpy(end - bytes, lines + v * PREFIX__SORT_LINE + in_line - bytes, bytes);
    }
}

INLINE void move(const struct prefix__sort_pass *p, size_t first, size_t last, size_t *places,
                 const struct prefix__sort_lines *lines, size_t size, int is_float, size_t companion)
{
    const struct digit digit = digit_of(p);
    const size_t values = (size_t)1 << p->digits.bits;
    const void *const from = p->from, *const companions = p->companions;
    void *const to = p->to, *const companions_to = p->companions_to;
    if (lines)
        memcpy(lines->begins, places, values * sizeof *places);
    for (size_t i = first; i < last; i++) {
        const uint64_t key = prefix__sort_load(from, i, size);
        const size_t v = value_of(&digit, key, size, is_float), at = places[v]++;
        const uint64_t with = !companion   ? 0
                              : companions ? prefix__sort_load(companions, i, companion)
                                           : p->first_place + i;
        if (to && lines)
            put_in_line(lines, lines->keys + v * PREFIX__SORT_LINE, to, at, lines->begins[v], size, key);
        else if (to)
            prefix__sort_store(to, at, size, key);
        if (companion && lines)
            put_in_line(lines, lines->companions + v * PREFIX__SORT_LINE, companions_to, at, lines->begins[v],
                        companion, with);
        else if (companion)
            prefix__sort_store(companions_to, at, companion, with);
    }
    if (to && lines)
        empty_lines(lines->keys, to, lines->begins, places, values, size);
    if (companion && lines)
        empty_lines(lines->companions, companions_to, lines->begins, places, values, companion);
}

/* All of these for one kind of keys, and the functions that choose among them. */
#define KEYS(name, size, is_float)                                                                                     \
    static int count_all_##name(const struct prefix__sort_pass *p, size_t first, size_t last, size_t *counts)          \
    {                                                                                                                  \
        const struct prefix__sort_digits bytes = {.count = size, .bits = 8}, some = p->digits;                         \
        return some.count == size && some.bits == 8 ? count_all(p, first, last, counts, size, is_float, &bytes)        \
                                                    : count_all(p, first, last, counts, size, is_float, &some);        \
    }                                                                                                                  \
    static void count_##name(const struct prefix__sort_pass *p, size_t first, size_t last, size_t *counts)             \
    {                                                                                                                  \
        count(p, first, last, counts, size, is_float);                                                                 \
    }                                                                                                                  \
    static void move_##name(const struct prefix__sort_pass *p, size_t first, size_t last, size_t *places,              \
                            const struct prefix__sort_lines *lines)                                                    \
    {                                                                                                                  \
        if (p->companion == 0 && !lines)                                                                               \
            move(p, first, last, places, NULL, size, is_float, 0);                                                     \
        else if (p->companion == 0)                                                                                    \
            move(p, first, last, places, lines, size, is_float, 0);                                                    \
        else if (p->companion == 4 && !lines)                                                                          \
            move(p, first, last, places, NULL, size, is_float, 4);                                                     \
        else if (p->companion == 4)                                                                                    \
            move(p, first, last, places, lines, size, is_float, 4);                                                    \
        else if (!lines)                                                                                               \
            move(p, first, last, places, NULL, size, is_float, 8);                                                     \
        else                                                                                                           \
            move(p, first, last, places, lines, size, is_float, 8);                                                    \
    }

KEYS(i8, 1, 0)
KEYS(i16, 2, 0)
KEYS(i32, 4, 0)
KEYS(i64, 8, 0)
KEYS(f16, 2, 1)
KEYS(f32, 4, 1)
KEYS(f64, 8, 1)

static const struct {
    int (*count_all)(const struct prefix__sort_pass *pass, size_t first, size_t last, size_t *counts);
    void (*count)(const struct prefix__sort_pass *pass, size_t first, size_t last, size_t *counts);
    void (*move)(const struct prefix__sort_pass *pass, size_t first, size_t last, size_t *places,
                 const struct prefix__sort_lines *lines);
} of[2][4] = {
    {{count_all_i8, count_i8, move_i8},
     {count_all_i16, count_i16, move_i16},
     {count_all_i32, count_i32, move_i32},
     {count_all_i64, count_i64, move_i64}},
    {{0},
     {count_all_f16, count_f16, move_f16},
     {count_all_f32, count_f32, move_f32},
     {count_all_f64, count_f64, move_f64}},
};

int prefix__sort_count_all(const struct prefix__sort_pass *pass, size_t first, size_t last, size_t *counts)
{
    return of[pass->is_float][prefix__log2_of(pass->size)].count_all(pass, first, last, counts);
}

void prefix__sort_count(const struct prefix__sort_pass *pass, size_t first, size_t last, size_t *counts)
{
    of[pass->is_float][prefix__log2_of(pass->size)].count(pass, first, last, counts);
}

void prefix__sort_move(const struct prefix__sort_pass *pass, size_t first, size_t last, size_t *places,
                       const struct prefix__sort_lines *lines)
{
    of[pass->is_float][prefix__log2_of(pass->size)].move(pass, first, last, places, lines);
}
