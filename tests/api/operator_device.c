/* SPDX-License-Identifier: BSD-3-Clause */
/* Which backend combines by what: operators for the CPU, for a device (a mock) and for both. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/support.h"

PREFIX_COMBINE(add, int32_t, earlier + later)

enum { N = 5 };
static const int32_t in[N] = {3, 1, 4, 1, 5};

static char logged[2048];

/* What the mock says, not what went wrong. */
static void keep(void *user, int level, const char *text)
{
    (void)user;
    if (level == PREFIX_LOG_INFO)
        snprintf(logged, sizeof logged, "%s", text);
}

static prefix_ctx *open_logged(const char *backend)
{
    prefix_ctx *ctx;
    must(NULL, prefix_ctx_create(&ctx, backend));
    must(ctx, prefix_ctx_set_log(ctx, keep, NULL));
    return ctx;
}

/* host, or NULL; text in CUDA C++, or NULL. */
static prefix_operator *operator_of(prefix_combine_fn host, const char *element, const char *expression)
{
    prefix_operator *op;
    must(NULL, prefix_operator_create(&op, sizeof(int32_t), sizeof(int32_t)));
    if (host)
        must(NULL, prefix_operator_set_host(op, host));
    if (expression)
        must(NULL, prefix_operator_set_cuda(op, "/* none */", element, expression));
    return op;
}

/* Runs once, and returns the status; *last gets the last result. */
static int run_once(prefix_ctx *ctx, const prefix_operator *op, int32_t *last)
{
    int32_t out[N] = {0};
    prefix_plan *plan;
    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    const int status = prefix_plan_run(plan, in, out, N);
    prefix_plan_destroy(plan);
    *last = out[N - 1];
    return status;
}

static void test_routes(prefix_ctx *device, prefix_ctx *automatic)
{
    prefix_operator *host = operator_of(add, NULL, NULL), *cuda = operator_of(NULL, "int32_t", "earlier + later"),
                    *both = operator_of(add, "int32_t", "earlier - later"), *bad = operator_of(add, "float", "earlier");
    const int32_t state = 77;
    int32_t last;
    must(NULL, prefix_operator_set_state(cuda, &state, sizeof state));
    is_int(run_once(device, cuda, &last), PREFIX_OK, "CUDA text on a device");
    is_int(last, 14, "the sum");
    is_str(logged, "scan of 5: '/* none */' 'int32_t' 'earlier + later' 4:77", "the text and the state arrive");
    is_int(run_once(device, host, &last), PREFIX_ERROR_UNSUPPORTED, "no CUDA text for a device");
    is_str(prefix_ctx_error(device), "op: adder needs CUDA text, see prefix_operator_set_cuda(3)", "the sentence");
    is_int(run_once(device, bad, &last), PREFIX_ERROR_UNSUPPORTED, "CUDA text that a device refuses");
    is_str(prefix_ctx_error(device), "this mock has int32_t, not float", "the sentence is the device's");
    is_int(run_once(device, both, &last), PREFIX_OK, "both on a device");
    is_int(last, -8, "the device takes the text");
    is_int(run_once(automatic, both, &last), PREFIX_OK, "both on host memory");
    is_int(last, 14, "the CPU takes the function");
    is_int(run_once(automatic, cuda, &last), PREFIX_ERROR_UNSUPPORTED, "no host function for the CPU");
    is_str(prefix_ctx_error(automatic), "op: serial needs a host function, see prefix_operator_set_host(3)",
           "the sentence");
    prefix_operator_destroy(host);
    prefix_operator_destroy(cuda);
    prefix_operator_destroy(both);
    prefix_operator_destroy(bad);
}

/* What is logged; fails is part of the sentence, or NULL. */
static void prepares(prefix_ctx *ctx, const prefix_operator *op, const char *want, const char *fails, const char *what)
{
    prefix_plan *plan;
    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    logged[0] = 0;
    const int status = prefix_plan_prepare(plan);
    ok((status != PREFIX_OK) == (fails != NULL) && (!fails || strstr(prefix_ctx_error(ctx), fails)), "%s", what);
    is_str(logged, want, "what the device gets");
    prefix_plan_destroy(plan);
}

