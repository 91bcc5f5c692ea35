/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The nodes of the trees of rows (nodes_float.h), and how a segment's total comes of them. An instruction set that has
 * what it takes defines NODES and, for elements of 4 and of 8 bytes: known_ for as many truths as lanes; PLACES_, of a
 * vector of offsets less a position, all ones where they lie before it; LESS_ and TESTED_, whether a lane is less, or
 * has bits in common; BELOW_HIGHEST_, the bits below the highest one that is set; and GATHER_, what stands at places,
 * in lanes that are known, and in the others what does in x.
 */
#ifndef PREFIX_BACKENDS_OPENMP_NODES_H
#define PREFIX_BACKENDS_OPENMP_NODES_H

#include "draw.h"
#include "internal.h"
#include "simd.h"

#ifdef NODES
#define NODE_ROWS 8 /* whose nodes are found at once */

typedef v_u32 places_4;
typedef v_u64 places_8;
#endif

#endif
