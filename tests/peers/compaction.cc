// SPDX-License-Identifier: BSD-3-Clause
// usage: make peers-compaction [PEERS_ARGS='N...']
// Compaction of i32 by libprefix's OpenMP backend, by the parallel algorithms of the C++ standard library
// (on oneTBB), by its sequential ones, and by the loop without branches. All take turns in one process;
// before each sample there is a rest, in which other libraries' threads stop spinning, and a call that is
// not counted. Every result is compared. Printed are medians in ms, and how many times faster libprefix is than the
// best of the others.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <execution>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <prefix/prefix.h>

#include "peer.h"

static const int rounds = 9;

static void require(bool right, const char *what)
{
    if (!right) {
        std::fprintf(stderr, "compaction: %s is wrong\n", what);
        std::exit(1);
    }
}

struct contender {
    std::string name;
    std::function<size_t()> run; // returns how many are selected
    std::vector<double> samples;
};

// The first contender is libprefix; the results of those named with a * lie in two arrays.
static void measure(const char *what, std::vector<contender> all, std::vector<int32_t> &out,
                    const std::vector<int32_t> &want, size_t written)
{
    for (int r = 0; r < rounds; r++)
        for (contender &c : all) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            size_t count = c.run();
            if (r == 0) {
                require(count == want.size() || written > count, c.name.c_str());
                require(c.name.find('*') != std::string::npos || std::equal(want.begin(), want.end(), out.begin()),
                        c.name.c_str());
            }
            double begin = now();
            c.run();
            c.samples.push_back(1e3 * (now() - begin));
        }
    std::printf("%-14s", what);
    print_times(all);
}

static void measure_size(size_t n)
{
    std::vector<int32_t> in(n), runs(n), out(n), rest(n), want;
    std::vector<uint8_t> flags(n);
    uint64_t x = 88172645463325252;
    for (size_t i = 0; i < n; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        in[i] = int32_t((x >> 20) % 1000);
        flags[i] = x >> 50 & 1;
        runs[i] = i > 0 && (x >> 52) % 4 ? runs[i - 1] : in[i];
    }
    prefix_ctx *ctx;
    uint64_t count;
    check(prefix_ctx_create(&ctx, "openmp"));
    const int32_t *const from = in.data(), *const keys = runs.data();
    int32_t *const to = out.data(), *const others = rest.data();
    std::printf("%zu elements\n", n);
    for (int limit : {10, 500, 900}) {
        const auto below = [=](int32_t a) { return a < limit; };
        want.clear();
        std::copy_if(from, from + n, std::back_inserter(want), below);
        measure(("select " + std::to_string(limit / 10) + " %").c_str(),
                {
                    {"libprefix",
                     [&, limit] {
                         check(prefix_select_if(ctx, PREFIX_LESS, PREFIX_I32, &limit, from, to, n, n, &count));
                         return count;
                     },
                     {}},
                    {"std::par_unseq",
                     [=] { return size_t(std::copy_if(std::execution::par_unseq, from, from + n, to, below) - to); },
                     {}},
                    {"std", [=] { return size_t(std::copy_if(from, from + n, to, below) - to); }, {}},
                    {"loop",
                     [=] {
                         size_t k = 0;
                         for (size_t i = 0; i < n; i++) {
                             to[k] = from[i];
                             k += from[i] < limit;
                         }
                         return k;
                     },
                     {}},
                },
                out, want, 0);
    }
    want.clear();
    for (size_t i = 0; i < n; i++)
        if (flags[i])
            want.push_back(in[i]);
    const uint8_t *const marks = flags.data();
    measure("flagged 50 %",
            {
                {"libprefix",
                 [&] {
                     check(prefix_select_flagged(ctx, PREFIX_I32, from, marks, to, n, n, &count));
                     return count;
                 },
                 {}},
                {"std::par_unseq",
                 [=] {
                     return size_t(std::copy_if(std::execution::par_unseq, from, from + n, to,
                                                [=](const int32_t &a) { return marks[&a - from] != 0; }) -
                                   to);
                 },
                 {}},
                {"loop",
                 [=] {
                     size_t k = 0;
                     for (size_t i = 0; i < n; i++) {
                         to[k] = from[i];
                         k += marks[i] != 0;
                     }
                     return k;
                 },
                 {}},
            },
            out, want, 0);
    const int32_t half = 500;
    const auto low = [=](int32_t a) { return a < half; };
    want.assign(in.begin(), in.end());
    std::stable_partition(want.begin(), want.end(), low);
    measure("partition 50 %",
            {
                {"libprefix",
                 [&] {
                     check(prefix_partition_if(ctx, PREFIX_LESS, PREFIX_I32, &half, from, to, n, &count));
                     return count;
                 },
                 {}},
                {"std::par_unseq*",
                 [=] {
                     return size_t(
                         std::partition_copy(std::execution::par_unseq, from, from + n, to, others, low).first - to);
                 },
                 {}},
                {"std*", [=] { return size_t(std::partition_copy(from, from + n, to, others, low).first - to); }, {}},
                {"loop*",
                 [=] {
                     size_t k = 0;
                     for (size_t i = 0; i < n; i++) {
                         to[k] = from[i];
                         others[i - k] = from[i];
                         k += from[i] < half;
                     }
                     return k;
                 },
                 {}},
            },
            out, want, n);
    want.clear();
    std::unique_copy(keys, keys + n, std::back_inserter(want));
    measure("unique 25 %",
            {
                {"libprefix",
                 [&] {
                     check(prefix_unique(ctx, PREFIX_I32, keys, to, n, n, &count));
                     return count;
                 },
                 {}},
                {"std::par_unseq",
                 [=] { return size_t(std::unique_copy(std::execution::par_unseq, keys, keys + n, to) - to); },
                 {}},
                {"std", [=] { return size_t(std::unique_copy(keys, keys + n, to) - to); }, {}},
                {"loop",
                 [=] {
                     size_t k = 0;
                     int32_t before = ~keys[0];
                     for (size_t i = 0; i < n; i++) {
                         to[k] = keys[i];
                         k += keys[i] != before;
                         before = keys[i];
                     }
                     return k;
                 },
                 {}},
            },
            out, want, 0);
    prefix_ctx_destroy(ctx);
}

int main(int argc, char **argv)
{
    std::vector<size_t> sizes;
    for (int i = 1; i < argc; i++)
        sizes.push_back(std::strtoull(argv[i], nullptr, 0));
    if (sizes.empty())
        sizes = {1u << 16, 1u << 20, 1u << 24};
    for (size_t n : sizes)
        measure_size(n);
}
