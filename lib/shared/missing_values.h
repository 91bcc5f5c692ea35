/* SPDX-License-Identifier: BSD-3-Clause */
/* Elements that are missing, of arrays in host memory: filled in before a scan, and blanked out behind it. */
#ifndef PREFIX_LIB_SHARED_MISSING_VALUES_H
#define PREFIX_LIB_SHARED_MISSING_VALUES_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/backend.h>

/* Elements that are looked at together: work is divided at multiples of it. */
#define PREFIX__MISSING_BLOCK 64

struct prefix__missing {
    const struct prefix_validity *validity;
    int type, output_type; /* 0: of the caller's own, equal in size */
    size_t in_size, out_size;
    const char *in;
    char *out;       /* in, or outside of it */
    size_t place;    /* of the first of these elements in the whole array, as bits count them */
    uint8_t *closed; /* or NULL: gets validity bits of these elements, the first one's first, that know NaN, too */
};

/* Writes the elements from first to last to out, in its type, with the identity for those that are missing. */
void prefix__missing_fill(const struct prefix__missing *m, size_t first, size_t last);
/* Writes the blank to out where, by closed or else by the bitmap, elements from first to last are missing. */
void prefix__missing_blank(const struct prefix__missing *m, size_t first, size_t last);

#endif
