/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Keys are taken as codes, unsigned numbers of the same order. Of the first key of each rank's result the code is found
 * bit by bit, from the highest on, for all ranks at the same time: by counting in each step how many keys have lower
 * codes.
 */
#include "split.h"

#include <string.h>

#include "error.h"

enum { DIGIT_BITS = PREFIX__MPI_DIGIT_BITS, DIGITS = 1 << DIGIT_BITS };

static uint64_t ones(size_t size)
{
    return UINT64_MAX >> (64 - 8 * size);
}

/* Floats without their sign above infinity are NaN, which come last in either order; -0 is +0. */
static uint64_t code_of_float(int type, uint64_t bits, uint64_t sign)
{
    static const uint64_t infinities[] = {0x7c00, 0x7f80, 0x7f800000, UINT64_C(0x7ff0000000000000)};
    const uint64_t magnitude = bits & ~sign;
    if (magnitude > infinities[type - PREFIX_F16])
        return UINT64_MAX;
    return bits & sign && magnitude > 0 ? ~bits : magnitude | sign;
}

static uint64_t code_at(const struct prefix__mpi_keys *part, size_t i)
{
    const size_t size = prefix_type_size(part->type);
    const unsigned char *at = (const unsigned char *)part->keys + i * size;
    const uint64_t sign = UINT64_C(1) << (8 * size - 1);
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t code = 0;
    switch (size) {
    case 1:
        memcpy(&u8, at, sizeof u8);
        code = u8;
        break;
    case 2:
        memcpy(&u16, at, sizeof u16);
        code = u16;
        break;
    case 4:
        memcpy(&u32, at, sizeof u32);
        code = u32;
        break;
    default:
        memcpy(&code, at, sizeof code);
    }
    if (part->type >= PREFIX_F16)
        code = code_of_float(part->type, code, sign);
    else if (part->type <= PREFIX_I64)
        code ^= sign;
    if (part->order == PREFIX_DESCENDING && code != UINT64_MAX)
        code = ~code;
    return code & ones(size);
}

/* How many keys have codes below this one, which first at least have, and last at most. */
static size_t count_below(const struct prefix__mpi_keys *part, uint64_t code, size_t first, size_t last)
{
    while (first < last) {
        size_t middle = first + (last - first) / 2;
        if (code_at(part, middle) < code)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

/* What is known of each rank's first key, an array each. */
struct search {
    uint64_t *start; /* how many keys of all stand before it */
    uint64_t *code;
    uint64_t *below; /* how many keys of all have lower codes, and of this rank lower ones, and no greater ones */
    uint64_t *low, *high;
    uint64_t *own, *all; /* counts of DIGITS - 1 codes each */
};

/* One digit more of each code: the greatest that has no more lower codes than keys that stand before. */
static int step(const struct prefix__mpi_channel *channel, const struct prefix__mpi_keys *part, struct search *at,
                int shift)
{
    const int ranks = channel->ranks, tries = DIGITS - 1;
    for (int r = 0; r < ranks; r++)
        for (int i = 0; i < tries; i++)
            at->own[r * tries + i] =
                count_below(part, at->code[r] | (uint64_t)(i + 1) << shift, at->low[r], at->high[r]);
    int result = MPI_Allreduce(at->own, at->all, ranks * tries, MPI_UINT64_T, MPI_SUM, channel->comm);
    if (result != MPI_SUCCESS)
        return prefix__mpi_check(result, "MPI_Allreduce");
    for (int r = 0; r < ranks; r++) {
        const uint64_t *own = at->own + r * tries, *all = at->all + r * tries;
        int digit = 0;
        while (digit < tries && all[digit] <= at->start[r])
            digit++;
        if (digit < tries)
            at->high[r] = own[digit];
        if (digit == 0)
            continue;
        at->low[r] = own[digit - 1];
        at->below[r] = all[digit - 1];
        at->code[r] |= (uint64_t)digit << shift;
    }
    return PREFIX_OK;
}

int prefix__mpi_split(struct prefix__mpi_channel *channel, const struct prefix__mpi_keys *part, uint64_t *room,
                      size_t *cuts)
{
    const size_t ranks = (size_t)channel->ranks;
    struct search at = {.start = room, .code = room + ranks, .below = room + 2 * ranks};
    at.low = room + 3 * ranks;
    at.high = room + 4 * ranks;
    at.own = room + 5 * ranks;
    at.all = at.own + (DIGITS - 1) * ranks;
    uint64_t start = 0;
    for (size_t r = 0; r < ranks; r++) {
        at.start[r] = start;
        start += channel->words[r].count;
        at.code[r] = at.below[r] = at.low[r] = 0;
        at.high[r] = part->n;
    }
    int status = PREFIX_OK;
    for (int bits = 8 * (int)prefix_type_size(part->type); status == PREFIX_OK && bits > 0; bits -= DIGIT_BITS)
        status = step(channel, part, &at, bits - DIGIT_BITS);
    if (status != PREFIX_OK)
        return status;
    /* Keys of a rank's first code go to ranks before it, those of the first ranks first, until these have all of
     * theirs. */
    for (size_t r = 0; r < ranks; r++)
        at.own[r] = at.high[r] - at.low[r];
    status = prefix__mpi_check(MPI_Exscan(at.own, at.all, channel->ranks, MPI_UINT64_T, MPI_SUM, channel->comm),
                               "MPI_Exscan");
    for (size_t r = 0; r < ranks; r++) {
        uint64_t earlier = channel->rank > 0 ? at.all[r] : 0; /* on rank 0 MPI leaves it undefined */
        uint64_t wanted = at.start[r] - at.below[r], left = wanted > earlier ? wanted - earlier : 0;
        cuts[r] = at.low[r] + (left < at.own[r] ? left : at.own[r]);
    }
    cuts[ranks] = part->n;
    return status;
}
