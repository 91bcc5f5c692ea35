/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operators of the caller's own on a GPU: what is said of texts that do not compile, of NVRTC that cannot be had and of
 * folders that nobody should trust; captured runs; and what the cache is for. Results are tests/api/operator.c's
 * matter.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <prefix/prefix.h>

#include "check.h"

enum { N = 10000, PATIENCE = 120 /* seconds */ };

struct pair {
    uint32_t a, b;
};
static const char text[] = "struct pair { unsigned a, b; };";
static const char expression[] = "pair{earlier.a * later.a, earlier.b * later.a + later.b}";

static prefix_ctx *ctx;

static prefix_plan *plan_of(const char *of_text, const char *of_expression, size_t state_bytes)
{
    static const char state[4096];
    prefix_operator *op;
    prefix_plan *plan;
    must(NULL, prefix_operator_create(&op, sizeof(struct pair), sizeof(uint32_t)));
    must(NULL, prefix_operator_set_cuda(op, of_text, "pair", of_expression));
    must(NULL, prefix_operator_set_state(op, state_bytes ? state : NULL, state_bytes));
    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    prefix_operator_destroy(op);
    return plan;
}

static void fails(prefix_plan *plan, int status, const char *words, const char *what)
{
    struct pair in[3] = {{1, 2}, {3, 4}, {5, 6}}, out[3] = {{7, 7}, {7, 7}, {7, 7}};
    ok(prefix_plan_prepare(plan) == status && strstr(prefix_ctx_error(ctx), words), "%s, prepared: %s", what,
       prefix_ctx_error(ctx));
    ok(prefix_plan_run(plan, in, out, 3) == status && strstr(prefix_ctx_error(ctx), words) && out[0].a == 7, "%s: %s",
       what, words);
    prefix_plan_destroy(plan);
}

static void test_state_by_key(void)
{
    const uint8_t keys[3] = {1, 1, 2};
    struct pair in[3] = {{1, 2}, {3, 4}, {5, 6}}, out[3] = {{7, 7}, {7, 7}, {7, 7}};
    uint64_t count;
    prefix_plan *plan = plan_of(text, expression, 2049);
    const int status = prefix_plan_reduce_by_key(plan, PREFIX_U8, keys, in, NULL, out, 3, 3, &count);
    ok(status == PREFIX_ERROR_UNSUPPORTED && strstr(prefix_ctx_error(ctx), "2049 bytes") && out[0].a == 7,
       "a state that is too large, by key: %s", prefix_ctx_error(ctx));
    prefix_plan_destroy(plan);
}

static void make(struct pair *x)
{
    for (uint32_t i = 0; i < N; i++)
        x[i] = (struct pair){i * 2654435761u | 1, i};
}

static int is_scan(const struct pair *in, const struct pair *out)
{
    struct pair all = in[0];
    int good = 1;
    for (size_t i = 0; i < N; i++) {
        if (i > 0)
            all = (struct pair){all.a * in[i].a, all.b * in[i].a + in[i].b};
        good &= memcmp(&out[i], &all, sizeof all) == 0;
    }
    return good;
}

/* The second replay finds other elements. */
static void test_capture(int prepared)
{
    static struct pair in[N], out[N];
    struct pair *on_device;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    prefix_plan *plan = plan_of(prepared ? text : "struct pair { unsigned a, b; }; // not prepared", expression, 0);
    make(in);
    cuda(cudaMalloc((void **)&on_device, sizeof in));
    cuda(cudaStreamCreate(&stream));
    must(ctx, prefix_ctx_set_stream(ctx, stream));
    if (prepared)
        must(ctx, prefix_plan_prepare(plan));
    cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    const int status = prefix_plan_run(plan, on_device, on_device, N);
    cuda(cudaStreamEndCapture(stream, &graph));
    ok(status == PREFIX_OK, "captured%s: %s", prepared ? " once it is prepared" : "", prefix_ctx_error(ctx));
    if (status == PREFIX_OK) {
        cuda(cudaGraphInstantiate(&executable, graph, 0));
        for (int replay = 0; replay < 3; replay++) {
            in[replay].a += 2;
            cuda(cudaMemcpy(on_device, in, sizeof in, cudaMemcpyHostToDevice));
            cuda(cudaGraphLaunch(executable, stream));
            cuda(cudaStreamSynchronize(stream));
            cuda(cudaMemcpy(out, on_device, sizeof out, cudaMemcpyDeviceToHost));
            ok(is_scan(in, out), "replay %d", replay);
        }
        cuda(cudaGraphExecDestroy(executable));
    }
    must(ctx, prefix_ctx_set_stream(ctx, NULL));
    cuda(cudaGraphDestroy(graph));
    cuda(cudaStreamDestroy(stream));
    cuda(cudaFree(on_device));
    prefix_plan_destroy(plan);
}

