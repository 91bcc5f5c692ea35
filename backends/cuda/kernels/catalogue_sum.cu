/* SPDX-License-Identifier: BSD-3-Clause */
#include "../device/catalogue.cuh"

using namespace prefix_cuda;

const prefix__cuda_pass_kernel *prefix__cuda_catalogue_sum(int algorithm)
{
    return catalogue_of<known_operator<integer<PREFIX__CUDA_SUM, 32>>>(algorithm);
}
