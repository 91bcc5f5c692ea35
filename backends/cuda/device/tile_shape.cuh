/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_DEVICE_TILE_SHAPE_CUH
#define PREFIX_CUDA_DEVICE_TILE_SHAPE_CUH

namespace prefix_cuda
{

/* The shape of a tile: warps of 8 rows of 512 bytes. Ordered operators have theirs fixed. */
template <class OP> struct tile_shape {
    static constexpr int row_bytes = 512;
    static constexpr int warp_rows = 8;
    static constexpr int warps = 8;
    static constexpr int rows = warps * warp_rows;
    static constexpr int threads = warps * 32;
    static constexpr int lane_words = row_bytes / 32 / (int)sizeof(typename OP::word);
    static constexpr int lane_elements = lane_words * OP::elements;
    static constexpr int elements = rows * 32 * lane_elements;
};

} // namespace prefix_cuda

#endif
