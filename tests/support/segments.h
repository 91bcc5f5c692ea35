/* SPDX-License-Identifier: BSD-3-Clause */
/* Segments for tests: mixes of lengths that are hard on a scan, and the arrays that give them. */
#ifndef SEGMENTS_H
#define SEGMENTS_H

#include <stddef.h>

#include <prefix/prefix.h>

#include "data.h"
#include "support.h"

enum segments_mix {
    MIX_GIANT,    /* one */
    MIX_ONES,     /* each element its own */
    MIX_DENSE,    /* of about 2 */
    MIX_SHORT,    /* of about 6 */
    MIX_MIDDLE,   /* of about 50 */
    MIX_LONG,     /* of about 500 */
    MIX_RARE,     /* of about 10000 */
    MIX_ROWS,     /* at multiples of 64 and next to them */
    MIX_TILES,    /* at multiples of 4096 and next to them */
    MIX_CHANGING, /* stretches of the others */
    MIXES
};
const char *segments_mix_name(int mix);

/* A byte for each element, 1 where a segment begins; the first one's is 1. */
void segments_fill(struct rng *rng, int mix, unsigned char *begins, size_t n);

enum { HEAD_FLAGS, HEAD_BITS, HEAD_OFFSETS, HEAD_KEYS, HEAD_FORMS };

struct segments {
    int form;
    int type;     /* of offsets or keys */
    size_t first; /* of bits */
    size_t count; /* of the segments that offsets give; they need not cover all */
    size_t n;
    int aligned; /* the array is to be, to packets of 16 bytes */
    struct arena arena;
};

/* Writes the array, at any address that suits it, and where offsets leave the ends out, changes nothing. */
void segments_tell(struct rng *rng, struct segments *s, int form, int type, const unsigned char *begins, size_t n);
int segments_set(const struct segments *s, prefix_plan *plan);
size_t segments_offset(const struct segments *s, size_t k);

/* Keys whose neighbours are different where begins says so. */
void keys_fill(struct rng *rng, int type, unsigned char *keys, const unsigned char *begins, size_t n);
size_t key_size(int type);
/* The type of elements that such keys are, another one if NaN equals NaN; and any type of keys. */
int key_element(int type);
int key_random(struct rng *rng);

#endif
