/* SPDX-License-Identifier: BSD-3-Clause */
/* The header of NumPy's .npy files, versions 1.0, 2.0 and 3.0. */
#ifndef PREFIX_TOOLS_IO_NPY_H
#define PREFIX_TOOLS_IO_NPY_H

#include <stddef.h>

#include "io/dtype.h"
#include "io/input.h"
#include "io/output.h"

#define NPY_DIMENSIONS_MAX 64 /* NumPy's own limit */

struct npy {
    struct dtype dtype;
    int is_fortran; /* the first index runs fastest, not the last */
    int dimensions;
    size_t shape[NPY_DIMENSIONS_MAX];
    size_t n; /* elements */
};

/* Whether the input begins as an .npy file does. */
int npy_begins(struct input *input);

/* Takes the header. Ends the command when NumPy would refuse it, or elements are of no type of ours. */
void npy_read_header(struct input *input, struct npy *npy);

/* Writes the header of a one-dimensional array of a type that dtype_format() knows. */
void npy_write_header(struct output *output, int type, size_t n);

#endif
