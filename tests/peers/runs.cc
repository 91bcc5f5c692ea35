// SPDX-License-Identifier: BSD-3-Clause
// usage: make peers-runs [PEERS_ARGS='N...']
// Runs by libprefix's OpenMP backend, by oneTBB's parallel_scan with the lifted operator in one body, by the
// parallel algorithms of the C++ standard library (on oneTBB), by GNU's parallel mode where it has the
// algorithm, and by a plain loop. All take turns in one process, with a rest and a call that is not counted
// before each sample. Results are compared: values are small integers, so that sums are exact in any order.
// Printed are medians in ms, and how many times faster libprefix is than the best of the others.
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
#include <tbb/blocked_range.h>
#include <tbb/parallel_scan.h>
#include <thread>
#include <vector>

#include <prefix/prefix.h>

#include "peer.h"

static const int rounds = 9;

struct contender {
    std::string name;
    std::function<void()> run;
    std::vector<double> samples;
};

// The first contender is libprefix; is_right says whether the last call left what is wanted.
static void measure(const std::string &what, std::vector<contender> all, const std::function<bool()> &is_right,
                    const std::function<void()> &spoil)
{
    for (int r = 0; r < rounds; r++)
        for (contender &c : all) {
            if (r == 0)
                spoil();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            c.run();
            if (r == 0 && !is_right()) {
                std::fprintf(stderr, "runs: %s by %s is wrong\n", what.c_str(), c.name.c_str());
                std::exit(1);
            }
            const double begin = now();
            c.run();
            c.samples.push_back(1e3 * (now() - begin));
        }
    std::printf("%-22s", what.c_str());
    print_times(all);
}

// What all of them read and write.
struct arrays {
    size_t n;
    std::vector<int32_t> keys, unique, decoded;
    std::vector<float> values, sums, scanned;
    std::vector<uint32_t> lengths;
    size_t count;
};

// The lifted operator as oneTBB wants it: once over a range to know what it comes to, and once to write.
struct body {
    enum call { REDUCE, ENCODE, SCAN } call;
    arrays *a;
    size_t runs = 0, begin = 0;
    float open = 0;

    body(enum call c, arrays *of) : call(c), a(of)
    {
    }
    body(body &b, tbb::split) : call(b.call), a(b.a)
    {
    }
    void assign(body &b)
    {
        runs = b.runs;
        begin = b.begin;
        open = b.open;
    }
    void reverse_join(body &left)
    {
        if (runs == 0) {
            begin = left.begin;
            open += left.open;
        }
        runs += left.runs;
    }
    template <class Tag> void operator()(const tbb::blocked_range<size_t> &range, Tag)
    {
        const bool writes = Tag::is_final_scan();
        const int32_t *keys = a->keys.data();
        const float *values = a->values.data();
        size_t k = runs, first = begin;
        float sum = open;
        for (size_t i = range.begin(); i < range.end(); i++) {
            if (i == 0 || keys[i] != keys[i - 1]) {
                if (writes && call != SCAN) {
                    close(k, sum, i - first);
                    a->unique[k] = keys[i];
                }
                k++;
                first = i;
                sum = 0;
            }
            if (call != ENCODE)
                sum += values[i];
            if (writes && call == SCAN)
                a->scanned[i] = sum;
        }
        runs = k;
        begin = first;
        open = sum;
    }
    void close(size_t k, float sum, size_t length)
    {
        if (k > 0 && call == REDUCE)
            a->sums[k - 1] = sum;
        if (k > 0 && call == ENCODE)
            a->lengths[k - 1] = uint32_t(length);
    }
};

static void by_tbb(enum body::call call, arrays &a)
{
    body b(call, &a);
    tbb::parallel_scan(tbb::blocked_range<size_t>(0, a.n, 1 << 14), b);
    b.close(b.runs, b.open, a.n - b.begin);
    a.count = b.runs;
}

static void by_loop(enum body::call call, arrays &a)
{
    body b(call, &a);
    b(tbb::blocked_range<size_t>(0, a.n), tbb::final_scan_tag());
    b.close(b.runs, b.open, a.n - b.begin);
    a.count = b.runs;
}

struct pair {
    float value;
    int begins;
};

