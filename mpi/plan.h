/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_MPI_PLAN_H
#define PREFIX_MPI_PLAN_H

#include "channel.h"

struct prefix_mpi_plan {
    prefix_ctx *ctx;   /* of the rank's part */
    prefix_plan *part; /* whose init and total are set anew in each run */
    int op;            /* of the caller's own: 0, as the types then are */
    int type, output_type, carry_type;
    int kind;
    int reverse;
    int exact;   /* not 0: tiles are combined one by one, of an operator that rounds */
    void *total; /* NULL: not wanted */
    int total_type;
    int has_init;
    _Alignas(16) unsigned char init[PREFIX__MPI_ELEMENT_MAX]; /* a carry */
    /* What combines totals: a plan on elements of the carry type, of the serial backend if the operator is built in. */
    prefix_ctx *fold_ctx;
    prefix_plan *fold;
};

#endif
