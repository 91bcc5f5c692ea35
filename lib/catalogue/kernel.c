/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of the built-in operators, from one template. */
#include "catalogue/kernel.h"

#include "shared/values.h"

#ifdef _OPENMP
#define SIMD _Pragma("omp simd")
#else
#define SIMD
#endif

/* expression combines a, the earlier value, and b. */
#define KERNEL(name, element, expression)                                                                              \
    static void combine_##name(void *to_, const void *earlier_, ptrdiff_t earlier_step, const void *later_,            \
                               ptrdiff_t step, size_t count)                                                           \
    {                                                                                                                  \
        element *to = to_;                                                                                             \
        const element *earlier = earlier_, *later = later_;                                                            \
        if (step == 1 && earlier_step == 1) {                                                                          \
            SIMD for (size_t k = 0; k < count; k++)                                                                    \
            {                                                                                                          \
                const element a = earlier[k], b = later[k];                                                            \
                to[k] = (element)(expression);                                                                         \
            }                                                                                                          \
        } else if (step == 1 && earlier_step == 0 && count > 0) {                                                      \
            const element a = *earlier;                                                                                \
            SIMD for (size_t k = 0; k < count; k++)                                                                    \
            {                                                                                                          \
                const element b = later[k];                                                                            \
                to[k] = (element)(expression);                                                                         \
            }                                                                                                          \
        } else {                                                                                                       \
            for (ptrdiff_t k = 0; k < (ptrdiff_t)count; k++) {                                                         \
                const element a = earlier[k * earlier_step], b = later[k * step];                                      \
                to[k * step] = (element)(expression);                                                                  \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    static void exchange_##name(void *left_, void *right_, ptrdiff_t step, size_t count)                               \
    {                                                                                                                  \
        element *left = left_, *right = right_;                                                                        \
        for (ptrdiff_t k = 0; k < (ptrdiff_t)count; k++) {                                                             \
            const element b = left[k * step], a = right[k * step];                                                     \
            left[k * step] = a;                                                                                        \
            right[k * step] = (element)(expression);                                                                   \
        }                                                                                                              \
    }

/* 1u keeps products of narrow types out of int, where they could overflow. */
#define INTEGER_KERNELS(bits)                                                                                          \
    KERNEL(sum_##bits, uint##bits##_t, a + b)                                                                          \
    KERNEL(product_##bits, uint##bits##_t, 1u * a * b)                                                                 \
    KERNEL(and_##bits, uint##bits##_t, a &b)                                                                           \
    KERNEL(or_##bits, uint##bits##_t, a | b)                                                                           \
    KERNEL(xor_##bits, uint##bits##_t, a ^ b)                                                                          \
    KERNEL(min_##bits, uint##bits##_t, a < b ? a : b)                                                                  \
    KERNEL(max_##bits, uint##bits##_t, a > b ? a : b)                                                                  \
    KERNEL(signed_min_##bits, int##bits##_t, a < b ? a : b)                                                            \
    KERNEL(signed_max_##bits, int##bits##_t, a > b ? a : b)

#define FLOAT_KERNELS(element)                                                                                         \
    KERNEL(sum_##element, element, a + b)                                                                              \
    KERNEL(product_##element, element, a *b)                                                                           \
    KERNEL(min_##element, element, prefix__minimum(a, b))                                                              \
    KERNEL(max_##element, element, prefix__maximum(a, b))

INTEGER_KERNELS(8)
INTEGER_KERNELS(16)
INTEGER_KERNELS(32)
INTEGER_KERNELS(64)
FLOAT_KERNELS(float)
FLOAT_KERNELS(double)

#define ENTRY(op, name, bytes) [PREFIX__OP(op)] = {bytes, combine_##name, exchange_##name}
#define INTEGER_ENTRIES(bits, sign)                                                                                    \
    {                                                                                                                  \
        ENTRY(PREFIX_SUM, sum_##bits, bits / 8), ENTRY(PREFIX_PRODUCT, product_##bits, bits / 8),                      \
            ENTRY(PREFIX_MIN, sign##min_##bits, bits / 8), ENTRY(PREFIX_MAX, sign##max_##bits, bits / 8),              \
            ENTRY(PREFIX_AND, and_##bits, bits / 8), ENTRY(PREFIX_OR, or_##bits, bits / 8),                            \
            ENTRY(PREFIX_XOR, xor_##bits, bits / 8), ENTRY(PREFIX_LOGICAL_AND, and_##bits, bits / 8),                  \
            ENTRY(PREFIX_LOGICAL_OR, or_##bits, bits / 8),                                                             \
    }
#define FLOAT_ENTRIES(element)                                                                                         \
    {                                                                                                                  \
        ENTRY(PREFIX_SUM, sum_##element, sizeof(element)), ENTRY(PREFIX_PRODUCT, product_##element, sizeof(element)),  \
            ENTRY(PREFIX_MIN, min_##element, sizeof(element)), ENTRY(PREFIX_MAX, max_##element, sizeof(element)),      \
            ENTRY(PREFIX_LOGICAL_AND, min_##element, sizeof(element)),                                                 \
            ENTRY(PREFIX_LOGICAL_OR, max_##element, sizeof(element)),                                                  \
    }

static const struct prefix__kernel kernels[PREFIX__TYPES][PREFIX__OPS] = {
    [PREFIX__TYPE(PREFIX_I8)] = INTEGER_ENTRIES(8, signed_),
    [PREFIX__TYPE(PREFIX_I16)] = INTEGER_ENTRIES(16, signed_),
    [PREFIX__TYPE(PREFIX_I32)] = INTEGER_ENTRIES(32, signed_),
    [PREFIX__TYPE(PREFIX_I64)] = INTEGER_ENTRIES(64, signed_),
    [PREFIX__TYPE(PREFIX_U8)] = INTEGER_ENTRIES(8, ),
    [PREFIX__TYPE(PREFIX_U16)] = INTEGER_ENTRIES(16, ),
    [PREFIX__TYPE(PREFIX_U32)] = INTEGER_ENTRIES(32, ),
    [PREFIX__TYPE(PREFIX_U64)] = INTEGER_ENTRIES(64, ),
    [PREFIX__TYPE(PREFIX_F16)] = FLOAT_ENTRIES(float),
    [PREFIX__TYPE(PREFIX_BF16)] = FLOAT_ENTRIES(float),
    [PREFIX__TYPE(PREFIX_F32)] = FLOAT_ENTRIES(float),
    [PREFIX__TYPE(PREFIX_F64)] = FLOAT_ENTRIES(double),
};

const struct prefix__kernel *prefix__kernel_of(int op, int output_type)
{
    return &kernels[PREFIX__TYPE(output_type)][PREFIX__OP(op)];
}
