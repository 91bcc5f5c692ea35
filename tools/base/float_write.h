/* SPDX-License-Identifier: BSD-3-Clause */
/* Floats as text: the fewest digits that read back, but not fewer than any float of the type keeps. */
#ifndef PREFIX_TOOLS_BASE_FLOAT_WRITE_H
#define PREFIX_TOOLS_BASE_FLOAT_WRITE_H

#include <stddef.h>

#include "base/floats.h"

/* As number_format(). */
size_t float_write(const struct floats *f, const void *element, char *text);

#endif
