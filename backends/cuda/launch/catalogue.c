/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The catalogue: global strategies by name, each over any of the block scans. One that takes several passes
 * works out what stands before the tiles by a scan of their totals, which is done the same way.
 */
#include "launch/catalogue.h"

#include <string.h>

#include "base/context.h"
#include "base/function.h"

static int block_of(const struct prefix_scan_work *work)
{
    const size_t end = offsetof(struct prefix_scan_work, block_algorithm) + sizeof work->block_algorithm;
    return work->size < end ? PREFIX_ALGORITHM_AUTO : work->block_algorithm;
}

int prefix__cuda_in_catalogue(const struct prefix_scan_work *work)
{
    return block_of(work) != PREFIX_ALGORITHM_AUTO ||
           (work->algorithm != PREFIX_ALGORITHM_AUTO && work->algorithm != PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK);
}

static struct prefix__cuda_choice choose(const struct prefix_scan_work *work, int which)
{
    const int op = which / 4, width = which % 4;
    struct prefix__cuda_choice c = {work->algorithm, NULL, NULL, width == 3 || op == PREFIX__CUDA_SUM_FLOAT ? 2 : 1};
    int block = block_of(work);
    switch (c.strategy) {
    case PREFIX_ALGORITHM_SERIAL:
        block = c.strategy;
        break;
    case PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE:
    case PREFIX_ALGORITHM_REDUCE_THEN_SCAN:
    case PREFIX_ALGORITHM_CHAINED_SCAN:
    case PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK:
        if (block == PREFIX_ALGORITHM_AUTO)
            block = PREFIX_ALGORITHM_WARP_SCAN;
        break;
    default: /* a block scan alone, by either way to name it */
        if (block == PREFIX_ALGORITHM_AUTO)
            block = c.strategy;
        c.strategy = PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE;
        break;
    }
    if (width == 3)
        c.kernel = prefix__cuda_catalogue_any64(block);
    else if (op == PREFIX__CUDA_SUM_FLOAT)
        c.kernel = prefix__cuda_catalogue_sum_float(block);
    else
        c.kernel = prefix__cuda_catalogue_any32(block);
    c.of_carries = op == PREFIX__CUDA_SUM_FLOAT ? prefix__cuda_catalogue_any64(block) : c.kernel;
    return c;
}

static uint64_t tiles_of(const struct prefix__cuda_pass_kernel *kernel, uint64_t n)
{
    return kernel->tile > 0 ? (n - 1) / kernel->tile + 1 : 1;
}

uint64_t prefix__cuda_choice_words(const struct prefix__cuda_choice *c, uint64_t n)
{
    const int passes =
        c->strategy == PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE || c->strategy == PREFIX_ALGORITHM_REDUCE_THEN_SCAN;
    uint64_t words = 0;
    for (uint64_t tiles = tiles_of(c->kernel, n); tiles > 1; tiles = passes ? tiles_of(c->of_carries, tiles) : 1)
        words += tiles * 2 * c->carry_words;
    return words > 0 ? PREFIX__CUDA_HEADER_WORDS + words : 0;
}

uint64_t prefix__cuda_catalogue_words(const struct prefix_scan_work *work, int which, uint64_t n)
{
    const struct prefix__cuda_choice c = choose(work, which);
    return prefix__cuda_choice_words(&c, n);
}

/* An element of the output that changes nothing, in the kernel's own form. */
static uint64_t neutral_of(const struct prefix__cuda_pass *pass, int width)
{
    const uint64_t ones = ~(uint64_t)0 >> (64 - (8u << width)), sign = ones ^ (ones >> 1);
    uint64_t neutral = 0;
    if (pass->scan.map >= PREFIX__CUDA_MAP_KEY_MIN) /* negative infinity's key: what lies beyond is NaN */
        neutral = ones ^ pass->scan.pattern;
    else if (pass->op == PREFIX__CUDA_PRODUCT)
        neutral = 1;
    else if (pass->op == PREFIX__CUDA_PRODUCT_FLOAT)
        neutral = width == 3 ? (uint64_t)0x3ff << 52 : (uint64_t)0x7f << 23;
    else if (pass->op == PREFIX__CUDA_MAX)
        neutral = sign;
    return pass->extended ? (neutral ^ sign) - sign : neutral;
}

static int is_aligned(const void *memory)
{
    return (uintptr_t)memory % 16 == 0;
}

static struct prefix__cuda_pass describe(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *scan)
{
    struct prefix__cuda_pass pass = {.scan = *scan, .op = scan->kernel / 4};
    pass.out_size = scan->round == PREFIX__CUDA_ROUND_NONE ? (uint8_t)kernel->out_size : 2;
    pass.extended = pass.op == PREFIX__CUDA_MAX && kernel->out_size < 4;
    pass.plain = scan->convert == PREFIX__CUDA_CONVERT_NONE && scan->map == PREFIX__CUDA_MAP_NONE && scan->flip == 0 &&
                 scan->round == PREFIX__CUDA_ROUND_NONE && !pass.extended;
    pass.neutral = neutral_of(&pass, scan->kernel % 4);
    pass.packets_in = !scan->reverse && scan->in_size == kernel->out_size && scan->in_size >= 4 && is_aligned(scan->in);
    pass.packets_out = !scan->reverse && pass.out_size >= 4 && is_aligned(scan->out);
    return pass;
}

