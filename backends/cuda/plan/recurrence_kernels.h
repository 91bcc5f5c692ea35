/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of recurrences, as kernels/ has them. */
#ifndef PREFIX_CUDA_PLAN_RECURRENCE_KERNELS_H
#define PREFIX_CUDA_PLAN_RECURRENCE_KERNELS_H

#include "params/recurrence_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/* void (struct prefix__cuda_recurrence) each, of a real type: by a warp more than PREFIX__CUDA_RECURRENCE_THREADS, */
const void *prefix__cuda_recurrence_rows_kernel(int type);
/* or by a warp for each row of a piece. */
const void *prefix__cuda_recurrence_columns_kernel(int type);

#ifdef __cplusplus
}
#endif

#endif
