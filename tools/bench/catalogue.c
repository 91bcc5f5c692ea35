/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pfx bench catalogue: every algorithm next to what it must move at least, as a table and as bars. Block scans
 * stand in the order in which GPU Gems 3, ch. 39, improves on them, and then the strategies by traffic.
 */
#include <config.h>

#include "bench/catalogue.h"

#include <stdio.h>

#include "base/message.h"
#include "bench/name.h"

#define NETWORK 4 /* of blocks on a device: what their strategy moves */

/* An algorithm, its block scan, and how often it reads or writes each element in memory. */
static const struct {
    int algorithm, block, traffic;
} entries[] = {
    {PREFIX_ALGORITHM_SERIAL, PREFIX_ALGORITHM_AUTO, 2},
    {PREFIX_ALGORITHM_HILLIS_STEELE, PREFIX_ALGORITHM_AUTO, NETWORK},
    {PREFIX_ALGORITHM_KOGGE_STONE, PREFIX_ALGORITHM_AUTO, NETWORK},
    {PREFIX_ALGORITHM_SKLANSKY, PREFIX_ALGORITHM_AUTO, NETWORK},
    {PREFIX_ALGORITHM_BRENT_KUNG, PREFIX_ALGORITHM_AUTO, NETWORK},
    {PREFIX_ALGORITHM_BLELLOCH, PREFIX_ALGORITHM_AUTO, NETWORK},
    {PREFIX_ALGORITHM_BLELLOCH_PADDED, PREFIX_ALGORITHM_AUTO, NETWORK},
    {PREFIX_ALGORITHM_BLELLOCH_VECTOR, PREFIX_ALGORITHM_AUTO, NETWORK},
    {PREFIX_ALGORITHM_RAKING, PREFIX_ALGORITHM_AUTO, NETWORK},
    {PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE, PREFIX_ALGORITHM_AUTO, 4},
    {PREFIX_ALGORITHM_REDUCE_THEN_SCAN, PREFIX_ALGORITHM_AUTO, 3},
    {PREFIX_ALGORITHM_CHAINED_SCAN, PREFIX_ALGORITHM_AUTO, 2},
    {PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK, PREFIX_ALGORITHM_WARP_SCAN, 2},
    {PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK, PREFIX_ALGORITHM_AUTO, 2},
    {PREFIX_ALGORITHM_AUTO, PREFIX_ALGORITHM_AUTO, 2},
};
enum { ENTRIES = sizeof entries / sizeof *entries };

int bench_catalogue_size(void)
{
    return ENTRIES;
}

void bench_catalogue_entry(int index, int *algorithm, int *block)
{
    *algorithm = entries[index].algorithm;
    *block = entries[index].block;
}

/* On the CPU a network's rounds each read and write all of it, if it is larger than the caches. */
static int traffic_of(const struct bench_row *row)
{
    for (int i = 0; i < ENTRIES; i++)
        if (entries[i].algorithm == row->what.algorithm && entries[i].block == row->what.block_algorithm)
            return row->what.threads > 0 && row->what.algorithm >= PREFIX_ALGORITHM_HILLIS_STEELE &&
                           row->what.algorithm <= PREFIX_ALGORITHM_BLELLOCH
                       ? 0
                       : entries[i].traffic;
    return 0;
}

void bench_catalogue_row(const struct bench_row *row)
{
    static const char *backend;
    static size_t n;
    char name[BENCH_NAME_MAX], traffic[8] = "-";
    const double gbps = 1e-9 * row->bytes / row->work.median, copy = 1e-9 * row->bytes / row->copy.median;
    const int times = traffic_of(row);
    if (backend != row->what.backend || n != row->what.n) {
        printf("%s%s: %s of %zu %s, copy %.1f GB/s\n", backend ? "\n" : "", row->what.backend,
               prefix_op_name(row->what.op), row->what.n, prefix_type_name(row->what.type), copy);
        printf("%-32s %8s %13s %10s %10s\n", "implementation", "traffic", "us", "GB/s", "% of copy");
        backend = row->what.backend;
        n = row->what.n;
    }
    bench_name(&row->what, name);
    if (times)
        snprintf(traffic, sizeof traffic, "%dn", times);
    printf("%-32s %8s %13.2f %10.2f %9.1f%%\n", name, traffic, 1e6 * row->work.median, gbps, 100 * gbps / copy);
    flush_standard_output();
}
