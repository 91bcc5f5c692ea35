/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which of a warp's elements are selected. A row is 32 elements that follow each other, one a lane; of
 * ROWS rows, at most 32, lane r keeps the bits of row r.
 */
#ifndef PREFIX_CUDA_WARP_MASK_CUH
#define PREFIX_CUDA_WARP_MASK_CUH

#include "word/keys.cuh"
#include "word/packet.cuh"
#include "params/select_params.h"

namespace prefix_cuda
{

template <int SIZE> using element = typename element_of<SIZE>::type;

/* An element as tests take it: in the highest bits of a register. */
template <int SIZE> __device__ inline auto raised(element<SIZE> x)
{
    if constexpr (SIZE == 8)
        return x;
    else
        return (uint32_t)x << (32 - 8 * SIZE);
}

template <class WORD> __device__ inline bool lies_within(WORD x, const prefix__cuda_test &test)
{
    return x - (WORD)test.first <= (WORD)test.range;
}

template <class WORD> __device__ inline bool passes(WORD x, const prefix__cuda_test &test)
{
    WORD sign = x >> (sizeof(WORD) * 8 - 1) ? ~(WORD)0 : 0;
    return lies_within((x ^ (sign & (WORD)test.flip)) & (WORD)test.mask, test);
}

/* Whether that changes nothing. To know it of all elements saves half of the work. */
template <int SIZE> __device__ inline bool is_interval(const prefix__cuda_test &test)
{
    constexpr uint64_t ones = ~(uint64_t)0 >> (64 - 8 * SIZE), raised_ones = ones << (SIZE < 4 ? 32 - 8 * SIZE : 0);
    return test.flip == 0 && test.mask == raised_ones;
}

/* Whether elements of the same bits, and no others, are equal. */
template <int SIZE> __device__ inline bool is_plain(const prefix__cuda_test &test)
{
    constexpr uint64_t ones = ~(uint64_t)0 >> (64 - 8 * SIZE), raised_ones = ones << (SIZE < 4 ? 32 - 8 * SIZE : 0);
    return test.mask == raised_ones && test.range == raised_ones;
}

/* Calls act with what says whether two elements, as tests take them, are different. */
template <int SIZE, class ACT> __device__ inline auto with_elements_differ(const prefix__cuda_test &test, ACT act)
{
    using word = decltype(raised<SIZE>(0));
    if (is_plain<SIZE>(test))
        return act(integers_differ<word>());
    return with_floats_differ((word)test.mask, (word)test.range, act);
}

/* Of elements in registers; holds(r): whether the lane's element of row r is selected. */
template <int ROWS, class HOLDS> __device__ inline uint32_t ballots(HOLDS holds)
{
    int lane = threadIdx.x & 31;
    uint32_t mine = 0;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        uint32_t bits = __ballot_sync(~0u, holds(r));
        mine = lane == r ? bits : mine;
    }
    return mine;
}

/* Element k of packets, as tests take it. */
template <int SIZE> __device__ inline auto raised_of(const packet<16> *p, int k)
{
    const uint32_t *w = p[k * SIZE / 16].w;
    int at = k * SIZE % 16;
    if constexpr (SIZE == 8)
        return (uint64_t)w[at / 4 + 1] << 32 | w[at / 4];
    else
        return w[at / 4] >> (8 * (at % 4)) << (32 - 8 * SIZE);
}

/* Moves bits up, and what a + b carries in. */
__device__ inline void push_carry(uint32_t &bits, uint32_t a, uint32_t b)
{
    asm("{\n\t.reg .u32 sum;\n\tadd.cc.u32 sum, %1, %2;\n\taddc.u32 %0, %0, %0;\n\t}" : "+r"(bits) : "r"(a), "r"(b));
}

__device__ inline void push_carry(uint32_t &bits, uint64_t a, uint64_t b)
{
    asm("{\n\t.reg .u64 sum;\n\tadd.cc.u64 sum, %1, %2;\n\taddc.u32 %0, %0, %0;\n\t}" : "+r"(bits) : "l"(a), "l"(b));
}

/* What packed_bits() does with an element x behind y: by a test, */
template <class WORD> struct push_outside {
    WORD first, range_inverted;
    __device__ explicit push_outside(const prefix__cuda_test &test)
        : first((WORD)test.first), range_inverted(~(WORD)test.range)
    {
    }
    __device__ void operator()(uint32_t &bits, WORD x, WORD) const
    {
        push_carry(bits, (WORD)(x - first), range_inverted); /* which is greater than the range */
    }
};

