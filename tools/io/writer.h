/* SPDX-License-Identifier: BSD-3-Clause */
/* Elements to an output in one of the formats of reader.h. */
#ifndef PREFIX_TOOLS_IO_WRITER_H
#define PREFIX_TOOLS_IO_WRITER_H

#include <stddef.h>

#include "io/layout.h"
#include "io/output.h"
#include "io/reader.h"

struct writer {
    struct output output;
    int format;
    int type;
};

/* n: how many elements will come; read only for .npy, whose header says it. */
void writer_open(struct writer *writer, const char *path, int format, int type, size_t n);

/* The same for an array of several dimensions, in C order. */
void writer_open_array(struct writer *writer, const char *path, int format, int type, const struct shape *shape);

/* Of text that is read and written, as text_write_header() does. */
void writer_header(struct writer *writer, const struct reader *reader, const char *name);

/* layout: of text, as text_write() takes it. */
void writer_write(struct writer *writer, const void *elements, const struct layout *layout, size_t count);

/* Ends the output: only now does a named file change. */
void writer_commit(struct writer *writer);
/* The same of two, neither of which changes if the other cannot be written. */
void writer_commit_both(struct writer *one, struct writer *other);

#endif