static void test_prepare(prefix_ctx *device, prefix_ctx *automatic, prefix_ctx *cpu)
{
    static const char got[] = "prepare of 0: '/* none */' 'int32_t' 'earlier + later' 0:0";
    prefix_operator *host = operator_of(add, NULL, NULL), *both = operator_of(add, "int32_t", "earlier + later"),
                    *bad = operator_of(NULL, "float", "earlier");
    prefix_plan *plan;
    prepares(device, both, got, NULL, "prepared on a device");
    prepares(automatic, both, got, NULL, "prepared on the device of an automatic context");
    prepares(device, host, "", "needs CUDA text", "nothing to prepare on the device asked for");
    prepares(automatic, host, "", NULL, "nothing to prepare on the device that may come");
    prepares(cpu, both, "", NULL, "nothing to prepare on the CPU");
    prepares(device, bad, "prepare of 0: '/* none */' 'float' 'earlier' 0:0", "not float", "refused by a device");
    must(device, prefix_plan_create(&plan, device, PREFIX_SUM, PREFIX_I32));
    is_int(prefix_plan_prepare(plan), PREFIX_OK, "nothing to prepare for what is built in");
    prefix_plan_destroy(plan);
    prefix_operator_destroy(host);
    prefix_operator_destroy(both);
    prefix_operator_destroy(bad);
}

/* The device's text adds, and so does the function; or the text subtracts. */
static void test_check(prefix_ctx *device, prefix_ctx *automatic, prefix_ctx *cpu)
{
    prefix_ctx *const contexts[] = {device, automatic, cpu};
    prefix_operator *same = operator_of(add, "int32_t", "earlier + later"),
                    *other = operator_of(add, "int32_t", "earlier - later"),
                    *refused = operator_of(add, "float", "earlier + later"),
                    *cuda = operator_of(NULL, "int32_t", "earlier + later"), *host = operator_of(add, NULL, NULL);
    for (size_t i = 0; i < 3; i++) {
        size_t place = 77;
        const int is_cpu = contexts[i] == cpu;
        logged[0] = 0;
        is_int(prefix_operator_check(contexts[i], same, NULL, in, N, &place), PREFIX_OK, "the same on a device");
        is_int((long long)place, N, "the place");
        ok((logged[0] == 0) == is_cpu, "the device was asked if there is one");
        is_int(prefix_operator_check(contexts[i], other, NULL, in, N, &place),
               is_cpu ? PREFIX_OK : PREFIX_ERROR_ARGUMENT, "another result on a device");
        is_int((long long)place, is_cpu ? N : 1, "the place");
        ok(is_cpu || strstr(prefix_ctx_error(contexts[i]), "the host function and adder differ"), "the sentence");
        place = 77;
        is_int(prefix_operator_check(contexts[i], refused, NULL, in, N, &place),
               is_cpu ? PREFIX_OK : PREFIX_ERROR_UNSUPPORTED, "text that a device refuses");
        is_int((long long)place, is_cpu ? N : 77, "the place is as it was");
        is_int(prefix_operator_check(contexts[i], cuda, NULL, in, N, NULL), PREFIX_ERROR_UNSUPPORTED,
               "no host function to compare with");
        is_int(prefix_operator_check(contexts[i], host, NULL, in, N, NULL), PREFIX_OK, "no text to compare with");
    }
    prefix_operator_destroy(same);
    prefix_operator_destroy(other);
    prefix_operator_destroy(refused);
    prefix_operator_destroy(cuda);
    prefix_operator_destroy(host);
}

int main(void)
{
    char mocks[2048];
    const char *folder = getenv("top_builddir");
    snprintf(mocks, sizeof mocks, "%s/tests/mock/.libs", folder ? folder : ".");
    if (setenv("LIBPREFIX_BACKEND_PATH", mocks, 1) || setenv("LIBPREFIX_BACKEND", "adder,serial", 1))
        bail_out("the environment cannot be set");
    prefix_ctx *device = open_logged("adder"), *automatic = open_logged(NULL), *cpu = open_logged("serial");
    test_routes(device, automatic);
    test_prepare(device, automatic, cpu);
    test_check(device, automatic, cpu);
    prefix_ctx_destroy(device);
    prefix_ctx_destroy(automatic);
    prefix_ctx_destroy(cpu);
    return done();
}
