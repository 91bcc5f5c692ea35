/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs algorithms by name: networks in rounds, whose parts threads share, tiled scans, and a sort. */
#include "catalogue/by_name.h"

#include "catalogue/split_merge.h"
#include "chain/chain.h"
#include "shared/carry.h"
#include "shared/values.h"
#include "threads/team.h"
#include "tile/tile.h"

#define ROUND_GRAIN 8192 /* elements: a piece that is worth a ticket */

/* Threads that share the rounds of a network. */
struct crew {
    struct prefix__crew base;
    int threads;
};

static void each(const struct prefix__crew *base, size_t n, void (*part)(void *user, size_t first, size_t last),
                 void *user)
{
    prefix__openmp_each(n, ROUND_GRAIN, ((const struct crew *)base)->threads, 1, part, user);
}

static struct crew crew_for(int threads, size_t n)
{
    return (struct crew){{each}, prefix__openmp_team_size(threads, (n + ROUND_GRAIN - 1) / ROUND_GRAIN)};
}

static int scan_by_network(struct prefix_session *session, const struct prefix_scan_work *work,
                           const struct prefix__network *network)
{
    const struct crew crew = crew_for(work->threads, work->n);
    int status = prefix__openmp_reserve(session, prefix__network_bytes(network, work));
    if (status == PREFIX_OK)
        prefix__network_scan(network, work, &crew.base, session->scratch);
    return status;
}

/*
 * Three passes, 4n memory traffic: threads scan tiles by themselves, one scans the totals, threads combine what stands
 * before a tile with each of its results. Sums and products of halves are kept as f32 in between, to be rounded once.
 */
struct passes {
    const struct prefix__openmp_pipeline *p; /* of the first pass */
    const struct prefix_scan_work *first, *work;
    uint64_t *carries; /* of tiles: their totals first, then what stands before them */
    uint64_t identity; /* as a carry: what stands before each tile in the first pass */
};

static void scan(void *user, size_t first, size_t last)
{
    const struct passes *passes = user;
    const struct prefix__openmp_pipeline *p = passes->p;
    for (size_t k = first; k < last; k++)
        passes->carries[k] = prefix__openmp_scan_range(p, k * p->tile, prefix__least(p->tile, p->n - k * p->tile),
                                                       passes->identity, NULL);
}

/* Two carries, where combine() takes a carry and an accumulator. */
static uint64_t fold(const struct prefix__openmp_pipeline *p, uint64_t earlier, uint64_t later)
{
    union prefix_carry a = {.u = earlier}, b = {.u = later};
    if (!p->kernel.wide)
        return p->kernel.combine(earlier, later);
    a.d += b.d;
    return a.u;
}

/* Floats, whose carries may have another type, row by row. */
static void propagate_rows(const struct prefix_scan_work *first, const struct prefix_scan_work *work, size_t at,
                           size_t count, union prefix_carry carry)
{
    struct prefix_scan_work again = *work;
    again.in = first->out;
    again.type = first->output_type;
    const int op = prefix__plain_op(work->op, 1), narrow = work->carry_type != PREFIX_F64;
    const double before = narrow ? (double)carry.f : carry.d;
    for (size_t i = 0, length; i < count; i += length) {
        double row[PREFIX__ROW_MAX];
        length = prefix__least(PREFIX__ROW_MAX, count - i);
        prefix__load_floats(&again, at + i, length, row);
        for (size_t j = 0; j < length; j++)
            row[j] = prefix__combine_floats(op, narrow, before, row[j]);
        prefix__store_floats(&again, at + i, length, row);
    }
}

static void propagate(void *user, size_t first, size_t last)
{
    const struct passes *passes = user;
    const struct prefix__openmp_pipeline *p = passes->p;
    union prefix_carry before; /* bytes of the carry type */
    struct prefix_scan_work value = *passes->work;
    value.total_type = value.carry_type;
    for (size_t k = first; k < last; k++) {
        const size_t at = k * p->tile, count = prefix__least(p->tile, p->n - at);
        char *to = p->out + (p->reverse ? p->n - at - count : at) * p->out_size;
        prefix__openmp_total(&value, p, passes->carries[k], &before);
        if (prefix__is_float(value.output_type))
            propagate_rows(passes->first, passes->work, at, count,
                           prefix__carry_load(value.op, value.output_type, &before, value.carry_type));
        else
            prefix__kernel_of(value.op, value.output_type)->combine(to, &before, 0, to, 1, count);
    }
}

static int are_halves(const struct prefix__openmp_pipeline *p)
{
    return p->ordered && p->out_size == sizeof(uint16_t);
}

static uint64_t scan_then_propagate(const struct prefix__openmp_pipeline *p, const struct prefix_scan_work *work,
                                    uint64_t *carries, int threads)
{
    struct prefix_scan_work first = *work;
    struct prefix__openmp_pipeline wide = *p;
    struct passes passes = {.p = &wide, .first = &first, .work = work, .carries = carries};
    const size_t tiles = (p->n - 1) / p->tile + 1;
    uint64_t carry = p->carry, bits = 0;
    /* Not the kernel's, which is for minimum and maximum none of the values. */
    prefix__carry_store(work->carry_type, prefix__carry_identity(work->op, work->output_type), &bits, work->carry_type);
    passes.identity = prefix__openmp_key(&p->kernel, bits);
    if (are_halves(p)) {
        first.output_type = PREFIX_F32;
        first.out = carries + tiles;
        prefix__openmp_resolve(&wide, p->isa, &first, SIZE_MAX);
    }
    prefix__openmp_each(tiles, 1, threads, 1, scan, &passes);
    for (size_t k = 0; k < tiles; k++) {
        const uint64_t total = carries[k];
        carries[k] = carry;
        carry = fold(p, carry, total);
    }
    prefix__openmp_each(tiles, 1, threads, 1, propagate, &passes);
    return carry;
}

int prefix__openmp_scan_by_name(struct prefix_session *session, const struct prefix_scan_work *work,
                                const struct prefix__openmp_pipeline *p)
{
    const struct prefix__network *network = prefix__network_of(work->algorithm);
    if (network)
        return scan_by_network(session, work, network);
    const int threads = prefix__openmp_team_size(work->threads, (p->n - 1) / p->tile + 1);
    const size_t values = work->algorithm == PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE && are_halves(p) ? p->n : 0;
    int status = prefix__openmp_reserve(session, prefix__openmp_chain_bytes(p, 1, threads) + values * sizeof(float));
    if (status != PREFIX_OK)
        return status;
    uint64_t carry;
    if (work->algorithm == PREFIX_ALGORITHM_REDUCE_THEN_SCAN)
        carry = prefix__openmp_reduce_then_scan(p, session->scratch, threads, 1);
    else if (work->algorithm == PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE)
        carry = scan_then_propagate(p, work, session->scratch, threads);
    else
        carry = prefix__openmp_chained_scan(p, session->scratch, threads);
    if (work->total)
        prefix__openmp_total(work, p, carry, work->total);
    return PREFIX_OK;
}

int prefix__openmp_sort_by_name(struct prefix_session *session, const struct prefix_sort_work *work)
{
    const struct crew crew = crew_for(work->threads, work->n);
    const int status = prefix__openmp_reserve(session, prefix__split_merge_bytes(work));
    if (status == PREFIX_OK)
        prefix__split_merge(work, &crew.base, session->scratch);
    return status;
}
