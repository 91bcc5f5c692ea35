/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One array in host memory, in pieces that contexts take in turns, a thread each. What pieces come to is combined in
 * their order, tile by tile, while later ones are on their way to their devices.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "context/context.h"
#include "context/route.h"
#include "context/status.h"
#include "team/fold.h"
#include "team/part.h"
#include "team/team.h"
#include "team/tiles.h"

/* Bytes of a piece: of one that is copied, and of one that should stay in a cache. */
#define COPIED_MOST ((size_t)32 << 20)
#define CACHED_MOST ((size_t)1 << 20)
#define PIECES_EACH 4 /* that each context has at least, where the array is long enough */

struct deal {
    struct prefix_team *team;
    const struct prefix_plan *plan;
    const char *in;
    char *out;
    int reduces;     /* and has no out */
    int is_pageable; /* at least one of the arrays */
    size_t n, piece, count;
    struct prefix__tiling tiling;
    pthread_mutex_t lock; /* over what follows */
    pthread_cond_t moved;
    size_t next; /* piece to be taken, */
    size_t turn; /* and the one that is combined next, with what stands before it */
    struct prefix__fold fold;
    int status;
    char error[PREFIX__TEXT_MAX];
};

/* A context at work. */
struct hand {
    struct deal *deal;
    size_t member;
    int has_device;
    void *in, *out, *totals; /* on the device */
    char *values;            /* what tiles come to, on the host */
    pthread_t thread;
};

static prefix_ctx *ctx_of(const struct hand *hand)
{
    return hand->deal->team->members[hand->member].ctx;
}

static size_t length_of(const struct deal *deal, size_t piece)
{
    const size_t done = piece * deal->piece;
    return deal->n - done < deal->piece ? deal->n - done : deal->piece;
}

/* The first element in memory, of a piece in the order of the scan. */
static size_t place_of(const struct deal *deal, size_t piece)
{
    const size_t done = piece * deal->piece;
    return deal->plan->reverse ? deal->n - done - length_of(deal, piece) : done;
}

static int is_reduced(const struct deal *deal, size_t piece)
{
    return deal->plan->total || piece + 1 < deal->count;
}

static int reserve(struct hand *hand)
{
    const struct deal *deal = hand->deal;
    const struct prefix__tiling *tiling = &deal->tiling;
    const size_t totals = prefix__tile_count(tiling, deal->piece) * tiling->total;
    prefix_ctx *ctx = ctx_of(hand);
    hand->has_device = prefix__ctx_has_device(ctx);
    hand->values = aligned_alloc(PREFIX__TILE_ALIGNMENT, (totals + PREFIX__TILE_ALIGNMENT - 1) /
                                                             PREFIX__TILE_ALIGNMENT * PREFIX__TILE_ALIGNMENT);
    if (!hand->values)
        return prefix__fail(ctx, PREFIX_ERROR_NOMEM, "no memory for what tiles come to");
    if (!hand->has_device)
        return PREFIX_OK;
    int status = prefix_memory_alloc(ctx, PREFIX_MEMORY_DEVICE, &hand->in, deal->piece * tiling->in_size);
    if (status == PREFIX_OK && !deal->reduces)
        status = prefix_memory_alloc(ctx, PREFIX_MEMORY_DEVICE, &hand->out, deal->piece * tiling->out_size);
    if (status == PREFIX_OK)
        status = prefix_memory_alloc(ctx, PREFIX_MEMORY_DEVICE, &hand->totals, totals);
    return status;
}

static void release(struct hand *hand)
{
    (void)prefix_memory_free(ctx_of(hand), hand->in);
    (void)prefix_memory_free(ctx_of(hand), hand->out);
    (void)prefix_memory_free(ctx_of(hand), hand->totals);
    free(hand->values);
}

/* Waits until all earlier pieces are combined, and combines this one; what stands before it goes to before. *ended: the
 * call has failed elsewhere. */
static int take_turn(struct hand *hand, size_t piece, struct prefix__fold *before, int *ended)
{
    struct deal *deal = hand->deal;
    int status = PREFIX_OK;
    pthread_mutex_lock(&deal->lock);
    while (deal->turn != piece && deal->status == PREFIX_OK)
        pthread_cond_wait(&deal->moved, &deal->lock);
    *ended = deal->status != PREFIX_OK;
    *before = deal->fold;
    if (!*ended && is_reduced(deal, piece))
        status = prefix__fold_all(&deal->fold, hand->values, prefix__tile_count(&deal->tiling, length_of(deal, piece)));
    if (status != PREFIX_OK) /* the sentence is that of this thread's default context */
        (void)prefix__fail(ctx_of(hand), status, "%s", prefix_ctx_error(NULL));
    deal->turn++;
    pthread_cond_broadcast(&deal->moved);
    pthread_mutex_unlock(&deal->lock);
    return status;
}

