/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_LAUNCH_SPLIT_MERGE_H
#define PREFIX_CUDA_LAUNCH_SPLIT_MERGE_H

#include "base/session.h"
#include "memory/room.h"

/* A sort by name, of arrays on the device. */
int prefix__cuda_split_merge(struct prefix_session *session, const struct prefix_sort_work *work,
                             struct prefix__cuda_room room);

#endif
