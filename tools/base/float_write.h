/* SPDX-License-Identifier: BSD-3-Clause */
/* Floats as text: the least number of digits that reads back, but at least those that every normal float keeps. */
#ifndef PREFIX_TOOLS_BASE_FLOAT_WRITE_H
#define PREFIX_TOOLS_BASE_FLOAT_WRITE_H

#include <stddef.h>

#include "base/floats.h"

/* As number_format(). */
size_t float_write(const struct floats *f, const void *element, char *text);

#endif
