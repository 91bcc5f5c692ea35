/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan/scan.h"

#include "plan/stages.h"

/* Tiles up to which the kernel for small arrays is the faster one, by 10 to 30 %, if the scan is plain: 20 KB. */
#define SMALL_TILES 512

/*
 * Bytes of a piece, which takes the loader about as long, whatever its size; where loaders are many, each has one of
 * every tile. And stages that these need at least: two, as sm_86 and sm_89 have, are still as fast as the look-back.
 */
#define PIECE_BYTES ((size_t)8 << 10)
#define STAGES_LEAST_ASYNC 2

static uint64_t tiles_of(const struct prefix__cuda_kernel *kernel, uint64_t n)
{
    return (n - 1) / kernel->tile + 1;
}

static int is_large(const struct prefix__cuda_kernel *kernel, uint64_t n)
{
    return n > kernel->tile && n * kernel->out_size > PREFIX__CUDA_RING_BEYOND;
}

static int is_ordered(const struct prefix__cuda_scan *params)
{
    int op = params->kernel / 4;
    return op == PREFIX__CUDA_SUM_FLOAT || op == PREFIX__CUDA_PRODUCT_FLOAT;
}

/* Elements of the accumulator as they are. */
static int is_own(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params)
{
    return params->in_size == kernel->out_size && params->map == PREFIX__CUDA_MAP_NONE &&
           params->round == PREFIX__CUDA_ROUND_NONE;
}

/* Where the scan begins: in reverse, behind the array's last element. */
static uintptr_t start_of(const struct prefix__cuda_scan *params)
{
    return (uintptr_t)params->in + (params->reverse ? params->n * params->in_size : 0);
}

static uintptr_t out_start_of(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params)
{
    size_t size = params->round != PREFIX__CUDA_ROUND_NONE ? 2 : kernel->out_size;
    return (uintptr_t)params->out + (params->reverse ? params->n * size : 0);
}

/* Besides, arrays that begin with whole packets where the scan does. */
static int is_aligned(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params)
{
    return (start_of(params) | out_start_of(kernel, params)) % PREFIX__CUDA_RING_PACKET == 0;
}

/*
 * Tiles that begin between lines of memory copy slower, if only a little. Elements that are converted and not aligned
 * take as long by look-back, or less.
 */
int prefix__cuda_ring_kind(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params)
{
    int kind = PREFIX__CUDA_RING_KINDS;
    if (!params->out || !is_large(kernel, params->n))
        return kind;
    if (is_own(kernel, params)) {
        int in_lines = is_ordered(params) || start_of(params) % PREFIX__CUDA_RING_LINE == 0;
        kind = is_aligned(kernel, params) && in_lines ? PREFIX__CUDA_RING_PLAIN : PREFIX__CUDA_RING_SKEWED;
    } else if (is_aligned(kernel, params)) {
        kind = params->round == PREFIX__CUDA_ROUND_F16    ? PREFIX__CUDA_RING_F16
               : params->round == PREFIX__CUDA_ROUND_BF16 ? PREFIX__CUDA_RING_BF16
                                                          : PREFIX__CUDA_RING_CONVERTED;
    }
    return kind < PREFIX__CUDA_RING_KINDS && kernel->ring[kind].function ? kind : PREFIX__CUDA_RING_KINDS;
}

/*
 * Where any order will do, tiles begin with a line of memory, some elements before the array's first
 * or, in reverse, behind its last: n counts these, too.
 */
static void lead(const struct prefix__cuda_kernel *kernel, struct prefix__cuda_scan *params)
{
    uintptr_t start = start_of(params), bytes = (params->reverse ? 0 - start : start) % PREFIX__CUDA_RING_LINE;
    if (!params->reverse) {
        params->in = (const char *)params->in - bytes;
        params->out = (char *)params->out - bytes;
    }
    params->ring_lead = (uint8_t)(bytes / params->in_size);
    params->n += params->ring_lead;
    params->tiles = tiles_of(kernel, params->n);
}

