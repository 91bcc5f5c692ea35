/* SPDX-License-Identifier: BSD-3-Clause */
/* What the device and its kernels are good for, looked at once. */
#ifndef PREFIX_CUDA_BASE_DEVICE_H
#define PREFIX_CUDA_BASE_DEVICE_H

#include "base/session.h"

/* Sees to the session's multiprocessors and ring_shared. */
int prefix__cuda_look_at_device(struct prefix_session *session);
/* Looks at a kernel that needs the bulk copy engine, once. */
int prefix__cuda_look_at_ring(struct prefix_session *session, const void *function,
                              struct prefix__cuda_ring_room *room);

#endif
