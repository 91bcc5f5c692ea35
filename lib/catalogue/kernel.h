/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels: one operator over runs of accumulators of one type. */
#ifndef PREFIX_LIB_CATALOGUE_KERNEL_H
#define PREFIX_LIB_CATALOGUE_KERNEL_H

#include <stddef.h>

struct prefix__kernel {
    size_t size; /* of an accumulator */
    /*
     * to[k step] = earlier[k earlier_step] + later[k step], where + is the operator. to is later or does
     * not overlap it. earlier may overlap to where the steps are -1: then k goes from 0 up.
     */
    void (*combine)(void *to, const void *earlier, ptrdiff_t earlier_step, const void *later, ptrdiff_t step,
                    size_t count);
    /* left[k step], right[k step] = right[k step], right[k step] + left[k step]: Blelloch's descent. */
    void (*exchange)(void *left, void *right, ptrdiff_t step, size_t count);
};

/*
 * The kernel of an operator for results of a type. Accumulators are of that type, f32 for f16 and bf16;
 * those of the logical operators are 0 or 1.
 */
const struct prefix__kernel *prefix__kernel_of(int op, int output_type);

#endif
