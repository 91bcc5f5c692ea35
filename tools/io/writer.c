/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/writer.h"

#include <prefix/prefix.h>

#include "io/npy.h"
#include "io/text.h"

void writer_open(struct writer *writer, const char *path, int format, int type, size_t n)
{
    writer_open_array(writer, path, format, type, &(struct shape){.dimensions = 1, .lengths = {n}});
}

void writer_open_array(struct writer *writer, const char *path, int format, int type, const struct shape *shape)
{
    writer->format = format;
    writer->type = type;
    output_open(&writer->output, path);
    if (format == FORMAT_NPY)
        npy_write_header(&writer->output, type, shape);
}

void writer_header(struct writer *writer, const struct reader *reader, const char *name)
{
    if (writer->format == FORMAT_TEXT && reader->format == FORMAT_TEXT)
        text_write_header(&writer->output, &reader->text, name);
}

void writer_write(struct writer *writer, const void *elements, const struct layout *layout, size_t count)
{
    if (writer->format == FORMAT_TEXT)
        text_write(&writer->output, writer->type, elements, layout, count);
    else if (count > 0)
        output_write(&writer->output, elements, count * prefix_type_size(writer->type));
}

void writer_commit(struct writer *writer)
{
    output_commit((struct output *[]){&writer->output}, 1);
}

void writer_commit_both(struct writer *one, struct writer *other)
{
    output_commit((struct output *[]){&one->output, &other->output}, 2);
}
