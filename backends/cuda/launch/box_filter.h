/* SPDX-License-Identifier: BSD-3-Clause */
/* Box filters of images, in arrays that kernels can reach. */
#ifndef PREFIX_CUDA_LAUNCH_BOX_FILTER_H
#define PREFIX_CUDA_LAUNCH_BOX_FILTER_H

#include "base/session.h"

int prefix__cuda_box_filter_on_device(struct prefix_session *session, const struct prefix_box_filter_work *work);

#endif
