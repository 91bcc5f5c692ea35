/* SPDX-License-Identifier: BSD-3-Clause */
/* Whole numbers as decimal digits. */
#ifndef PREFIX_TOOLS_BASE_DIGITS_H
#define PREFIX_TOOLS_BASE_DIGITS_H

#include <stddef.h>
#include <stdint.h>

#define DIGITS_MAX 20

/* Returns how many digits there are, of which the last is text[DIGITS_MAX - 1]. */
size_t digits_write(uint64_t value, char text[DIGITS_MAX]);

#endif
