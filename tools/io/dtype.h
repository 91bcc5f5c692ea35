/* SPDX-License-Identifier: BSD-3-Clause */
/* NumPy's names for the types of elements, as .npy headers have them. */
#ifndef PREFIX_TOOLS_IO_DTYPE_H
#define PREFIX_TOOLS_IO_DTYPE_H

struct dtype {
    int type;       /* of enum prefix_type */
    int is_bool;    /* bytes that are 0 or not, of type u8 */
    int is_swapped; /* in the other byte order than the machine's */
};

/* Sets dtype to what the text names and returns NULL, or returns what it names that is not read. */
const char *dtype_parse(const char *text, struct dtype *dtype);

/* Writes the name of a type in this machine's byte order, as "<i4". Returns 0 where NumPy has no such type. */
int dtype_format(int type, char text[4]);

#endif
