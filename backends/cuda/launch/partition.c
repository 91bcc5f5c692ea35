/* SPDX-License-Identifier: BSD-3-Clause */
/* A partition in two ways of a large array: the kernels that select/partition_counted.cuh tells of, and their memory.
 */
#include "launch/partition.h"

#include "base/function.h"
#include "launch/sums.h"
#include "memory/scratch.h"

int prefix__cuda_partition_large(struct prefix_session *session, const struct prefix__cuda_select *params, void *stream)
{
    const struct prefix__cuda_select_kernels *kernels =
        prefix__cuda_select_kernels_of(params->scan.in_size == 8 ? 3 : 2);
    const struct prefix__cuda_select_kernel *count = &kernels->partition_count, *put = &kernels->partition_put;
    struct prefix__cuda_select asked = *params;
    const size_t tiles = (size_t)((params->scan.n - 1) / count->tile + 1);
    const struct prefix__cuda_grid grid = {(unsigned int)tiles, count->threads, 0, 0, 0};
    uint64_t *ends;
    void *memory;
    int status = prefix__cuda_allocate(session, &memory, tiles * sizeof *ends, stream);
    if (status != PREFIX_OK)
        return status;
    ends = memory;
    void *arguments[] = {&asked, &ends};
    status = prefix__cuda_queue(session, count->function, &grid, stream, arguments, "counting what is selected");
    if (status == PREFIX_OK)
        status = prefix__cuda_sum_up(session, ends, tiles, stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_queue(session, put->function, &grid, stream, arguments, "launching a partition");
    return prefix__cuda_release(session, memory, stream, status);
}
