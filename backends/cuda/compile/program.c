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
    "extern \"C\" __global__ void prefix_kernel(const __grid_constant__ prefix__cuda_pick p)\n"
    "{ prefix_cuda::pick<prefix_element>(p); }\n",
};

/* The caller's text stands behind the library's own, so that its macros change nothing there, and has its own lines. */
#define PROGRAM                                                                                                        \
    "#include \"operator/pick.cuh\"\n"                                                                                 \
    "#include \"operator/scan.cuh\"\n"                                                                                 \
    "struct prefix_state { alignas(16) unsigned char bytes[%zu]; };\n"                                                 \
    "constexpr int prefix_form = %d;\n"                                                                                \
    "#line 1 \"text\"\n%s\n"                                                                                           \
    "#line 1 \"element\"\n"                                                                                            \
    "typedef %s prefix_element;\n"                                                                                     \
    "static_assert(sizeof(prefix_element) == %zu && alignof(prefix_element) <= %zu,\n"                                 \
    "              \"the element has another size or alignment than the operator\");\n"                                \
    "struct prefix_operator { static prefix_element combine(const prefix_element &earlier,\n"                          \
    "    const prefix_element &later, const void *state) { (void)state; return\n"                                      \
    "#line 1 \"expression\"\n(%s); } };\n"                                                                             \
    "#line 1 \"kernel\"\n%s"

static size_t state_room(const struct prefix_operator_work *work)
{
    return work->state_bytes > 0 ? (work->state_bytes + 15) / 16 * 16 : 16;
}

/* Of offsets, bits are made before. */
static int form_of(const struct prefix_heads *heads)
{
    if (!heads)
        return 0;
    return heads->form == PREFIX_HEADS_KEYS    ? PREFIX__CUDA_OPERATOR_FORM(PREFIX_HEADS_KEYS, (int)heads->size)
           : heads->form == PREFIX_HEADS_FLAGS ? PREFIX__CUDA_OPERATOR_FORM(PREFIX_HEADS_FLAGS, 1)
                                               : PREFIX__CUDA_OPERATOR_FORM(PREFIX_HEADS_BITS, 1);
}

static int print(char *text, size_t size, const struct prefix_operator_work *work,
                 enum prefix__cuda_operator_kernel which)
{
    return snprintf(text, size, PROGRAM, state_room(work),
                    form_of(which == PREFIX__CUDA_OPERATOR_SCAN ? work->heads : NULL), work->cuda_text,
                    work->cuda_element, work->element, work->alignment, work->cuda_expression, kernels[which]);
}

char *prefix__cuda_operator_text(const struct prefix_operator_work *work, enum prefix__cuda_operator_kernel which)
{
    const int length = print(NULL, 0, work, which);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text)
        print(text, (size_t)length + 1, work, which);
    return text;
}
