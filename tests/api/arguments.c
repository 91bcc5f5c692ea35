/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bad arguments, one by one, for every public function: the status, a sentence that names the
 * argument, outputs and errno as they were, and nothing printed.
 */
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <prefix/prefix.h>

#include "../support/support.h"
#include "arguments.h"

_Alignas(64) unsigned char block[4096];

void leave_text(prefix_ctx *ctx)
{
    if (prefix_ctx_set_memory(ctx, -12345) != PREFIX_ERROR_ARGUMENT || !strstr(prefix_ctx_error(ctx), "-12345"))
        bail_out("prefix_ctx_set_memory takes -12345");
    errno = ERRNO_BEFORE;
}

void expect(prefix_ctx *ctx, int status, int want, const char *word, const char *call, int line)
{
    int left = errno;
    const char *text = prefix_ctx_error(ctx);
    if (!ok(status == want && left == ERRNO_BEFORE && strstr(text, word) &&
                (want == PREFIX_OK || !strstr(text, "-12345")), "%s", call))
        diag("line %d: status %d, errno %d, '%s' should have '%s'", line, status, left, text, word);
}

void poison(void)
{
    memset(block, 0xa5, sizeof block);
}

int poisoned(void)
{
    for (size_t i = 0; i < sizeof block; i++)
        if (block[i] != 0xa5)
            return 0;
    return 1;
}

static void test_backends(void)
{
    char text[64] = "as it was";
    int count = 77;
    FAILS(NULL, prefix_backend_probe(NULL, text, sizeof text), PREFIX_ERROR_ARGUMENT, "name");
    FAILS(NULL, prefix_backend_probe("", text, sizeof text), PREFIX_ERROR_ARGUMENT, "name");
    FAILS(NULL, prefix_backend_probe("../serial", text, sizeof text), PREFIX_ERROR_ARGUMENT, "name");
    FAILS(NULL, prefix_backend_probe("Serial", text, sizeof text), PREFIX_ERROR_ARGUMENT, "name");
    FAILS(NULL, prefix_backend_probe("a-b", text, sizeof text), PREFIX_ERROR_ARGUMENT, "name");
    FAILS(NULL, prefix_backend_probe("/tmp/x", text, sizeof text), PREFIX_ERROR_ARGUMENT, "name");
    FAILS(NULL,
          prefix_backend_probe("a_name_that_is_longer_than_any_name_of_a_backend_has_a_reason_to_be", text, sizeof text),
          PREFIX_ERROR_ARGUMENT, "name");
    FAILS(NULL, prefix_backend_probe("serial", NULL, 1), PREFIX_ERROR_ARGUMENT, "text");
    is_str(text, "as it was", "text of a bad call is untouched");
    WORKS(NULL, prefix_backend_probe("serial", NULL, 0));
    WORKS(NULL, prefix_backend_probe("serial", text, 4));
    is_int((long long)strlen(text), 3, "a description is cut to the room there is");
    FAILS(NULL, prefix_backend_devices(NULL, &count), PREFIX_ERROR_ARGUMENT, "name");
    FAILS(NULL, prefix_backend_devices("serial", NULL), PREFIX_ERROR_ARGUMENT, "count");
    FAILS(NULL, prefix_backend_devices("no_such_backend", &count), PREFIX_ERROR_BACKEND, "no_such_backend");
    WORKS(NULL, prefix_backend_devices("serial", &count));
    is_int(count, 1, "serial has one device");
    FAILS(NULL, prefix_device_name(NULL, 0, text, sizeof text), PREFIX_ERROR_ARGUMENT, "name");
    FAILS(NULL, prefix_device_name("serial", 0, NULL, 1), PREFIX_ERROR_ARGUMENT, "text");
    FAILS(NULL, prefix_device_name("serial", -1, text, sizeof text), PREFIX_ERROR_ARGUMENT, "device");
    FAILS(NULL, prefix_device_name("serial", 1, text, sizeof text), PREFIX_ERROR_ARGUMENT, "device");
    FAILS(NULL, prefix_device_name("serial", INT_MAX, text, sizeof text), PREFIX_ERROR_ARGUMENT, "device");
    WORKS(NULL, prefix_device_name("serial", 0, text, sizeof text));
    ok(text[0] != 0, "the serial device has a name");
}

