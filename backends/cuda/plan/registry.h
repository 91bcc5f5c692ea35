/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels that there are. */
#ifndef PREFIX_CUDA_PLAN_REGISTRY_H
#define PREFIX_CUDA_PLAN_REGISTRY_H

#include "plan/batch_kernels.h"
#include "plan/scan_kernels.h"
#include "plan/segmented_kernels.h"

/* By prefix__cuda_scan.kernel, of plain scans, */
const struct prefix__cuda_kernel *prefix__cuda_kernel_of(int kernel);
/* of strips of a batch, */
const struct prefix__cuda_strip_kernel *prefix__cuda_strip_of(int kernel);
/* and of segments. */
const struct prefix__cuda_segmented_kernel *prefix__cuda_segmented_of(int kernel);
const struct prefix__cuda_by_key_kernel *prefix__cuda_by_key_of(int kernel);
const struct prefix__cuda_by_offset_kernel *prefix__cuda_by_offset_of(int kernel); /* or NULL */

#endif
