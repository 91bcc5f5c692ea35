/* SPDX-License-Identifier: BSD-3-Clause */
#include "launch/head_bits.h"

#include "base/function.h"
#include "memory/scratch.h"
#include "plan/runs_kernels.h"

/* Few are sooner done if that starts while the kernel before ends. */
int prefix__cuda_make_head_bits(struct prefix_session *session, const void *offsets, size_t size, uint64_t count,
                                uint64_t n, int dependent, void *stream, void **memory)
{
    struct prefix__cuda_head_bits bits = {.offsets = offsets, .count = count, .n = n};
    struct prefix__cuda_grid grid = {session->multiprocessors * PREFIX__CUDA_HEAD_BITS_BLOCKS, 0, 0, 0, 0};
    const void *kernel = prefix__cuda_head_bits_kernel(size, &grid.threads);
    bits.words = ((bits.n - 1) / 128 + 1) * PREFIX__CUDA_RING_PACKET / sizeof *bits.bits;
    bits.part = (bits.words + bits.count - 1) / grid.blocks + 1;
    bits.of_part = (double)bits.part * (double)bits.count / (double)(bits.words + bits.count);
    grid.dependent = dependent && bits.count < bits.words;
    int status = prefix__cuda_allocate(session, memory, bits.words * sizeof *bits.bits, stream);
    if (status != PREFIX_OK)
        return status;
    bits.bits = *memory;
    return prefix__cuda_queue(session, kernel, &grid, stream, (void *[]){&bits}, "making bits of offsets");
}