static void test_contexts(prefix_ctx *ctx)
{
    prefix_ctx *made = ctx;
    FAILS(NULL, prefix_ctx_create(NULL, NULL), PREFIX_ERROR_ARGUMENT, "ctx");
    FAILS(NULL, prefix_ctx_create(&made, "no/such"), PREFIX_ERROR_ARGUMENT, "backend");
    ok(made == NULL, "ctx is NULL after a failure");
    made = ctx;
    FAILS(NULL, prefix_ctx_create(&made, "no_such_backend"), PREFIX_ERROR_BACKEND, "no_such_backend");
    ok(made == NULL, "ctx is NULL after a failure");
    prefix_ctx_destroy(NULL);

    FAILS(ctx, prefix_ctx_set_device(ctx, -1), PREFIX_ERROR_ARGUMENT, "device");
    FAILS(ctx, prefix_ctx_set_device(ctx, INT_MAX), PREFIX_ERROR_ARGUMENT, "device");
    WORKS(ctx, prefix_ctx_set_device(ctx, 0));
    FAILS(ctx, prefix_ctx_set_threads(ctx, -1), PREFIX_ERROR_ARGUMENT, "threads");
    FAILS(ctx, prefix_ctx_set_threads(ctx, INT_MIN), PREFIX_ERROR_ARGUMENT, "threads");
    WORKS(ctx, prefix_ctx_set_threads(ctx, 0));
    FAILS(ctx, prefix_ctx_set_memory(ctx, -1), PREFIX_ERROR_ARGUMENT, "memory");
    FAILS(ctx, prefix_ctx_set_memory(ctx, PREFIX_MEMORY_DEVICE + 1), PREFIX_ERROR_ARGUMENT, "memory");
    WORKS(ctx, prefix_ctx_set_stream(ctx, NULL));
    WORKS(ctx, prefix_ctx_set_log(ctx, NULL, NULL));
    WORKS(ctx, prefix_ctx_synchronize(ctx));
}

static void *allocate(void *user, size_t bytes)
{
    (void)user;
    return malloc(bytes);
}

static void release(void *user, void *memory)
{
    (void)user;
    free(memory);
}

static void test_allocator(prefix_ctx *ctx)
{
    FAILS(ctx, prefix_ctx_set_allocator(ctx, allocate, NULL, NULL), PREFIX_ERROR_ARGUMENT, "free");
    FAILS(ctx, prefix_ctx_set_allocator(ctx, NULL, release, NULL), PREFIX_ERROR_ARGUMENT, "alloc");
    WORKS(ctx, prefix_ctx_set_allocator(ctx, allocate, release, NULL));
    WORKS(ctx, prefix_ctx_set_allocator(ctx, NULL, NULL, NULL));
}

