/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Keys are taken as codes, unsigned numbers of the same order. Of the first key of each rank's result the code is found
 * bit by bit, from the highest on, for all ranks at the same time: by counting in each step how many keys have lower
 * codes.
 */
#include "split.h"

#include <string.h>

#include "error.h"

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

/* How many keys have codes below, or with equal not 0 up to, a code. */
static size_t count_below(const struct prefix__mpi_keys *part, uint64_t code, int equal)
{
    size_t first = 0, last = part->n;
    while (first < last) {
        size_t middle = first + (last - first) / 2;
        uint64_t found = code_at(part, middle);
        if (found < code || (equal && found == code))
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

static int sum(const struct prefix__mpi_channel *channel, const uint64_t *own, uint64_t *all)
{
    return prefix__mpi_check(MPI_Allreduce(own, all, channel->ranks, MPI_UINT64_T, MPI_SUM, channel->comm),
                             "MPI_Allreduce");
}

/* The greatest codes that have no more lower ones than keys stand before each rank's; and how many lower ones. */
static int find_codes(const struct prefix__mpi_channel *channel, const struct prefix__mpi_keys *part,
                      const uint64_t *starts, uint64_t *codes, uint64_t *own, uint64_t *all)
{
    const int ranks = channel->ranks;
    memset(codes, 0, (size_t)ranks * sizeof *codes);
    for (int bit = 8 * (int)prefix_type_size(part->type) - 1; bit >= 0; bit--) {
        for (int r = 0; r < ranks; r++)
            own[r] = count_below(part, codes[r] | UINT64_C(1) << bit, 0);
        int status = sum(channel, own, all);
        if (status != PREFIX_OK)
            return status;
        for (int r = 0; r < ranks; r++)
            if (all[r] <= starts[r])
                codes[r] |= UINT64_C(1) << bit;
    }
    for (int r = 0; r < ranks; r++)
        own[r] = count_below(part, codes[r], 0);
    return sum(channel, own, all);
}

int prefix__mpi_split(struct prefix__mpi_channel *channel, const struct prefix__mpi_keys *part, uint64_t *room,
                      size_t *cuts)
{
    const int ranks = channel->ranks;
    uint64_t *starts = room, *codes = starts + ranks, *own = codes + ranks, *all = own + ranks, *equal = all + ranks;
    uint64_t start = 0;
    for (int r = 0; r < ranks; r++) {
        starts[r] = start;
        start += channel->words[r].count;
    }
    int status = find_codes(channel, part, starts, codes, own, all);
    if (status != PREFIX_OK)
        return status;
    /* Keys of a rank's first code go to ranks before it, those of the first ranks first, until these have all of
     * theirs. */
    for (int r = 0; r < ranks; r++) {
        cuts[r] = own[r];
        equal[r] = count_below(part, codes[r], 1) - own[r];
        starts[r] -= all[r];
    }
    memset(own, 0, (size_t)ranks * sizeof *own);
    status = prefix__mpi_check(MPI_Exscan(equal, own, ranks, MPI_UINT64_T, MPI_SUM, channel->comm), "MPI_Exscan");
    if (channel->rank == 0) /* where MPI leaves it undefined */
        memset(own, 0, (size_t)ranks * sizeof *own);
    for (int r = 0; r < ranks; r++) {
        uint64_t left = starts[r] > own[r] ? starts[r] - own[r] : 0;
        cuts[r] += left < equal[r] ? left : equal[r];
    }
    cuts[ranks] = part->n;
    return status;
}
