/* SPDX-License-Identifier: BSD-3-Clause */
/* Elements from an input in one of three formats. */
#ifndef PREFIX_TOOLS_IO_READER_H
#define PREFIX_TOOLS_IO_READER_H

#include <stddef.h>

#include "io/input.h"
#include "io/shape.h"
#include "io/text.h"

enum format {
    FORMAT_AUTO,
    FORMAT_TEXT,
    FORMAT_RAW, /* elements as they lie in memory */
    FORMAT_NPY
};

struct reader {
    struct input input;
    int format;
    int type;
    int is_guessed; /* the type, from text */
    int is_bool;    /* bytes of .npy, of type u8, that become 0 or 1 */
    int is_swapped; /* .npy of the other byte order */
    int counted;    /* n is known before all has been read */
    int seekable;   /* reader_seek() works */
    size_t n;
    size_t done;        /* elements read so far */
    struct shape shape; /* of .npy, in C order, and what was set */
    struct text text;
};

/* The format of this name, or -1. */
int format_parse(const char *name);

/* The format that a file's name ends in, or FORMAT_AUTO. */
int format_of_path(const char *path);

/*
 * Opens an input. format AUTO: what its content or name says, else text. type 0: what the content
 * says. options: of text, NULL where the user has none. Ends the command when the input cannot be read as this, as the
 * functions below do.
 */
void reader_open(struct reader *reader, const char *path, int format, int type, const struct text_options *options);
void reader_close(struct reader *reader);

/* The shape of raw data, before any of it is read. Ends the command where there are more elements, or fewer. */
void reader_set_shape(struct reader *reader, const struct shape *shape);

/*
 * Reads text for which no type was given to its end, and goes back, to know the type; has_fraction: as if there were a
 * fraction among the numbers. Without this, the type is i64 until a read meets a number that makes it f64, also for all
 * that it returns.
 */
void reader_settle(struct reader *reader, int has_fraction);

/* Reads count elements, less only at the end. layout: what that of text is added to, or NULL. */
size_t reader_read(struct reader *reader, void *elements, struct layout *layout, size_t count);

/* The same, but of text only what is there once the first is, so that results need not wait. 0: the end. */
size_t reader_read_prompt(struct reader *reader, void *elements, struct layout *layout, size_t count);

/* Goes on at an element; for a seekable input. */
void reader_seek(struct reader *reader, size_t element);

#endif