static void test_memory(prefix_ctx *ctx)
{
    void *memory = block;
    int kind = 77;
    FAILS(ctx, prefix_memory_alloc(ctx, PREFIX_MEMORY_HOST, NULL, 1), PREFIX_ERROR_ARGUMENT, "memory");
    FAILS(ctx, prefix_memory_alloc(ctx, PREFIX_MEMORY_ANY, &memory, 1), PREFIX_ERROR_ARGUMENT, "kind");
    ok(memory == NULL, "memory is NULL after a failure");
    FAILS(ctx, prefix_memory_alloc(ctx, -1, &memory, 1), PREFIX_ERROR_ARGUMENT, "kind");
    FAILS(ctx, prefix_memory_alloc(ctx, PREFIX_MEMORY_DEVICE + 1, &memory, 1), PREFIX_ERROR_ARGUMENT, "kind");
    FAILS(ctx, prefix_memory_alloc(ctx, PREFIX_MEMORY_HOST, &memory, SIZE_MAX), PREFIX_ERROR_NOMEM, "bytes");
    WORKS(ctx, prefix_memory_alloc(ctx, PREFIX_MEMORY_HOST, &memory, 0));
    ok(memory == NULL, "no bytes are no memory");
    WORKS(ctx, prefix_memory_free(ctx, NULL));
    FAILS(ctx, prefix_memory_copy(ctx, NULL, block, 1), PREFIX_ERROR_ARGUMENT, "to");
    FAILS(ctx, prefix_memory_copy(ctx, block, NULL, 1), PREFIX_ERROR_ARGUMENT, "from");
    WORKS(ctx, prefix_memory_copy(ctx, NULL, NULL, 0));
    FAILS(ctx, prefix_memory_kind(ctx, NULL, &kind), PREFIX_ERROR_ARGUMENT, "memory");
    FAILS(ctx, prefix_memory_kind(ctx, block, NULL), PREFIX_ERROR_ARGUMENT, "kind");
    is_int(kind, 77, "kind of a bad call is untouched");
    WORKS(ctx, prefix_memory_kind(ctx, block, &kind));
    is_int(kind, PREFIX_MEMORY_HOST, "host memory is host memory");
}

