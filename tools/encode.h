/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs of equal numbers, found and written piece by piece. */
#ifndef PREFIX_TOOLS_ENCODE_H
#define PREFIX_TOOLS_ENCODE_H

#include <prefix/prefix.h>

#include "io/reader.h"

/* One text of lengths and values in turn; or values and lengths, of which both change or neither does. */
struct run_outputs {
    const char *values, *lengths; /* lengths NULL: one text */
    int format, lengths_format;
};

/* The reader is settled, unless values are text. equal_nan: each NaN equals each NaN. */
void encode_runs(prefix_ctx *ctx, struct reader *reader, const struct run_outputs *to, int equal_nan);

#endif
