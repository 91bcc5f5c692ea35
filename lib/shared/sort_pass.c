/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/sort_pass.h"

#include "shared/sort_code.h"
#include "shared/types.h"

#define INLINE static inline __attribute__((always_inline))

struct prefix__sort_digits prefix__sort_digits(const struct prefix_sort_work *work, size_t n)
{
    const int most = n < PREFIX__SORT_MANY ? 8 : PREFIX__SORT_DIGIT_BITS;
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
                     int is_float)
{
    const struct prefix_sort_code code = *p->code;
    const struct prefix__sort_digits digits = p->digits;
    const uint64_t values = UINT64_C(1) << digits.bits;
    uint64_t before = first > 0 ? code_at(p, &code, first - 1, size, is_float) : 0;
    int in_order = 1;
    for (size_t i = first; i < last; i++) {
        const uint64_t x = code_at(p, &code, i, size, is_float);
        in_order &= before <= x;
        before = x;
        for (int d = 0; d < digits.count; d++)
            counts[(size_t)d * values + (x >> digits.shift[d] & (values - 1))]++;
    }
    return in_order;
}

INLINE void count(const struct prefix__sort_pass *p, size_t first, size_t last, size_t *counts, size_t size,
                  int is_float)
{
    const struct prefix_sort_code code = *p->code;
    const uint64_t mask = (UINT64_C(1) << p->digits.bits) - 1;
    const int shift = p->digits.shift[p->digit];
    for (size_t i = first; i < last; i++)
        counts[code_at(p, &code, i, size, is_float) >> shift & mask]++;
}

INLINE void move(const struct prefix__sort_pass *p, size_t first, size_t last, size_t *places, size_t size,
                 int is_float, size_t companion)
{
    const struct prefix_sort_code code = *p->code;
    const uint64_t mask = (UINT64_C(1) << p->digits.bits) - 1;
    const int shift = p->digits.shift[p->digit];
    const void *const from = p->from, *const companions = p->companions;
    void *const to = p->to, *const companions_to = p->companions_to;
    for (size_t i = first; i < last; i++) {
        const size_t at = places[code_at(p, &code, i, size, is_float) >> shift & mask]++;
        if (to)
            prefix__sort_store(to, at, size, prefix__sort_load(from, i, size));
        if (companion)
            prefix__sort_store(companions_to, at, companion,
                               companions ? prefix__sort_load(companions, i, companion) : p->first_place + i);
    }
}

/* All of these for one kind of keys, and the functions that choose among them. */
#define KEYS(name, size, is_float)                                                                                     \
    static int count_all_##name(const struct prefix__sort_pass *p, size_t first, size_t last, size_t *counts)          \
    {                                                                                                                  \
        return count_all(p, first, last, counts, size, is_float);                                                      \
    }                                                                                                                  \
    static void count_##name(const struct prefix__sort_pass *p, size_t first, size_t last, size_t *counts)             \
    {                                                                                                                  \
        count(p, first, last, counts, size, is_float);                                                                 \
    }                                                                                                                  \
    static void move_##name(const struct prefix__sort_pass *p, size_t first, size_t last, size_t *places)              \
    {                                                                                                                  \
        if (p->companion == 0)                                                                                         \
            move(p, first, last, places, size, is_float, 0);                                                           \
        else if (p->companion == 4)                                                                                    \
            move(p, first, last, places, size, is_float, 4);                                                           \
        else                                                                                                           \
            move(p, first, last, places, size, is_float, 8);                                                           \
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
    void (*move)(const struct prefix__sort_pass *pass, size_t first, size_t last, size_t *places);
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

void prefix__sort_move(const struct prefix__sort_pass *pass, size_t first, size_t last, size_t *places)
{
    of[pass->is_float][prefix__log2_of(pass->size)].move(pass, first, last, places);
}
