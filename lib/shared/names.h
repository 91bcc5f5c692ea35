/* SPDX-License-Identifier: BSD-3-Clause */
/* Names of constants, for messages. */
#ifndef PREFIX_LIB_NAMES_H
#define PREFIX_LIB_NAMES_H

#include <stddef.h>

/* What a constant is that is not of the enumeration that was wanted: ", but the operator sum", or nothing. */
const char *prefix__describe(int constant, char *text, size_t size);

#endif
