// SPDX-License-Identifier: BSD-3-Clause
// usage: make peers-sort [PEERS_ARGS='N...']
// Sorts of u32 by libprefix's OpenMP backend, by the parallel algorithms of the C++ standard library (on oneTBB), by
// oneTBB itself, by GNU's parallel mode and by one thread: of keys, of pairs with values of 32 bits, and of places, the
// last two stable. All take turns in one process, with a rest and a call that is not counted before each sample; what
// sorts in place is given a new copy, which is not counted either. Every result is compared. Printed are medians in ms,
// and how many times faster libprefix is than the best of the others.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <execution>
#include <functional>
#include <numeric>
#include <parallel/algorithm>
#include <string>
#include <tbb/parallel_sort.h>
#include <thread>
#include <vector>

#include <prefix/prefix.h>

#include "peer.h"

static const int rounds = 5;
static prefix_ctx *ctx;

struct contender {
    std::string name;
    std::function<void()> run;
    std::vector<double> samples;
};

// The first contender is libprefix. prepare() makes ready for a call, and is_right() says whether it left what is
// wanted.
static void measure(const std::string &what, std::vector<contender> all, const std::function<void()> &prepare,
                    const std::function<bool()> &is_right)
{
    for (int r = 0; r < rounds; r++)
        for (contender &c : all) {
            prepare();
            c.run();
            if (!is_right()) {
                std::fprintf(stderr, "sorts: %s by %s is wrong\n", what.c_str(), c.name.c_str());
                std::exit(1);
            }
            prepare();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            const double begin = now();
            c.run();
            c.samples.push_back(1e3 * (now() - begin));
        }
    std::printf("%-18s", what.c_str());
    print_times(all);
}

static void sort_keys(const std::string &data, const std::vector<uint32_t> &in)
{
    const size_t n = in.size();
    std::vector<uint32_t> out(n), want = in;
    std::sort(want.begin(), want.end());
    const auto begin = out.begin(), end = out.end();
    measure(
        "keys, " + data,
        {
            {"libprefix",
             [&] { check(prefix_sort(ctx, PREFIX_ASCENDING, PREFIX_U32, out.data(), out.data(), n)); },
             {}},
            {"std::par_unseq", [=] { std::sort(std::execution::par_unseq, begin, end); }, {}},
            {"tbb", [=] { tbb::parallel_sort(begin, end); }, {}},
            {"gnu_parallel", [=] { __gnu_parallel::sort(begin, end); }, {}},
            {"std", [=] { std::sort(begin, end); }, {}},
        },
        [&] { out = in; }, [&] { return out == want; });
}

struct pair {
    uint32_t key, value;
    bool operator==(const pair &other) const
    {
        return key == other.key && value == other.value;
    }
};

// The others' keys lie beside their values.
static void sort_pairs(const std::string &data, const std::vector<uint32_t> &in)
{
    const size_t n = in.size();
    const auto less = [](const pair &a, const pair &b) { return a.key < b.key; };
    std::vector<uint32_t> keys(n), values(n);
    std::vector<pair> start(n), out(n), want;
    for (size_t i = 0; i < n; i++)
        start[i] = {in[i], uint32_t(i)};
    want = start;
    std::stable_sort(want.begin(), want.end(), less);
    const auto begin = out.begin(), end = out.end();
    const auto is_right = [&] {
        for (size_t i = 0; i < n && out == start; i++)
            if (!(pair{keys[i], values[i]} == want[i]))
                return false;
        return out == start || out == want;
    };
    measure(
        "pairs, " + data,
        {
            {"libprefix",
             [&] {
                 check(prefix_sort_pairs(ctx, PREFIX_ASCENDING, PREFIX_U32, sizeof(uint32_t), keys.data(),
                                         values.data(), keys.data(), values.data(), n));
             },
             {}},
            {"std::par_unseq", [=] { std::stable_sort(std::execution::par_unseq, begin, end, less); }, {}},
            {"gnu_parallel", [=] { __gnu_parallel::stable_sort(begin, end, less); }, {}},
            {"std", [=] { std::stable_sort(begin, end, less); }, {}},
        },
        [&] {
            keys = in;
            std::iota(values.begin(), values.end(), 0u);
            out = start;
        },
        is_right);
}

static void sort_places(const std::string &data, const std::vector<uint32_t> &in)
{
    const size_t n = in.size();
    const uint32_t *const keys = in.data();
    const auto less = [=](uint32_t a, uint32_t b) { return keys[a] < keys[b]; };
    std::vector<uint32_t> out(n), want(n);
    std::iota(want.begin(), want.end(), 0u);
    std::stable_sort(want.begin(), want.end(), less);
    const auto begin = out.begin(), end = out.end();
    measure(
        "argsort, " + data,
        {
            {"libprefix",
             [&] { check(prefix_argsort(ctx, PREFIX_ASCENDING, PREFIX_U32, PREFIX_U32, keys, out.data(), n)); },
             {}},
            {"std::par_unseq", [=] { std::stable_sort(std::execution::par_unseq, begin, end, less); }, {}},
            {"gnu_parallel", [=] { __gnu_parallel::stable_sort(begin, end, less); }, {}},
            {"std", [=] { std::stable_sort(begin, end, less); }, {}},
        },
        [&] { std::iota(out.begin(), out.end(), 0u); }, [&] { return out == want; });
}

static void measure_size(size_t n)
{
    std::vector<uint32_t> keys(n);
    uint64_t x = 88172645463325252;
    std::printf("%zu elements\n", n);
    for (const std::string data : {"uniform", "mod 1000", "sorted"}) {
        for (size_t i = 0; i < n; i++) {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            keys[i] = data == "uniform"  ? uint32_t(x >> 20)
                      : data == "sorted" ? uint32_t(i)
                                         : uint32_t((x >> 20) % 1000);
        }
        sort_keys(data, keys);
        sort_pairs(data, keys);
        sort_places(data, keys);
    }
}

int main(int argc, char **argv)
{
    std::vector<size_t> sizes;
    for (int i = 1; i < argc; i++)
        sizes.push_back(std::strtoull(argv[i], nullptr, 0));
    if (sizes.empty())
        sizes = {1u << 16, 1u << 20, 1u << 24};
    check(prefix_ctx_create(&ctx, "openmp"));
    for (size_t n : sizes)
        measure_size(n);
    prefix_ctx_destroy(ctx);
}
