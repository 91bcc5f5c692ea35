/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The programs of operators of the caller's own: NVRTC compiles them, for elements of many sizes and each generation of
 * GPUs, and says where the caller is wrong. No GPU is needed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compile/program.h"

#include "../support/support.h"
#include "compile_text.h"

static int compile(const struct prefix_operator_work *work, int which, const char *architecture, char **log)
{
    char *const text = prefix__cuda_operator_text(work, which);
    const int compiled = compile_text(text, architecture, log);
    free(text);
    return compiled;
}

static void test_sizes(void)
{
    static const size_t sizes[] = {1, 3, 4, 6, 8, 12, 16, 24, 40, 64};
    static const char *const architectures[] = {"-arch=sm_75", "-arch=sm_80", "-arch=sm_90", "-arch=sm_100"};
    static const struct prefix_heads heads[] = {
        {.form = 0},
        {.form = PREFIX_HEADS_FLAGS, .size = 1},
        {.form = PREFIX_HEADS_BITS, .size = 1},
        {.form = PREFIX_HEADS_OFFSETS, .size = 8},
        {.form = PREFIX_HEADS_KEYS, .size = 1},
        {.form = PREFIX_HEADS_KEYS, .size = 2},
        {.form = PREFIX_HEADS_KEYS, .size = 4},
        {.form = PREFIX_HEADS_KEYS, .size = 8},
        {.form = PREFIX_HEADS_KEYS, .size = 16},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const char *const architecture = architectures[i % (sizeof architectures / sizeof *architectures)];
        const struct prefix_heads *form = &heads[i % (sizeof heads / sizeof *heads)];
        char text[128], *log;
        snprintf(text, sizeof text, "struct bytes { unsigned char b[%zu]; };", sizes[i]);
        const struct prefix_operator_work work = {
            .element = sizes[i],
            .alignment = 1,
            .state_bytes = 3 * i,
            .cuda_text = text,
            .cuda_element = "struct bytes",
            .cuda_expression = "earlier.b[0] ? earlier : later",
            .heads = form->form ? form : NULL,
        };
        const int compiled = compile(&work, PREFIX__CUDA_OPERATOR_SCAN, architecture, &log);
        ok(compiled, "elements of %zu bytes, heads %d of %zu bytes, %s", sizes[i], form->form, form->size,
           architecture);
        if (!compiled && log)
            diag("%s", log);
        free(log);
        ok(compile(&work, PREFIX__CUDA_OPERATOR_PICK, architecture, &log), "picking elements of %zu bytes", sizes[i]);
        free(log);
        const struct prefix_batch rows = {.size = sizeof rows, .rows = 2};
        struct prefix_operator_work batch = work;
        batch.heads = NULL;
        batch.batch = &rows;
        ok(compile(&batch, PREFIX__CUDA_OPERATOR_SCAN, architecture, &log), "rows of elements of %zu bytes", sizes[i]);
        free(log);
    }
}

static void fails(const char *text, const char *element, const char *expression, const char *where, const char *what)
{
    const struct prefix_operator_work work = {
        .element = 8, .alignment = 4, .cuda_text = text, .cuda_element = element, .cuda_expression = expression};
    char *log;
    const int compiled = compile(&work, PREFIX__CUDA_OPERATOR_SCAN, "-arch=sm_90", &log);
    ok(!compiled && log && strstr(log, where), "%s: %s", what, where);
    if (log && !strstr(log, where))
        diag("%s", log);
    free(log);
}

static void test_errors(void)
{
    fails("struct pair { float a, b; };\nfloat nonsense(", "pair", "later", "element(1): error",
          "a text that does not end");
    fails("struct pair { float a, b; };\nfloat f() { return c; }", "pair", "later", "text(2): error",
          "the caller's own lines");
    fails("struct pair { float a, b; };", "pear", "later", "element(1): error", "a type that is not there");
    fails("struct pair { float a, b; };", "pair", "earlier + later", "expression(1): error",
          "an expression that cannot be");
    fails("struct pair { double a, b; };", "pair", "later", "another size or alignment", "elements of another size");
    fails("#define T broken(\n#define state broken(\nstruct pair { float a, b; };", "pair", "unknown",
          "expression(1): error", "macros of the caller's change nothing before");
}

int main(void)
{
    const char *why;
    if (!prefix__cuda_nvrtc_found(&why))
        skip_all("%s", why);
    test_sizes();
    test_errors();
    return done();
}
