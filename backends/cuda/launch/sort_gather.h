/* SPDX-License-Identifier: BSD-3-Clause */
/* Elements that go where their indices have been sorted to. */
#ifndef PREFIX_CUDA_LAUNCH_SORT_GATHER_H
#define PREFIX_CUDA_LAUNCH_SORT_GATHER_H

#include "base/session.h"
#include "memory/room.h"

struct prefix__cuda_sorted {
    const void *indices;
    size_t n;
    size_t size, step; /* of indices: bytes, 4 or 8, and from one to the next */
    void *stream;
    const uint32_t *wanted; /* on the device: 0 if nothing is to be done; or NULL */
};

/* to may be from; from NULL: the indices themselves are wanted, of so many bytes. */
int prefix__cuda_sort_gather(struct prefix_session *session, const struct prefix__cuda_sorted *sorted, const void *from,
                             void *to, size_t size, size_t alignment, struct prefix__cuda_room room);
/* A word for each element, or its segment, as struct prefix__cuda_sort_places says: one of both. */
int prefix__cuda_sort_number(struct prefix_session *session, const struct prefix_heads *offsets, size_t n,
                             uint64_t *words, uint32_t *segments, const uint32_t *wanted, void *stream);

#endif
