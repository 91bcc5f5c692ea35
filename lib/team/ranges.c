/* SPDX-License-Identifier: BSD-3-Clause */
#include "team/ranges.h"

#include "api/check_arrays.h"
#include "context/status.h"

int prefix__check_ranges(const struct prefix__range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++) {
            const struct prefix__range *a = &ranges[i], *b = &ranges[k];
            if (a->part == b->part || (!a->written && !b->written) || !a->bytes || !b->bytes)
                continue;
            if (prefix__overlap(a->first, a->bytes, b->first, b->bytes))
                return prefix__fail(NULL, PREFIX_ERROR_OVERLAP, "part %zu: its %s overlaps %s of part %zu", a->part,
                                    a->name, b->name, b->part);
        }
    return PREFIX_OK;
}
