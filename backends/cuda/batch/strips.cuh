/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Lines of any kind, columns before all, in strips of lines that lie side by side. A block takes a tile of a strip, so
 * that lines are read in pieces that are wide in memory. Tiles are claimed strip by strip: those on the same lines
 * follow each other at a distance, and each waits for the one before to publish what stands before the next. That is
 * the fold from left to right which the canonical order wants. Where strips are so few that the chain would take longer
 * than the memory, there are three passes: the totals of rows, what stands before each tile of the order, the scan.
 */
#ifndef PREFIX_CUDA_BATCH_STRIPS_CUH
#define PREFIX_CUDA_BATCH_STRIPS_CUH

#include "batch/strip_tile.cuh"
#include "grid/claim.cuh"
#include "grid/dependent.cuh"
#include "grid/descriptor.cuh"

namespace prefix_cuda
{

constexpr int canonical_rows = 64; /* of a tile of the canonical order */

template <class OP> constexpr int row_elements = piece_elements<OP> *PREFIX__CUDA_STRIP_PIECES;

/* What stands before a row of a line: in its tile of the canonical order, and before that. */
template <class OP> struct row_carry {
    typename OP::word row;
    typename OP::carry tile;

    /* To be called before each row, with its number in the line. */
    __device__ void enter(uint64_t number)
    {
        if (number % canonical_rows == 0)
            *this = {OP::neutral, upto()};
    }
    __device__ typename OP::carry upto() const
    {
        return OP::join(tile, OP::widen(row));
    }
};

/* Where a tile publishes for each of its lines what stands before the next one. */
template <class OP> struct strip_descriptors {
    uint64_t *row, *tile;
    __device__ strip_descriptors(const prefix__cuda_batch &batch, uint64_t tile_number, uint64_t line)
    {
        const uint64_t all = batch.scan.tiles * batch.lines, at = tile_number * batch.lines + line;
        uint64_t *const begin = batch.scan.workspace + PREFIX__CUDA_HEADER_WORDS;
        row = begin + at * descriptor_words<typename OP::word>;
        tile =
            begin + (all * descriptor_words<typename OP::word> + 1) / 2 * 2 + at * descriptor_words<typename OP::carry>;
    }
    __device__ void put(const row_carry<OP> &carry, uint32_t tag) const
    {
        publish(row, carry.row, tag);
        publish(tile, carry.tile, tag);
    }
    __device__ row_carry<OP> get(uint32_t tag) const
    {
        reading<typename OP::word> of_row;
        reading<typename OP::carry> of_tile;
        do {
            of_row.read(row, true);
            of_tile.read(tile, true);
        } while (!of_row.published(tag) || !of_tile.published(tag));
        return {of_row.value(), of_tile.value()};
    }
};

template <class OP> struct strip_memory {
    strip_stage<OP> stage;
    typename OP::word totals[PREFIX__CUDA_STRIP_THREADS]; /* of pieces; */
    typename OP::word rows[PREFIX__CUDA_STRIP_THREADS];   /* of rows, and then what stands before each in its tile */
    typename OP::carry tiles[PREFIX__CUDA_STRIP_THREADS]; /* and before that */
    claim claimed;
};

/* What one thread does for each line of the tile, while others go on with their pieces. */
template <class OP> struct strip_line {
    const prefix__cuda_batch &batch;
    strip_memory<OP> &shared;
    uint64_t line, first_row;
    int column, rows; /* of the tile */

    /* The balanced trees over pieces; those that are not there are neutral. */
    __device__ void make_totals() const
    {
        for (int q = 0; q < rows; q++) {
            typename OP::word t[PREFIX__CUDA_STRIP_PIECES];
#pragma unroll
            for (int p = 0; p < PREFIX__CUDA_STRIP_PIECES; p++) {
                const int piece = q * PREFIX__CUDA_STRIP_PIECES + p;
                t[p] = piece < (int)batch.pieces ? shared.totals[piece * batch.columns + column] : OP::neutral;
            }
            shared.rows[q * batch.columns + column] = OP::combine(OP::combine(t[0], t[1]), OP::combine(t[2], t[3]));
        }
    }
    __device__ void leave_totals() const
    {
        const uint64_t all = (batch.scan.n - 1) / row_elements<OP> + 1;
        for (int q = 0; q < rows && first_row + q < all; q++)
            ((typename OP::word *)batch.row_totals)[(first_row + q) * batch.lines + line] =
                shared.rows[q * batch.columns + column];
    }
    /* Of the second pass. */
    __device__ row_carry<OP> given() const
    {
        const uint64_t tile = first_row / canonical_rows;
        return {((const typename OP::word *)batch.row_totals)[first_row * batch.lines + line],
                ((const typename OP::carry *)batch.carries)[tile * batch.lines + line]};
    }
    /* Leaves what stands before each row, and returns what stands behind the last. */
    __device__ row_carry<OP> pass(row_carry<OP> carry) const
    {
        for (int q = 0; q < rows; q++) {
            const int at = q * (int)batch.columns + column;
            const typename OP::word total = shared.rows[at];
            carry.enter(first_row + q);
            shared.rows[at] = carry.row;
            shared.tiles[at] = carry.tile;
            carry.row = OP::combine(carry.row, total);
        }
        return carry;
    }
};

/* What stands before the piece in its row is combined with it; totals: of pieces, the piece's own first. */
template <class OP, int COUNT>
__device__ inline void enter_pieces(typename OP::word (&x)[1][COUNT], const typename OP::word *totals, int columns,
                                    int piece)
{
    const int place = piece % PREFIX__CUDA_STRIP_PIECES;
    if (place == 0)
        return;
    totals -= place * columns;
    typename OP::word before = totals[0];
    if (place >= 2)
        before = OP::combine(before, totals[columns]);
    if (place == 3) {
        const typename OP::word neighbour = totals[2 * columns];
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            x[0][k] = OP::combine(neighbour, x[0][k]);
    }
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        x[0][k] = OP::combine(before, x[0][k]);
}

template <class OP>
__global__ void __launch_bounds__(PREFIX__CUDA_STRIP_THREADS, 4)
    strip_kernel(const __grid_constant__ prefix__cuda_batch batch)
{
    using word = typename OP::word;
    __shared__ strip_memory<OP> shared;
    const prefix__cuda_scan &scan = batch.scan;
    const bool is_short = scan.n <= piece_elements<OP> / 2;
    claim mine = {blockIdx.x, 0};
    await_previous();
    if (scan.workspace) {
        if (threadIdx.x == 0)
            shared.claimed = claim_one_tile(scan.workspace);
        __syncthreads();
        mine = shared.claimed;
    }
    const uint32_t number = mine.tile / batch.strips, strip = mine.tile % batch.strips;
    const strip_tile<OP> tile(batch, number, strip);
    const uint64_t line = tile.line();
    const line_place place = tile.place();

    word x[1][piece_elements<OP>];
    tile.load(x, shared.stage, place, is_short);
    shared.totals[threadIdx.x] = scan_piece<OP>(x, is_short);
    __syncthreads();
    if (tile.piece == 0 && tile.column < tile.lines) {
        const int rows = (int)(batch.pieces + PREFIX__CUDA_STRIP_PIECES - 1) / PREFIX__CUDA_STRIP_PIECES;
        const strip_line<OP> own = {batch, shared, line, tile.first / row_elements<OP>, tile.column, rows};
        own.make_totals();
        if (batch.pass == PREFIX__CUDA_BATCH_TOTALS) {
            own.leave_totals();
        } else {
            row_carry<OP> carry = {OP::neutral, (typename OP::carry)scan.carry};
            if (batch.pass == PREFIX__CUDA_BATCH_GIVEN)
                carry = own.given();
            else if (number > 0)
                carry = strip_descriptors<OP>(batch, number - 1, line).get(mine.tag);
            carry = own.pass(carry);
            if (number + 1 < scan.tiles && batch.pass == PREFIX__CUDA_BATCH_CHAINED)
                strip_descriptors<OP>(batch, number, line).put(carry, mine.tag);
            else if (batch.pass == PREFIX__CUDA_BATCH_CHAINED)
                write_line_total<OP>(batch, line, carry.upto());
        }
    }
    if (scan.out && batch.pass != PREFIX__CUDA_BATCH_TOTALS) {
        if (scan.exclusive) {
#pragma unroll
            for (int k = piece_elements<OP> - 1; k > 0; k--)
                x[0][k] = x[0][k - 1];
            x[0][0] = OP::neutral;
        }
        enter_pieces<OP>(x, shared.totals + threadIdx.x, (int)batch.columns, tile.piece);
        __syncthreads();
        const int at = tile.piece / PREFIX__CUDA_STRIP_PIECES * (int)batch.columns + tile.column;
        const word row = shared.rows[at];
        const typename OP::carry before = shared.tiles[at];
        results_of<OP>(x, scan, is_short,
                       [&](int k) { return OP::join(before, OP::widen(OP::combine(row, x[0][k]))); });
        tile.store(x, shared.stage, place, is_short);
    }
    if (scan.workspace && threadIdx.x == 0)
        retire(scan, mine.tag);
}

} // namespace prefix_cuda

#endif
