/* SPDX-License-Identifier: BSD-3-Clause */
/* A few bytes that a kernel writes, which a capture then holds, as it would not hold a copy from the host. */
#ifndef PREFIX_CUDA_PARAMS_FEW_H
#define PREFIX_CUDA_PARAMS_FEW_H

#include <stdint.h>

#define PREFIX__CUDA_FEW 16

struct prefix__cuda_few {
    unsigned char bytes[PREFIX__CUDA_FEW];
    uint32_t count;
};

#endif
