/* SPDX-License-Identifier: BSD-3-Clause */
/* The catalogue for one operator, as the host side sees it: a line for each block scan. */
#ifndef PREFIX_CUDA_KERNELS_CATALOGUE_KERNELS_CUH
#define PREFIX_CUDA_KERNELS_CATALOGUE_KERNELS_CUH

#include <prefix/prefix.h>

#include "plan/catalogue_kernels.h"
#include "catalogue/scan_blelloch.cuh"
#include "catalogue/scan_blelloch_padded.cuh"
#include "catalogue/scan_blelloch_vector.cuh"
#include "catalogue/scan_brent_kung.cuh"
#include "catalogue/scan_hillis_steele.cuh"
#include "catalogue/scan_kogge_stone.cuh"
#include "catalogue/scan_raking.cuh"
#include "catalogue/scan_sklansky.cuh"
#include "catalogue/scan_warp.cuh"
#include "word/chosen.cuh"
#include "catalogue/pass.cuh"
#include "catalogue/serial.cuh"

namespace prefix_cuda
{

template <class OP, template <class> class SCAN> const prefix__cuda_pass_kernel *pass_kernel_of()
{
    using block = SCAN<typename OP::word>;
    static const prefix__cuda_pass_kernel kernel = {(const void *)pass_kernel<OP, SCAN>, block::threads,
                                                    block_tile<block>};
    return &kernel;
}

template <class OP> const prefix__cuda_pass_kernel *serial_kernel_of()
{
    static const prefix__cuda_pass_kernel kernel = {(const void *)serial_kernel<OP>, 1, 0};
    return &kernel;
}

template <class OP> const prefix__cuda_pass_kernel *catalogue_of(int algorithm)
{
    switch (algorithm) {
    case PREFIX_ALGORITHM_HILLIS_STEELE:
        return pass_kernel_of<OP, hillis_steele>();
    case PREFIX_ALGORITHM_KOGGE_STONE:
        return pass_kernel_of<OP, kogge_stone>();
    case PREFIX_ALGORITHM_SKLANSKY:
        return pass_kernel_of<OP, sklansky>();
    case PREFIX_ALGORITHM_BRENT_KUNG:
        return pass_kernel_of<OP, brent_kung>();
    case PREFIX_ALGORITHM_BLELLOCH:
        return pass_kernel_of<OP, blelloch>();
    case PREFIX_ALGORITHM_BLELLOCH_PADDED:
        return pass_kernel_of<OP, blelloch_padded>();
    case PREFIX_ALGORITHM_BLELLOCH_VECTOR:
        return pass_kernel_of<OP, blelloch_vector>();
    case PREFIX_ALGORITHM_WARP_SCAN:
        return pass_kernel_of<OP, warps>();
    case PREFIX_ALGORITHM_RAKING:
        return pass_kernel_of<OP, raking>();
    case PREFIX_ALGORITHM_SERIAL:
        return serial_kernel_of<OP>();
    default:
        return nullptr;
    }
}

} // namespace prefix_cuda

#endif
