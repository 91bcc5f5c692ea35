/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Arrays that go from the host to the device, or back, in pieces: several are on their way at once. Pageable arrays
 * go through pinned memory, which the CPU fills and empties meanwhile.
 */
#ifndef PREFIX_CUDA_STAGING_PIECES_H
#define PREFIX_CUDA_STAGING_PIECES_H

#include "base/session.h"
#include "staging/copy_team.h"

/* A piece, of the wider of what goes in and out: one in eight of the array, within these bounds. */
#define PREFIX__CUDA_PIECE_LEAST ((size_t)256 << 10)
#define PREFIX__CUDA_PIECE_MOST ((size_t)4 << 20)

/* Pieces are filled, issued, emptied and ended in order; filled to ended are the numbers of those that have been. */
struct prefix__cuda_pieces {
    struct prefix_session *session;
    size_t n, piece, count;   /* elements, those of a piece, and how many pieces */
    size_t in_size, out_size; /* bytes of an element */
    int reverse;              /* the first piece is memory's last */
    const char *from;         /* pageable memory that pieces are filled from, or NULL */
    char *to;                 /* and emptied to, or NULL */
    /* Queues what the device does with a piece, and records its slot's event stage.done behind. */
    int (*issue)(void *user, size_t piece);
    void *user;
    size_t filled, issued, emptied, ended;
    struct prefix__cuda_copy fills[PREFIX__CUDA_SLOTS], drains[PREFIX__CUDA_SLOTS];
    struct prefix__cuda_team team;
};

/* Cuts n elements into pieces, each a power of two of bytes. */
void prefix__cuda_pieces_cut(struct prefix__cuda_pieces *p);

static inline int prefix__cuda_slot_of(size_t piece)
{
    return (int)(piece % PREFIX__CUDA_SLOTS);
}

static inline size_t prefix__cuda_piece_count(const struct prefix__cuda_pieces *p, size_t piece)
{
    const size_t done = piece * p->piece;
    return p->n - done < p->piece ? p->n - done : p->piece;
}

/* The first element of a piece in the arrays. */
static inline size_t prefix__cuda_piece_place(const struct prefix__cuda_pieces *p, size_t piece)
{
    return p->reverse ? p->n - piece * p->piece - prefix__cuda_piece_count(p, piece) : piece * p->piece;
}

/* Its place in a buffer, of elements of so many bytes. */
static inline char *prefix__cuda_piece_in(const struct prefix__cuda_pieces *p, const struct prefix__cuda_buffer *buffer,
                                          size_t piece, size_t size)
{
    return buffer->memory + (size_t)prefix__cuda_slot_of(piece) * p->piece * size;
}

/* Slots that are ever used. */
static inline size_t prefix__cuda_piece_slots(const struct prefix__cuda_pieces *p)
{
    return p->count < PREFIX__CUDA_SLOTS ? p->count : PREFIX__CUDA_SLOTS;
}

/*
 * Does it all, with at most so many threads, 0: as many as there are processors for them. Returns when the CPU has
 * no more to do with the arrays, nor the device; if it failed, the device may still have.
 */
int prefix__cuda_pieces_run(struct prefix__cuda_pieces *p, int threads);

#endif
