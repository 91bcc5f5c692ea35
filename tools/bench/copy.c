/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies and reading on the CPU, to compare with: memcpy(3) by one thread, by all, and stores by all threads
 * that pass the caches by, which spares memory the reading of what is overwritten; these once by
 * shares and once by small pieces in turn, which suits the memory of some machines better. What works in
 * place is compared with changing a bit of each word: by one thread, by shares and by pieces. Pieces are
 * taken in a way that suits small pages, too: once for each, a line is asked for some pages ahead, so that
 * its address is known when its turn comes.
 *
 * What widens writes more than it reads, and memory may take stores more slowly than it gives what is read. It is
 * compared with a copy that writes each line several times, to as much memory.
 */
#include <config.h>

#include "bench/copy.h"

#include <stdint.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Shares of threads meet at multiples of this. */
#define LINE ((size_t)64)
#define PIECE ((size_t)128 << 10)
#define AHEAD 2048 /* bytes that are prefetched */
#define PAGE ((size_t)4096)
#define PAGES_AHEAD (4 * PAGE) /* past the end it is ignored */

/* Bytes are those that are read. */
typedef void copy_fn(char *to, const char *from, size_t bytes, size_t times);

static void copy_plain(char *to, const char *from, size_t bytes, size_t times)
{
    if (times == 1) {
        memcpy(to, from, bytes);
        return;
    }
    for (size_t i = 0; i < bytes; i += LINE)
        for (size_t j = 0, part = bytes - i < LINE ? bytes - i : LINE; j < times; j++, to += part)
            memcpy(to, from + i, part);
}

/* to is aligned to a line. Without streaming stores this is a plain copy. With a constant for by_pages. */
static inline void copy_lines(char *to, const char *from, size_t bytes, size_t times, int by_pages)
{
    size_t whole = 0;
#ifdef __SSE2__
    for (; whole + LINE <= bytes; whole += LINE) {
        __m128i part[4];
        if (by_pages && whole % PAGE == 0)
            _mm_prefetch(from + whole + PAGES_AHEAD, _MM_HINT_T0);
        if (by_pages && whole * times % PAGE == 0)
            _mm_prefetch(to + whole * times + PAGES_AHEAD, _MM_HINT_T0);
        if (by_pages)
            _mm_prefetch(from + whole + PAGE, _MM_HINT_T1);
        else
            _mm_prefetch(from + whole + AHEAD, _MM_HINT_T0); /* past the end it is ignored */
        for (int i = 0; i < 4; i++)
            part[i] = _mm_loadu_si128((const __m128i *)(const void *)(from + whole) + i);
        for (size_t j = 0; j < times; j++)
            for (int i = 0; i < 4; i++)
                _mm_stream_si128((__m128i *)(void *)(to + whole * times + j * LINE) + i, part[i]);
    }
    _mm_sfence();
#else
    (void)by_pages;
#endif
    copy_plain(to + whole * times, from + whole, bytes - whole, times);
}

static void copy_streaming(char *to, const char *from, size_t bytes, size_t times)
{
    copy_lines(to, from, bytes, times, 0);
}

static void copy_share(copy_fn *copy, char *to, const char *from, size_t bytes, size_t times, size_t thread,
                       size_t threads)
{
    size_t lines = bytes / LINE;
    size_t begin = (lines / threads * thread + lines % threads * thread / threads) * LINE;
    thread++;
    size_t end = thread == threads ? bytes : (lines / threads * thread + lines % threads * thread / threads) * LINE;
    copy(to + begin * times, from + begin, end - begin, times);
}

static void copy_parallel(copy_fn *copy, char *to, const char *from, size_t bytes, size_t times, int threads)
{
#ifdef _OPENMP
#pragma omp parallel num_threads(threads)
    copy_share(copy, to, from, bytes, times, (size_t)omp_get_thread_num(), (size_t)omp_get_num_threads());
#else
    (void)threads;
    copy_share(copy, to, from, bytes, times, 0, 1);
#endif
}

static void copy_pieces(char *to, const char *from, size_t bytes, size_t times, int threads)
{
    const size_t pieces = bytes / PIECE + (bytes % PIECE != 0);
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(dynamic)
#else
    (void)threads;
#endif
    for (size_t i = 0; i < pieces; i++)
        copy_lines(to + i * PIECE * times, from + i * PIECE, bytes - i * PIECE < PIECE ? bytes - i * PIECE : PIECE,
                   times, 1);
}

void bench_copy(int index, void *to, const void *from, size_t bytes, size_t times, int threads)
{
    if (index == 0)
        copy_plain(to, from, bytes, times);
    else if (index == 3)
        copy_pieces(to, from, bytes, times, threads);
    else
        copy_parallel(index == 1 ? copy_plain : copy_streaming, to, from, bytes, times, threads);
}

static inline void rewrite(char *memory, size_t bytes, int by_pages)
{
    size_t i = 0;
    for (; i + LINE <= bytes; i += LINE) {
        uint64_t line[LINE / sizeof(uint64_t)];
        if (by_pages && i % PAGE == 0)
            __builtin_prefetch(memory + i + PAGES_AHEAD);
        memcpy(line, memory + i, LINE);
        for (size_t k = 0; k < LINE / sizeof *line; k++)
            line[k] ^= 1;
        memcpy(memory + i, line, LINE);
    }
    for (; i < bytes; i++)
        memory[i] ^= 1;
}

static void rewrite_share(char *to, const char *from, size_t bytes, size_t times)
{
    (void)from;
    (void)times;
    rewrite(to, bytes, 0);
}

static void rewrite_pieces(char *memory, size_t bytes, int threads)
{
    const size_t pieces = bytes / PIECE + (bytes % PIECE != 0);
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(dynamic)
#else
    (void)threads;
#endif
    for (size_t i = 0; i < pieces; i++)
        rewrite(memory + i * PIECE, bytes - i * PIECE < PIECE ? bytes - i * PIECE : PIECE, 1);
}

void bench_rewrite(int index, void *memory, size_t bytes, int threads)
{
    if (index == 0)
        rewrite(memory, bytes, 0);
    else if (index == 1)
        copy_parallel(rewrite_share, memory, memory, bytes, 1, threads);
    else
        rewrite_pieces(memory, bytes, threads);
}

/* Looks at every line, so that the compiler cannot leave any of it out. */
static uint64_t read_share(const char *from, size_t bytes, size_t thread, size_t threads)
{
    size_t lines = bytes / LINE, begin = lines / threads * thread;
    size_t end = thread + 1 == threads ? lines : begin + lines / threads;
    uint64_t seen[8] = {0};
    for (size_t i = begin; i < end; i++) {
        uint64_t line[8];
        __builtin_prefetch(from + i * LINE + 2 * (size_t)AHEAD); /* past the end it is ignored */
        memcpy(line, from + i * LINE, LINE);
        for (int k = 0; k < 8; k++)
            seen[k] |= line[k];
    }
    return seen[0] | seen[1] | seen[2] | seen[3] | seen[4] | seen[5] | seen[6] | seen[7];
}

void bench_read(const void *from, size_t bytes, int threads)
{
    uint64_t seen = 0;
#ifdef _OPENMP
#pragma omp parallel num_threads(threads) reduction(| : seen)
    seen |= read_share(from, bytes, (size_t)omp_get_thread_num(), (size_t)omp_get_num_threads());
#else
    (void)threads;
    seen = read_share(from, bytes, 0, 1);
#endif
    __asm__ volatile("" : : "r"(seen)); /* it is wanted */
}

int bench_threads(void)
{
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}
