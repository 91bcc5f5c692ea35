/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The loader and the choice of a backend: plugins that are wrong in every way, the environment,
 * and the sentences that say why. Each scene plays in a child of its own, because a process looks
 * for a backend once.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <prefix/prefix.h>

#include "../support/tap.h"

struct scene {
    const char *what;
    const char *create;  /* the name given to prefix_ctx_create() */
    const char *backend; /* LIBPREFIX_BACKEND, or NULL for none */
    const char *path;    /* LIBPREFIX_BACKEND_PATH; NULL: the mocks */
    const char *num_threads, *debug;
    int set_threads; /* prefix_ctx_set_threads(), unless 0 */
    int skips;       /* what is missing, of which nothing is */
    /* What must come of it. */
    int create_status, scan_status;
    const char *chosen;  /* the backend that scanned */
    const char *says[3]; /* stand in the reason, or in the error of what failed */
};

struct outcome {
    int create_status, scan_status;
    int right; /* the result of the scan, or else the input is intact */
    char chosen[64], reason[2048], error[2048], logged[2048];
};

static char mocks[2048], empty[2048], made[] = "/tmp/prefix-loader-XXXXXX";

static void log_to(void *user, int level, const char *text)
{
    char *logged = user;
    size_t used = strlen(logged);
    snprintf(logged + used, 2048 - used, "%d:%s\n", level, text);
}

static void set(const char *name, const char *value)
{
    if (value ? setenv(name, value, 1) : unsetenv(name))
        abort();
}

static int scan(const struct scene *s, prefix_ctx *ctx, const int32_t *in, int32_t *out, size_t n)
{
    static const uint8_t bits[] = {0xff};
    prefix_plan *plan;
    if (!s->skips)
        return prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_I32, in, out, n);
    if (prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_I32) != PREFIX_OK ||
        prefix_plan_set_missing(plan, PREFIX_MISSING_SKIP) != PREFIX_OK ||
        prefix_plan_set_validity(plan, bits, 0) != PREFIX_OK)
        abort();
    const int status = prefix_plan_run(plan, in, out, n);
    prefix_plan_destroy(plan);
    return status;
}

static void play(const struct scene *s, struct outcome *o)
{
    static const int32_t in[4] = {3, 1, 7, 5};
    int32_t from[4], out[4] = {0};
    prefix_ctx *ctx;
    memcpy(from, in, sizeof in);
    set("LIBPREFIX_BACKEND", s->backend);
    set("LIBPREFIX_BACKEND_PATH", s->path ? s->path : mocks);
    set("LIBPREFIX_NUM_THREADS", s->num_threads);
    set("LIBPREFIX_DEBUG", s->debug);
    o->scan_status = -1;
    o->create_status = prefix_ctx_create(&ctx, s->create);
    if (o->create_status != PREFIX_OK) {
        snprintf(o->error, sizeof o->error, "%s", prefix_ctx_error(NULL));
        o->right = ctx == NULL;
        return;
    }
    if (!s->debug && prefix_ctx_set_log(ctx, log_to, o->logged) != PREFIX_OK)
        abort();
    if (s->set_threads && prefix_ctx_set_threads(ctx, s->set_threads) != PREFIX_OK)
        abort();
    /* Twice: a failure must leave the context as it was. */
    for (int turn = 0; turn < 2; turn++)
        o->scan_status = scan(s, ctx, from, out, 4);
    snprintf(o->chosen, sizeof o->chosen, "%s", prefix_ctx_backend(ctx));
    snprintf(o->reason, sizeof o->reason, "%s", prefix_ctx_backend_reason(ctx));
    snprintf(o->error, sizeof o->error, "%s", prefix_ctx_error(ctx));
    o->right = memcmp(from, in, sizeof in) == 0 &&
               (o->scan_status != PREFIX_OK || (out[0] == 3 && out[1] == 4 && out[2] == 11 && out[3] == 16));
    prefix_ctx_destroy(ctx);
}

