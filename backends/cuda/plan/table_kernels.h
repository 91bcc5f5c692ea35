/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of tables and box filters, as kernels/ has them. */
#ifndef PREFIX_CUDA_PLAN_TABLE_KERNELS_H
#define PREFIX_CUDA_PLAN_TABLE_KERNELS_H

#include "params/table_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What tables are summed in. */
enum prefix__cuda_sum { PREFIX__CUDA_SUM_U32, PREFIX__CUDA_SUM_U64, PREFIX__CUDA_SUM_F64, PREFIX__CUDA_SUMS };

/*
 * A table takes four of them, void (struct prefix__cuda_table) each: the right columns and lower rows of tiles by
 * themselves; of each row what stands before its tiles; of each column what stands above; and the tiles again, written.
 */
struct prefix__cuda_table_kernels {
    const void *reduce, *carry_rows, *carry_columns, *write;
    uint32_t tile_threads, tile_warps; /* of a block of the first and the last */
    uint32_t warp_tiles;               /* of a band, that a warp takes at once */
    uint32_t carry_threads;
};
const struct prefix__cuda_table_kernels *prefix__cuda_table_kernels_of(enum prefix__cuda_sum sum);

/* Box filters, void (struct prefix__cuda_box): the least and the greatest element of f32, and the means. */
const void *prefix__cuda_box_limits_kernel(uint32_t *threads);
const void *prefix__cuda_box_kernel(enum prefix__cuda_sum sum, uint32_t *threads);

#ifdef __cplusplus
}
#endif

#endif
