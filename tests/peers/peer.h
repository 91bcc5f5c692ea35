// SPDX-License-Identifier: BSD-3-Clause
// What the programs that compare with other libraries share.
#ifndef PEER_H
#define PEER_H

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <prefix/prefix.h>

static inline double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static inline void check(int status)
{
    if (status != PREFIX_OK) {
        std::fprintf(stderr, "%s: %s\n", program_invocation_short_name, prefix_strerror(status));
        std::exit(1);
    }
}

static inline double median(std::vector<double> samples)
{
    const auto middle = samples.begin() + std::ptrdiff_t(samples.size() / 2);
    std::nth_element(samples.begin(), middle, samples.end());
    return *middle;
}

// What all took, in ms, and how many times faster the first, libprefix, is than the best of the others.
template <class CONTENDER> static void print_times(const std::vector<CONTENDER> &all)
{
    double best = 0;
    for (const CONTENDER &c : all) {
        const double ms = median(c.samples);
        std::printf("  %s %.2f", c.name.c_str(), ms);
        if (&c != &all[0] && (best == 0 || ms < best))
            best = ms;
    }
    std::printf("  (%.1f times)\n", best / median(all[0].samples));
    std::fflush(stdout);
}

#endif