/* Plays in a child; what it printed goes to printed. */
static int in_child(const struct scene *s, struct outcome *o, char *printed, size_t size)
{
    int results[2], prints[2], status;
    memset(o, 0, sizeof *o);
    fflush(stdout);
    if (pipe(results) || pipe(prints))
        bail_out("no pipe");
    pid_t child = fork();
    if (child < 0)
        bail_out("no child");
    if (child == 0) {
        dup2(prints[1], STDOUT_FILENO);
        dup2(prints[1], STDERR_FILENO);
        play(s, o);
        fflush(NULL);
        _exit(write(results[1], o, sizeof *o) == (ssize_t)sizeof *o ? 0 : 9);
    }
    close(results[1]);
    close(prints[1]);
    size_t got = 0, used = 0;
    ssize_t n;
    while (got < sizeof *o && (n = read(results[0], (char *)o + got, sizeof *o - got)) > 0)
        got += (size_t)n;
    while (used + 1 < size && (n = read(prints[0], printed + used, size - 1 - used)) > 0)
        used += (size_t)n;
    printed[used] = 0;
    close(results[0]);
    close(prints[0]);
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0 && got == sizeof *o;
}

static int run(const struct scene *s, struct outcome *o)
{
    static char printed[4096];
    const char *heard = "";
    int good = in_child(s, o, printed, sizeof printed);
    if (!good) {
        ok(0, "%s", s->what);
        diag("the child came to a bad end");
        return 0;
    }
    good = o->create_status == s->create_status && o->right;
    if (s->create_status == PREFIX_OK) {
        good = good && o->scan_status == s->scan_status && strcmp(o->chosen, s->chosen) == 0;
        heard = s->scan_status == PREFIX_OK ? o->reason : o->error;
    } else {
        heard = o->error;
    }
    for (size_t i = 0; i < 3; i++)
        good = good && (!s->says[i] || strstr(heard, s->says[i]));
    good = good && (s->debug ? strstr(printed, "libprefix: ") != NULL : !printed[0]);
    if (!ok(good, "%s", s->what)) {
        diag("created %d, scanned %d on '%s', right %d", o->create_status, o->scan_status, o->chosen, o->right);
        diag("reason: %s", o->reason);
        diag("error: %s", o->error);
        diag("printed: %s", printed);
    }
    return good;
}

/* Plugins by name: what they are called, and the words of the sentence. */
static const struct scene named[] = {
    {"a third party's backend works", "simple", .chosen = "simple", .says = {"name"}},
    {"another major version", "wrong_major", .create_status = PREFIX_ERROR_BACKEND,
     .says = {"prefix_wrong_major.so", "prefix_backend_v1"}},
    {"no entry point", "no_symbol", .create_status = PREFIX_ERROR_BACKEND,
     .says = {"prefix_no_symbol.so", "prefix_backend_v1"}},
    {"an entry point out of a dependency", "borrowed", .create_status = PREFIX_ERROR_BACKEND,
     .says = {"prefix_borrowed.so", "prefix_backend_v1"}},
    {"a table of the first minor version", "first_table", .chosen = "first_table", .says = {"name"}},
    {"a table that is too short", "short_table", .create_status = PREFIX_ERROR_BACKEND,
     .says = {"prefix_short_table.so", "table"}},
    {"a table without a function", "no_function", .create_status = PREFIX_ERROR_BACKEND,
     .says = {"prefix_no_function.so", "table"}},
    {"a table with another name", "wrong_name", .create_status = PREFIX_ERROR_BACKEND,
     .says = {"prefix_wrong_name.so", "name"}},
    {"an entry point that declines", "declines", .create_status = PREFIX_ERROR_BACKEND,
     .says = {"prefix_declines.so", "declined"}},
    {"a probe that fails", "bad_probe", .create_status = PREFIX_ERROR_BACKEND,
     .says = {"bad_probe", "the mock's device is switched off"}},
    {"no memory to open", "nomem_open", .create_status = PREFIX_ERROR_NOMEM,
     .says = {"the mock wants more than 1073741824 bytes"}},
    {"an error in the middle of a scan", "bad_scan", .scan_status = PREFIX_ERROR_DEVICE, .chosen = "bad_scan",
     .says = {"the mock died after 2 elements"}},
    {"missing elements, of which a backend knows nothing", "simple", .skips = 1,
     .scan_status = PREFIX_ERROR_UNSUPPORTED, .chosen = "simple", .says = {"simple does not skip missing elements"}},
    {"no such file", "no_such", .create_status = PREFIX_ERROR_BACKEND, .says = {"prefix_no_such.so"}},
    {"a path for a name", "../mock/prefix_simple", .create_status = PREFIX_ERROR_ARGUMENT, .says = {"backend"}},
    {"an absolute path for a name", "/prefix_simple", .create_status = PREFIX_ERROR_ARGUMENT, .says = {"backend"}},
    {"a name with a dot", "simple.so", .create_status = PREFIX_ERROR_ARGUMENT, .says = {"backend"}},
    {"a name in capitals", "SIMPLE", .create_status = PREFIX_ERROR_ARGUMENT, .says = {"backend"}},
    {"an empty name", "", .create_status = PREFIX_ERROR_ARGUMENT, .says = {"backend"}},
    {"a relative directory", "simple", .path = "tests/mock/.libs", .create_status = PREFIX_ERROR_BACKEND,
     .says = {"LIBPREFIX_BACKEND_PATH", "absolute"}},
    {"a named backend never falls back", "no_such", .backend = "serial", .create_status = PREFIX_ERROR_BACKEND,
     .says = {"prefix_no_such.so"}},
    {"a pipe for a file", "pipe", .path = made, .create_status = PREFIX_ERROR_BACKEND,
     .says = {"prefix_pipe.so is no regular file"}},
    {"a file that anybody may write", "open", .path = made, .create_status = PREFIX_ERROR_BACKEND,
     .says = {"prefix_open.so may be written by anybody"}},
    {"serial needs no file", "serial", .path = "/nonexistent", .chosen = "serial"},
};

