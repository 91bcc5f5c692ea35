/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which operators have kernels of every kind. Of the others there are those alone that do all that can be asked for, by
 * look-back: at 0.4 to 0.7 of the speed of a copy where those for large arrays reach 0.97, in a third of the code.
 */
#ifndef PREFIX_CUDA_WORD_HOT_CUH
#define PREFIX_CUDA_WORD_HOT_CUH

#include "params/scan_params.h"

namespace prefix_cuda
{

template <class OP> constexpr bool is_sum = OP::op == PREFIX__CUDA_SUM || OP::op == PREFIX__CUDA_SUM_FLOAT;

/* In plain scans, and by segment, where narrow elements are words of 32 bits. */
template <class OP> constexpr bool is_hot = is_sum<OP> || (OP::op == PREFIX__CUDA_MAX && OP::bits >= 32);
template <class OP> constexpr bool is_hot_by_segment = is_sum<OP> || (OP::op == PREFIX__CUDA_MAX && OP::bits == 32);

} // namespace prefix_cuda

#endif
