/* SPDX-License-Identifier: BSD-3-Clause */
#include "api/filter_map.h"

#include <math.h>
#include <string.h>

#include "shared/filter_strands.h"

/* An entry of a map at most, in units of what states come to: more loses digits that a row in one go does not. */
#define MOST 4096

static double step_section(const double *c, double x, double *z)
{
    const double y = c[0] * x + z[0];
    z[0] = c[1] * x - c[3] * y + z[1];
    z[1] = c[2] * x - c[4] * y;
    return y;
}

static void step(const struct prefix_filter_work *work, double x, double *z)
{
    const double *const b = work->coefficients, *const a = b + work->order + 1, y = b[0] * x + z[0];
    for (size_t s = 0; s < work->sections; s++)
        x = step_section(b + s * PREFIX__SECTION, x, z + 2 * s);
    for (size_t i = 0; i < work->order && work->sections == 0; i++)
        z[i] = (i + 1 < work->order ? z[i + 1] : 0) + b[i + 1] * x - a[i] * y;
}

/* What each number of the state comes to behind a lone 1. */
static void find_units(const struct prefix_filter_work *work, double *units)
{
    double z[PREFIX_FILTER_ORDER] = {0};
    memset(units, 0, work->order * sizeof *units);
    for (size_t t = 0; t < PREFIX_FILTER_LONG; t++) {
        step(work, t == 0, z);
        for (size_t i = 0; i < work->order; i++)
            if (fabs(z[i]) > units[i])
                units[i] = fabs(z[i]);
    }
}

static int is_of_use(const double *map, const double *units, size_t order)
{
    for (size_t i = 0; i < order; i++)
        for (size_t k = 0; k < order; k++)
            if (!isfinite(map[i * order + k]) || !(fabs(map[i * order + k]) * units[k] <= MOST * units[i]))
                return 0;
    return 1;
}

/* A column of a map is what a state of 1 in one place comes to. */
int prefix__filter_maps(const struct prefix_filter_work *work, double *block, double *group)
{
    const size_t order = work->order;
    double units[PREFIX_FILTER_ORDER];
    if (!work->feedback)
        return 1;
    for (size_t column = 0; column < order; column++) {
        double z[PREFIX_FILTER_ORDER] = {0};
        z[column] = 1;
        for (size_t t = 0; t < PREFIX_FILTER_BLOCK; t++)
            step(work, 0, z);
        for (size_t i = 0; i < order; i++)
            block[i * order + column] = z[i];
    }
    for (size_t column = 0; column < order; column++) {
        double z[PREFIX_FILTER_ORDER] = {0};
        z[column] = 1;
        for (size_t k = 0; k < PREFIX_FILTER_GROUP; k++)
            prefix__filter_advance(work, block, NULL, z);
        for (size_t i = 0; i < order; i++)
            group[i * order + column] = z[i];
    }
    find_units(work, units);
    return is_of_use(block, units, order) && is_of_use(group, units, order);
}
