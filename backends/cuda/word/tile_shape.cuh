/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_WORD_TILE_SHAPE_CUH
#define PREFIX_CUDA_WORD_TILE_SHAPE_CUH

namespace prefix_cuda
{

/* A tile is 64 rows of 512 bytes, as the canonical order has it, shared by WARPS warps. */
template <class OP, int WARPS = 8> struct tile_shape {
    static constexpr int row_bytes = 512;
    static constexpr int rows = 64;
    static constexpr int warps = WARPS;
    static constexpr int warp_rows = rows / warps;
    static constexpr int threads = warps * 32;
    static constexpr int lane_words = row_bytes / 32 / (int)sizeof(typename OP::word);
    static constexpr int lane_elements = lane_words * OP::elements;
    static constexpr int elements = rows * 32 * lane_elements;
};

} // namespace prefix_cuda

#endif
