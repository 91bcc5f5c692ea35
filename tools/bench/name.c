/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "bench/name.h"

#include <stdio.h>

#include <prefix/prefix.h>

void bench_name(const struct bench_case *what, char name[BENCH_NAME_MAX])
{
    const char *const first = what->form ? what->form : prefix_algorithm_name(what->algorithm);
    const int second = what->form ? what->algorithm : what->block_algorithm;
    const int has_second = second != PREFIX_ALGORITHM_AUTO;
    snprintf(name, BENCH_NAME_MAX, "%s%s%s", first, has_second ? "/" : "",
             has_second ? prefix_algorithm_name(second) : "");
}
