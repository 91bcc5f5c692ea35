/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of operators of the caller's own. */
#ifndef PREFIX_CUDA_COMPILE_OPERATOR_H
#define PREFIX_CUDA_COMPILE_OPERATOR_H

#include "base/session.h"
#include "compile/program.h"

struct prefix__cuda_compiled {
    CUfunction function;
    int dependent; /* it can start while the kernel before ends */
};

/*
 * Finds a kernel among those that were used before in this process, or in the cache, or compiles it, with the session's
 * device current. Refuses a state that no launch can take.
 */
int prefix__cuda_operator_function(struct prefix_session *session, const struct prefix_operator_work *work,
                                   enum prefix__cuda_operator_kernel which, struct prefix__cuda_compiled *kernel);

#endif
