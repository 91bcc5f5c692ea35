/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether a scan is one for the persistent kernel of scan/ring_scan.cuh, and with what ring. */
#include "launch/ring.h"

#include "base/context.h"
#include "base/device.h"
#include "launch/stages.h"

/*
 * Bytes of a piece, which takes the loader about as long, whatever its size; where loaders are many, each has one of
 * every tile. And stages that these need at least: two, as sm_86 and sm_89 have, are still as fast as the look-back.
 */
#define PIECE_BYTES ((size_t)8 << 10)
#define STAGES_LEAST_ASYNC 2

/*
 * Code for sm_75 has an empty kernel, code for sm_80 one without the bulk copy engine, whatever the
 * driver translated it for: attributes tell. Done once for each kernel, when it is first to be used.
 */
static int prepare(struct prefix_session *session, const void *function, int kind, uint64_t bit)
{
    struct cudaFuncAttributes attributes;
    session->rings[kind].known |= bit;
    int status = prefix__cuda_check(session, cudaFuncGetAttributes(&attributes, function), "loading a kernel");
    if (status != PREFIX_OK || attributes.ptxVersion < 80 || attributes.sharedSizeBytes >= session->ring_shared)
        return status;
    int room = (int)(session->ring_shared - attributes.sharedSizeBytes);
    status =
        prefix__cuda_check(session, cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, room),
                           "reserving shared memory");
    if (status != PREFIX_OK)
        return status;
    session->rings[kind].usable |= bit;
    session->rings[kind].bulk |= attributes.ptxVersion >= 90 ? bit : 0;
    return PREFIX_OK;
}

int prefix__cuda_own(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params)
{
    return params->in_size == kernel->out_size && params->map == PREFIX__CUDA_MAP_NONE &&
           params->round == PREFIX__CUDA_ROUND_NONE;
}

int prefix__cuda_plain(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params)
{
    uintptr_t turned = params->reverse ? params->n * kernel->out_size : 0;
    return prefix__cuda_own(kernel, params) &&
           (((uintptr_t)params->in + turned) | ((uintptr_t)params->out + turned)) % 16 == 0;
}

static int is_large(const struct prefix__cuda_kernel *kernel, uint64_t n)
{
    return n > kernel->tile && n * kernel->out_size > PREFIX__CUDA_RING_BEYOND;
}

uint64_t prefix__cuda_ring_words(const struct prefix__cuda_kernel *kernel, uint64_t n)
{
    if (!is_large(kernel, n))
        return 0;
    uint64_t tiles = (n - 1 + PREFIX__CUDA_RING_LINE) / kernel->tile + 1; /* with what may stand before */
    return prefix__cuda_ring_bytes(prefix__cuda_ring_stride(tiles, kernel->aggregate_words)) / sizeof(uint64_t);
}

static int is_ordered(const struct prefix__cuda_scan *params)
{
    int op = params->kernel / 4;
    return op == PREFIX__CUDA_SUM_FLOAT || op == PREFIX__CUDA_PRODUCT_FLOAT;
}

/*
 * start: where the scan begins in the input. Tiles that begin between lines of memory copy slower, if only a little.
 * None, where elements are converted and not aligned: that takes as long as look-back, or longer.
 */
static int kind_of(const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *params, uintptr_t start)
{
    uintptr_t out = (uintptr_t)params->out;
    if (prefix__cuda_own(kernel, params))
        return prefix__cuda_plain(kernel, params) && (is_ordered(params) || start % PREFIX__CUDA_RING_LINE == 0)
                   ? PREFIX__CUDA_RING_PLAIN
                   : PREFIX__CUDA_RING_SKEWED;
    if (params->reverse)
        out += params->n * (params->round != PREFIX__CUDA_ROUND_NONE ? 2 : kernel->out_size);
    return (start | out) % PREFIX__CUDA_RING_PACKET != 0 ? PREFIX__CUDA_RING_KINDS
           : params->round == PREFIX__CUDA_ROUND_F16     ? PREFIX__CUDA_RING_F16
           : params->round == PREFIX__CUDA_ROUND_BF16    ? PREFIX__CUDA_RING_BF16
                                                         : PREFIX__CUDA_RING_CONVERTED;
}

/*
 * Where any order will do, tiles begin with a line of memory, some elements before the array's first
 * or, in reverse, behind its last: n counts these, too.
 */
static void lead(const struct prefix__cuda_kernel *kernel, struct prefix__cuda_scan *params, uintptr_t start)
{
    uintptr_t bytes = (params->reverse ? 0 - start : start) % PREFIX__CUDA_RING_LINE;
    if (!params->reverse) {
        params->in = (const char *)params->in - bytes;
        params->out = (char *)params->out - bytes;
    }
    params->ring_lead = (uint8_t)(bytes / params->in_size);
    params->n += params->ring_lead;
    params->tiles = (params->n - 1) / kernel->tile + 1;
}

int prefix__cuda_ring(struct prefix_session *session, const struct prefix__cuda_kernel *kernel,
                      struct prefix__cuda_scan *params)
{
    _Static_assert(PREFIX__CUDA_OPS * 4 <= 64, "a kernel is a bit of a word");
    uint64_t bit = (uint64_t)1 << params->kernel;
    uintptr_t start = (uintptr_t)params->in + (params->reverse ? params->n * params->in_size : 0);
    int kind = kind_of(kernel, params, start), status = PREFIX_OK;
    int led = kind == PREFIX__CUDA_RING_SKEWED && !is_ordered(params);
    size_t skew = led ? 0 : start % PREFIX__CUDA_RING_PACKET, pieces = PREFIX__CUDA_RING_PIECES;
    params->ring_stages = 0;
    if (!is_large(kernel, params->n) || kind == PREFIX__CUDA_RING_KINDS || !kernel->ring[kind].function)
        return PREFIX_OK;
    uint32_t at_once = kernel->ring[kind].tiles;
    size_t tile = (size_t)kernel->tile * at_once * params->in_size;
    status = prefix__cuda_look_at_device(session);
    if (status == PREFIX_OK && !(session->rings[kind].known & bit))
        status = prepare(session, kernel->ring[kind].function, kind, bit);
    if (status != PREFIX_OK || !(session->rings[kind].usable & bit))
        return status;
    int bulk = (session->rings[kind].bulk & bit) != 0;
    if (bulk)
        pieces = tile > PIECE_BYTES ? tile / PIECE_BYTES : 1;
    if (!prefix__cuda_fit_stages(session->ring_shared - kernel->ring[kind].shared, PREFIX__CUDA_RING_STAGE(tile, skew),
                                 tile, pieces, bulk ? PREFIX__CUDA_STAGES_LEAST : STAGES_LEAST_ASYNC, params))
        return PREFIX_OK;
    if (led)
        lead(kernel, params, start);
    params->ring_kind = (uint8_t)kind;
    params->ring_skew = (uint8_t)skew;
    params->ring_stride = prefix__cuda_ring_stride(params->tiles, kernel->aggregate_words);
    params->tiles = (params->tiles - 1) / at_once + 1;
    return PREFIX_OK;
}
