/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs of operators, compiled at run time; no GPU is needed. */
#ifndef CUDA_COMPILE_TEXT_H
#define CUDA_COMPILE_TEXT_H

#include <stdlib.h>

#include "compile/nvrtc.h"
#include "compile/texts.h"

/* Whether a text compiles; *log is what the compiler says, to be freed, or NULL. */
static int compile_text(const char *text, const char *architecture, char **log)
{
    const char *const options[] = {architecture, "-std=c++17", "-default-device"};
    const struct prefix__cuda_program program = {
        .text = text,
        .headers = prefix__cuda_texts,
        .header_names = prefix__cuda_text_names,
        .header_count = prefix__cuda_text_count,
        .options = options,
        .option_count = sizeof options / sizeof *options,
    };
    void *code = NULL;
    size_t size = 0;
    const int compiled = prefix__cuda_nvrtc_compile(&program, &code, &size, log);
    free(code);
    return compiled && size > 0;
}

#endif
