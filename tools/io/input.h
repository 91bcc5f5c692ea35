/* SPDX-License-Identifier: BSD-3-Clause */
/* Bytes from a file or standard input, buffered so that text can be looked at before it is taken. */
#ifndef PREFIX_TOOLS_IO_INPUT_H
#define PREFIX_TOOLS_IO_INPUT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct input {
    int fd;
    const char *name; /* for messages */
    int ended;        /* all has been read */
    int sized;        /* a regular file: its size is known and it can be read again */
    off_t base;       /* where reading began in it */
    uint64_t size;    /* bytes from there */
    unsigned char *buffer;
    size_t begin; /* of what is in the buffer and not yet taken */
    size_t end;   /* the buffer has room for one byte more */
    size_t capacity;
};

/* path NULL or "-": standard input. Ends the command on failure, as the functions below do. */
void input_open(struct input *input, const char *path);
void input_close(struct input *input);

/* Reads more into the buffer, which may move what is in it. Returns 0 at the end of the input. */
int input_fill(struct input *input);

/* Whether input_fill() would not have to wait. */
int input_is_ready(const struct input *input);

/* Fills until there are at least bytes bytes, or all. Returns how many there are. */
size_t input_peek(struct input *input, size_t bytes);

/* Whether it begins like that; waits for no more than it takes to know. */
int input_begins(struct input *input, const void *mark, size_t bytes);

/* Takes bytes bytes, less only at the end of the input. Returns how many. */
size_t input_read(struct input *input, void *to, size_t bytes);

/* How many bytes after the base the next one is; for a sized input. */
uint64_t input_tell(const struct input *input);

/* Goes on at this many bytes after the base; for a sized input. */
void input_seek(struct input *input, uint64_t offset);

#endif
