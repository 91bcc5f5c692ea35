/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "heads.h"

#include <stdint.h>

#include "base/message.h"
#include "data_options.h"
#include "io/reader.h"
#include "io/whole.h"

/* .npy and text, of a type if one is given; or raw. */
static void read_file(struct heads *heads, struct reader *reader, const char *path, int type, int is_raw)
{
    int format = format_of_path(path);
    reader_open(reader, path, format || !is_raw ? format : FORMAT_RAW, type, NULL);
    reader_settle(reader, 0);
    heads->name = reader->input.name;
    heads->type = reader->type;
    heads->data = whole_read(reader, &heads->count, NULL);
    reader_close(reader);
}

uint64_t heads_offset(const struct heads *heads, size_t k)
{
    return prefix_type_size(heads->type) == 4 ? ((const uint32_t *)heads->data)[k] : ((const uint64_t *)heads->data)[k];
}

static void set_offsets(struct heads *heads, prefix_ctx *ctx, prefix_plan *plan)
{
    struct reader reader;
    read_file(heads, &reader, heads->offsets, 0, 0);
    if (prefix_type_size(reader.type) < 4 || reader.type > PREFIX_U64)
        die("%s: offsets are i32, u32, i64 or u64, not %s", heads->name, prefix_type_name(reader.type));
    if (heads->count == 0)
        die("%s: there are no offsets", heads->name);
    for (size_t k = 1; k < heads->count; k++)
        if (heads_offset(heads, k) < heads_offset(heads, k - 1))
            die("%s: offset %zu is less than the one before it", heads->name, k);
    const uint64_t end = heads_offset(heads, heads->count - 1);
    heads->end = end > SIZE_MAX ? SIZE_MAX : (size_t)end;
    check(ctx, prefix_plan_set_offsets(plan, reader.type, heads->data, heads->count - 1));
}

void heads_set(struct heads *heads, prefix_ctx *ctx, prefix_plan *plan)
{
    struct reader reader;
    if ((heads->by_key != NULL) + (heads->head_flags != NULL) + (heads->offsets != NULL) > 1)
        die_usage("one of --by-key, --head-flags and --offsets tells of segments");
    if (heads->key_type && !heads->by_key)
        die_usage("--key-type is for --by-key");
    if (heads->equal_nan && !heads->by_key)
        die_usage("--equal-nan is for --by-key");
    if (heads->flag_type && !heads->head_flags)
        die_usage("--flag-type is for --head-flags");
    if (heads->offsets) {
        set_offsets(heads, ctx, plan);
    } else if (heads->head_flags) {
        read_file(heads, &reader, heads->head_flags, PREFIX_U8, heads->flag_type != 0);
        check(ctx, prefix_plan_set_head_flags(plan, heads->data));
    } else if (heads->by_key) {
        read_file(heads, &reader, heads->by_key, heads->key_type, heads->key_type != 0);
        heads->type = data_key_type(reader.type, heads->equal_nan);
        check(ctx, prefix_plan_set_keys(plan, heads->type, heads->data));
    }
}

void heads_check(const struct heads *heads, size_t n)
{
    if (heads->offsets && heads->end > n)
        die("%s: the last offset is %zu, and there are %zu numbers", heads->name, heads->end, n);
    if (!heads->offsets && heads->count != n)
        die("%s: %s %s than numbers", heads->name, heads->count < n ? "fewer" : "more",
            heads->by_key ? "keys" : "flags");
}

uint64_t *heads_ends(const struct heads *heads, prefix_ctx *ctx, size_t n, size_t *segments)
{
    const size_t most = heads->offsets ? heads->count : n;
    uint64_t *ends = allocate(most + 1, sizeof *ends), count = heads->offsets ? heads->count : 0;
    for (size_t k = 0; heads->offsets && k < heads->count; k++)
        ends[k] = heads_offset(heads, k);
    if (!heads->offsets) {
        /* Where a segment begins, another one ends: an empty one at 0. */
        prefix_selection *selection;
        check(ctx, prefix_selection_create(&selection, ctx, heads->type));
        if (heads->by_key)
            check(ctx, prefix_selection_set_unique(selection));
        else
            check(ctx, prefix_selection_set_flags(selection, heads->data, 8));
        check(ctx, prefix_selection_set_indices(selection, PREFIX_U64, ends));
        check(ctx, prefix_selection_run(selection, heads->data, NULL, n, n, &count));
        prefix_selection_destroy(selection);
    }
    ends[count] = n;
    *segments = (size_t)count + 1;
    return ends;
}
