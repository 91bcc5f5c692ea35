/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/words.h"

#include "shared/values.h"

void prefix__words_load(const struct prefix_scan_work *work, const void *in, void *words, size_t count)
{
    struct prefix_scan_work scan = *work;
    scan.in = in;
    scan.reverse = 0;
    if (prefix__is_float(scan.output_type))
        prefix__load_floats(&scan, 0, count, words);
    else
        prefix__load_integers(&scan, 0, count, words);
}

void prefix__words_store(const struct prefix_scan_work *work, const void *words, void *out, size_t count)
{
    struct prefix_scan_work scan = *work;
    scan.out = out;
    scan.reverse = 0;
    if (prefix__is_float(scan.output_type))
        prefix__store_floats(&scan, 0, count, words);
    else
        prefix__store_integers(&scan, 0, count, words);
}
