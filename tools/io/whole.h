/* SPDX-License-Identifier: BSD-3-Clause */
/* Inputs that have to be in memory as a whole. */
#ifndef PREFIX_TOOLS_IO_WHOLE_H
#define PREFIX_TOOLS_IO_WHOLE_H

#include <stddef.h>

#include "io/reader.h"

/* All elements, to be freed, and how many. layout: what that of text is added to, or NULL. */
void *whole_read(struct reader *reader, size_t *n, struct layout *layout);

/* The elements of a file, of that type, as many as n numbers have; what: these are, in the message if there are not. */
void *whole_read_as_many(const char *path, int format, int type, size_t n, const char *what);

#endif
