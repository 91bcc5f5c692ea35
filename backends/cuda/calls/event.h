/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_CALLS_EVENT_H
#define PREFIX_CUDA_CALLS_EVENT_H

#include "base/session.h"

int prefix__cuda_event_record(struct prefix_session *session, void **event, void *stream);
int prefix__cuda_event_wait(struct prefix_session *session, void *event, void *stream);
void prefix__cuda_event_free(struct prefix_session *session, void *event);

#endif
