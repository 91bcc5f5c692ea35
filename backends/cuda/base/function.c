/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/function.h"

#include "base/context.h"

cudaError_t prefix__cuda_function(struct prefix_session *session, const void *symbol, cudaFunction_t *function)
{
    struct prefix__cuda_function *seen = &session->functions[(uintptr_t)symbol / 16 % PREFIX__CUDA_FUNCTIONS];
    if (seen->symbol != symbol) {
        cudaError_t error = cudaGetFuncBySymbol(&seen->function, symbol);
        seen->symbol = error == cudaSuccess ? symbol : NULL;
        if (error != cudaSuccess)
            return error;
    }
    *function = seen->function;
    return cudaSuccess;
}

int prefix__cuda_queue(struct prefix_session *session, const void *kernel, const struct prefix__cuda_grid *grid,
                       void *stream, void **arguments, const char *what)
{
    cudaFunction_t function;
    cudaError_t error = prefix__cuda_function(session, kernel, &function);
    if (error == cudaSuccess)
        error = (cudaError_t)prefix__cuda_launch_kernel(function, grid, (cudaStream_t)stream, arguments);
    return prefix__cuda_check(session, error, what);
}
