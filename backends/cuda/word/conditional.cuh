/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operators done in some lanes only, b becoming combine(a, b) there. unless, where: done if flag is 0, or is not. Most
 * are one instruction under a predicate, where the compiler would do it in all and choose afterwards; not so floats of
 * 64 bits, for which it has no such instruction.
 */
#ifndef PREFIX_CUDA_WORD_CONDITIONAL_CUH
#define PREFIX_CUDA_WORD_CONDITIONAL_CUH

#include <stdint.h>

#define PREFIX_CUDA_CONDITIONAL(test, instruction, kind)                                                               \
    asm("{\n\t.reg .pred p;\n\tsetp." test ".u32 p, %2, 0;\n\t@p " instruction " %0, %1, %0;\n\t}"                     \
        : "+" kind(b)                                                                                                  \
        : kind(a), "r"(flag))

/* combine_unless() and combine_where() of an operator that is an instruction on words of a kind of register. */
#define PREFIX_CUDA_CONDITIONALS(instruction, kind)                                                                    \
    static __device__ void combine_unless(uint32_t flag, word a, word &b)                                              \
    {                                                                                                                  \
        PREFIX_CUDA_CONDITIONAL("eq", instruction, kind);                                                              \
    }                                                                                                                  \
    static __device__ void combine_where(uint32_t flag, word a, word &b)                                               \
    {                                                                                                                  \
        PREFIX_CUDA_CONDITIONAL("ne", instruction, kind);                                                              \
    }

/* The same by choice. */
#define PREFIX_CUDA_CONDITIONALS_BY_CHOICE                                                                             \
    static __device__ void combine_unless(uint32_t flag, word a, word &b)                                              \
    {                                                                                                                  \
        b = flag ? b : combine(a, b);                                                                                  \
    }                                                                                                                  \
    static __device__ void combine_where(uint32_t flag, word a, word &b)                                               \
    {                                                                                                                  \
        b = flag ? combine(a, b) : b;                                                                                  \
    }

#endif