/* To values on the host. */
static int reduce_piece(const struct hand *hand, const struct prefix_plan *part, const void *from, size_t count)
{
    const struct prefix__tiling *tiling = &hand->deal->tiling;
    int status = prefix__tiles_reduce(tiling, part, from, count, hand->has_device ? hand->totals : hand->values);
    if (status == PREFIX_OK && hand->has_device)
        status = prefix_memory_copy(part->ctx, hand->values, hand->totals,
                                    prefix__tile_count(tiling, count) * tiling->total);
    return status;
}

static int do_piece(struct hand *hand, size_t piece)
{
    const struct deal *deal = hand->deal;
    const size_t in_size = deal->tiling.in_size, out_size = deal->tiling.out_size;
    const size_t count = length_of(deal, piece), place = place_of(deal, piece);
    struct prefix_plan part = prefix__part_plan(deal->team, deal->plan, hand->member);
    struct prefix__fold before;
    const void *from = deal->in + place * in_size;
    char *to = deal->reduces ? NULL : deal->out + place * out_size;
    int ended, status = PREFIX_OK;
    if (hand->has_device)
        status = prefix_memory_copy(part.ctx, hand->in, from, count * in_size);
    if (hand->has_device)
        from = hand->in;
    if (status == PREFIX_OK && is_reduced(deal, piece))
        status = reduce_piece(hand, &part, from, count);
    if (status == PREFIX_OK)
        status = take_turn(hand, piece, &before, &ended);
    if (status != PREFIX_OK || ended || !to)
        return status;
    status = prefix__part_run(&part, &before, from, hand->has_device ? hand->out : to, count);
    if (status == PREFIX_OK && hand->has_device)
        status = prefix_memory_copy(part.ctx, to, hand->out, count * out_size);
    return status;
}

/* Keeps the first error. */
static void fail(struct hand *hand, int status)
{
    struct deal *deal = hand->deal;
    pthread_mutex_lock(&deal->lock);
    if (deal->status == PREFIX_OK) {
        deal->status = status;
        (void)prefix__part_failed(deal->team, hand->member, status);
        strcpy(deal->error, prefix_ctx_error(NULL));
    }
    pthread_cond_broadcast(&deal->moved);
    pthread_mutex_unlock(&deal->lock);
}

/* Whether there is a piece to take. */
static int take_piece(struct deal *deal, size_t *piece)
{
    pthread_mutex_lock(&deal->lock);
    *piece = deal->next;
    const int is_left = deal->status == PREFIX_OK && deal->next < deal->count;
    deal->next += (size_t)is_left;
    pthread_mutex_unlock(&deal->lock);
    return is_left;
}

static void *work(void *user)
{
    struct hand *hand = user;
    prefix_ctx *ctx = ctx_of(hand);
    const int promised = ctx->memory; /* of the array, which is not where the device works */
    size_t piece;
    int status = reserve(hand);
    if (hand->has_device)
        ctx->memory = PREFIX_MEMORY_ANY;
    while (status == PREFIX_OK && take_piece(hand->deal, &piece))
        status = do_piece(hand, piece);
    if (status != PREFIX_OK)
        fail(hand, status);
    release(hand);
    ctx->memory = promised;
    return NULL;
}

/* Where there are fewer threads than contexts, the others do it all. */
static void work_together(struct deal *deal)
{
    struct hand hands[PREFIX__PARTS_MAX];
    size_t started = 1;
    const size_t count = deal->team->count < deal->count ? deal->team->count : deal->count;
    for (size_t i = 0; i < count; i++)
        hands[i] = (struct hand){.deal = deal, .member = i};
    while (started < count && pthread_create(&hands[started].thread, NULL, work, &hands[started]) == 0)
        started++;
    (void)work(&hands[0]);
    while (--started > 0)
        pthread_join(hands[started].thread, NULL);
}

/* One context that stands in a team twice is used by one thread all the same. */
static int is_twice(const struct prefix_team *team)
{
    for (size_t i = 0; i < team->count; i++)
        for (size_t k = 0; k < i; k++)
            if (team->members[i].ctx == team->members[k].ctx)
                return 1;
    return 0;
}

