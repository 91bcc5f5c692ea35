/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/catalogue_kernels.cuh"

using namespace prefix_cuda;

const prefix__cuda_pass_kernel *prefix__cuda_catalogue_sum_float(int algorithm)
{
    return catalogue_of<known_operator<float_sum32>>(algorithm);
}
