/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Places of extrema. An element is a key, which orders values as unsigned integers, the wanted one above all others,
 * and behind it the place, or its complement where the first is wanted: the greater element is the wanted one, whatever
 * the direction. Keys of up to 4 bytes, and places as long as these fit, are one word.
 */
#include <stdint.h>
#include <string.h>

#include "api/built_in.h"
#include "shared/types.h"

// clang-format off
PREFIX_TEXT(
    text,
    struct keyed { uint64_t key, place; };
    struct order { uint64_t sign, magnitude, infinity, negative, positive, ones, place; };
    static inline uint64_t key_of(const void *state, uint64_t bits) {
        const struct order *o = (const struct order *)state;
        return (bits & o->magnitude) > o->infinity ? o->ones : bits ^ (bits & o->sign ? o->negative : o->positive);
    }
    static inline uint64_t place_of(const void *state, uint64_t place) {
        return place ^ ((const struct order *)state)->place;
    }
    static inline struct keyed keep(const void *state, uint64_t bits, uint64_t place) {
        struct keyed x = {key_of(state, bits), place_of(state, place)};
        return x;
    }
    static inline uint64_t pack(const void *state, uint64_t bits, uint64_t place) {
        return key_of(state, bits) << 32 | (uint32_t)place_of(state, place);
    }
    static inline uint32_t unpacked(const void *state, uint64_t x) { return (uint32_t)place_of(state, x); }
    static inline uint64_t or_none(uint32_t place) { return place == 0xffffffff ? (uint64_t)-1 : place; }
    static inline int is_above(struct keyed x, struct keyed y) {
        return x.key > y.key || (x.key == y.key && x.place > y.place);
    })
// clang-format on

PREFIX__COMBINE(greater_word, uint64_t, earlier > later ? earlier : later)
PREFIX__COMBINE(greater, struct keyed, is_above(earlier, later) ? earlier : later)
PREFIX__LOAD(pack8, uint8_t, uint64_t, pack(state, in, place))
PREFIX__LOAD(pack16, uint16_t, uint64_t, pack(state, in, place))
PREFIX__LOAD(pack32, uint32_t, uint64_t, pack(state, in, place))
PREFIX__LOAD(keep8, uint8_t, struct keyed, keep(state, in, place))
PREFIX__LOAD(keep16, uint16_t, struct keyed, keep(state, in, place))
PREFIX__LOAD(keep32, uint32_t, struct keyed, keep(state, in, place))
PREFIX__LOAD(keep64, uint64_t, struct keyed, keep(state, in, place))
PREFIX__STORE(unpack32, uint64_t, uint32_t, unpacked(state, element))
PREFIX__STORE(unpack64, uint64_t, uint64_t, or_none(unpacked(state, element)))
PREFIX__STORE(place32, struct keyed, uint32_t, (uint32_t)place_of(state, element.place))
PREFIX__STORE(place64, struct keyed, uint64_t, place_of(state, element.place))

/* Of each real type; of the greatest and of the least; of the first and of the last. */
#define FIRST_AND_LAST(sign, magnitude, infinity, negative, positive, ones)                                            \
    {                                                                                                                  \
        {sign, magnitude, infinity, negative, positive, ones, UINT64_MAX},                                             \
            {sign, magnitude, infinity, negative, positive, ones, 0},                                                  \
    }
#define BOTH(sign, magnitude, infinity, negative, positive, ones)                                                      \
    {                                                                                                                  \
        FIRST_AND_LAST(sign, magnitude, infinity, negative, positive, ones),                                           \
            FIRST_AND_LAST(sign, magnitude, infinity, (negative) ^ (ones), (positive) ^ (ones), ones),                 \
    }
