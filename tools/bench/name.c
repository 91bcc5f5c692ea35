/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "bench/name.h"

#include <stdio.h>

#include <prefix/prefix.h>

void bench_name(const struct bench_case *what, char name[BENCH_NAME_MAX])
{
    if (what->form) {
        snprintf(name, BENCH_NAME_MAX, "%s", what->form);
        return;
    }
    const int blocks = what->block_algorithm != PREFIX_ALGORITHM_AUTO;
    snprintf(name, BENCH_NAME_MAX, "%s%s%s", prefix_algorithm_name(what->algorithm), blocks ? "/" : "",
             blocks ? prefix_algorithm_name(what->block_algorithm) : "");
}
