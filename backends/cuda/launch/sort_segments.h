/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts of segments. */
#ifndef PREFIX_CUDA_LAUNCH_SORT_SEGMENTS_H
#define PREFIX_CUDA_LAUNCH_SORT_SEGMENTS_H

#include "base/session.h"
#include "memory/room.h"

int prefix__cuda_sort_segments(struct prefix_session *session, const struct prefix_sort_work *work,
                               struct prefix__cuda_room room);

#endif
