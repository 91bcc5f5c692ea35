/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bytes to standard output or to a file. A file gets its new content only when all of it is there:
 * it is written next to it under another name, which then takes its place.
 */
#ifndef PREFIX_TOOLS_IO_OUTPUT_H
#define PREFIX_TOOLS_IO_OUTPUT_H

#include <stddef.h>

struct output {
    int fd;
    const char *name; /* for messages */
    char *target;     /* the file to replace; NULL: written directly */
    char *beside;     /* what takes its place */
    char *buffer;
    size_t used;
};

/*
 * path NULL or "-": standard output. Ends the command on failure, as the functions below do. A file that is there keeps
 * its mode, but for bits beyond 0777, and its owner and group, where that may be; other hard links to it keep its old
 * content.
 */
void output_open(struct output *output, const char *path);
/* Room for bytes, fewer than the buffer's, at its end; used is then to be raised by as many as were put there. */
char *output_room(struct output *output, size_t bytes);
void output_write(struct output *output, const void *from, size_t bytes);

/* Writes what there is, but to a file that is replaced as a whole. */
void output_flush(struct output *output);

/* Writes what is left of all, and puts the files in their places. Without it nothing has changed. */
void output_commit(struct output *const *outputs, int count);

#endif
