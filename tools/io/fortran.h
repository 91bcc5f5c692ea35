/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays in Fortran order, in the order of their indices. */
#ifndef PREFIX_TOOLS_IO_FORTRAN_H
#define PREFIX_TOOLS_IO_FORTRAN_H

#include "io/input.h"
#include "io/npy.h"

/* Reads the array after its header into memory, from where the input then gives it in C order. */
void fortran_read(struct input *input, const struct npy *npy);

#endif
