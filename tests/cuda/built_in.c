/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The CUDA texts of the operators that are built in and done as scans by an operator: NVRTC compiles the program of
 * each, for each type and each kernel. No GPU is needed.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "api/built_in.h"
#include "compile/program.h"
#include "shared/types.h"

#include "../support/support.h"
#include "compile_text.h"

enum { MOST = 256 };

static char *known[MOST]; /* what has been compiled: many operators differ in their states alone */
static int known_count, broken;

/* second: or NULL, something that stands for a second array. */
static void compile(const struct prefix_operator *op, int which, const struct prefix_heads *heads,
                    const struct prefix_batch *batch, const void *second, const char *name, const char *type)
{
    const struct prefix_operator_work work = {
        .state_bytes = op->state_bytes,
        .element = op->size,
        .alignment = op->alignment,
        .heads = heads,
        .batch = batch,
        .cuda_text = op->cuda_text,
        .cuda_element = op->cuda_element,
        .cuda_expression = op->cuda_expression,
        .load = op->load,
        .store = op->store,
        .in_size = op->in_size,
        .out_size = op->out_size,
        .cuda_in = op->cuda_in,
        .cuda_load = op->cuda_load,
        .cuda_out = op->cuda_out,
        .cuda_store = op->cuda_store,
        .second = second,
    };
    char *const text = prefix__cuda_operator_text(&work, which), *log = NULL;
    for (int k = 0; k < known_count; k++)
        if (strcmp(known[k], text) == 0) {
            free(text);
            return;
        }
    if (known_count == MOST)
        bail_out("more than %d programs", MOST);
    known[known_count++] = text;
    if (!compile_text(text, "-arch=sm_90", &log)) {
        broken++;
        diag("%s of %s, kernel %d: %s", name, type, which, log ? log : "no memory");
    }
    free(log);
}

static void compile_all(const struct prefix_operator *made, const char *name, const char *type)
{
    static const struct prefix_heads flags = {.form = PREFIX_HEADS_FLAGS, .size = 1};
    compile(made, PREFIX__CUDA_OPERATOR_SCAN, NULL, NULL, NULL, name, type);
    compile(made, PREFIX__CUDA_OPERATOR_SCAN, &flags, NULL, NULL, name, type);
    compile(made, PREFIX__CUDA_OPERATOR_PICK, NULL, NULL, NULL, name, type);
}

/* Sums and products that are checked; all types at the long level alone, as each takes a second. */
static void try_checked(int op)
{
    const int before = known_count, all = test_level() == TEST_LONG;
    broken = 0;
    for (int type = PREFIX_I8; type <= PREFIX_U64; type++) {
        struct prefix__checked_state state;
        const int output_type = type <= PREFIX_I64 ? PREFIX_I64 : PREFIX_U64, narrow = all ? type : output_type;
        struct prefix_operator made = prefix__built_in_checked(op, type, output_type, &state, 1, 0);
        compile_all(&made, prefix_op_name(op), prefix_type_name(type));
        made = prefix__built_in_checked(op, type, narrow, &state, 1, 1);
        compile_all(&made, prefix_op_name(op), prefix_type_name(type));
        if (!all)
            type = type < PREFIX_I32 ? PREFIX_I32 - 1 : type < PREFIX_U8 ? PREFIX_U8 - 1 : PREFIX_U64;
    }
    ok(broken == 0, "checked %s: %d programs", prefix_op_name(op), known_count - before);
}

/* n: of elements, which may decide what an element is. */
static void try_types(int op, int type, size_t n)
{
    for (int output_type = PREFIX_I8; output_type <= PREFIX_C128; output_type++) {
        const int fits = prefix__is_arg(op)
                             ? prefix__is_real(type) && prefix__carry_type(op, output_type)
                             : prefix__is_complex(type) && prefix__carry_type(op, output_type) && output_type >= type;
        if (!fits)
            continue;
        const struct prefix_operator made = prefix__built_in(op, type, output_type, n);
        compile_all(&made, prefix_op_name(op), prefix_type_name(type));
    }
}

static void try_recurrences(void)
{
    static const int types[] = {PREFIX_F16, PREFIX_BF16, PREFIX_F32, PREFIX_F64, PREFIX_C64, PREFIX_C128};
    static const struct prefix_batch rows = {.size = sizeof rows, .rows = 1};
    const int before = known_count;
    broken = 0;
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        for (int is_constant = 0; is_constant < 2; is_constant++) {
            const struct prefix_operator made = prefix__built_in_recurrence(types[k], is_constant);
            for (int has_rows = 0; has_rows < 2; has_rows++)
                compile(&made, PREFIX__CUDA_OPERATOR_SCAN, NULL, has_rows ? &rows : NULL, is_constant ? NULL : &made,
                        "a recurrence", prefix_type_name(types[k]));
        }
    ok(broken == 0, "recurrences: %d programs", known_count - before);
}

int main(void)
{
    const char *why;
    if (!prefix__cuda_nvrtc_found(&why))
        skip_all("%s", why);
    for (int op = PREFIX_SUM; op <= PREFIX_ARG_MAX_LAST; op++) {
        const int before = known_count;
        broken = 0;
        for (int type = PREFIX_I8; type <= PREFIX_C128; type++) {
            try_types(op, type, 0);
            if (test_level() == TEST_LONG)
                try_types(op, type, SIZE_MAX);
        }
        if (known_count > before)
            ok(broken == 0, "%s: %d programs", prefix_op_name(op), known_count - before);
    }
    try_checked(PREFIX_SUM);
    try_checked(PREFIX_PRODUCT);
    try_recurrences();
    ok(known_count > 0, "%d programs are compiled", known_count);
    for (int k = 0; k < known_count; k++)
        free(known[k]);
    return done();
}
