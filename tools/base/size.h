/* SPDX-License-Identifier: BSD-3-Clause */
/* Sizes as people write them: 1000, 2^26, 100M (10^6), 64Ki (2^10). */
#ifndef PREFIX_TOOLS_BASE_SIZE_H
#define PREFIX_TOOLS_BASE_SIZE_H

#include <stddef.h>

/* Returns 0, or -1 when text is no size or does not fit size_t. */
int size_parse(const char *text, size_t *size);

#endif