static int check(struct deal *deal)
{
    const struct prefix_plan *plan = deal->plan;
    int in_kind, out_kind, status = prefix__check_team_plan(plan);
    for (size_t i = 0; i < deal->team->count && status == PREFIX_OK; i++) {
        status =
            prefix__check_part(deal->team, plan, i, deal->in, deal->out, deal->n, deal->reduces, &in_kind, &out_kind);
        if (status == PREFIX_OK && (in_kind == PREFIX_MEMORY_DEVICE || out_kind == PREFIX_MEMORY_DEVICE))
            status = prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "%s: an array of a team lies in host memory",
                                  in_kind == PREFIX_MEMORY_DEVICE ? "in" : "out");
        if (prefix__ctx_has_device(deal->team->members[i].ctx))
            deal->is_pageable |= in_kind == PREFIX_MEMORY_HOST || (deal->out && out_kind == PREFIX_MEMORY_HOST);
    }
    if (status == PREFIX_OK && plan->own.size && !plan->own.host)
        status = prefix__fail(NULL, PREFIX_ERROR_UNSUPPORTED, "plan: the operator has no function for the host");
    return status;
}

/* Pieces of whole tiles, so that bits do not depend on their length. */
static void cut(struct deal *deal)
{
    const size_t members = deal->team->count;
    const size_t wider = deal->tiling.in_size > deal->tiling.out_size ? deal->tiling.in_size : deal->tiling.out_size;
    size_t most = CACHED_MOST;
    const size_t share = deal->n / (PIECES_EACH * members) + 1;
    for (size_t i = 0; i < members; i++)
        if (prefix__ctx_has_device(deal->team->members[i].ctx))
            most = COPIED_MOST;
    const size_t length = share < most / wider ? share : most / wider;
    deal->piece = length < PREFIX__TILE_MULTIPLE ? PREFIX__TILE_MULTIPLE : length - length % PREFIX__TILE_MULTIPLE;
    deal->count = deal->n / deal->piece + (deal->n % deal->piece > 0);
}

static int run_by(const struct deal *deal, size_t member)
{
    struct prefix_plan plan = prefix__part_plan(deal->team, deal->plan, member);
    int status = deal->reduces ? prefix_plan_reduce(&plan, deal->in, deal->n)
                               : prefix_plan_run(&plan, deal->in, deal->out, deal->n);
    return status == PREFIX_OK ? status : prefix__part_failed(deal->team, member, status);
}

/* The first member with a device; or their number, if there is none. */
static size_t device_of(const struct prefix_team *team)
{
    size_t i = 0;
    while (i < team->count && !prefix__ctx_has_device(team->members[i].ctx))
        i++;
    return i;
}

static int run(struct deal *deal)
{
    int status = check(deal);
    if (status == PREFIX_OK)
        status = prefix__tiling_of(deal->plan, &deal->tiling);
    if (status != PREFIX_OK)
        return status;
    cut(deal);
    if (deal->count <= 1 || deal->team->count == 1 || is_twice(deal->team))
        return run_by(deal, 0);
    /* A device's own way with pageable memory is 4 times as fast as pieces that the driver copies. */
    const size_t device = device_of(deal->team);
    if (deal->is_pageable && prefix__has_kernels(deal->plan) && device < deal->team->count)
        return run_by(deal, device);
    status = prefix__fold_begin(&deal->fold, deal->team, deal->plan);
    if (status != PREFIX_OK)
        return status;
    pthread_mutex_init(&deal->lock, NULL);
    pthread_cond_init(&deal->moved, NULL);
    work_together(deal);
    pthread_cond_destroy(&deal->moved);
    pthread_mutex_destroy(&deal->lock);
    if (deal->status != PREFIX_OK)
        return prefix__fail(NULL, deal->status, "%s", deal->error);
    return deal->plan->total ? prefix__write_total(deal->team, deal->plan, &deal->fold) : PREFIX_OK;
}

static int run_array(prefix_team *team, const prefix_plan *plan, const void *in, void *out, size_t n, int reduces)
{
    const int saved = errno;
    struct deal deal = {.team = team, .plan = plan, .in = in, .out = out, .n = n, .reduces = reduces};
    return prefix__keep_errno(saved, run(&deal));
}

int prefix_team_array_run(prefix_team *team, const prefix_plan *plan, const void *in, void *out, size_t n)
{
    PREFIX__NEED(team);
    PREFIX__NEED(plan);
    return run_array(team, plan, in, out, n, 0);
}

int prefix_team_array_reduce(prefix_team *team, const prefix_plan *plan, const void *in, size_t n)
{
    PREFIX__NEED(team);
    PREFIX__NEED(plan);
    return run_array(team, plan, in, NULL, n, 1);
}