/* The choice of an automatic context. */
static const struct scene automatic[] = {
    {"without plugins there is serial, and the reason", .chosen = "serial", .path = empty,
     .says = {"prefix_cuda.so", "prefix_openmp.so"}},
    {"the environment names a backend", .backend = "simple", .chosen = "simple", .says = {"LIBPREFIX_BACKEND"}},
    {"the environment names several", .backend = "no_such,simple,serial", .chosen = "simple",
     .says = {"no_such", "prefix_no_such.so"}},
    {"their order counts", .backend = "serial,simple", .chosen = "serial"},
    {"a broken backend is passed over", .backend = "short_table,serial", .chosen = "serial",
     .says = {"prefix_short_table.so", "table"}},
    {"a backend without a device is passed over", .backend = "bad_probe,simple", .chosen = "simple",
     .says = {"bad_probe", "switched off"}},
    {"a backend that cannot be opened is passed over", .backend = "nomem_open,serial", .chosen = "serial",
     .says = {"nomem_open", "1073741824"}},
    {"an error at work is no reason to try another", .backend = "bad_scan,serial", .chosen = "bad_scan",
     .scan_status = PREFIX_ERROR_DEVICE, .says = {"the mock died"}},
    {"a path in the environment is no name", .backend = "../mock/prefix_simple,serial", .chosen = "serial",
     .says = {"../mock/prefix_simple"}},
    {"a list that leaves nothing", .backend = "no_such", .create_status = PREFIX_ERROR_BACKEND,
     .says = {"prefix_no_such.so"}},
    {"all but some", .backend = "^cuda,openmp", .chosen = "serial", .path = empty},
    {"all but all", .backend = "^cuda,openmp,serial", .create_status = PREFIX_ERROR_BACKEND,
     .says = {"LIBPREFIX_BACKEND"}},
    {"an empty list is none", .backend = "", .chosen = "serial", .path = empty, .says = {"prefix_cuda.so"}},
    {"the API beats the environment", .create = "serial", .backend = "simple", .chosen = "serial"},
    {"LIBPREFIX_DEBUG speaks on standard error", .backend = "simple", .chosen = "simple", .debug = "1"},
};

