/* SPDX-License-Identifier: BSD-3-Clause */
/* Floats from text, rounded once: to nearest, ties to even. */
#ifndef PREFIX_TOOLS_BASE_FLOAT_READ_H
#define PREFIX_TOOLS_BASE_FLOAT_READ_H

#include <stddef.h>

#include "base/floats.h"

/* As number_parse(): returns enum number_status. */
int float_read(const struct floats *f, const char *text, size_t length, void *element);

#endif
