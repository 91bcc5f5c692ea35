/* SPDX-License-Identifier: BSD-3-Clause */
/* Operators as values, and which there are. */
#ifndef PREFIX_CUDA_KERNELS_OPERATORS_CUH
#define PREFIX_CUDA_KERNELS_OPERATORS_CUH

#include <type_traits>

#include "word/hot.cuh"

namespace prefix_cuda
{

/* A type as a value, and one for kernels that do not exist. */
template <class OP> struct of_type {
    using type = OP;
};
struct no_operator {
};

template <class OP> constexpr bool is_made = !std::is_same_v<OP, no_operator>;

} // namespace prefix_cuda

#endif
