/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "series.h"

#include <stdlib.h>

#include "io/whole.h"
#include "io/writer.h"

static int keeps_layout(const struct series *series)
{
    return series->reader.format == FORMAT_TEXT && series->format == FORMAT_TEXT;
}

void series_read(struct series *series, const struct data_options *data)
{
    struct reader *const reader = &series->reader;
    data_open(data, reader);
    reader_settle(reader, 1);
    series->format = data_output_format(data, reader->format, reader->type);
    if (!keeps_layout(series))
        data_refuse_keep(data);
    series->layout = (struct layout){.kind = LAYOUT_PLACES};
    series->numbers = whole_read(reader, &series->n, keeps_layout(series) ? &series->layout : NULL);
}

void series_write(struct series *series, const struct data_options *data, const char *name)
{
    struct writer writer;
    writer_open(&writer, data->output, series->format, series->reader.type, series->n);
    writer_header(&writer, &series->reader, name);
    writer_write(&writer, series->numbers, keeps_layout(series) ? &series->layout : NULL, series->n);
    writer_commit(&writer);
    reader_close(&series->reader);
    free(series->layout.text.data);
    free(series->numbers);
}
