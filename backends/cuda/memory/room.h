/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scratch memory of one call, cut into pieces. A call goes through its steps twice: first only to find how much it
 * needs, and then with that much to cut from. So what is asked for is what is used. A room is passed by value: what a
 * step has cut from its own is there again for the step behind it in the stream.
 */
#ifndef PREFIX_CUDA_MEMORY_ROOM_H
#define PREFIX_CUDA_MEMORY_ROOM_H

#include <stddef.h>
#include <stdint.h>

/* The first time, pieces have addresses, too: where no array can be. */
#define PREFIX__CUDA_NOWHERE (UINTPTR_MAX / 2 + 1)

struct prefix__cuda_room {
    uintptr_t next; /* where the next piece begins */
    size_t *needed; /* the first time, when nothing is queued: the most that was cut; else NULL */
};

static inline struct prefix__cuda_room prefix__cuda_room_measured(size_t *needed)
{
    *needed = 0;
    return (struct prefix__cuda_room){PREFIX__CUDA_NOWHERE, needed};
}

static inline struct prefix__cuda_room prefix__cuda_room_in(void *memory)
{
    return (struct prefix__cuda_room){(uintptr_t)memory, NULL};
}

/* Aligned as workspaces are. */
static inline void *prefix__cuda_cut(struct prefix__cuda_room *room, size_t bytes)
{
    void *const piece = (void *)room->next;
    room->next += (bytes + 255) / 256 * 256;
    if (room->needed && *room->needed < room->next - PREFIX__CUDA_NOWHERE)
        *room->needed = room->next - PREFIX__CUDA_NOWHERE;
    return piece;
}

#endif
