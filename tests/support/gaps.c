/* SPDX-License-Identifier: BSD-3-Clause */
#include "gaps.h"

#include <math.h>
#include <string.h>

#include "oracle.h"
#include "support.h"

unsigned char *gaps_choose(struct rng *rng, int mixture, size_t n)
{
    static const size_t of[] = {
        [GAPS_NONE] = 0, [GAPS_RARE] = 1, [GAPS_HALF] = 500, [GAPS_MOST] = 990, [GAPS_ALL] = 1000};
    unsigned char *chosen = must_alloc(n);
    size_t left = 0;
    int is = 0;
    for (size_t i = 0; i < n; i++) {
        if (mixture != GAPS_STRETCHES) {
            chosen[i] = rng_below(rng, 1000) < of[mixture];
            continue;
        }
        if (left-- == 0) {
            is = !is;
            left = rng_below(rng, 300);
        }
        chosen[i] = (unsigned char)is;
    }
    return chosen;
}

void gaps_put_blank(int type, void *to)
{
    const uint16_t narrow = type == PREFIX_F16 ? 0x7e00 : 0x7fc0;
    const uint32_t word = 0x7fc00000;
    const uint64_t wide = 0x7ff8000000000000;
    memset(to, 0, oracle_size(type));
    if (oracle_is_float(type))
        memcpy(to,
               type == PREFIX_F64   ? (const void *)&wide
               : type == PREFIX_F32 ? (const void *)&word
                                    : &narrow,
               oracle_size(type));
}

static void widen(int type, int output_type, const void *from, void *to)
{
    if (oracle_is_float(type))
        oracle_float_put(output_type, to, oracle_float_get(type, from));
    else
        oracle_integer_put(output_type, to, oracle_integer_get(type, from));
}

unsigned char *gaps_fill_in(int op, int type, int output_type, const unsigned char *in, unsigned char *missing,
                            size_t n)
{
    const size_t in_size = oracle_size(type), size = oracle_size(output_type);
    const struct oracle_scan nothing = {.kind = PREFIX_INCLUSIVE, .op = op, .type = type, .output_type = output_type};
    unsigned char *filled = must_alloc(n * size), identity[8];
    oracle_run(&nothing, NULL, NULL, 0, identity, NULL);
    for (size_t i = 0; i < n; i++) {
        if (oracle_is_float(type) && isnan(oracle_float_get(type, in + i * in_size)))
            missing[i] = 1;
        if (missing[i])
            memcpy(filled + i * size, identity, size);
        else
            widen(type, output_type, in + i * in_size, filled + i * size);
    }
    return filled;
}
