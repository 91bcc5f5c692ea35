/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which elements take something from elements before them in the steps of a scan among whose elements segments begin:
 * those with no beginning between, or at their own place. Words of bits have them for all steps of a piece at once. A
 * step gets those of a vector as a mask: as one of the instruction set's MASKS, or as lanes.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_CARRY_MASKS_H
#define PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_CARRY_MASKS_H

#include "simd/segments/lanes.h"
#include "simd/vector/vector.h"

#define MASKED_PIECE 1024 /* elements that are combined among themselves before they are with what stands before */
#define MASK_WORDS (MASKED_PIECE / 64)
#define MASK_LEVELS 8
#define CARRY_LEVEL (MASK_LEVELS - 1) /* which take what stands before their row or vector */

/* Of blocks of 2, 4, ..., 64. */
static const uint64_t right_halves[] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                        0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};

/* As many words as a vector has, or zeros after the last. */
INLINE v_u64 load_heads(const uint64_t *heads, size_t words)
{
    v_u64 begun = {0};
    if (words >= VECTOR_BYTES / 8)
        return load_u64(heads);
    for (size_t i = 0; i < words; i++)
        begun[i] = heads[i];
    return begun;
}

/*
 * Step after step, which elements take the one 1, 2, 4, ... places before in their block of doubled elements; then, of
 * blocks up to count elements (128 at most), which in a right half take the last element of the left one; and at last
 * which take what stands before their count. begun has where a segment begins among what an element has by then.
 */
INLINE void find_carry_masks(const uint64_t *heads, size_t words, int doubled, int count,
                             uint64_t masks[MASK_LEVELS][MASK_WORDS])
{
    const uint64_t firsts = UINT64_MAX / (((uint64_t)1 << doubled) - 1); /* of blocks */
    for (size_t i = 0; i < words; i += VECTOR_BYTES / 8) {
        v_u64 begun = load_heads(heads + i, words - i);
        _Pragma("GCC unroll 6") for (int level = 0; level < 6; level++)
        {
            const uint64_t inside = ~(firsts * (((uint64_t)1 << (1 << level)) - 1)), right = right_halves[level];
            const v_u64 ends = begun & (right >> 1 & ~right); /* of left halves */
            if (1 << level < doubled) {
                store_u64(masks[level] + i, inside & ~begun);
                begun |= begun << (1 << level) & inside;
            } else if (1 << level < count) {
                store_u64(masks[level] + i, right & ~begun);
                begun |= (ends << 1 << (1 << level)) - (ends << 1);
            }
        }
        if (count > 64) {
            const v_u64 second = (v_u64)((IOTA(8) & 1) != 0), first = shuffle_u64(begun, begun, IOTA(8) & ~1);
            store_u64(masks[6] + i, second & ~begun);
            begun |= second & (v_u64)((v_i64)first < 0);
        }
        store_u64(masks[CARRY_LEVEL] + i, ~begun);
    }
}

/* Those of vector j of elements of so many bytes; masks is the level of a step, at the word of vector 0. */
#ifdef MASKS
/* By way of an integer, as compilers would, it takes twice as long. */
#define DEFINE_MASK(bytes, type, size, instruction)                                                                    \
    INLINE type mask_##bytes(const uint64_t *masks, int j)                                                             \
    {                                                                                                                  \
        type mask;                                                                                                     \
        __asm__(instruction " %1, %0" : "=k"(mask) : "m"(((const char(*)[size])masks)[j]));                            \
        return mask;                                                                                                   \
    }
DEFINE_MASK(1, __mmask64, 8, "kmovq")
DEFINE_MASK(2, __mmask32, 4, "kmovd")
DEFINE_MASK(4, __mmask16, 2, "kmovw")
DEFINE_MASK(8, __mmask8, 1, "kmovb")
#define PICK(mask, a, b) ((VECTOR)JOIN(PICK, BYTES)(mask, (raw)(a), (raw)(b)))
#else
#define DEFINE_MASK(bytes)                                                                                             \
    INLINE raw mask_##bytes(const uint64_t *masks, int j)                                                              \
    {                                                                                                                  \
        enum { SOME = VECTOR_BYTES / bytes };                                                                          \
        return (raw)lanes_of_##bytes(masks[j * SOME / 64] >> j * SOME % 64);                                           \
    }
DEFINE_MASK(1)
DEFINE_MASK(2)
DEFINE_MASK(4)
DEFINE_MASK(8)
#define PICK(mask, a, b) ((VECTOR)BLEND(mask, (raw)(a), (raw)(b)))
/* The identity outside a mask. */
#define KEEP(mask, left) ((IDENTITY) == 0 ? (VECTOR)((raw)(left) & (mask)) : PICK(mask, left, SPLAT(IDENTITY)))
#endif
#undef DEFINE_MASK

#endif
