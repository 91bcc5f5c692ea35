/* SPDX-License-Identifier: BSD-3-Clause */
/* Floats and their text by the C library: slow, and right. */
#ifndef FLOAT_ORACLE_H
#define FLOAT_ORACLE_H

#include <stddef.h>
#include <stdint.h>

enum { ORACLE_TEXT_MAX = 64 };

int oracle_precision(int type);
/* The bits of infinity. */
uint64_t oracle_infinity(int type);

/* What a float of the type is; its bits are the low ones. */
double oracle_value(int type, uint64_t bits);

/* The bits of the nearest float, ties to even. */
uint64_t oracle_nearest(int type, double x);

/* Returns enum number_status. Halves are rounded by way of f64: not for text that rounds to a midpoint of them. */
int oracle_read(int type, const char *text, size_t length, uint64_t *bits);

/* With more and more digits, until it reads back. */
void oracle_write(int type, uint64_t bits, char text[ORACLE_TEXT_MAX]);

/* The element in memory, and back. */
void oracle_store(int type, uint64_t bits, void *element);
uint64_t oracle_load(int type, const void *element);

#endif