/* Everything that prefix_scan() refuses; in is at 0, out where the case says. */
static void test_scan(prefix_ctx *ctx)
{
    unsigned char *in = block, *out = block + 1024;
    const int i32 = PREFIX_I32, sum = PREFIX_SUM, inclusive = PREFIX_INCLUSIVE;
    const size_t bytes = ITEMS * sizeof(int32_t);
    poison();
    FAILS(ctx, prefix_scan(ctx, 0, sum, i32, in, out, ITEMS), PREFIX_ERROR_ARGUMENT, "kind");
    FAILS(ctx, prefix_scan(ctx, 3, sum, i32, in, out, ITEMS), PREFIX_ERROR_ARGUMENT, "kind");
    FAILS(ctx, prefix_scan(ctx, -1, sum, i32, in, out, ITEMS), PREFIX_ERROR_ARGUMENT, "kind");
    FAILS(ctx, prefix_scan(ctx, inclusive, 0, i32, in, out, ITEMS), PREFIX_ERROR_ARGUMENT, "op");
    FAILS(ctx, prefix_scan(ctx, inclusive, 10, i32, in, out, ITEMS), PREFIX_ERROR_ARGUMENT, "op");
    FAILS(ctx, prefix_scan(ctx, inclusive, INT_MAX, i32, in, out, ITEMS), PREFIX_ERROR_ARGUMENT, "op");
    FAILS(ctx, prefix_scan(ctx, inclusive, sum, 0, in, out, ITEMS), PREFIX_ERROR_ARGUMENT, "type");
    FAILS(ctx, prefix_scan(ctx, inclusive, sum, 13, in, out, ITEMS), PREFIX_ERROR_ARGUMENT, "type");
    FAILS(ctx, prefix_scan(ctx, inclusive, sum, INT_MIN, in, out, ITEMS), PREFIX_ERROR_ARGUMENT, "type");
    for (int op = PREFIX_AND; op <= PREFIX_XOR; op++)
        for (int type = PREFIX_F16; type <= PREFIX_F64; type++)
            FAILS(ctx, prefix_scan(ctx, inclusive, op, type, in, out, ITEMS), PREFIX_ERROR_UNSUPPORTED, "op");
    FAILS(ctx, prefix_scan(ctx, inclusive, sum, i32, NULL, out, ITEMS), PREFIX_ERROR_ARGUMENT, "in ");
    FAILS(ctx, prefix_scan(ctx, inclusive, sum, i32, in, NULL, ITEMS), PREFIX_ERROR_ARGUMENT, "out ");
    FAILS(ctx, prefix_scan(ctx, inclusive, sum, i32, NULL, NULL, 1), PREFIX_ERROR_ARGUMENT, "NULL");
    for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
        for (size_t off = 1; off < prefix_type_size(type); off++) {
            FAILS(ctx, prefix_scan(ctx, inclusive, sum, type, in + off, out, 1), PREFIX_ERROR_ARGUMENT, "in ");
            FAILS(ctx, prefix_scan(ctx, inclusive, sum, type, in, out + off, 1), PREFIX_ERROR_ARGUMENT, "out ");
        }
    for (int type = PREFIX_C64; type <= PREFIX_C128; type++)
        for (size_t off = 1; off < prefix_type_size(type) / 2; off++) {
            FAILS(ctx, prefix_scan(ctx, inclusive, sum, type, in + off, out, 1), PREFIX_ERROR_ARGUMENT, "in ");
            FAILS(ctx, prefix_scan(ctx, inclusive, sum, type, in, out + off, 1), PREFIX_ERROR_ARGUMENT, "out ");
        }
    for (int op = PREFIX_SUM; op <= PREFIX_ARG_MAX_LAST; op++)
        if (op != PREFIX_SUM && op != PREFIX_PRODUCT && op != PREFIX_AFFINE)
            FAILS(ctx, prefix_scan(ctx, inclusive, op, PREFIX_C64, in, out, 1), PREFIX_ERROR_UNSUPPORTED, "op");
    FAILS(ctx, prefix_scan(ctx, inclusive, PREFIX_AFFINE, i32, in, out, 1), PREFIX_ERROR_UNSUPPORTED, "op");
    FAILS(ctx, prefix_scan(ctx, inclusive, PREFIX_ARG_MAX_LAST + 1, i32, in, out, 1), PREFIX_ERROR_ARGUMENT, "op");
    FAILS(ctx, prefix_scan(ctx, inclusive, sum, PREFIX_C128 + 1, in, out, 1), PREFIX_ERROR_ARGUMENT, "type");
    FAILS(ctx, prefix_scan(ctx, inclusive, PREFIX_ARG_MAX, PREFIX_I8, in, out, (size_t)PTRDIFF_MAX / 8 + 1),
          PREFIX_ERROR_OVERFLOW, "n");
    FAILS(ctx, prefix_scan(ctx, inclusive, PREFIX_ARG_MAX, i32, in, in, ITEMS), PREFIX_ERROR_OVERLAP, "out");
    FAILS(ctx, prefix_scan(ctx, inclusive, sum, i32, in, in + 4, ITEMS), PREFIX_ERROR_OVERLAP, "out");
    FAILS(ctx, prefix_scan(ctx, inclusive, sum, i32, in + 4, in, ITEMS), PREFIX_ERROR_OVERLAP, "out");
    FAILS(ctx, prefix_scan(ctx, inclusive, sum, i32, in, in + bytes - 4, ITEMS), PREFIX_ERROR_OVERLAP, "out");
    FAILS(ctx, prefix_scan(ctx, inclusive, sum, i32, in + bytes - 4, in, ITEMS), PREFIX_ERROR_OVERLAP, "out");
    FAILS(ctx, prefix_scan(ctx, inclusive, sum, i32, in, out, SIZE_MAX), PREFIX_ERROR_OVERFLOW, "n");
    FAILS(ctx, prefix_scan(ctx, inclusive, sum, i32, in, out, SIZE_MAX / 4 + 2), PREFIX_ERROR_OVERFLOW, "n");
    FAILS(ctx, prefix_scan(ctx, inclusive, sum, i32, in, out, (size_t)PTRDIFF_MAX / 4 + 1), PREFIX_ERROR_OVERFLOW, "n");
    FAILS(ctx, prefix_scan(ctx, inclusive, sum, PREFIX_I8, (void *)(UINTPTR_MAX - 8), out, 1000), PREFIX_ERROR_OVERFLOW,
          "in");
    FAILS(ctx, prefix_scan(ctx, inclusive, sum, PREFIX_I8, in, (void *)(UINTPTR_MAX - 8), 1000), PREFIX_ERROR_OVERFLOW,
          "out");
    WORKS(ctx, prefix_scan(ctx, inclusive, sum, i32, NULL, NULL, 0));
    WORKS(ctx, prefix_scan(ctx, inclusive, sum, i32, in, NULL, 0));
    WORKS(ctx, prefix_scan(ctx, inclusive, sum, i32, in, in + 4, 0));
    ok(poisoned(), "nothing was written by any of these");
    WORKS(ctx, prefix_scan(ctx, inclusive, sum, i32, in, in + bytes, ITEMS));
    WORKS(ctx, prefix_scan(ctx, inclusive, sum, i32, in + bytes, in, ITEMS));
    WORKS(ctx, prefix_scan(ctx, inclusive, sum, i32, in, in, ITEMS));
}

