/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_WORD_TILE_SHAPE_CUH
#define PREFIX_CUDA_WORD_TILE_SHAPE_CUH

namespace prefix_cuda
{

/* Bytes of memory that a word stands for. */
template <class OP> constexpr int word_bytes = (int)sizeof(typename OP::word);

/*
 * A tile is 64 rows of 512 bytes, as the canonical order has it, shared by WARPS warps; where any order will do, it may
 * be fewer, and so it may where several rows of the canonical order lie in 512 bytes.
 */
template <class OP> constexpr int tile_rows = 64;

/* Lanes that hold a row of the canonical order. */
template <class OP> constexpr int row_lanes = 32;

template <class OP, int WARPS = 8, int ROWS = tile_rows<OP>> struct tile_shape {
    static constexpr int row_bytes = 512;
    static constexpr int rows = ROWS;
    static constexpr int warps = WARPS;
    static constexpr int warp_rows = rows / warps;
    static constexpr int threads = warps * 32;
    static constexpr int lane_words = row_bytes / 32 / word_bytes<OP>;
    static constexpr int lane_elements = lane_words * OP::elements;
    static constexpr int elements = rows * 32 * lane_elements;
};

} // namespace prefix_cuda

#endif
