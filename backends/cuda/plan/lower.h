/* SPDX-License-Identifier: BSD-3-Clause */
/* From what is asked for to a kernel and what it is told, but for addresses and sizes. */
#ifndef PREFIX_CUDA_PLAN_LOWER_H
#define PREFIX_CUDA_PLAN_LOWER_H

#include <prefix/backend.h>

#include "plan/scan_kernels.h"
#include "plan/segmented_kernels.h"

const struct prefix__cuda_kernel *prefix__cuda_lower(const struct prefix_scan_work *work,
                                                     struct prefix__cuda_scan *params);
/* The same to words, as in segments; kernel: twice the operator, and one more if they have 64 bits. */
void prefix__cuda_word_lower(const struct prefix_scan_work *work, struct prefix__cuda_scan *params);
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_lower(const struct prefix_segmented_work *work,
                                                                         struct prefix__cuda_segmented *params);
/* From elements of a type to those, of its family, of size bytes. */
int prefix__cuda_conversion(int type, size_t size);
/* What the kernels do to input, done to the carry, of width bits; see word/convert.cuh. */
uint64_t prefix__cuda_mapped(uint64_t bits, const struct prefix__cuda_scan *params, unsigned int width);

#endif