template <class WORD> struct push_failing : push_outside<WORD> {
    WORD flip, mask;
    __device__ explicit push_failing(const prefix__cuda_test &test)
        : push_outside<WORD>(test), flip((WORD)test.flip), mask((WORD)test.mask)
    {
    }
    __device__ void operator()(uint32_t &bits, WORD x, WORD y) const
    {
        WORD sign = x >> (sizeof(WORD) * 8 - 1) ? ~(WORD)0 : 0;
        push_outside<WORD>::operator()(bits, (x ^ (sign & flip)) & mask, y);
    }
};

/* or by whether it is equal to y. */
template <class WORD, class DIFFER> struct push_equal {
    DIFFER differ;
    __device__ void operator()(uint32_t &bits, WORD x, WORD y) const
    {
        bits = 2 * bits + !differ(x, y);
    }
};

/* The bits of those that are not equal. */
template <class WORD> struct push_different {
    __device__ void operator()(uint32_t &bits, WORD x, WORD y) const
    {
        push_carry(bits, x ^ y, ~(WORD)0);
    }
};

/*
 * Of elements in shared memory, aligned to packets: what is pushed for each, the bits of those that are not
 * selected. Each lane takes some that follow each other, so that no two lanes need to agree. BEFORE: what stands before
 * an element is wanted, too. words: room for the rows' bits.
 */
template <int SIZE, int ROWS, bool BEFORE, class PUSH>
__device__ inline uint32_t packed_bits(const char *from, uint32_t *words, PUSH push)
{
    constexpr int each = SIZE == 1 ? 16 : SIZE == 8 ? 4 : 8, packets = each * SIZE / 16;
    int lane = threadIdx.x & 31;
#pragma unroll
    for (int step = 0; step < ROWS / each; step++) {
        const char *mine = from + (step * 32 + lane) * (each * SIZE);
        packet<16> p[packets];
#pragma unroll
        for (int k = 0; k < packets; k++)
            p[k] = load_packet<16>(mine + 16 * k);
        auto before = raised_of<SIZE>(p, 0);
        if (BEFORE)
            before = raised<SIZE>(*(const element<SIZE> *)(mine - SIZE));
        uint32_t bits = 0;
#pragma unroll
        for (int k = each - 1; k >= 0; k--)
            push(bits, raised_of<SIZE>(p, k), k > 0 ? raised_of<SIZE>(p, k > 0 ? k - 1 : 0) : before);
        int at = step * 32 + lane;
        if constexpr (each == 16) {
            ((uint16_t *)words)[at] = (uint16_t)bits;
        } else if constexpr (each == 8) {
            ((uint8_t *)words)[at] = (uint8_t)bits;
        } else {
            uint32_t above = __shfl_down_sync(~0u, bits, 1);
            if (lane % 2 == 0)
                ((uint8_t *)words)[at / 2] = (uint8_t)(bits | above << 4);
        }
    }
    __syncwarp();
    uint32_t mine = lane < ROWS ? words[lane] : 0;
    __syncwarp();
    return mine;
}

/* The bits of the lane's row that stand for elements of the array, begin to end - 1 seen from the first row's first. */
template <int ROWS> __device__ inline uint32_t existing(int64_t begin, int64_t end)
{
    int64_t row = (threadIdx.x & 31) * 32;
    int64_t low = begin - row, high = end - row;
    uint32_t bits = high >= 32 ? ~0u : high > 0 ? ~0u >> (32 - (int)high) : 0;
    bits &= low >= 32 ? 0 : low > 0 ? ~0u << (int)low : ~0u;
    return (threadIdx.x & 31) < ROWS ? bits : 0;
}

__device__ inline uint32_t sum_of_lanes(uint32_t count)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(~0u, count);
#else
    for (int distance = 16; distance > 0; distance /= 2)
        count += __shfl_xor_sync(~0u, count, distance);
    return count;
#endif
}

/* How many bits all lanes have. */
__device__ inline uint32_t bits_of_lanes(uint32_t bits)
{
    return sum_of_lanes((uint32_t)__popc(bits));
}

/* How many bits lanes before have, in each lane, and how many all have. */
struct ranks {
    int before, total;
    __device__ explicit ranks(uint32_t bits)
    {
        int mine = __popc(bits), sum = mine;
#pragma unroll
        for (int distance = 1; distance < 32; distance *= 2) {
            int other = __shfl_up_sync(~0u, sum, distance);
            sum += (threadIdx.x & 31) >= distance ? other : 0;
        }
        before = sum - mine;
        total = __shfl_sync(~0u, sum, 31);
    }
};

} // namespace prefix_cuda

#endif
