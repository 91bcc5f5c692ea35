/* SPDX-License-Identifier: BSD-3-Clause */
/* One thread with one carry, to see what the others gain. */
#ifndef PREFIX_CUDA_CATALOGUE_SERIAL_CUH
#define PREFIX_CUDA_CATALOGUE_SERIAL_CUH

#include "catalogue/pass.cuh"

namespace prefix_cuda
{

/* What it has in registers at a time, with as much on its way. */
template <class WORD> struct serial_piece {
    static constexpr int threads = 1;
    static constexpr int vectors = 8;
    static constexpr int width = 16 / (int)sizeof(WORD);
};

template <class OP> __global__ void serial_kernel(const __grid_constant__ prefix__cuda_pass pass)
{
    using word = typename OP::word;
    using piece = serial_piece<word>;
    const OP op(pass);
    typename OP::carry before = first_carry<OP>(pass.scan);
    word x[piece::vectors][piece::width], next[piece::vectors][piece::width];
#pragma unroll 1
    for (uint64_t begin = 0;; begin += block_tile<piece>) {
        if (begin < pass.scan.n)
            load_elements<piece>(next, pass, op, begin);
        if (begin > 0) {
            const auto next_carry = [&](word w) {
                const typename OP::carry upto = op.join(before, op.widen(w)), c = pass.scan.exclusive ? before : upto;
                before = upto;
                return c;
            };
            if (pass.plain)
                for_words(x, [&](word w) { return narrow<OP>(next_carry(w)); });
            else
                for_words(x, [&](word w) { return element_out<OP>(next_carry(w), pass); });
            store_elements<piece>(x, pass, begin - block_tile<piece>);
        }
        if (begin >= pass.scan.n)
            break;
        memcpy(x, next, sizeof x);
    }
    if (pass.scan.total_form != PREFIX__CUDA_TOTAL_NONE)
        write_pass_total<OP>(pass, before);
}

} // namespace prefix_cuda

#endif
