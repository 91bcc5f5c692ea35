/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Flags and keys are read through a window in host memory, which grows, as they may lie on a device. Which elements
 * begin a segment is asked of libprefix itself: in an exclusive maximum of ones by segments these are the zeros.
 */
#include "heads.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"

enum { LEAST = 64, MOST = 16384, KEY_MAX = 16 };

struct window {
    unsigned char keys[(MOST + 1) * KEY_MAX];
    uint8_t begins[MOST + 1]; /* 0: the element begins a segment, as the first one always seems to */
};

size_t prefix__mpi_head_size(const prefix_mpi_plan *plan)
{
    switch (plan->key_type) {
    case 0:
        return sizeof(uint8_t);
    case PREFIX_KEY_16_BYTES:
        return 16;
    case PREFIX_KEY_F16:
    case PREFIX_KEY_BF16:
        return 2;
    case PREFIX_KEY_F32:
        return sizeof(float);
    case PREFIX_KEY_F64:
        return sizeof(double);
    default:
        return prefix_type_size(plan->key_type);
    }
}

static int give(const prefix_mpi_plan *plan, const void *heads, prefix_plan *to)
{
    return plan->key_type ? prefix_plan_set_keys(to, plan->key_type, heads) : prefix_plan_set_head_flags(to, heads);
}

int prefix__mpi_give_heads(const prefix_mpi_plan *plan, size_t first, prefix_plan *to)
{
    return give(plan, (const char *)plan->heads + first * prefix__mpi_head_size(plan), to);
}

static int probe(const prefix_mpi_plan *plan, const void *heads, uint8_t *begins, size_t count)
{
    memset(begins, 1, count);
    int status = give(plan, heads, plan->probe);
    if (status == PREFIX_OK)
        status = prefix_plan_run(plan->probe, begins, begins, count);
    return prefix__mpi_passed(plan->host_ctx, status);
}

static int look(const prefix_mpi_plan *plan, struct window *window, size_t first, size_t count)
{
    const size_t size = prefix__mpi_head_size(plan);
    int status = prefix__mpi_passed(
        plan->ctx, prefix_memory_copy(plan->ctx, window->keys, (const char *)plan->heads + first * size, count * size));
    return status == PREFIX_OK ? probe(plan, window->keys, window->begins, count) : status;
}

/* The element before those that are looked at is in the window, too. */
static int find_first(const prefix_mpi_plan *plan, struct window *window, size_t n, size_t *first)
{
    size_t count, size = LEAST;
    for (size_t at = 1; at < n; at += count, size = size < MOST ? 2 * size : MOST) {
        count = n - at < size ? n - at : size;
        int status = look(plan, window, at - 1, count + 1);
        for (size_t i = 0; status == PREFIX_OK && i < count; i++)
            if (!window->begins[i + 1]) {
                *first = at + i;
                return PREFIX_OK;
            }
        if (status != PREFIX_OK)
            return status;
    }
    *first = n;
    return PREFIX_OK;
}

/* There is one. */
static int find_last(const prefix_mpi_plan *plan, struct window *window, size_t n, size_t *last)
{
    size_t count, size = LEAST;
    for (size_t end = n; end > 1; end -= count, size = size < MOST ? 2 * size : MOST) {
        count = end - 1 < size ? end - 1 : size;
        int status = look(plan, window, end - 1 - count, count + 1);
        for (size_t i = count; status == PREFIX_OK && i > 0; i--)
            if (!window->begins[i]) {
                *last = end - 1 - count + i;
                return PREFIX_OK;
            }
        if (status != PREFIX_OK)
            return status;
    }
    return PREFIX_OK;
}

static int find(const prefix_mpi_plan *plan, struct window *window, size_t n, struct prefix__mpi_heads *heads,
                struct prefix__mpi_ends *ends)
{
    const size_t size = prefix__mpi_head_size(plan);
    int status = look(plan, window, 0, 1);
    memcpy(ends->first, window->keys, size);
    if (status == PREFIX_OK)
        status = look(plan, window, n - 1, 1);
    memcpy(ends->last, window->keys, size);
    if (status == PREFIX_OK)
        status = find_first(plan, window, n, &heads->first);
    ends->inner = heads->first < n;
    return status == PREFIX_OK && ends->inner ? find_last(plan, window, n, &heads->last) : status;
}

int prefix__mpi_find_heads(const prefix_mpi_plan *plan, size_t n, struct prefix__mpi_heads *heads,
                           struct prefix__mpi_ends *ends)
{
    *heads = (struct prefix__mpi_heads){n, 0};
    if (n == 0)
        return PREFIX_OK;
    struct window *window = malloc(sizeof *window);
    if (!window)
        return prefix__mpi_fail(PREFIX_ERROR_NOMEM, "no memory to look for segments in");
    int status = find(plan, window, n, heads, ends);
    free(window);
    return status;
}

int prefix__mpi_is_cut(const prefix_mpi_plan *plan, const struct prefix__mpi_ends *earlier,
                       const struct prefix__mpi_ends *later, int *cut)
{
    const size_t size = prefix__mpi_head_size(plan);
    _Alignas(KEY_MAX) unsigned char pair[2 * KEY_MAX];
    uint8_t begins[2];
    memcpy(pair, earlier->last, size);
    memcpy(pair + size, later->first, size);
    int status = probe(plan, pair, begins, 2);
    *cut = !begins[1];
    return status;
}