static void test_reduce(prefix_ctx *ctx)
{
    unsigned char *in = block, *result = block + 1024;
    const int i32 = PREFIX_I32, sum = PREFIX_SUM;
    const size_t bytes = ITEMS * sizeof(int32_t);
    prefix_plan *p = NULL;
    poison();
    FAILS(ctx, prefix_reduce(ctx, 0, i32, in, result, ITEMS), PREFIX_ERROR_ARGUMENT, "op");
    FAILS(ctx, prefix_reduce(ctx, sum, 13, in, result, ITEMS), PREFIX_ERROR_ARGUMENT, "type");
    FAILS(ctx, prefix_reduce(ctx, PREFIX_XOR, PREFIX_F32, in, result, ITEMS), PREFIX_ERROR_UNSUPPORTED, "op");
    FAILS(ctx, prefix_reduce(ctx, sum, i32, NULL, result, ITEMS), PREFIX_ERROR_ARGUMENT, "in ");
    FAILS(ctx, prefix_reduce(ctx, sum, i32, in, NULL, ITEMS), PREFIX_ERROR_ARGUMENT, "result ");
    FAILS(ctx, prefix_reduce(ctx, sum, i32, in, NULL, 0), PREFIX_ERROR_ARGUMENT, "result ");
    FAILS(ctx, prefix_reduce(ctx, sum, i32, in + 2, result, ITEMS), PREFIX_ERROR_ARGUMENT, "in ");
    FAILS(ctx, prefix_reduce(ctx, sum, i32, in, result + 2, ITEMS), PREFIX_ERROR_ARGUMENT, "result ");
    FAILS(ctx, prefix_reduce(ctx, sum, i32, in, in, ITEMS), PREFIX_ERROR_OVERLAP, "result");
    FAILS(ctx, prefix_reduce(ctx, sum, i32, in, in + bytes - 4, ITEMS), PREFIX_ERROR_OVERLAP, "result");
    FAILS(ctx, prefix_reduce(ctx, sum, i32, in, result, SIZE_MAX), PREFIX_ERROR_OVERFLOW, "n");
    FAILS(ctx, prefix_reduce(ctx, sum, PREFIX_I8, (void *)(UINTPTR_MAX - 8), result, 1000), PREFIX_ERROR_OVERFLOW,
          "in");
    FAILS(NULL, prefix_plan_reduce(NULL, in, ITEMS), PREFIX_ERROR_ARGUMENT, "plan");
    WORKS(ctx, prefix_plan_create(&p, ctx, sum, i32));
    FAILS(ctx, prefix_plan_reduce(p, in, ITEMS), PREFIX_ERROR_ARGUMENT, "total");
    WORKS(ctx, prefix_plan_set_total(p, i32, in + 8));
    FAILS(ctx, prefix_plan_reduce(p, in, ITEMS), PREFIX_ERROR_OVERLAP, "result");
    WORKS(ctx, prefix_plan_set_total(p, i32, result));
    FAILS(ctx, prefix_plan_reduce(p, NULL, ITEMS), PREFIX_ERROR_ARGUMENT, "in ");
    ok(poisoned(), "nothing was written by any of these");
    WORKS(ctx, prefix_plan_reduce(p, NULL, 0));
    is_int(*(int32_t *)result, 0, "nothing sums to the identity");
    prefix_plan_destroy(p);
    WORKS(ctx, prefix_reduce(ctx, PREFIX_PRODUCT, i32, NULL, result, 0));
    is_int(*(int32_t *)result, 1, "nothing multiplies to the identity");
    memset(in, 0, bytes);
    ((int32_t *)in)[ITEMS - 1] = 7;
    WORKS(ctx, prefix_reduce(ctx, sum, i32, in, in + bytes, ITEMS));
    is_int(*(int32_t *)(in + bytes), 7, "a result just behind the input");
}

