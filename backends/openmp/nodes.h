/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of segments out of the nodes of the trees of rows (nodes_float.h). An instruction set that has them defines
 * NODES, EVEN_BITS(word) and ODD_BITS(word), every other bit side by side, and BIT_LENGTHS(bytes, x), of each lane.
 *
 * Of n elements, PREFIX__OPENMP_NODE_BYTES, the nodes of 2^h stand from 2 n - 2 n / 2^h on: the elements themselves,
 * pairs, and so on up to rows. Behind the rows stand the results before the first segment that begins in each, and last
 * the result before all elements.
 */
#ifndef PREFIX_BACKENDS_OPENMP_NODES_H
#define PREFIX_BACKENDS_OPENMP_NODES_H

#include "draw.h"
#include "internal.h"
#include "select.h"

#ifdef NODES
#define NODE_ROWS ((int)(PREFIX__OPENMP_NODE_BYTES / PREFIX__ROW_BYTES))
#define NODE_LEVELS 7 /* at most: rows of 128 elements */
#define NODE_WORDS 16 /* of bits of elements, at most */

/* Of the nodes of each level: no segment begins in the left, or in the right half. */
struct open_nodes {
    uint64_t left[NODE_LEVELS][NODE_WORDS / 2], right[NODE_LEVELS][NODE_WORDS / 2];
};

INLINE void find_open_nodes(const uint64_t *heads, int words, struct open_nodes *nodes)
{
    uint64_t open[NODE_WORDS + 1];
    for (int i = 0; i < words; i++)
        open[i] = ~heads[i];
    open[words] = 0;
    _Pragma("GCC unroll 7") for (int level = 0; level < NODE_LEVELS; level++)
    {
        for (int i = 0; i < words; i += 2) {
            nodes->left[level][i / 2] = EVEN_BITS(open[i]) | EVEN_BITS(open[i + 1]) << 32;
            nodes->right[level][i / 2] = ODD_BITS(open[i]) | ODD_BITS(open[i + 1]) << 32;
            open[i / 2] = nodes->left[level][i / 2] & nodes->right[level][i / 2];
        }
        words = (words + 1) / 2;
        open[words] = 0;
    }
}

/*
 * Of segments that end among the elements behind the first, or at it. One that lies in a row has its total at the
 * lowest node above its first and last element, which the highest bit tells in which their places differ. Offsets may
 * decrease: what ends nowhere here has some node's.
 */
#define DEFINE_NODE_TOTALS(bits, wide, bytes, element)                                                                 \
    static void node_totals_##bits##_##bytes(const void *offsets, size_t segments, uint64_t from, const void *nodes,   \
                                             uint64_t init, void *out, struct prefix__openmp_lines *lines)             \
    {                                                                                                                  \
        enum {                                                                                                         \
            SOME = VECTOR_BYTES / wide,                                                                                \
            ALL = 2 * PREFIX__OPENMP_NODE_BYTES / bytes,                                                               \
            TOP = bytes == 4 ? 7 : 6 /* of rows */                                                                     \
        };                                                                                                             \
        typedef index_##wide index;                                                                                    \
        const uint##bits##_t *at = offsets, first = (uint##bits##_t)from;                                              \
        const element *in = nodes;                                                                                     \
        element *to = out;                                                                                             \
        struct prefix__openmp_lines drawn = *lines;                                                                    \
        for (; segments > 0 && at[1] == first; segments--, at++, to++)                                                 \
            *to = at[1] == at[0] ? (element)init : in[ALL];                                                            \
        for (; segments >= SOME; segments -= SOME, at += SOME, to += SOME) {                                           \
            prefix__openmp_draw_line(&drawn);                                                                          \
            const v_u##bits begins = load_u##bits(at), ends = load_u##bits(at + 1), lasts = ends - 1;                  \
            const v_u##bits place = lasts - first, inside = (v_u##bits)(place < ALL / 2);                              \
            const index height = (index)BIT_LENGTHS(wide, begins ^ lasts), crosses = height > TOP;                     \
            const index level = (height & ~crosses) | (TOP & crosses);                                                 \
            const index in_level = (((index)(place & inside) - ALL) >> level) + ALL;                                   \
            uint##bits##_t node[SOME];                                                                                 \
            store_u##bits(node, (v_u##bits)(in_level + (crosses & NODE_ROWS)));                                        \
            __asm__("" : "+m"(node)); /* or compilers take it apart in registers, which takes longer */                \
            _Pragma("GCC unroll 16") for (int j = 0; j < SOME; j++) to[j] = in[node[j]];                               \
            for (uint64_t empty = (uint64_t)EQ_BITS(wide, ends, begins); empty; empty &= empty - 1)                    \
                to[__builtin_ctzll(empty)] = (element)init;                                                            \
        }                                                                                                              \
        *lines = drawn;                                                                                                \
        for (; segments > 0; segments--, at++, to++) {                                                                 \
            const uint64_t last = at[1] - (uint64_t)1, apart = at[0] ^ last;                                           \
            const int height = apart ? 64 - __builtin_clzll(apart) : 0, level = height > TOP ? TOP : height;           \
            const uint##bits##_t place = (uint##bits##_t)last - first;                                                 \
            const size_t node = ALL - (ALL >> level) + ((place < ALL / 2 ? (size_t)place : 0) >> level);               \
            *to = at[1] == at[0] ? (element)init : in[node + (height > TOP ? NODE_ROWS : 0)];                          \
        }                                                                                                              \
    }
DEFINE_NODE_TOTALS(32, 4, 4, uint32_t)
DEFINE_NODE_TOTALS(32, 4, 8, uint64_t)
DEFINE_NODE_TOTALS(64, 8, 4, uint32_t)
DEFINE_NODE_TOTALS(64, 8, 8, uint64_t)
#endif

#endif
