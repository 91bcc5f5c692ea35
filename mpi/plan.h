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
    const void *heads;        /* flags or keys of the part; NULL: no segments */
    int key_type;             /* 0: flags */
    size_t in_size, out_size; /* of elements; of the caller's own only with segments */
    int exact;                /* not 0: tiles are combined one by one, of an operator that rounds */
    void *total;              /* NULL: not wanted */
    int total_type;
    int has_init;
    _Alignas(16) unsigned char init[PREFIX__MPI_ELEMENT_MAX]; /* a carry */
    prefix_ctx *host_ctx;                                     /* of the serial backend */
    prefix_plan *probe;                                       /* which finds heads; NULL: there were none yet */
    /* What combines totals: a plan on elements of the carry type, of the serial backend if the operator is built in. */
    prefix_plan *fold;
};

#endif
