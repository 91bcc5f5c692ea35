/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/missing.h"

#include "shared/carry.h"
#include "shared/missing_values.h"
#include "shared/types.h"

/* Elements of a tile of the canonical order, whatever their type, and more of most: a carry may end there. */
#define TILE 8192
/* Elements that one thread takes, at least. */
#define GRAIN 4096

struct run {
    const struct prefix__missing_means *means;
    struct prefix__missing m; /* of the piece at hand */
    const char *in;
    char *out;  /* NULL: a reduction, */
    char *copy; /* of a piece that is filled in */
    size_t n, piece;
    int reverse, threads;
    /* Scans a piece, of so many elements at m.out, in place. */
    int (*scan)(struct run *r, size_t count, int is_last);
    const void *asked; /* the work, and what is made of it */
    void *work;
};

static void fill(void *user, size_t first, size_t last)
{
    prefix__missing_fill(user, first, last);
}

static void blank(void *user, size_t first, size_t last)
{
    prefix__missing_blank(user, first, last);
}

static void share(struct run *r, size_t count, void (*part)(void *user, size_t first, size_t last))
{
    r->means->each(r->means->session, count, GRAIN, count * (r->m.in_size + r->m.out_size), r->threads, part, &r->m);
}

static int run_piece(struct run *r, size_t at, size_t count)
{
    r->m.place = r->reverse ? r->n - at - count : at;
    r->m.in = r->in + r->m.place * r->m.in_size;
    r->m.out = r->out ? r->out + r->m.place * r->m.out_size : r->copy;
    share(r, count, fill);
    int status = r->scan(r, count, at + count == r->n);
    if (status == PREFIX_OK && r->m.validity->blank)
        share(r, count, blank);
    return status;
}

/* Scratch memory is that of a reduction's copy, and of what is missing where a scan in place forgets it. */
static int run(struct run *r)
{
    const struct prefix__missing_means *means = r->means;
    if (r->piece > r->n)
        r->piece = r->n;
    const size_t copy_bytes = r->out ? 0 : r->piece * r->m.out_size;
    const size_t closed_bytes = r->m.validity->blank && prefix__is_float(r->m.type) ? (r->piece + 7) / 8 : 0;
    const size_t bytes = copy_bytes + closed_bytes;
    int status = PREFIX_OK;
    r->copy = bytes ? means->host->alloc(means->owner, bytes) : NULL;
    if (bytes && !r->copy) {
        means->host->error(means->owner, "out of memory: %zu bytes for missing elements", bytes);
        return PREFIX_ERROR_NOMEM;
    }
    if (closed_bytes)
        r->m.closed = (uint8_t *)r->copy + copy_bytes;
    for (size_t at = 0, count; at < r->n && status == PREFIX_OK; at += count) {
        count = r->n - at < r->piece ? r->n - at : r->piece;
        status = run_piece(r, at, count);
    }
    if (bytes)
        means->host->free(means->owner, r->copy);
    return status;
}

/* Each piece begins with what those before it come to, in the carry type. */
static int scan_piece(struct run *r, size_t count, int is_last)
{
    const struct prefix_scan_work *asked = r->asked;
    struct prefix_scan_work *work = r->work;
    union prefix_carry total;
    work->in = r->m.out;
    work->out = r->out ? r->m.out : NULL;
    work->n = count;
    work->total = is_last ? asked->total : &total;
    work->total_type = is_last ? asked->total_type : asked->carry_type;
    const int status = (r->out ? r->means->scan : r->means->reduce)(r->means->session, work);
    if (status == PREFIX_OK && !is_last)
        work->carry = prefix__carry_load(work->op, work->output_type, &total, work->carry_type);
    return status;
}

/* As one piece. */
static struct run describe(const struct prefix__missing_means *means, const struct prefix_scan_work *asked,
                           struct prefix_scan_work *work)
{
    *work = *asked;
    work->type = asked->output_type;
    work->validity = NULL;
    return (struct run){
        .means = means,
        .m =
            {
                .validity = asked->validity,
                .type = asked->type,
                .output_type = asked->output_type,
                .in_size = prefix__size_of(asked->type),
                .out_size = prefix__size_of(asked->output_type),
            },
        .in = asked->in,
        .out = asked->out,
        .n = asked->n,
        .piece = asked->n,
        .reverse = asked->reverse,
        .threads = asked->threads,
        .asked = asked,
        .work = work,
    };
}

int prefix__missing_scan(const struct prefix__missing_means *means, const struct prefix_scan_work *asked)
{
    struct prefix_scan_work work;
    struct run r = describe(means, asked, &work);
    const size_t tiles = means->piece_bytes / r.m.out_size / TILE;
    r.scan = scan_piece;
    /* Networks combine in an order of their own, and who watches is to see one scan. */
    if (asked->algorithm <= PREFIX_ALGORITHM_SERIAL && !asked->block_algorithm && !asked->watch)
        r.piece = (tiles > 0 ? tiles : 1) * TILE;
    return run(&r);
}

static int scan_segments(struct run *r, size_t count, int is_last)
{
    const struct prefix_segmented_work *asked = r->asked;
    struct prefix_segmented_work work = *asked;
    struct prefix_scan_work *scan = r->work;
    (void)count;
    (void)is_last;
    scan->in = r->m.out;
    work.scan = scan;
    return r->means->segmented(r->means->session, &work);
}

int prefix__missing_segmented(const struct prefix__missing_means *means, const struct prefix_segmented_work *asked)
{
    struct prefix_scan_work scan;
    struct run r = describe(means, asked->scan, &scan);
    r.scan = scan_segments;
    r.asked = asked;
    return asked->scan->n > 0 ? run(&r) : scan_segments(&r, 0, 1);
}
