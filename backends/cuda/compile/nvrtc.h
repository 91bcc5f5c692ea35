/* SPDX-License-Identifier: BSD-3-Clause */
/* NVRTC, the compiler of CUDA C++ that a program can have at run time: looked up when it is first wanted. */
#ifndef PREFIX_CUDA_COMPILE_NVRTC_H
#define PREFIX_CUDA_COMPILE_NVRTC_H

#include <stddef.h>

/* Whether it can be had, and, if not, why. */
int prefix__cuda_nvrtc_found(const char **why);

/* A program: a text, and the headers that it includes, by name. */
struct prefix__cuda_program {
    const char *text;
    const char *const *headers, *const *header_names;
    int header_count;
    const char *const *options;
    int option_count;
};

/*
 * Compiles to machine code; free(3) frees *code. Of a text that does not compile, returns 0 with *code NULL and *log,
 * to be freed as well, what the compiler says; both are NULL when memory is short, or the compiler fails.
 */
int prefix__cuda_nvrtc_compile(const struct prefix__cuda_program *program, void **code, size_t *size, char **log);

#endif
