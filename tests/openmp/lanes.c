/* SPDX-License-Identifier: BSD-3-Clause */
/* Recurrences and filters in the lanes of every instruction set that this machine has: as worked out one by one. */
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "session/session.h"
#include "../api/filter_oracle.h"
#include "../api/recurrence_oracle.h"
#include "../support/data.h"
#include "../support/support.h"

enum { N = 30000 };

static struct prefix_backend backend;
static struct prefix_session *session;
static double a[N], b[N], out[N], want[N];

/* Mostly far from 0; and some that rows cannot be combined plainly with. */
static double factor(struct rng *rng, int pattern)
{
    if (pattern > 0 && rng_below(rng, 500) == 0)
        return pattern == 1 ? 0 : 0x1p-30;
    return (rng_below(rng, 2) ? 1 : -1) * (0.3 + 0.9 * rng_unit(rng));
}

static int try_recurrence(struct rng *rng, int pattern)
{
    const int reverse = (int)rng_below(rng, 2), has_constant = rng_below(rng, 3) == 0;
    const size_t n = rng_below(rng, 2) ? 1 + rng_below(rng, 3000) : N - rng_below(rng, 5);
    struct step *const steps = must_alloc(n * sizeof *steps);
    for (size_t i = 0; i < n; i++) {
        a[i] = factor(rng, pattern);
        b[i] = 2 * rng_unit(rng) - 1;
    }
    for (size_t i = 0; i < n; i++) {
        const size_t at = reverse ? n - 1 - i : i;
        steps[i] = (struct step){{a[has_constant ? 0 : at], 0}, {b[at], 0}};
    }
    recur(PREFIX_F64, steps, n, NULL);
    const struct prefix_operator_work work = {
        .size = sizeof work,
        .state = a,
        .element = 2 * sizeof(double),
        .alignment = sizeof(double),
        .kind = PREFIX_INCLUSIVE,
        .reverse = reverse,
        .threads = 2,
        .in = b,
        .second = has_constant ? NULL : a,
        .out = out,
        .n = n,
        .in_size = sizeof(double),
        .out_size = sizeof(double),
        .recurrence_type = PREFIX_F64,
    };
    session->cache_bytes = rng_below(rng, 2) ? 0 : SIZE_MAX;
    int good = backend.operator_scan(session, &work) == PREFIX_OK;
    for (size_t i = 0; i < n; i++)
        good &= memcmp(&out[reverse ? n - 1 - i : i], &steps[i].b.re, sizeof *out) == 0;
    free(steps);
    return good;
}

/* Short rows, or one that is not fed back: what becomes of blocks is then known without their maps. */
static int try_filter(struct rng *rng, size_t order, size_t sections)
{
    static const double none[MOST_ORDER * MOST_ORDER];
    const int feedback = (int)rng_below(rng, 2);
    const size_t n = feedback ? 1 + rng_below(rng, 500) : N, rows = N / n;
    struct filter f = {.order = order, .sections = sections, .a = {1}, .feedback = feedback};
    double c[2 * MOST_ORDER + 2 * MOST_ORDER + 1];
    for (size_t i = 0; i <= order; i++)
        c[i] = f.b[i] = 2 * rng_unit(rng) - 1;
    for (size_t i = 1; i <= order; i++)
        c[order + i] = f.a[i] = feedback ? 0.1 * rng_unit(rng) : 0;
    for (size_t i = 0; i < 5 * sections; i++)
        c[i] = f.section[i / 5][i % 5 + (i % 5 > 2)] = i % 5 < 3 ? rng_unit(rng) : feedback ? 0.1 * rng_unit(rng) : 0;
    const struct prefix_filter_work work = {
        .size = sizeof work,
        .type = PREFIX_F64,
        .threads = 2,
        .feedback = feedback,
        .order = order,
        .sections = sections,
        .coefficients = c,
        .block_map = feedback ? NULL : none,
        .group_map = feedback ? NULL : none,
        .in = b,
        .out = out,
        .n = n,
        .rows = rows,
        .in_step = n,
        .out_step = n,
    };
    for (size_t i = 0; i < N; i++)
        b[i] = 2 * rng_unit(rng) - 1;
    for (size_t row = 0; row < rows; row++) {
        double z[MOST_ORDER] = {0};
        filter_steps(&f, b + row * n, want + row * n, n, z);
    }
    return backend.filter(session, &work) == PREFIX_OK && memcmp(out, want, rows * n * sizeof *out) == 0;
}

int main(void)
{
    struct rng rng = rng_make(78);
    if (prefix__openmp_backend(&test_host, &backend) != PREFIX_OK)
        bail_out("no backend");
    for (size_t index = 0; prefix__openmp_isa(index); index++) {
        int recurrences = 1, filters = 1;
        if (backend.open(&session, &test_host, NULL, 0) != PREFIX_OK)
            bail_out("no session");
        session->isa = prefix__openmp_isa(index);
        for (int round = 0; round < 60; round++)
            recurrences &= try_recurrence(&rng, round % 3);
        ok(recurrences, "%s: recurrences", session->isa->name);
        for (size_t order = 1; order <= MOST_ORDER; order++)
            filters &= try_filter(&rng, order, 0) && (order % 2 || try_filter(&rng, order, order / 2));
        ok(filters, "%s: filters", session->isa->name);
        backend.close(session);
    }
    return done();
}