#define SIGN(ones) ((ones) ^ (ones) >> 1)
#define UNSIGNED(ones) BOTH(0, 0, 0, 0, 0, ones)
#define SIGNED(ones) BOTH(SIGN(ones), 0, 0, SIGN(ones), SIGN(ones), ones)
#define FLOAT(ones, infinity) BOTH(SIGN(ones), (ones) >> 1, infinity, ones, SIGN(ones), ones)
static const struct order orders[PREFIX__TYPES][2][2] = {
    [PREFIX__TYPE(PREFIX_I8)] = SIGNED(UINT64_C(0xff)),
    [PREFIX__TYPE(PREFIX_I16)] = SIGNED(UINT64_C(0xffff)),
    [PREFIX__TYPE(PREFIX_I32)] = SIGNED(UINT64_C(0xffffffff)),
    [PREFIX__TYPE(PREFIX_I64)] = SIGNED(UINT64_MAX),
    [PREFIX__TYPE(PREFIX_U8)] = UNSIGNED(UINT64_C(0xff)),
    [PREFIX__TYPE(PREFIX_U16)] = UNSIGNED(UINT64_C(0xffff)),
    [PREFIX__TYPE(PREFIX_U32)] = UNSIGNED(UINT64_C(0xffffffff)),
    [PREFIX__TYPE(PREFIX_U64)] = UNSIGNED(UINT64_MAX),
    [PREFIX__TYPE(PREFIX_F16)] = FLOAT(UINT64_C(0xffff), 0x7c00),
    [PREFIX__TYPE(PREFIX_BF16)] = FLOAT(UINT64_C(0xffff), 0x7f80),
    [PREFIX__TYPE(PREFIX_F32)] = FLOAT(UINT64_C(0xffffffff), 0x7f800000),
    [PREFIX__TYPE(PREFIX_F64)] = FLOAT(UINT64_MAX, 0x7ff0000000000000),
};

/* By the logarithm of an input's bytes; of its bits, as of those of floats, all is said by the order. */
struct input {
    const char *name;
    prefix_load_fn pack, keep;
    const char *pack_text, *keep_text;
};
static const struct input inputs[] = {
    {"uint8_t", pack8, keep8, pack8_text, keep8_text},
    {"uint16_t", pack16, keep16, pack16_text, keep16_text},
    {"uint32_t", pack32, keep32, pack32_text, keep32_text},
    {"uint64_t", NULL, keep64, NULL, keep64_text},
};

struct prefix_operator prefix__built_in_arg(int op, int type, int output_type, size_t n)
{
    const size_t size = prefix__size_of(type), out_size = prefix__size_of(output_type);
    const struct input *const input = &inputs[prefix__log2_of(size)];
    const int is_least = op == PREFIX_ARG_MIN || op == PREFIX_ARG_MIN_LAST, is_wide = out_size == 8;
    const int is_last = op == PREFIX_ARG_MIN_LAST || op == PREFIX_ARG_MAX_LAST;
    struct prefix_operator made = {
        .alignment = sizeof(uint64_t),
        .cuda_text = text,
        .state = &orders[PREFIX__TYPE(type)][is_least][is_last],
        .state_bytes = sizeof(struct order),
        .has_identity = 1,
        .in_size = size,
        .in_alignment = size,
        .out_size = out_size,
        .out_alignment = out_size,
        .cuda_in = input->name,
        .cuda_out = is_wide ? "uint64_t" : "uint32_t",
    };
    if (input->pack && n <= UINT32_MAX) {
        const uint64_t none = is_last ? UINT32_MAX : 0;
        memcpy(made.identity, &none, sizeof none);
        made.size = sizeof(uint64_t);
        made.host = greater_word;
        made.cuda_element = "uint64_t";
        made.cuda_expression = greater_word_text;
        made.load = input->pack;
        made.cuda_load = input->pack_text;
        made.store = is_wide ? unpack64 : unpack32;
        made.cuda_store = is_wide ? unpack64_text : unpack32_text;
    } else {
        const struct keyed none = {0, is_last ? UINT64_MAX : 0};
        memcpy(made.identity, &none, sizeof none);
        made.size = sizeof(struct keyed);
        made.host = greater;
        made.cuda_element = "struct keyed";
        made.cuda_expression = greater_text;
        made.load = input->keep;
        made.cuda_load = input->keep_text;
        made.store = is_wide ? place64 : place32;
        made.cuda_store = is_wide ? place64_text : place32_text;
    }
    return made;
}
