/* SPDX-License-Identifier: BSD-3-Clause */
/* The arrays of all parts: what one part writes, no other reads or writes. */
#ifndef PREFIX_LIB_TEAM_RANGES_H
#define PREFIX_LIB_TEAM_RANGES_H

#include <stddef.h>

struct prefix__range {
    const char *name;
    const void *first;
    size_t bytes; /* 0: there is nothing */
    size_t part;
    int written;
};

/* Those of one part have been checked. */
int prefix__check_ranges(const struct prefix__range *ranges, size_t count);

#endif
