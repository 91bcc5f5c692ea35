/* SPDX-License-Identifier: BSD-3-Clause */
/* Floats of which a command makes as many in their places, all in memory: for pfx recurrence, filter and ewm. */
#ifndef PREFIX_TOOLS_SERIES_H
#define PREFIX_TOOLS_SERIES_H

#include <stddef.h>

#include "data_options.h"
#include "io/layout.h"
#include "io/reader.h"

struct series {
    struct reader reader;
    int format;           /* of the output */
    struct layout layout; /* from text to text */
    void *numbers;
    size_t n;
};

/* Opens the input, of which text without a type is f64, and reads all of it. */
void series_read(struct series *series, const struct data_options *data);

/* Writes and frees it; name: of the column of results. */
void series_write(struct series *series, const struct data_options *data, const char *name);

#endif
