/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernels/catalogue_kernels.cuh"
#include "affine.h"

struct affine {
    using word = uint64_t;
    using carry = uint64_t;
    word neutral;
    __device__ explicit affine(const prefix__cuda_pass &pass) : neutral(pass.neutral)
    {
    }
    __device__ word combine(word a, word b) const
    {
        return affine_then(a, b);
    }
    __device__ carry widen(word w) const
    {
        return w;
    }
    __device__ carry join(carry a, carry b) const
    {
        return affine_then(a, b);
    }
};

const struct prefix__cuda_pass_kernel *affine_catalogue(int algorithm)
{
    return prefix_cuda::catalogue_of<affine>(algorithm);
}
