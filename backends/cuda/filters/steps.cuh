/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Steps of a filter by one thread, in the arithmetic that backend/filter.h fixes: x becomes y in place, and the state
 * moves on.
 */
#ifndef PREFIX_CUDA_FILTERS_STEPS_CUH
#define PREFIX_CUDA_FILTERS_STEPS_CUH

#include "params/filter_params.h"

namespace prefix_cuda
{

/* A transfer function of an order that is known, or of any up to the greatest; its state stays in registers. */
template <int ORDER> struct direct_filter {
    static constexpr int most = ORDER ? ORDER : PREFIX__CUDA_FILTER_ORDER;
    double z[most];

    static __device__ int order(const prefix__cuda_filter &f)
    {
        return ORDER ? ORDER : (int)f.order;
    }
    __device__ void load(const prefix__cuda_filter &f, const double *from)
    {
#pragma unroll
        for (int i = 0; i < most; i++)
            if (i < order(f))
                z[i] = from ? from[i] : 0;
    }
    __device__ void store(const prefix__cuda_filter &f, double *to) const
    {
#pragma unroll
        for (int i = 0; i < most; i++)
            if (i < order(f))
                to[i] = z[i];
    }
    __device__ void run(const prefix__cuda_filter &f, double *at, int steps)
    {
        double next = at[0];
#pragma unroll 1
        for (int t = 0; t < steps; t++) {
            const double x = next;
            next = at[t + 1 < steps ? t + 1 : t];
            const double y = order(f) > 0 ? f.b[0] * x + z[0] : f.b[0] * x;
#pragma unroll
            for (int i = 0; i < most; i++) {
                if (i >= order(f))
                    break;
                const double product = f.b[i + 1] * x;
                const double sum = i + 1 < order(f) ? z[i + 1 < most ? i + 1 : 0] + product : product;
                z[i] = f.feedback ? sum - f.a[i] * y : sum;
            }
            at[t] = y;
        }
    }
};

/* Sections, one after the other over all steps. */
struct section_filter {
    double z[PREFIX__CUDA_FILTER_ORDER];

    __device__ void load(const prefix__cuda_filter &f, const double *from)
    {
#pragma unroll 1
        for (uint32_t i = 0; i < f.order; i++)
            z[i] = from ? from[i] : 0;
    }
    __device__ void store(const prefix__cuda_filter &f, double *to) const
    {
#pragma unroll 1
        for (uint32_t i = 0; i < f.order; i++)
            to[i] = z[i];
    }
    __device__ void run(const prefix__cuda_filter &f, double *at, int steps)
    {
        for (uint32_t s = 0; s < f.sections; s++) {
            const double *const c = f.section[s];
            double z0 = z[2 * s], z1 = z[2 * s + 1];
            double next = at[0];
#pragma unroll 1
            for (int t = 0; t < steps; t++) {
                const double x = next;
                next = at[t + 1 < steps ? t + 1 : t];
                const double y = c[0] * x + z0;
                z0 = (f.feedback ? c[1] * x - c[3] * y : c[1] * x) + z1;
                z1 = f.feedback ? c[2] * x - c[4] * y : c[2] * x;
                at[t] = y;
            }
            z[2 * s] = z0;
            z[2 * s + 1] = z1;
        }
    }
};

} // namespace prefix_cuda

#endif