static void measure_mix(size_t n, size_t length)
{
    arrays a = {n, {}, {}, {}, {}, {}, {}, {}, 0};
    std::vector<pair> pairs(n), lifted(n);
    uint64_t x = 88172645463325252;
    a.keys.resize(n), a.unique.resize(n), a.decoded.resize(n);
    a.values.resize(n), a.sums.resize(n), a.scanned.resize(n), a.lengths.resize(n);
    for (size_t i = 0; i < n; i++) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        const bool begins = i == 0 || (x >> 20) % length == 0;
        a.keys[i] = i == 0 ? 0 : a.keys[i - 1] + begins;
        a.values[i] = float(x >> 60);
        pairs[i] = {a.values[i], begins};
    }
    prefix_ctx *ctx;
    prefix_plan *plan;
    uint64_t count;
    check(prefix_ctx_create(&ctx, "openmp"));
    check(prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_F32));
    check(prefix_plan_set_keys(plan, PREFIX_I32, a.keys.data()));
    by_loop(body::REDUCE, a);
    by_loop(body::ENCODE, a);
    by_loop(body::SCAN, a);
    const arrays want = a;
    const size_t runs = want.count;
    const std::string mix = ", runs of " + std::to_string(length);
    const auto same = [&](const auto &is, const auto &wanted, size_t k) {
        return a.count == runs && std::equal(is.begin(), is.begin() + ptrdiff_t(k), wanted.begin());
    };
    measure(
        "reduce by key" + mix,
        {
            {"libprefix",
             [&] {
                 check(prefix_reduce_by_key(ctx, PREFIX_SUM, PREFIX_I32, PREFIX_F32, a.keys.data(), a.values.data(),
                                            a.unique.data(), a.sums.data(), n, n, &count));
                 a.count = count;
             },
             {}},
            {"oneTBB", [&] { by_tbb(body::REDUCE, a); }, {}},
            {"loop", [&] { by_loop(body::REDUCE, a); }, {}},
        },
        [&] { return same(a.unique, want.unique, runs) && same(a.sums, want.sums, runs); },
        [&] { std::fill(a.sums.begin(), a.sums.end(), -1.f); });
    measure(
        "run lengths" + mix,
        {
            {"libprefix",
             [&] {
                 check(prefix_run_length_encode(ctx, PREFIX_I32, PREFIX_U32, a.keys.data(), a.unique.data(),
                                                a.lengths.data(), n, n, &count));
                 a.count = count;
             },
             {}},
            {"oneTBB", [&] { by_tbb(body::ENCODE, a); }, {}},
            {"loop", [&] { by_loop(body::ENCODE, a); }, {}},
        },
        [&] { return same(a.unique, want.unique, runs) && same(a.lengths, want.lengths, runs); },
        [&] { std::fill(a.lengths.begin(), a.lengths.end(), 0); });
    std::vector<size_t> begins(runs);
    const auto put_run = [&](const size_t &begin) {
        const size_t k = size_t(&begin - begins.data());
        std::fill_n(a.decoded.begin() + ptrdiff_t(begin), want.lengths[k], want.unique[k]);
    };
    measure(
        "decode" + mix,
        {
            {"libprefix",
             [&] {
                 check(prefix_run_length_decode(ctx, PREFIX_I32, PREFIX_U32, want.unique.data(), want.lengths.data(),
                                                a.decoded.data(), runs, n, &count));
             },
             {}},
            {"std::par",
             [&] {
                 std::exclusive_scan(std::execution::par, want.lengths.begin(), want.lengths.begin() + ptrdiff_t(runs),
                                     begins.begin(), size_t(0));
                 std::for_each(std::execution::par, begins.begin(), begins.end(), put_run);
             },
             {}},
            {"loop",
             [&] {
                 auto to = a.decoded.begin();
                 for (size_t k = 0; k < runs; k++)
                     to = std::fill_n(to, want.lengths[k], want.unique[k]);
             },
             {}},
        },
        [&] { return a.decoded == a.keys; }, [&] { std::fill(a.decoded.begin(), a.decoded.end(), -1); });
    measure(
        "unique" + mix,
        {
            {"libprefix",
             [&] {
                 check(prefix_unique(ctx, PREFIX_I32, a.keys.data(), a.unique.data(), n, n, &count));
                 a.count = count;
             },
             {}},
            {"std::par_unseq",
             [&] {
                 a.count = size_t(
                     std::unique_copy(std::execution::par_unseq, a.keys.begin(), a.keys.end(), a.unique.begin()) -
                     a.unique.begin());
             },
             {}},
            {"GNU parallel",
             [&] {
                 a.count = size_t(__gnu_parallel::unique_copy(a.keys.begin(), a.keys.end(), a.unique.begin()) -
                                  a.unique.begin());
             },
             {}},
            {"loop",
             [&] {
                 a.count = size_t(std::unique_copy(a.keys.begin(), a.keys.end(), a.unique.begin()) - a.unique.begin());
             },
             {}},
        },
        [&] { return same(a.unique, want.unique, runs); }, [&] { std::fill(a.unique.begin(), a.unique.end(), -1); });
    const auto lift = [](const pair &l, const pair &r) {
        return pair{r.begins ? r.value : l.value + r.value, l.begins | r.begins};
    };
    measure(
        "scan by key" + mix,
        {
            {"libprefix", [&] { check(prefix_plan_run(plan, a.values.data(), a.scanned.data(), n)); }, {}},
            {"oneTBB", [&] { by_tbb(body::SCAN, a); }, {}},
            {"std::par_unseq of pairs",
             [&] {
                 std::inclusive_scan(std::execution::par_unseq, pairs.begin(), pairs.end(), lifted.begin(), lift);
                 if (a.scanned[0] != want.scanned[0])
                     std::transform(lifted.begin(), lifted.end(), a.scanned.begin(),
                                    [](const pair &p) { return p.value; });
             },
             {}},
            {"loop", [&] { by_loop(body::SCAN, a); }, {}},
        },
        [&] { return same(a.scanned, want.scanned, n); }, [&] { std::fill(a.scanned.begin(), a.scanned.end(), -1.f); });
    prefix_plan_destroy(plan);
    prefix_ctx_destroy(ctx);
}

int main(int argc, char **argv)
{
    std::vector<size_t> sizes;
    for (int i = 1; i < argc; i++)
        sizes.push_back(std::strtoull(argv[i], nullptr, 0));
    if (sizes.empty())
        sizes = {1u << 24};
    for (size_t n : sizes) {
        std::printf("%zu elements\n", n);
        for (size_t length : {1, 4, 64, 4096})
            measure_mix(n, length);
    }
}
