/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/function.h"

#include "base/context.h"

/* What was chosen, in the compiler's name for it. */
static void explain(struct prefix_session *session, const void *kernel, const struct prefix__cuda_grid *grid,
                    const char *what)
{
    const char *name = "a kernel";
#if CUDART_VERSION >= 12030
    if (cudaFuncGetName(&name, kernel) != cudaSuccess)
        (void)cudaGetLastError();
#endif
    session->host->log(session->owner, PREFIX_LOG_INFO, "%s: %s, %u blocks of %u threads, %zu bytes of shared memory",
                       what, name, grid->blocks, grid->threads, grid->shared);
}

int prefix__cuda_queue(struct prefix_session *session, const void *kernel, const struct prefix__cuda_grid *grid,
                       void *stream, void **arguments, const char *what)
{
    struct prefix__cuda_function *seen = &session->functions[(uintptr_t)kernel / 16 % PREFIX__CUDA_FUNCTIONS];
    cudaError_t error = cudaSuccess;
    if (seen->symbol != kernel) {
        error = cudaGetFuncBySymbol(&seen->function, kernel);
        seen->symbol = error == cudaSuccess ? kernel : NULL;
        if (error == cudaSuccess)
            explain(session, kernel, grid, what);
    }
    if (error == cudaSuccess)
        error = (cudaError_t)prefix__cuda_launch_kernel(seen->function, grid, (cudaStream_t)stream, arguments);
    return prefix__cuda_check(session, error, what);
}
