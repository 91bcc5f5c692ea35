/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A stand-in for speed that does not depend on the machine: how many instructions the inner loops of
 * the OpenMP backend take, for each instruction set that is there. A child runs a loop step by step,
 * once on n and once on 2n elements; the difference has no fixed costs in it. A loop that is no
 * longer turned into vector code takes several times its bound.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "simd/isa.h"
#include "../support/tap.h"

#if defined(__linux__) && defined(__x86_64__) && !defined(__clang__) && defined(__OPTIMIZE__) &&                       \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROOM = 1 << 16 };

static _Alignas(64) char in[ROOM], out[ROOM], values[2][ROOM];

enum verb { SCAN, STREAM, SHIFTED, STEP, REDUCE };

/* One loop, over n elements. */
struct loop {
    const struct prefix__openmp_kernel *kernel;
    enum verb verb;
    prefix__openmp_stage_fn *stage;
};

static void run(const struct loop *loop, size_t n)
{
    if (loop->stage) {
        loop->stage(in, out, n);
    } else {
        struct prefix__openmp_state state = prefix__openmp_begin(loop->kernel, loop->kernel->identity);
        const struct prefix__openmp_next next = {.at = in, .end = in};
        if (loop->verb == SCAN)
            loop->kernel->scan(in, out, n, &state, NULL);
        else if (loop->verb == STREAM)
            loop->kernel->stream(in, out, n, &state, &next, 0);
        else if (loop->verb == SHIFTED)
            loop->kernel->stream(in, out + loop->kernel->size, n, &state, &next, 1);
        else if (loop->verb == STEP)
            loop->kernel->step(&(struct prefix__openmp_step){.in = in,
                                                             .local = values[0],
                                                             .n = n,
                                                             .state = &state,
                                                             .next = next,
                                                             .values = values[1],
                                                             .out = out,
                                                             .count = n,
                                                             .carry = loop->kernel->identity,
                                                             .past_cache = loop->kernel->stream != NULL});
        else
            loop->kernel->reduce(in, n, &state, NULL);
    }
}

/* Instructions of a child that runs the loop, or -1 where that cannot be counted. */
static long count_steps(const struct loop *loop, size_t n)
{
    int status;
    long steps = 0;
    pid_t child = fork();
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
            _exit(1);
        raise(SIGSTOP);
        run(loop, n);
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
        return -1;
    while (WIFSTOPPED(status)) {
        if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) != 0 || waitpid(child, &status, 0) != child) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return -1;
        }
        steps++;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? steps : -1;
}

/* Checks the instructions for a vector of elements of size. */
static void check(const char *isa, size_t vector, const char *name, const struct loop *loop, size_t bytes, size_t size,
                  double bound)
{
    long one = count_steps(loop, bytes / size), two = count_steps(loop, 2 * bytes / size);
    if (one < 0 || two < 0) {
        skip("%s: %s: this system lets no process step through another", isa, name);
        return;
    }
    double each = (double)(two - one) * (double)vector / (double)bytes;
    if (!ok(each <= bound, "%s: %s: at most %.0f instructions a vector", isa, name, bound))
        diag("%.1f instructions", each);
}

/* A kernel; if it is ordered, its reduce() folds some rows at once. */
static void check_kernel(const char *isa, size_t vector, const char *name, const struct prefix__openmp_kernel *kernel,
                         int ordered, double scan, double reduce)
{
    static const char *const verbs[] = {"scan", "stream", "stream shifted", "step", "reduce"};
    for (int verb = SCAN; verb <= REDUCE; verb++) {
        char text[64];
        struct loop loop = {.kernel = kernel, .verb = (enum verb)verb};
        snprintf(text, sizeof text, "%s, %s", name, verbs[verb]);
        if ((verb == STEP ? kernel->step != NULL : kernel->stream || verb == SCAN || verb == REDUCE) &&
            (verb != SHIFTED || kernel->written == kernel->size))
            check(isa, vector, text, &loop, verb == REDUCE && ordered ? 512 * vector / kernel->size : 512, kernel->size,
                  verb == REDUCE ? reduce : scan);
    }
}

int main(void)
{
    const struct prefix__openmp_isa *isa;
    cpu_set_t one; /* processor for both: each step is a change between them */
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    for (size_t index = 0; (isa = prefix__openmp_isa(index)); index++) {
        const char *t = isa->name;
        const size_t v = strcmp(t, "AVX-512") == 0 ? 64 : strcmp(t, "AVX2") == 0 ? 32 : 16;
        const struct prefix__openmp_kernel(*integers)[PREFIX__OPENMP_INTEGER_KERNELS] = isa->integers->of;
        const struct prefix__openmp_kernel *floats = isa->floats->of;
        prefix__openmp_stage_fn *const *stage = isa->convert->stage;
        check_kernel(t, v, "sum of bytes", &integers[0][PREFIX__OPENMP_SUM], 0, 36, 4);
        check_kernel(t, v, "sum of 32 bits", &integers[2][PREFIX__OPENMP_SUM], 0, 24, v > 16 ? 4 : 5);
        check_kernel(t, v, "sum of 64 bits", &integers[3][PREFIX__OPENMP_SUM], 0, 21, v > 16 ? 4 : 5);
        check_kernel(t, v, "product of bytes", &integers[0][PREFIX__OPENMP_PRODUCT], 0, 95, 15);
        check_kernel(t, v, "or of bytes", &integers[0][PREFIX__OPENMP_OR], 0, 40, 9);
        check_kernel(t, v, "maximum of 32 bits", &integers[2][PREFIX__OPENMP_MAX], 0, v > 16 ? 28 : 56,
                     v > 16 ? 6 : 16);
        check_kernel(t, v, "maximum of f32", &integers[2][PREFIX__OPENMP_FLOAT_MAX], 0, v > 16 ? 34 : 62,
                     v > 16 ? 10 : 26);
        check_kernel(t, v, "maximum of f16", &integers[1][PREFIX__OPENMP_FLOAT_MAX], 0, 44, 13);
        check_kernel(t, v, "sum of f32", &floats[PREFIX__OPENMP_F32_SUM], 1, v > 16 ? 40 : 46, 12);
        check_kernel(t, v, "sum of f64", &floats[PREFIX__OPENMP_F64_SUM], 1, 32, 10);
        check_kernel(t, v, "sum of f16", &floats[PREFIX__OPENMP_F16_SUM], 1,
                     v == 64   ? 36
                     : v == 32 ? 60
                               : 145,
                     v > 16 ? 24 : 55);
        check_kernel(t, v, "sum of bf16", &floats[PREFIX__OPENMP_BF16_SUM], 1, v == 64 ? 40 : v == 32 ? 80 : 95, 24);
        check(t, v, "u8 to u32", &(struct loop){.stage = stage[PREFIX__OPENMP_STAGE_u8_u32]}, 512, 4, 8);
        check(t, v, "f16 to f32", &(struct loop){.stage = stage[PREFIX__OPENMP_STAGE_f16_f32]}, 512, 4,
              v > 16 ? 9 : 50);
        check(t, v, "mirror of 32 bits", &(struct loop){.stage = stage[PREFIX__OPENMP_STAGE_mirror_4]}, 512, 4, 11);
    }
    return done();
}

#else

int main(void)
{
    skip_all("instructions are counted on Linux, in gcc's optimized code for x86-64, without sanitizers");
}

#endif
