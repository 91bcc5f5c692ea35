/* SPDX-License-Identifier: BSD-3-Clause */
/* See scratch.h. Only the main thread may use it. */
#include "scratch.h"

#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { GUARD = 4096 };

/* At the front of each block's memory; then a guard zone, the block, and another one. */
struct header {
    struct header *next;
    size_t bytes;
};

static struct header *blocks;
static int overrun; /* a block that is no more */

static int is_guarded(const struct header *header)
{
    const unsigned char *before = (const unsigned char *)(header + 1);
    return all_poison(before, GUARD) && all_poison(before + GUARD + header->bytes, GUARD);
}

static void *guarded_alloc(void *user, size_t bytes)
{
    struct header *header = malloc(sizeof *header + bytes + 2 * GUARD);
    (void)user;
    if (!header)
        return NULL;
    *header = (struct header){blocks, bytes};
    blocks = header;
    memset(header + 1, ARENA_POISON, bytes + 2 * GUARD);
    return (unsigned char *)(header + 1) + GUARD;
}

static void guarded_free(void *user, void *memory)
{
    (void)user;
    for (struct header **link = &blocks; *link; link = &(*link)->next) {
        struct header *header = *link;
        if ((unsigned char *)(header + 1) + GUARD != memory)
            continue;
        overrun |= !is_guarded(header);
        *link = header->next;
        free(header);
        return;
    }
    bail_out("a context frees what it did not allocate");
}

void scratch_renew(prefix_ctx *ctx)
{
    if (strcmp(prefix_ctx_backend(ctx), "cuda") != 0)
        must(ctx, prefix_ctx_set_allocator(ctx, guarded_alloc, guarded_free, NULL));
}

int scratch_guarded(void)
{
    int good = !overrun;
    for (const struct header *header = blocks; header; header = header->next)
        good &= is_guarded(header);
    return good;
}
