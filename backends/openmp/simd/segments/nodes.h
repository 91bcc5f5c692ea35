/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The nodes of the trees of rows (nodes_float.h), and how a segment's total comes of them. An instruction set that has
 * what it takes defines NODES and, for elements of 4 and of 8 bytes: known_ for as many truths as lanes; PLACES_, of a
 * vector of offsets less a position, all ones where they lie before it; LESS_ and TESTED_, whether a lane is less, or
 * has bits in common; BELOW_HIGHEST_, the bits below the highest one that is set; GATHER_, what stands at places, in
 * lanes that are known, and in the others what does in x; among_four_, the same out of NEAR_VECTORS vectors, in all
 * lanes; MOST_, the greatest of the lanes that are known; SPREAD_, the first lanes moved to those that are known,
 * others in the rest; and LOAD_ONTO_, elements that are known, others in the rest.
 *
 * Places in a piece fit into 16 bits: SPOTS_ of places; STORE_SPOTS_; LEAST_SPOTS_; MORE_SPOTS_, which are greater;
 * SHIFT_SPOTS_ to the left, as many bits of the result as there are lanes; PICK_SPOTS_ as PICK_; and PACK_SPOTS_, those
 * that are known side by side.
 *
 * Of how many elements segments are worth it, on average, say NODES_LENGTH for floats and EXACT_LENGTH for operators of
 * which any order will do (totals_integer.h), by the bytes of an element; and SUM_LENGTH, if it is defined, for sums of
 * integers of 4 and 8 bytes, which have differences, too.
 */
#ifndef PREFIX_BACKENDS_OPENMP_NODES_H
#define PREFIX_BACKENDS_OPENMP_NODES_H

#include "simd/vector/prefetch.h"
#include "simd/isa.h"
#include "simd/vector/vector.h"

#ifdef NODES
#define NODE_ROWS 8    /* whose nodes are found at once */
#define MANY 4         /* vectors of segments whose windows are */
#define NEAR_VECTORS 4 /* vectors that among_four_ looks into (near.h) */

typedef v_u32 places_4;
typedef v_u64 places_8;
typedef uint16_t spots_4 __attribute__((vector_size(VECTOR_BYTES / 2)));
typedef uint16_t spots_8 __attribute__((vector_size(VECTOR_BYTES / 4)));
#endif

#endif
