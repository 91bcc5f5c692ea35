/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles of exponentially weighted means in which nothing is missing: weights are then the same in all of them, and
 * means alone are combined, in vectors, with the bits of the operator.
 */
#ifndef PREFIX_LIB_API_EWM_TILE_H
#define PREFIX_LIB_API_EWM_TILE_H

#include <prefix/backend.h>

#include "api/built_in.h"
#include "shared/order.h"

#define PREFIX__EWM_ROW 8 /* as prefix__operator_row() has it */

struct prefix__ewm_tile {
    struct prefix_tile_loops loops; /* whose state is this */
    /* Of the k-th combination in the network of a row: of what stands before, and of the other. */
    double before[PREFIX__EWM_ROW * 3 / 2], own[PREFIX__EWM_ROW * 3 / 2];
    /* Of element i of each row: the weights of its stretch from the beginning of the tile on, of struct mean. */
    double a[PREFIX__EWM_ROW][PREFIX__TILE_ROWS], rest[PREFIX__EWM_ROW][PREFIX__TILE_ROWS];
    double all_before[PREFIX__TILE_ROWS]; /* weights before a row; of the first 1 */
    struct prefix__ewm_state state;       /* of the operator: of weights only alpha counts */
};

/* For an input of f32 or f64. */
void prefix__ewm_tile_begin(struct prefix__ewm_tile *tile, int type, const struct prefix__ewm *settings);

#endif
