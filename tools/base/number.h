/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Elements as text: decimal or, after 0x, hexadecimal integers, and floats as strtod(3) reads them in the C locale,
 * rounded once.
 */
#ifndef PREFIX_TOOLS_BASE_NUMBER_H
#define PREFIX_TOOLS_BASE_NUMBER_H

#include <stddef.h>

#include "base/number_status.h"

/* The longest text that number_format() writes, the ending 0 included. */
#define NUMBER_TEXT_MAX 32

/* Whether elements of enum prefix_type are floats, or integers with a sign. */
int number_is_float(int type);
int number_is_signed(int type);

/* Reads length bytes, after which there is a 0, as one element of enum prefix_type. */
int number_parse(int type, const char *text, size_t length, void *element);

/* Whether the text has the form of an integer, of whatever size. */
int number_is_integer(const char *text, size_t length);

/* Whether it is an integer of at most 64 bits that f64 does not hold. */
int number_is_rounded(const char *text, size_t length);

/*
 * Writes an element with the least number of digits that reads back, floats with at least the digits that every normal
 * float of the type keeps. Returns the length.
 */
size_t number_format(int type, const void *element, char text[NUMBER_TEXT_MAX]);

#endif
