/* SPDX-License-Identifier: BSD-3-Clause */
/* Where segments begin, from a file: for pfx scan and pfx reduce. */
#ifndef PREFIX_TOOLS_HEADS_H
#define PREFIX_TOOLS_HEADS_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/prefix.h>

struct heads {
    char *by_key, *head_flags, *offsets; /* files; at most one of them */
    int key_type, flag_type;             /* of raw files; 0: not given */
    int equal_nan;                       /* keys that are NaN are equal */
    const char *name;                    /* of the file that was read */
    void *data;
    int type;     /* of its elements, as keys if it has keys */
    size_t count; /* of keys, flags or offsets */
    size_t end;   /* of the last segment */
};

/* Reads the file, if there is one, and sets the plan's segments; free(heads->data) after the runs. */
void heads_set(struct heads *heads, prefix_ctx *ctx, prefix_plan *plan);

/* Ends the command if they do not fit n elements. */
void heads_check(const struct heads *heads, size_t n);

/* Where segment k of offsets begins, or the one before it ends. */
uint64_t heads_offset(const struct heads *heads, size_t k);

/* Where segments of n elements end, in order, to be freed; the first begins at 0. Some may be empty. */
uint64_t *heads_ends(const struct heads *heads, prefix_ctx *ctx, size_t n, size_t *segments);

#endif
