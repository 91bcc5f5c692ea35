/* SPDX-License-Identifier: BSD-3-Clause */
#include "compile/program.h"

#include <stdio.h>
#include <stdlib.h>

#include "params/operator_params.h"

static const char *const kernels[PREFIX__CUDA_OPERATOR_KERNELS] = {
    "extern \"C\" __global__ void __launch_bounds__(PREFIX__CUDA_OPERATOR_THREADS,\n"
    "    prefix_cuda::operator_shape<prefix_element>::blocks) prefix_kernel(\n"
    "    const __grid_constant__ prefix__cuda_operator p, const __grid_constant__ prefix_state state)\n"
    "{ prefix_cuda::operator_scan<prefix_operator, prefix_element, prefix_form>(p, &state); }\n",
    "extern \"C\" __global__ void prefix_kernel(\n"
    "    const __grid_constant__ prefix__cuda_pick p, const __grid_constant__ prefix_state state)\n"
    "{ prefix_cuda::pick<prefix_operator, prefix_element>(p, &state); }\n",
};

/* The caller's text stands behind the library's own, so that its macros change nothing there, and has its own lines. */
#define PROGRAM                                                                                                        \
    "#define PREFIX__CUDA_OPERATOR_ELEMENT %zu\n"                                                                      \
    "#include \"operator/pick.cuh\"\n"                                                                                 \
    "#include \"operator/scan.cuh\"\n"                                                                                 \
    "#include \"shared/half.h\"\n"                                                                                    \
    "struct prefix_state { alignas(16) unsigned char bytes[%zu]; };\n"                                                 \
    "constexpr int prefix_form = %d;\n"                                                                                \
    "#line 1 \"text\"\n%s\n"                                                                                           \
    "#line 1 \"element\"\n"                                                                                            \
    "typedef %s prefix_element;\n"                                                                                     \
    "static_assert(sizeof(prefix_element) == %zu && alignof(prefix_element) <= %zu,\n"                                 \
    "              \"the element has another size or alignment than the operator\");\n"                                \
    "#line 1 \"in\"\n"                                                                                                 \
    "typedef %s prefix_in;\n"                                                                                          \
    "#line 1 \"out\"\n"                                                                                                \
    "typedef %s prefix_out;\n"                                                                                         \
    "static_assert(sizeof(prefix_in) == %zu && sizeof(prefix_out) == %zu,\n"                                           \
    "              \"in or out has another size than the operator\");\n"                                               \
    "struct prefix_operator {\n"                                                                                       \
    "typedef prefix_in input; typedef prefix_out output;\n"                                                            \
    "static constexpr bool loads = %d, has_second = %d, stores = %d;\n"                                                \
    "static prefix_element combine(const prefix_element &earlier,\n"                                                   \
    "    const prefix_element &later, const void *state) { (void)state; return\n"                                      \
    "#line 1 \"expression\"\n(%s); }\n"                                                                                \
    "static prefix_element load(const prefix_in &in, const prefix_in &second, uint64_t place, const void *state)\n"    \
    "{ (void)second; (void)place; (void)state; return\n"                                                               \
    "#line 1 \"load\"\n(%s); }\n"                                                                                      \
    "static prefix_out store(const prefix_element &element, uint64_t place, const void *state, uint64_t *report)\n"    \
    "{ (void)place; (void)state; (void)report; return\n"                                                               \
    "#line 1 \"store\"\n(%s); } };\n"                                                                                  \
    "#line 1 \"kernel\"\n%s"

/* Bytes that begin at a multiple of 16, and have such a number. */
static size_t room_of(size_t bytes)
{
    return bytes > 0 ? (bytes + 15) / 16 * 16 : 16;
}

/* Of offsets, bits are made before. */
static int form_of(const struct prefix_operator_work *work)
{
    const struct prefix_heads *heads = work->heads;
    if (!heads)
        return work->batch ? PREFIX__CUDA_OPERATOR_ROWS : 0;
    return heads->form == PREFIX_HEADS_KEYS    ? PREFIX__CUDA_OPERATOR_FORM(PREFIX_HEADS_KEYS, (int)heads->size)
           : heads->form == PREFIX_HEADS_FLAGS ? PREFIX__CUDA_OPERATOR_FORM(PREFIX_HEADS_FLAGS, 1)
                                               : PREFIX__CUDA_OPERATOR_FORM(PREFIX_HEADS_BITS, 1);
}

static int print(char *text, size_t size, const struct prefix_operator_work *work,
                 enum prefix__cuda_operator_kernel which)
{
    const char *const load = work->load ? work->cuda_load : NULL, *const store = work->store ? work->cuda_store : NULL;
    return snprintf(text, size, PROGRAM, room_of(work->element), room_of(work->state_bytes),
                    which == PREFIX__CUDA_OPERATOR_SCAN ? form_of(work) : 0, work->cuda_text,
                    work->cuda_element, work->element, work->alignment, load ? work->cuda_in : "prefix_element",
                    store ? work->cuda_out : "prefix_element", load ? work->in_size : work->element,
                    store ? work->out_size : work->element, load != NULL, work->second != NULL, store != NULL,
                    work->cuda_expression,
                    load ? load : "in", store ? store : "element", kernels[which]);
}

char *prefix__cuda_operator_text(const struct prefix_operator_work *work, enum prefix__cuda_operator_kernel which)
{
    const int length = print(NULL, 0, work, which);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text)
        print(text, (size_t)length + 1, work, which);
    return text;
}