/* Sets params->ring_stages, to 0 unless the persistent kernel is to be used. Returns its bytes of shared memory. */
static size_t choose_ring(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_limits *limits,
                          struct prefix__cuda_scan *params)
{
    int kind = prefix__cuda_ring_kind(kernel, params), bulk = limits->ring == PREFIX__CUDA_RING_BULK;
    params->ring_stages = 0;
    if (kind == PREFIX__CUDA_RING_KINDS || limits->ring == PREFIX__CUDA_RING_NONE)
        return 0;
    const struct prefix__cuda_ring_kernel *ring = &kernel->ring[kind];
    int led = kind == PREFIX__CUDA_RING_SKEWED && !is_ordered(params);
    size_t skew = led ? 0 : start_of(params) % PREFIX__CUDA_RING_PACKET;
    size_t tile = (size_t)kernel->tile * ring->tiles * params->in_size, stage = PREFIX__CUDA_RING_STAGE(tile, skew);
    size_t pieces = !bulk ? PREFIX__CUDA_RING_PIECES : tile > PIECE_BYTES ? tile / PIECE_BYTES : 1;
    size_t stages = prefix__cuda_fit_stages(limits->ring_shared - ring->shared, stage, tile, pieces,
                                            bulk ? PREFIX__CUDA_STAGES_LEAST : STAGES_LEAST_ASYNC, params);
    if (stages == 0)
        return 0;
    if (led)
        lead(kernel, params);
    params->ring_kind = (uint8_t)kind;
    params->ring_skew = (uint8_t)skew;
    params->ring_stride = prefix__cuda_ring_stride(params->tiles, kernel->aggregate_words);
    params->tiles = (params->tiles - 1) / ring->tiles + 1;
    return stages * stage;
}

uint64_t prefix__cuda_scan_words(const struct prefix__cuda_kernel *kernel, unsigned int cluster, uint64_t n)
{
    const uint64_t tiles = tiles_of(kernel, n);
    if (tiles <= 1 || (tiles <= cluster && !is_large(kernel, n)))
        return 0;
    const uint64_t aggregates = (tiles * kernel->aggregate_words + 1) / 2 * 2;
    const uint64_t prefixes = (tiles + PREFIX__CUDA_GROUP - 1) / PREFIX__CUDA_GROUP * kernel->prefix_words;
    const uint64_t words = PREFIX__CUDA_HEADER_WORDS + aggregates + prefixes;
    if (!is_large(kernel, n))
        return words;
    const uint64_t led = tiles_of(kernel, n + PREFIX__CUDA_RING_LINE); /* with what may stand before */
    const uint64_t ring =
        prefix__cuda_ring_bytes(prefix__cuda_ring_stride(led, kernel->aggregate_words)) / sizeof(uint64_t);
    return ring > words ? ring : words;
}

/* Blocks have a half or a quarter of a tile each if the cluster has room for so many: 5 to 20 % sooner done. */
static void share(const struct prefix__cuda_kernel *kernel, uint64_t n, unsigned int largest,
                  struct prefix__cuda_grid *grid)
{
    for (unsigned int parts = 4; parts > 1; parts /= 2) {
        uint64_t blocks = (n - 1) / (kernel->tile / parts) + 1;
        if (blocks > largest)
            continue;
        grid->blocks = (unsigned int)blocks;
        grid->threads /= parts;
        return;
    }
}

static void limit(unsigned int *blocks, unsigned int most)
{
    if (*blocks > most)
        *blocks = most;
}

void prefix__cuda_plan_scan(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_limits *limits,
                            struct prefix__cuda_scan *params, struct prefix__cuda_scan_plan *plan)
{
    const int alone = prefix__cuda_scan_words(kernel, limits->cluster, params->n) == 0;
    params->tiles = tiles_of(kernel, params->n);
    const size_t ring = choose_ring(kernel, limits, params);
    struct prefix__cuda_grid grid = {(unsigned int)params->tiles, kernel->threads, ring, 0, limits->dependent};
    plan->function = kernel->function;
    if (ring > 0) {
        plan->function = kernel->ring[params->ring_kind].function;
        grid.threads = limits->ring == PREFIX__CUDA_RING_BULK ? kernel->ring[params->ring_kind].threads
                                                              : PREFIX__CUDA_RING_ASYNC_THREADS;
        limit(&grid.blocks, limits->multiprocessors);
    } else if (!params->out && !alone) {
        plan->function = kernel->reduce;
        grid.threads = kernel->reduce_threads;
        limit(&grid.blocks, limits->multiprocessors * kernel->reduce_blocks);
    } else if (params->tiles <= SMALL_TILES && !params->reverse && is_own(kernel, params) &&
               is_aligned(kernel, params)) {
        plan->function = kernel->small;
        grid.threads = kernel->small_threads;
        if (alone)
            share(kernel, params->n, limits->cluster, &grid);
        else if (grid.blocks <= limits->solo_blocks)
            grid.shared = limits->solo_shared;
    }
    grid.cluster = grid.blocks > 1 && alone;
    plan->grid = grid;
}
