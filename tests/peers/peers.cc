// SPDX-License-Identifier: BSD-3-Clause
// usage: make peers [PEERS_ARGS='N...']
// Inclusive sums by libprefix's OpenMP backend, and by other libraries of the distribution: oneTBB, the
// parallel algorithms of the C++ standard library, those of GNU parallel mode and its sequential loop;
// and a copy of the same bytes, on all processors past the caches where it is large. All take turns in
// one process; before each sample there is a rest, in which other libraries' threads stop spinning, and
// a call that is not counted. Printed are medians in GB/s (read and written), and the ratio to the copy.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <execution>
#include <functional>
#include <numeric>
#include <parallel/numeric>
#include <string>
#include <thread>
#include <vector>

#include <tbb/blocked_range.h>
#include <tbb/parallel_scan.h>

#include <prefix/prefix.h>

#include "peer.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

static const int rounds = 11;

// Both are aligned to 64 bytes; bytes are a multiple of it.
static void copy_part(char *to, const char *from, size_t bytes)
{
#ifdef __SSE2__
    for (size_t at = 0; at < bytes; at += 64) {
        _mm_prefetch(from + at + 2048, _MM_HINT_T0);
        for (size_t i = at; i < at + 64; i += 16)
            _mm_stream_si128(reinterpret_cast<__m128i *>(to + i),
                             _mm_loadu_si128(reinterpret_cast<const __m128i *>(from + i)));
    }
    _mm_sfence();
#else
    std::memcpy(to, from, bytes);
#endif
}

// By all processors past the caches where it is large, else by one.
static void copy(char *to, const char *from, size_t bytes)
{
    if (bytes < size_t(16) << 20) {
        std::memcpy(to, from, bytes);
        return;
    }
    const size_t parts = std::thread::hardware_concurrency(), part = bytes / parts / 64 * 64;
    std::vector<std::thread> threads;
    for (size_t k = 1; k < parts; k++)
        threads.emplace_back(copy_part, to + k * part, from + k * part, part);
    copy_part(to, from, part);
    copy_part(to + parts * part, from + parts * part, bytes - parts * part);
    for (std::thread &t : threads)
        t.join();
}

template <class T> struct tbb_body {
    const T *in;
    T *out;
    T sum = 0;
    tbb_body(const T *from, T *to) : in(from), out(to)
    {
    }
    tbb_body(tbb_body &b, tbb::split) : in(b.in), out(b.out)
    {
    }
    template <class Tag> void operator()(const tbb::blocked_range<size_t> &r, Tag)
    {
        T s = sum;
        for (size_t i = r.begin(); i < r.end(); i++) {
            s += in[i];
            if (Tag::is_final_scan())
                out[i] = s;
        }
        sum = s;
    }
    void reverse_join(tbb_body &left)
    {
        sum = left.sum + sum;
    }
    void assign(tbb_body &b)
    {
        sum = b.sum;
    }
};

static void *allocate(size_t bytes)
{
    void *memory = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!memory) {
        std::fprintf(stderr, "peers: out of memory\n");
        std::exit(1);
    }
    return memory;
}

struct contender {
    std::string name;
    std::function<void()> run;
    std::vector<double> samples;
};

template <class T> static void measure(const char *type_name, int type, size_t n)
{
    T *in = static_cast<T *>(allocate(n * sizeof(T))), *out = static_cast<T *>(allocate(n * sizeof(T)));
    for (size_t i = 0; i < n; i++) {
        in[i] = T(i % 7);
        out[i] = 0;
    }
    prefix_ctx *ctx;
    prefix_plan *plan;
    check(prefix_ctx_create(&ctx, "openmp"));
    check(prefix_plan_create(&plan, ctx, PREFIX_SUM, type));
    contender all[] = {
        {"copy", [=] { copy(reinterpret_cast<char *>(out), reinterpret_cast<const char *>(in), n * sizeof(T)); }, {}},
        {"libprefix", [=] { check(prefix_plan_run(plan, in, out, n)); }, {}},
        {"oneTBB",
         [=] {
             tbb_body<T> body(in, out);
             tbb::parallel_scan(tbb::blocked_range<size_t>(0, n), body);
         },
         {}},
        {"std::par", [=] { std::inclusive_scan(std::execution::par, in, in + n, out); }, {}},
        {"GNU", [=] { __gnu_parallel::partial_sum(in, in + n, out); }, {}},
        {"loop", [=] { std::partial_sum(in, in + n, out); }, {}},
    };
    for (int r = 0; r < rounds; r++)
        for (contender &c : all) {
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
            c.run();
            size_t calls = 0;
            double begin = now(), seconds;
            do {
                c.run();
                calls++;
            } while ((seconds = now() - begin) < 1e-3);
            c.samples.push_back(seconds / double(calls));
        }
    double copied = 0;
    std::printf("%-4s %10zu", type_name, n);
    for (contender &c : all) {
        double rate = 2e-9 * double(n * sizeof(T)) / median(c.samples);
        if (copied == 0)
            copied = rate;
        std::printf("  %s %.1f (%.2f)", c.name.c_str(), rate, rate / copied);
    }
    std::printf("\n");
    std::fflush(stdout);
    prefix_plan_destroy(plan);
    prefix_ctx_destroy(ctx);
    std::free(in);
    std::free(out);
}

int main(int argc, char **argv)
{
    std::vector<size_t> sizes;
    for (int i = 1; i < argc; i++)
        sizes.push_back(std::strtoull(argv[i], nullptr, 0));
    if (sizes.empty())
        sizes = {1u << 10, 1u << 14, 1u << 17, 1u << 20, 1u << 24, 1u << 27};
    for (size_t n : sizes) {
        measure<int32_t>("i32", PREFIX_I32, n);
        measure<int64_t>("i64", PREFIX_I64, n);
        measure<float>("f32", PREFIX_F32, n);
        measure<double>("f64", PREFIX_F64, n);
    }
}
