/* SPDX-License-Identifier: BSD-3-Clause */
/* The header of NumPy's .npy files, versions 1.0, 2.0 and 3.0. */
#ifndef PREFIX_TOOLS_IO_NPY_H
#define PREFIX_TOOLS_IO_NPY_H

#include <stddef.h>

#include "io/dtype.h"
#include "io/input.h"
#include "io/output.h"
#include "io/shape.h"

struct npy {
    struct dtype dtype;
    int is_fortran; /* the first index runs fastest, not the last */
    struct shape shape;
    size_t n; /* elements */
};

/* Whether the input begins as an .npy file does. */
int npy_begins(struct input *input);

/* Takes the header. Ends the command when NumPy would refuse it, or elements are of no type of ours. */
void npy_read_header(struct input *input, struct npy *npy);

/* Writes the header of an array in C order, of a type that dtype_format() knows. */
void npy_write_header(struct output *output, int type, const struct shape *shape);

#endif
