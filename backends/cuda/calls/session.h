/* SPDX-License-Identifier: BSD-3-Clause */
/* Sessions: a device, and its scratch memory. */
#ifndef PREFIX_CUDA_CALLS_SESSION_H
#define PREFIX_CUDA_CALLS_SESSION_H

#include "base/session.h"

int prefix__cuda_open(struct prefix_session **session, const struct prefix_host *host, void *owner, int device);
void prefix__cuda_close(struct prefix_session *session);
int prefix__cuda_synchronize(struct prefix_session *session, void *stream);

#endif