static void test_select(prefix_ctx *ctx)
{
    unsigned char *in = block, *out = block + 1024, *flags = block + 2048;
    uint64_t *count = (uint64_t *)(block + 3072);
    const int i32 = PREFIX_I32, less = PREFIX_LESS;
    const size_t bytes = ITEMS * sizeof(int32_t);
    const int32_t zero = 0;
    poison();
    FAILS(ctx, prefix_select_if(ctx, less, 0, &zero, in, out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "type");
    FAILS(ctx, prefix_select_if(ctx, 0, i32, &zero, in, out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "predicate");
    FAILS(ctx, prefix_select_if(ctx, 10, i32, &zero, in, out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "predicate");
    FAILS(ctx, prefix_select_if(ctx, less, i32, NULL, in, out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "operand");
    FAILS(ctx, prefix_select_if(ctx, PREFIX_IS_NAN, i32, &zero, in, out, ITEMS, ITEMS, count), PREFIX_ERROR_UNSUPPORTED,
          "floats");
    FAILS(ctx, prefix_select_if(ctx, PREFIX_HAS_BITS, PREFIX_F32, &zero, in, out, ITEMS, ITEMS, count),
          PREFIX_ERROR_UNSUPPORTED, "integers");
    FAILS(ctx, prefix_select_if(ctx, less, i32, &zero, NULL, out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "in ");
    FAILS(ctx, prefix_select_if(ctx, less, i32, &zero, in, NULL, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "out ");
    FAILS(ctx, prefix_select_if(ctx, less, i32, &zero, in, out, ITEMS, ITEMS, NULL), PREFIX_ERROR_ARGUMENT, "count ");
    FAILS(ctx, prefix_select_if(ctx, less, i32, &zero, in + 2, out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "in ");
    FAILS(ctx, prefix_select_if(ctx, less, i32, &zero, in, out + 1, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT,
          "out ");
    FAILS(ctx, prefix_select_if(ctx, less, i32, &zero, in, out, ITEMS, ITEMS, (uint64_t *)(block + 3076)),
          PREFIX_ERROR_ARGUMENT, "count ");
    FAILS(ctx, prefix_select_if(ctx, less, i32, &zero, in, out, SIZE_MAX, ITEMS, count), PREFIX_ERROR_OVERFLOW, "n");
    FAILS(ctx, prefix_select_if(ctx, less, i32, &zero, in, in + 4, ITEMS, ITEMS, count), PREFIX_ERROR_OVERLAP, "out");
    FAILS(ctx, prefix_select_if(ctx, less, i32, &zero, in, in + bytes - 4, ITEMS, ITEMS, count), PREFIX_ERROR_OVERLAP,
          "out");
    FAILS(ctx, prefix_select_if(ctx, less, i32, &zero, in, out, ITEMS, ITEMS, (uint64_t *)in), PREFIX_ERROR_OVERLAP,
          "count");
    FAILS(ctx, prefix_select_if(ctx, less, i32, &zero, in, out, ITEMS, ITEMS, (uint64_t *)out), PREFIX_ERROR_OVERLAP,
          "count");
    FAILS(ctx, prefix_select_flagged(ctx, 13, in, flags, out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "type");
    FAILS(ctx, prefix_select_flagged(ctx, i32, in, NULL, out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "flags");
    FAILS(ctx, prefix_select_flagged(ctx, i32, in, out, out, ITEMS, ITEMS, count), PREFIX_ERROR_OVERLAP, "flags");
    FAILS(ctx, prefix_select_flagged(ctx, i32, in, flags, out, ITEMS, ITEMS, (uint64_t *)flags), PREFIX_ERROR_OVERLAP,
          "count");
    ok(poisoned(), "nothing was written by any of these");
    WORKS(ctx, prefix_select_if(ctx, less, i32, &zero, NULL, NULL, 0, 0, count));
    is_int((long long)*count, 0, "of nothing, nothing is selected");
    if (strcmp(prefix_ctx_backend(ctx), "cuda") == 0)
        return;
    for (int i = 0; i < ITEMS; i++)
        ((int32_t *)in)[i] = i % 2 ? -i : i;
    FAILS(ctx, prefix_select_if(ctx, less, i32, &zero, in, out, ITEMS, 3, count), PREFIX_ERROR_CAPACITY, "32");
    is_int((long long)*count, ITEMS / 2, "the count is what there is");
    ok(((int32_t *)out)[2] == -5 && ((uint32_t *)out)[3] == 0xa5a5a5a5,
       "and no more is written than there is room for");
    WORKS(ctx, prefix_select_if(ctx, less, i32, &zero, in, out, ITEMS, ITEMS / 2, count));
    FAILS(ctx, prefix_select_if(ctx, less, i32, &zero, in, NULL, ITEMS, 0, count), PREFIX_ERROR_CAPACITY, "0 elements");
    WORKS(ctx, prefix_select_if(ctx, less, i32, &zero, in, in, ITEMS, ITEMS, count));
    is_int(((int32_t *)in)[31], -63, "in place");
}

int main(void)
{
    static const char *const backends[] = {"serial", "openmp", "cuda"};
    /* Whatever the library prints goes to a file, which must stay empty; TAP goes to the old stdout. */
    FILE *caught = tmpfile();
    int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    struct stat info;
    prefix_ctx *ctx;
    if (!caught || out < 0 || err < 0)
        bail_out("no file to catch what is printed");
    is_str(prefix_ctx_error(NULL), "", "no error before any call");
    test_backends();
    test_scan(NULL);
    test_reduce(NULL);
    test_select(NULL);
    test_plan(NULL);
    test_operator(NULL);
    test_memory(NULL);
    test_allocator(NULL);
    for (size_t i = 0; i < sizeof backends / sizeof backends[0]; i++) {
        diag("%s", backends[i]);
        ctx = open_backend(backends[i]);
        if (!ctx)
            continue;
        is_str(prefix_ctx_error(ctx), "", "no error in a new context");
        test_contexts(ctx);
        test_allocator(ctx);
        test_scan(ctx);
        test_reduce(ctx);
        test_select(ctx);
        test_plan(ctx);
        if (strcmp(backends[i], "cuda") != 0)
            test_operator(ctx);
        test_memory(ctx);
        prefix_ctx_destroy(ctx);
    }

    /* Once more with nothing of the test's own on standard output and standard error. */
    fflush(stdout);
    ctx = open_backend("serial");
    dup2(fileno(caught), STDOUT_FILENO);
    dup2(fileno(caught), STDERR_FILENO);
    int status = prefix_scan(ctx, 99, PREFIX_SUM, PREFIX_I32, block, block, 1);
    status += prefix_scan(NULL, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_I32, NULL, block, 1);
    prefix_ctx *none;
    status += prefix_ctx_create(&none, "no_such_backend");
    status += prefix_plan_run(NULL, NULL, NULL, 1);
    prefix_ctx_destroy(ctx);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    is_int(status, 3 * PREFIX_ERROR_ARGUMENT + PREFIX_ERROR_BACKEND, "four calls failed");
    ok(fstat(fileno(caught), &info) == 0 && info.st_size == 0, "and nothing was printed");
    fclose(caught);
    return done();
}