/* What the propagating pass reads is what the first has written. */
static struct prefix__cuda_pass reread(struct prefix__cuda_pass pass)
{
    pass.scan.in = pass.scan.out;
    pass.scan.in_size = pass.out_size;
    pass.scan.convert = pass.scan.round == PREFIX__CUDA_ROUND_F16    ? PREFIX__CUDA_CONVERT_F16
                        : pass.scan.round == PREFIX__CUDA_ROUND_BF16 ? PREFIX__CUDA_CONVERT_BF16
                                                                     : PREFIX__CUDA_CONVERT_NONE;
    if (pass.scan.map == PREFIX__CUDA_MAP_TRUTH || pass.scan.map == PREFIX__CUDA_MAP_TRUTH_FLOAT)
        pass.scan.map = PREFIX__CUDA_MAP_NONE;
    pass.packets_in = pass.packets_out;
    return pass;
}

/* The scan of the tiles' totals: exclusive, of carries. */
static struct prefix__cuda_pass of_totals(const struct prefix__cuda_pass *below, unsigned int carry_words)
{
    struct prefix__cuda_pass pass = {.op = below->op, .neutral = below->neutral, .plain = 1};
    pass.scan.in = below->aggregates;
    pass.scan.out = (void *)below->prefixes;
    pass.scan.n = below->scan.tiles;
    pass.scan.carry_from = below->scan.carry_from;
    pass.scan.carry = below->scan.carry;
    pass.scan.exclusive = 1;
    pass.scan.in_size = pass.out_size = (uint8_t)(8 * carry_words);
    return pass;
}

static int queue(struct prefix_session *session, void *stream, const struct prefix__cuda_pass_kernel *kernel,
                 struct prefix__cuda_pass pass, int kind)
{
    void *arguments[] = {&pass};
    const struct prefix__cuda_grid grid = {(unsigned int)pass.scan.tiles, kernel->threads, 0, 0, 0};
    pass.kind = (uint8_t)kind;
    if (kind == PREFIX__CUDA_PASS_ALONE || kind == PREFIX__CUDA_PASS_REDUCE)
        pass.scan.total_form = PREFIX__CUDA_TOTAL_NONE;
    return prefix__cuda_queue(session, kernel->function, &grid, stream, arguments, "launching a scan");
}

/* All passes over an array; room: what is left of the workspace. */
static int queue_passes(struct prefix_session *session, void *stream, const struct prefix__cuda_choice *c,
                        const struct prefix__cuda_pass_kernel *kernel, struct prefix__cuda_pass pass, uint64_t *room)
{
    const int propagates = c->strategy == PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE;
    pass.scan.tiles = tiles_of(kernel, pass.scan.n);
    if (pass.scan.tiles == 1)
        return queue(session, stream, kernel, pass, PREFIX__CUDA_PASS_GIVEN);
    pass.aggregates = room;
    pass.prefixes = room + pass.scan.tiles * c->carry_words;
    room += pass.scan.tiles * 2 * c->carry_words;
    int status = queue(session, stream, kernel, pass, propagates ? PREFIX__CUDA_PASS_ALONE : PREFIX__CUDA_PASS_REDUCE);
    if (status == PREFIX_OK)
        status = queue_passes(session, stream, c, c->of_carries, of_totals(&pass, c->carry_words), room);
    if (status != PREFIX_OK)
        return status;
    return propagates ? queue(session, stream, kernel, reread(pass), PREFIX__CUDA_PASS_PROPAGATE)
                      : queue(session, stream, kernel, pass, PREFIX__CUDA_PASS_GIVEN);
}

int prefix__cuda_choice_queue(struct prefix_session *session, void *stream, const struct prefix__cuda_choice *c,
                              const struct prefix__cuda_pass *asked)
{
    struct prefix__cuda_pass pass = *asked;
    pass.scan.tiles = tiles_of(c->kernel, pass.scan.n);
    if (pass.scan.tiles == 1)
        return queue(session, stream, c->kernel, pass, PREFIX__CUDA_PASS_GIVEN);
    switch (c->strategy) {
    case PREFIX_ALGORITHM_CHAINED_SCAN:
        return queue(session, stream, c->kernel, pass, PREFIX__CUDA_PASS_CHAINED);
    case PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK:
        return queue(session, stream, c->kernel, pass, PREFIX__CUDA_PASS_LOOK_BACK);
    default:
        return queue_passes(session, stream, c, c->kernel, pass, pass.scan.workspace + PREFIX__CUDA_HEADER_WORDS);
    }
}

int prefix__cuda_catalogue_queue(struct prefix_session *session, const struct prefix_scan_work *work,
                                 const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *scan)
{
    const struct prefix__cuda_choice c = choose(work, scan->kernel);
    const struct prefix__cuda_pass pass = describe(kernel, scan);
    return prefix__cuda_choice_queue(session, work->stream, &c, &pass);
}
