/* SPDX-License-Identifier: BSD-3-Clause */
/* Summed-area tables and box filters, of arrays that may lie on the host. */
#ifndef PREFIX_CUDA_CALLS_INTEGRAL_H
#define PREFIX_CUDA_CALLS_INTEGRAL_H

#include "base/session.h"

int prefix__cuda_integral(struct prefix_session *session, const struct prefix_integral_work *work);
int prefix__cuda_box_filter(struct prefix_session *session, const struct prefix_box_filter_work *work);

#endif
