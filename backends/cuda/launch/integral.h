/* SPDX-License-Identifier: BSD-3-Clause */
/* Summed-area tables of images, in arrays that kernels can reach. */
#ifndef PREFIX_CUDA_LAUNCH_INTEGRAL_H
#define PREFIX_CUDA_LAUNCH_INTEGRAL_H

#include "base/session.h"
#include "plan/table_kernels.h"

int prefix__cuda_integral_on_device(struct prefix_session *session, const struct prefix_integral_work *work);
/* What a table of an output type is summed in. */
enum prefix__cuda_sum prefix__cuda_sum_of(int output_type);

#endif