/* What a backend does not have is refused, and the sentence names it. */
static int play_without_reductions(void)
{
    int32_t in[4] = {1, 2, 3, 4}, result = 77;
    prefix_ctx *ctx;
    set("LIBPREFIX_BACKEND_PATH", mocks);
    if (prefix_ctx_create(&ctx, "first_table") != PREFIX_OK)
        return 0;
    int good = prefix_reduce(ctx, PREFIX_SUM, PREFIX_I32, in, &result, 4) == PREFIX_ERROR_UNSUPPORTED && result == 77 &&
               strstr(prefix_ctx_error(ctx), "first_table") && strstr(prefix_ctx_error(ctx), "reductions");
    good = good && prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_I32, in, in, 4) == PREFIX_OK && in[3] == 10;
    prefix_ctx_destroy(ctx);
    return good;
}

/* How many threads the backend was given. */
static void threads(const char *environment, int set_threads, const char *want)
{
    struct scene s = {"threads", "simple", .num_threads = environment, .set_threads = set_threads, .chosen = "simple"};
    struct outcome o;
    char what[128], line[128];
    snprintf(what, sizeof what, "LIBPREFIX_NUM_THREADS %s, prefix_ctx_set_threads %d: a scan of %s",
             environment ? environment : "unset", set_threads, want);
    snprintf(line, sizeof line, "%d:the mock may use %s threads\n", PREFIX_LOG_INFO, want);
    s.what = what;
    if (run(&s, &o) && !ok(strstr(o.logged, line) != NULL, "%s is what the backend was told", want))
        diag("logged: %s", o.logged);
}

/* Where the backend may keep files: a path, or the words of a warning, or neither. */
static void caches(const char *cache, const char *xdg, const char *home, const char *want, const char *warned)
{
    struct scene s = {"files", "simple", .chosen = "simple"};
    struct outcome o;
    char what[192], line[128];
    snprintf(what, sizeof what, "LIBPREFIX_CACHE %.16s, XDG_CACHE_HOME %s, HOME %s", cache ? cache : "unset",
             xdg ? xdg : "unset", home ? home : "unset");
    snprintf(line, sizeof line, "%d:the mock may keep files in %s.\n", PREFIX_LOG_INFO, want ? want : "");
    s.what = what;
    set("LIBPREFIX_CACHE", cache);
    set("XDG_CACHE_HOME", xdg);
    set("HOME", home);
    if (run(&s, &o) && !ok(!!want == !!strstr(o.logged, "files in") && (!want || strstr(o.logged, line)) &&
                               !!warned == !!strstr(o.logged, "cached") && (!warned || strstr(o.logged, warned)),
                           "files are kept in %s", want ? want : "no folder"))
        diag("logged: %s", o.logged);
}

/* What an automatic context does before its device's driver is started (MOCK_STARTED). */
enum {
    HOST_ARRAYS,
    DEVICE_ARRAY,
    ASKED_FOR_BACKEND,
    ASKED_FOR_REASON,
    ASKED_FOR_DEVICE,
    ASKED_FOR_WORKSPACE,
    WITHOUT_REDUCTIONS
};

static int play_lazy(int what)
{
    int32_t host[4] = {1, 2, 3, 4}, device[4] = {0x6d6f636b, 2, 3, 4}, out[4] = {0};
    prefix_ctx *ctx;
    prefix_plan *plan;
    size_t bytes;
    set("LIBPREFIX_BACKEND", "dear_probe,serial");
    set("LIBPREFIX_BACKEND_PATH", mocks);
    unsetenv("MOCK_STARTED");
    if (prefix_ctx_create(&ctx, NULL) != PREFIX_OK ||
        prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_I32) != PREFIX_OK)
        return 0;
    int good = prefix_plan_run(plan, host, out, 4) == PREFIX_OK && out[3] == 10 && !getenv("MOCK_STARTED");
    if (what == DEVICE_ARRAY)
        good = good && prefix_plan_run(plan, device, out, 4) == PREFIX_OK && out[3] == device[0] + 9 &&
               strcmp(prefix_ctx_backend(ctx), "dear_probe") == 0;
    else if (what == ASKED_FOR_BACKEND) /* of the last call: known */
        return good && strcmp(prefix_ctx_backend(ctx), "serial") == 0 && !getenv("MOCK_STARTED");
    else if (what == ASKED_FOR_REASON)
        good = good && strstr(prefix_ctx_backend_reason(ctx), "where it lies");
    else if (what == ASKED_FOR_DEVICE)
        good = good && prefix_ctx_set_device(ctx, 0) == PREFIX_OK;
    else if (what == ASKED_FOR_WORKSPACE)
        good = good && prefix_plan_workspace(plan, 4, &bytes) == PREFIX_OK;
    prefix_plan_destroy(plan);
    prefix_ctx_destroy(ctx);
    return good && !getenv("MOCK_STARTED") == (what == HOST_ARRAYS);
}

