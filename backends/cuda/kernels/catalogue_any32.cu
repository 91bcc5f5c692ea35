/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/catalogue_kernels.cuh"

using namespace prefix_cuda;

const prefix__cuda_pass_kernel *prefix__cuda_catalogue_any32(int algorithm)
{
    return catalogue_of<chosen_operator<uint32_t>>(algorithm);
}