/* What a child found out: bits. */
enum { RIGHT = 1, COMPILED = 2, FOUND = 4, REFUSED = 8, NO_GPU = 64 };

static void note(void *user, int level, const char *message)
{
    (void)level;
    *(int *)user |= (strstr(message, "op: compiled") ? COMPILED : 0) | (strstr(message, "in the cache") ? FOUND : 0);
}

/* In a process of its own, which has a driver and a library of its own. */
static int in_child(const char *folder, int without_files)
{
    const pid_t child = fork();
    if (child == 0) {
        static struct pair in[N], out[N];
        int found = 0;
        alarm(PATIENCE);
        setenv("LIBPREFIX_CACHE", folder, 1);
        if (prefix_ctx_create(&ctx, "cuda") != PREFIX_OK || prefix_ctx_set_log(ctx, note, &found) != PREFIX_OK)
            _exit(NO_GPU);
        prefix_plan *plan = plan_of(text, expression, 0);
        must(ctx, prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_U32, in, out, N)); /* all else is loaded */
        make(in);
        const struct rlimit none = {0, 0};
        if (without_files)
            setrlimit(RLIMIT_NOFILE, &none);
        const int status = without_files ? prefix_plan_prepare(plan) : prefix_plan_run(plan, in, out, N);
        found |= status == PREFIX_OK && is_scan(in, out) ? RIGHT : 0;
        found |= status == PREFIX_ERROR_UNSUPPORTED && strstr(prefix_ctx_error(ctx), "NVRTC is needed") ? REFUSED : 0;
        _exit(found);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child)
        bail_out("no child");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static int count_files(const char *folder, int remove)
{
    int count = 0;
    DIR *files = opendir(folder);
    for (struct dirent *entry; files && (entry = readdir(files));)
        if (entry->d_name[0] != '.') {
            count++;
            if (remove)
                unlinkat(dirfd(files), entry->d_name, 0);
        }
    if (files)
        closedir(files);
    return count;
}

/* Before this process starts the driver. */
static void test_cache(void)
{
    char folder[] = "/tmp/prefix-operator-XXXXXX";
    const int first = in_child("", 0);
    if (first == NO_GPU)
        return;
    if (!mkdtemp(folder))
        bail_out("no folder");
    is_int(first, RIGHT | COMPILED, "without a cache it is compiled");
    is_int(in_child(folder, 0), RIGHT | COMPILED, "and so the first time with one");
    is_int(count_files(folder, 0), 1, "the kernel is kept");
    is_int(in_child(folder, 0), RIGHT | FOUND, "the next program finds it");
    is_int(in_child("", 1), REFUSED, "without NVRTC the error says so");
    chmod(folder, 0777);
    is_int(in_child(folder, 0), RIGHT | COMPILED, "a folder that all may write to is not trusted");
    chmod(folder, 0500);
    is_int(in_child(folder, 0), RIGHT | FOUND, "one that nobody may write to is read");
    chmod(folder, 0700);
    count_files(folder, 1);
    rmdir(folder);
}

int main(void)
{
    static const char broken[] = "struct pair { unsigned a, b; };\nunsigned f() { return nothing; }";
    test_cache();
    ctx = open_backend("cuda");
    if (!ctx)
        return done();
    fails(plan_of(broken, expression, 0), PREFIX_ERROR_ARGUMENT, "text(2): error", "a broken text");
    fails(plan_of(text, "earlier + later", 0), PREFIX_ERROR_ARGUMENT, "expression(1): error", "a broken expression");
    fails(plan_of("struct pair { double a, b; };", expression, 0), PREFIX_ERROR_ARGUMENT, "another size",
          "elements of another size");
    fails(plan_of(text, expression, 2049), PREFIX_ERROR_UNSUPPORTED, "2049 bytes", "a state that is too large");
    test_state_by_key();
    test_capture(1);
    test_capture(0);
    prefix_ctx_destroy(ctx);
    return done();
}