static void play_in_child(int what, const char *text)
{
    int status;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        bail_out("no child");
    if (child == 0)
        _exit((what == WITHOUT_REDUCTIONS ? play_without_reductions() : play_lazy(what)) ? 0 : 1);
    ok(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s", text);
}

/* Plugins that are no file, and not to be trusted. */
static char bad[2][sizeof made + sizeof "/prefix_open.so"];

static void make_bad(void)
{
    FILE *file;
    if (!mkdtemp(made))
        bail_out("no folder");
    snprintf(bad[0], sizeof bad[0], "%s/prefix_pipe.so", made);
    snprintf(bad[1], sizeof bad[1], "%s/prefix_open.so", made);
    if (mkfifo(bad[0], 0600) || !(file = fopen(bad[1], "w")) || fclose(file) || chmod(bad[1], 0666))
        bail_out("no files");
}

static void remove_bad(void)
{
    for (int i = 0; i < 2; i++)
        unlink(bad[i]);
    rmdir(made);
}

/* Of the OpenMP backend, which was built, if it was. */
static void missed(void)
{
    struct scene s = {"without the OpenMP plugin there is a warning", .path = empty, .chosen = "serial"};
    struct outcome o;
    const char *first = run(&s, &o) ? strstr(o.logged, "2:openmp cannot be loaded") : NULL;
    ok(first && !strstr(first + 1, "2:openmp"), "and one alone");
}

int main(void)
{
    struct outcome o;
    char longest[1024] = "";
    const char *top = getenv("top_builddir");
    snprintf(mocks, sizeof mocks, "%s/tests/mock/.libs", top && *top == '/' ? top : "");
    snprintf(empty, sizeof empty, "%s/tests/mock", top && *top == '/' ? top : "");
    if (!top || *top != '/' || access(mocks, R_OK) != 0)
        bail_out("top_builddir must name the build folder");
    make_bad();
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
        run(&named[i], &o);
    remove_bad();
    for (size_t i = 0; i < sizeof automatic / sizeof automatic[0]; i++)
        run(&automatic[i], &o);
    play_in_child(HOST_ARRAYS, "host memory starts no device");
    play_in_child(DEVICE_ARRAY, "its own memory starts it");
    play_in_child(ASKED_FOR_BACKEND, "the backend of the last call is known without it");
    play_in_child(ASKED_FOR_REASON, "the reason is not");
    play_in_child(ASKED_FOR_DEVICE, "to choose a device starts it");
    play_in_child(ASKED_FOR_WORKSPACE, "to ask for its workspace starts it");
    play_in_child(WITHOUT_REDUCTIONS, "a backend without reductions refuses them");
#ifdef WITH_OPENMP
    missed();
#endif
    threads(NULL, 0, "0");
    threads("3", 0, "3");
    threads("3", 5, "5");
    threads("none", 0, "0");
    threads("-3", 0, "0");
    threads("99999999999999999999", 0, "0");
    caches("/c", "/x", "/h", "/c", NULL);
    caches("", "/x", "/h", NULL, NULL);
    caches("c", "/x", "/h", NULL, "LIBPREFIX_CACHE is not an absolute path");
    caches(NULL, "/x", "/h", "/x/libprefix", NULL);
    caches(NULL, "x", "/h", "/h/.cache/libprefix", NULL);
    caches(NULL, "", "/h", "/h/.cache/libprefix", NULL);
    caches(NULL, NULL, "/h", "/h/.cache/libprefix", NULL);
    caches(NULL, NULL, "h", NULL, NULL);
    caches(NULL, NULL, NULL, NULL, NULL);
    memset(longest, 'c', sizeof longest - 1);
    longest[0] = '/';
    caches(longest, "/x", "/h", NULL, "too long");
    return done();
}
