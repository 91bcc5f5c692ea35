/* SPDX-License-Identifier: BSD-3-Clause */
/* The program, in CUDA C++, of a kernel of an operator of the caller's own. */
#ifndef PREFIX_CUDA_COMPILE_PROGRAM_H
#define PREFIX_CUDA_COMPILE_PROGRAM_H

#include <prefix/backend.h>

/* Each is called prefix_kernel in its program. */
enum prefix__cuda_operator_kernel {
    PREFIX__CUDA_OPERATOR_SCAN, /* void (struct prefix__cuda_operator, state); made for the form of the work's heads */
    PREFIX__CUDA_OPERATOR_PICK, /* void (struct prefix__cuda_pick, state) */
    PREFIX__CUDA_OPERATOR_KERNELS
};

/* To be freed with free(3); NULL if memory is short. */
char *prefix__cuda_operator_text(const struct prefix_operator_work *work, enum prefix__cuda_operator_kernel which);

#endif
