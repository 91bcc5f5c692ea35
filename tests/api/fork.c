/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fork(2) between scans: parent and child go on, each with the contexts that it had and with new
 * ones; a context of a device says that it cannot. A child that hangs is ended by its alarm.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <prefix/prefix.h>

#include "../support/support.h"

enum { ITEMS = 1 << 20, PATIENCE = 100 /* seconds */ };

static float *in, *out, *want;

static int scan(prefix_ctx *ctx)
{
    memset(out, 0xff, ITEMS * sizeof *out);
    return prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, in, out, ITEMS);
}

/* Nothing is equal to NaN, so that all is selected. */
static int select_all(prefix_ctx *ctx)
{
    const uint32_t nan = 0x7fc00000;
    uint64_t count = 0;
    memset(out, 0xff, ITEMS * sizeof *out);
    int status = prefix_select_if(ctx, PREFIX_NOT_EQUAL, PREFIX_F32, &nan, in, out, ITEMS, ITEMS, &count);
    return status == PREFIX_OK && (count != ITEMS || memcmp(out, in, ITEMS * sizeof *out) != 0) ? PREFIX_ERROR_INTERNAL
                                                                                                : status;
}

static int works(prefix_ctx *ctx)
{
    int status = select_all(ctx);
    if (status == PREFIX_OK)
        status = scan(ctx);
    if (status != PREFIX_OK)
        diag("%s: %s", prefix_strerror(status), prefix_ctx_error(ctx));
    return status == PREFIX_OK && memcmp(out, want, ITEMS * sizeof *out) == 0;
}

static int new_one_works(const char *backend)
{
    prefix_ctx *ctx;
    if (prefix_ctx_create(&ctx, backend) != PREFIX_OK)
        return 0;
    int good = prefix_ctx_set_threads(ctx, 3) == PREFIX_OK && works(ctx);
    prefix_ctx_destroy(ctx);
    return good;
}

/* Whether play() is true in a child of this process. */
static int in_child(int (*play)(prefix_ctx *, const char *), prefix_ctx *ctx, const char *backend)
{
    int end;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        bail_out("no child");
    if (child == 0) {
        alarm(PATIENCE);
        _exit(play(ctx, backend) ? 0 : 1);
    }
    if (waitpid(child, &end, 0) != child)
        return 0;
    if (WIFSIGNALED(end))
        diag("the child was ended by signal %d", WTERMSIG(end));
    return WIFEXITED(end) && WEXITSTATUS(end) == 0;
}

static int inherited_and_new(prefix_ctx *ctx, const char *backend)
{
    int good = works(ctx) && new_one_works(backend) && works(NULL);
    prefix_ctx_destroy(ctx);
    return good;
}

static int grandchild(prefix_ctx *ctx, const char *backend)
{
    return works(ctx) && in_child(inherited_and_new, ctx, backend) && works(ctx);
}

static int forked_device(prefix_ctx *ctx, const char *backend)
{
    prefix_ctx *other;
    int status = scan(ctx);
    int good =
        status == PREFIX_ERROR_FORKED && strlen(prefix_ctx_error(ctx)) > 0 && prefix_ctx_synchronize(ctx) != PREFIX_OK;
    if (!good)
        diag("inherited: %s: %s", prefix_strerror(status), prefix_ctx_error(ctx));
    prefix_ctx_destroy(ctx);
    /* CUDA itself cannot start anew in a child of a process that used it: an error, and no hang. */
    status = prefix_ctx_create(&other, backend);
    if (status == PREFIX_OK) {
        status = scan(other);
        prefix_ctx_destroy(other);
    }
    if (status == PREFIX_OK)
        diag("a new context worked");
    return good && status != PREFIX_OK && new_one_works("serial") && works(NULL);
}

int main(void)
{
    prefix_ctx *serial, *openmp, *cuda;
    alarm(3 * PATIENCE);
    in = must_alloc(ITEMS * sizeof *in);
    out = must_alloc(ITEMS * sizeof *out);
    want = must_alloc(ITEMS * sizeof *want);
    for (size_t i = 0; i < ITEMS; i++)
        in[i] = 1.0f / (float)(1 + i % 1000);

    serial = open_backend("serial");
    if (!serial || prefix_scan(serial, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, in, want, ITEMS) != PREFIX_OK)
        bail_out("no serial backend");
    ok(works(NULL), "the default context before any fork");
    ok(in_child(inherited_and_new, serial, "serial"), "serial: the child scans with what it has and anew");
    ok(works(serial), "serial: and so does the parent");

    openmp = open_backend("openmp");
    if (openmp) {
        ok(prefix_ctx_set_threads(openmp, 3) == PREFIX_OK && works(openmp), "openmp: a scan with three threads");
        ok(in_child(inherited_and_new, openmp, "openmp"), "openmp: the child scans with what it has and anew");
        ok(works(openmp), "openmp: and so does the parent");
        ok(in_child(grandchild, openmp, "openmp"), "openmp: and the child's child");
        ok(works(openmp) && works(NULL), "openmp: and the parent once more");
    }
    cuda = open_backend("cuda");
    if (cuda) {
        ok(works(cuda), "cuda: a scan");
        ok(in_child(forked_device, cuda, "cuda"), "cuda: the child's context says that it was forked");
        ok(works(cuda) && works(NULL), "cuda: the parent goes on");
    }
    prefix_ctx_destroy(serial);
    prefix_ctx_destroy(openmp);
    prefix_ctx_destroy(cuda);
    free(in);
    free(out);
    free(want);
    return done();
}
