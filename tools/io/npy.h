/* SPDX-License-Identifier: BSD-3-Clause */
/* The header of NumPy's .npy files, versions 1, 2 and 3: arrays in C order of the machine's byte order. */
#ifndef PREFIX_TOOLS_IO_NPY_H
#define PREFIX_TOOLS_IO_NPY_H

#include <stddef.h>

#include "io/input.h"
#include "io/output.h"

/* Whether the input begins as an .npy file does. */
int npy_begins(struct input *input);

/* Takes the header; n is the product of the shape. Ends the command when it is none of ours. */
void npy_read_header(struct input *input, int *type, size_t *n);

/* Whether the format has this type. */
int npy_has_type(int type);

/* Writes the header of a one-dimensional array. */
void npy_write_header(struct output *output, int type, size_t n);

#endif
