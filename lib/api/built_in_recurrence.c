/* SPDX-License-Identifier: BSD-3-Clause */
/* The recurrences y = a y + b of each type as operators: of real numbers, and of complex ones. */
#include <string.h>

#include "api/built_in.h"
#include "shared/half.h"
#include "shared/recurrence_step.h"
#include "shared/types.h"

// clang-format off
PREFIX_TEXT(
    turn_text,
    struct c64 { float re, im; };
    struct c128 { double re, im; };
    struct turn { struct c128 a, b; };
    static inline int is_zero(struct c128 x) { return x.re == 0 && x.im == 0; }
    static inline struct c128 multiply(struct c128 x, struct c128 y) {
        struct c128 z = {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
        return z;
    }
    static inline int is_small(double x) { return x > -0x1p-500 && x < 0x1p-500; }
    static inline struct turn follow_turn(struct turn x, struct turn y) {
        const struct c128 from = multiply(y.a, x.b);
        struct turn z = {multiply(x.a, y.a), {from.re + y.b.re, from.im + y.b.im}};
        if (is_zero(x.a) || is_zero(y.a))
            z.a.re = z.a.im = 0;
        else if (is_small(z.a.re) && is_small(z.a.im)) {
            z.a.re = 0x1p-500;
            z.a.im = 0;
        }
        if ((z.b.re != z.b.re || z.b.im != z.b.im) && (is_zero(y.a) || is_zero(x.b)))
            z.b = y.b;
        return z;
    }
    static inline struct c128 widened(struct c64 x) {
        struct c128 z = {x.re, x.im};
        return z;
    }
    static inline struct c64 rounded(struct c128 x) {
        struct c64 z = {(float)x.re, (float)x.im};
        return z;
    }
    static inline struct turn turn_of(struct c128 a, struct c128 b) {
        const double nan = a.re == a.re ? a.im : a.re;
        struct turn z = {a, b};
        if (nan != nan)
            z.b.re = z.b.im = nan;
        return z;
    }
    static inline struct c128 constant_turn(const void *state) { return *(const struct c128 *)state; })
// clang-format on

PREFIX__COMBINE(combine, struct prefix__step, prefix__follow(earlier, later))
PREFIX__COMBINE(combine_turns, struct turn, follow_turn(earlier, later))

/* Of each type; a comes from the second array, or is constant. */
#define STAGES(name, input, element_type, make, constant_a, widen, narrow)                                             \
    PREFIX__LOAD_TWO(load_##name, input, element_type, make(widen(second), widen(in)))                                 \
    PREFIX__LOAD(load_##name##_only, input, element_type, make(constant_a(state), widen(in)))                          \
    PREFIX__STORE(store_##name, element_type, input, narrow(element.b))

STAGES(f16, uint16_t, struct prefix__step, prefix__step_of, prefix__constant, prefix__f16_to_f32, prefix__f16_from_f64)
STAGES(bf16, uint16_t, struct prefix__step, prefix__step_of, prefix__constant, prefix__bf16_to_f32,
       prefix__bf16_from_f64)
STAGES(f32, float, struct prefix__step, prefix__step_of, prefix__constant, (double), (float))
STAGES(f64, double, struct prefix__step, prefix__step_of, prefix__constant, (double), (double))
STAGES(c64, struct c64, struct turn, turn_of, constant_turn, widened, rounded)
STAGES(c128, struct c128, struct turn, turn_of, constant_turn, , )

struct stages {
    const char *name;
    prefix_load_fn load[2];
    const char *load_text[2];
    prefix_store_fn store;
    const char *store_text;
};

#define OF(name, input)                                                                                                \
    {                                                                                                                  \
        input, {load_##name, load_##name##_only}, {load_##name##_text, load_##name##_only_text}, store_##name,         \
            store_##name##_text                                                                                        \
    }
static const struct stages stages[] = {
    OF(f16, "uint16_t"), OF(bf16, "uint16_t"),  OF(f32, "float"),
    OF(f64, "double"),   OF(c64, "struct c64"), OF(c128, "struct c128"),
};

size_t prefix__recurrence_at(int type)
{
    return prefix__is_complex(type) ? offsetof(struct turn, b) : offsetof(struct prefix__step, b);
}

struct prefix_operator prefix__built_in_recurrence(int type, int is_constant)
{
    const struct stages *const s = &stages[type - PREFIX_F16];
    const int is_complex = prefix__is_complex(type);
    return (struct prefix_operator){
        .size = is_complex ? sizeof(struct turn) : sizeof(struct prefix__step),
        .alignment = sizeof(double),
        .host = is_complex ? combine_turns : combine,
        .cuda_text = is_complex ? turn_text : prefix__step_text,
        .cuda_element = is_complex ? "struct turn" : "struct prefix__step",
        .cuda_expression = is_complex ? combine_turns_text : combine_text,
        .load = s->load[is_constant],
        .store = s->store,
        .in_size = prefix__size_of(type),
        .in_alignment = prefix__alignment_of(type),
        .out_size = prefix__size_of(type),
        .out_alignment = prefix__alignment_of(type),
        .cuda_in = s->name,
        .cuda_load = s->load_text[is_constant],
        .cuda_out = s->name,
        .cuda_store = s->store_text,
    };
}
