/* SPDX-License-Identifier: BSD-3-Clause */
/* What the library keeps of a communicator, as an attribute of it. */
#ifndef PREFIX_MPI_CHANNEL_H
#define PREFIX_MPI_CHANNEL_H

#include <stdint.h>

#include <prefix/mpi.h>

/* What must be the same on all ranks. */
enum prefix__mpi_term {
    PREFIX__MPI_CALL,
    PREFIX__MPI_OP,
    PREFIX__MPI_TYPE,
    PREFIX__MPI_OUTPUT_TYPE,
    PREFIX__MPI_KIND,
    PREFIX__MPI_REVERSE,
    PREFIX__MPI_INIT,  /* a hash of it */
    PREFIX__MPI_TOTAL, /* whether it is wanted */
    PREFIX__MPI_EXACT,
    PREFIX__MPI_HEADS, /* flags, or the type of keys; of ranks with elements */
    PREFIX__MPI_ORDER, /* of a sort */
    PREFIX__MPI_SIZE,  /* of its values */
    PREFIX__MPI_TERMS
};

enum { PREFIX__MPI_INLINE = 16, PREFIX__MPI_ELEMENT_MAX = 160, PREFIX__MPI_ALIGNMENT = 16 };

/* What each rank says before a call goes on. */
struct prefix__mpi_word {
    uint64_t count; /* of its elements */
    unsigned char total[PREFIX__MPI_INLINE];
    int32_t status;
    uint32_t terms[PREFIX__MPI_TERMS];
};

/* And of its part where there are segments. */
struct prefix__mpi_ends {
    unsigned char first[PREFIX__MPI_INLINE], last[PREFIX__MPI_INLINE]; /* flags or keys of its ends */
    int32_t inner; /* whether a segment begins behind its first element */
};

struct prefix__mpi_channel {
    MPI_Comm comm; /* the caller's, duplicated, that returns its errors */
    int rank, ranks;
    struct prefix__mpi_word *words; /* of each rank */
    struct prefix__mpi_ends *ends;  /* of each rank with elements */
    /* Room for PREFIX__MPI_ELEMENT_MAX bytes of each rank, aligned for any element. */
    unsigned char *gathered; /* totals of operators of the caller's own */
    unsigned char *totals;   /* those of ranks with elements, in the order of the scan */
};

/* Of a communicator: found, or made by all ranks at once on its first use. All of its memory is allocated then, so that
 * a later call has none that could fail before the ranks have spoken. */
int prefix__mpi_channel_of(MPI_Comm comm, struct prefix__mpi_channel **channel);

#endif
