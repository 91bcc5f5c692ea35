/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sums and products of integers that say where a result does not fit its type: computed so that nothing is lost, and
 * compared when they are stored. A sum has 128 bits; of a product, its lowest 64, and its magnitude as long as that
 * fits as many.
 */
#include <stdint.h>
#include <string.h>

#include "api/built_in.h"
#include "shared/types.h"

// clang-format off
PREFIX_TEXT(
    text,
    struct wide { uint64_t low, high; };
    struct factor { uint64_t low, magnitude; uint32_t over, negative; };
    static inline struct wide sum(struct wide x, struct wide y) {
        struct wide z = {x.low + y.low, x.high + y.high};
        z.high += z.low < x.low;
        return z;
    }
    static inline struct wide extended(int64_t x) {
        struct wide z = {(uint64_t)x, x < 0 ? ~(uint64_t)0 : 0};
        return z;
    }
    static inline struct wide kept(uint64_t x) {
        struct wide z = {x, 0};
        return z;
    }
    static inline uint64_t upper_product(uint64_t x, uint64_t y) {
        const uint64_t x0 = (uint32_t)x, x1 = x >> 32, y0 = (uint32_t)y, y1 = y >> 32;
        const uint64_t middle = x1 * y0 + (x0 * y0 >> 32), other = x0 * y1 + (uint32_t)middle;
        return x1 * y1 + (middle >> 32) + (other >> 32);
    }
    static inline struct factor product(struct factor x, struct factor y) {
        struct factor z = {x.low * y.low, x.magnitude * y.magnitude, 0, x.negative ^ y.negative};
        if (!(x.magnitude | x.over) || !(y.magnitude | y.over))
            z.magnitude = z.negative = 0;
        else
            z.over = x.over | y.over | (upper_product(x.magnitude, y.magnitude) != 0);
        return z;
    }
    static inline struct factor signed_factor(int64_t x) {
        struct factor z = {(uint64_t)x, x < 0 ? 0 - (uint64_t)x : (uint64_t)x, 0, x < 0};
        return z;
    }
    static inline struct factor unsigned_factor(uint64_t x) {
        struct factor z = {x, x, 0, 0};
        return z;
    }
    struct range { uint64_t ones, sign, last, reverse; };
    static inline uint64_t told(const void *state, uint64_t low, int fits, uint64_t place, uint64_t *report) {
        const struct range *r = (const struct range *)state;
        if (!fits)
            prefix_report(report, r->reverse ? r->last - place : place);
        return low;
    }
    static inline uint64_t sum_told(const void *state, struct wide x, uint64_t place, uint64_t *report) {
        const struct range *r = (const struct range *)state;
        const uint64_t low = ((x.low & r->ones) ^ r->sign) - r->sign;
        const uint64_t high = r->sign && low >> 63 ? ~(uint64_t)0 : 0;
        return told(state, x.low, x.low == low && x.high == high, place, report);
    }
    static inline uint64_t product_told(const void *state, struct factor x, uint64_t place, uint64_t *report) {
        const struct range *r = (const struct range *)state;
        const uint64_t most = r->sign ? r->sign - 1 + x.negative : r->ones;
        return told(state, x.low, !x.over && x.magnitude <= most, place, report);
    })
// clang-format on

PREFIX__COMBINE(add, struct wide, sum(earlier, later))
PREFIX__COMBINE(multiply, struct factor, product(earlier, later))

/* By the logarithm of an element's bytes. */
struct input {
    const char *name, *sum_text, *product_text;
    prefix_load_fn sum, product;
};
struct output {
    const char *name, *sum_text, *product_text;
    prefix_store_fn sum, product;
};

#define INPUT(type, to_sum, to_factor)                                                                                 \
    PREFIX__LOAD(sum_of_##type, type, struct wide, to_sum(in))                                                         \
    PREFIX__LOAD(product_of_##type, type, struct factor, to_factor(in))
#define OUTPUT(type)                                                                                                   \
    PREFIX__STORE(sum_to_##type, struct wide, type, (type)sum_told(state, element, place, report))                     \
    PREFIX__STORE(product_to_##type, struct factor, type, (type)product_told(state, element, place, report))
INPUT(int8_t, extended, signed_factor)
INPUT(int16_t, extended, signed_factor)
INPUT(int32_t, extended, signed_factor)
INPUT(int64_t, extended, signed_factor)
INPUT(uint8_t, kept, unsigned_factor)
INPUT(uint16_t, kept, unsigned_factor)
INPUT(uint32_t, kept, unsigned_factor)
INPUT(uint64_t, kept, unsigned_factor)
OUTPUT(uint8_t)
OUTPUT(uint16_t)
OUTPUT(uint32_t)
OUTPUT(uint64_t)

#define NAMED(type, kind)                                                                                              \
    {                                                                                                                  \
#type, sum_##kind##_##type##_text, product_##kind##_##type##_text, sum_##kind##_##type,                        \
            product_##kind##_##type                                                                                    \
    }
static const struct input inputs[PREFIX__TYPE(PREFIX_U64) + 1] = {
    NAMED(int8_t, of),  NAMED(int16_t, of),  NAMED(int32_t, of),  NAMED(int64_t, of),
    NAMED(uint8_t, of), NAMED(uint16_t, of), NAMED(uint32_t, of), NAMED(uint64_t, of),
};
static const struct output outputs[] = {
    NAMED(uint8_t, to),
    NAMED(uint16_t, to),
    NAMED(uint32_t, to),
    NAMED(uint64_t, to),
};

_Static_assert(sizeof(struct range) == sizeof(struct prefix__checked_state), "a state has room for what is compared");

struct prefix_operator prefix__built_in_checked(int op, int type, int output_type, struct prefix__checked_state *state,
                                                size_t n, int reverse)
{
    const size_t size = prefix__size_of(type), out_size = prefix__size_of(output_type);
    const struct input *const in = &inputs[PREFIX__TYPE(type)];
    const struct output *const out = &outputs[prefix__log2_of(out_size)];
    const uint64_t ones = UINT64_MAX >> (64 - 8 * out_size);
    const struct range range = {ones, prefix__is_signed(output_type) ? ones ^ ones >> 1 : 0, n - 1, reverse != 0};
    const struct factor one = {1, 1, 0, 0};
    const int is_sum = op == PREFIX_SUM;
    struct prefix_operator made = {
        .size = is_sum ? sizeof(struct wide) : sizeof(struct factor),
        .alignment = sizeof(uint64_t),
        .host = is_sum ? add : multiply,
        .cuda_text = text,
        .cuda_element = is_sum ? "struct wide" : "struct factor",
        .cuda_expression = is_sum ? add_text : multiply_text,
        .state = state,
        .state_bytes = sizeof *state,
        .has_identity = 1,
        .load = is_sum ? in->sum : in->product,
        .store = is_sum ? out->sum : out->product,
        .in_size = size,
        .in_alignment = size,
        .out_size = out_size,
        .out_alignment = out_size,
        .cuda_in = in->name,
        .cuda_load = is_sum ? in->sum_text : in->product_text,
        .cuda_out = out->name,
        .cuda_store = is_sum ? out->sum_text : out->product_text,
    };
    memcpy(state, &range, sizeof range);
    if (!is_sum)
        memcpy(made.identity, &one, sizeof one);
    return made;
}

void prefix__built_in_checked_init(int op, int type, const void *value, void *element)
{
    const struct input *const in = &inputs[PREFIX__TYPE(type)];
    (op == PREFIX_SUM ? in->sum : in->product)(NULL, value, NULL, 0, 0, 1, element, 1);
}
