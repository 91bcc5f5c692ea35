/* SPDX-License-Identifier: BSD-3-Clause */
#include "channel.h"

#include <pthread.h>
#include <stdlib.h>

#include "error.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int keyval = MPI_KEYVAL_INVALID;

static void free_channel(struct prefix__mpi_channel *channel)
{
    if (!channel)
        return;
    free(channel->words);
    free(channel->ends);
    free(channel->gathered);
    free(channel->totals);
    free(channel);
}

static void release(struct prefix__mpi_channel *channel)
{
    MPI_Comm_free(&channel->comm);
    free_channel(channel);
}

/* MPI calls it when the communicator is freed. */
static int forget(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)extra;
    release(value);
    return MPI_SUCCESS;
}

/* A duplicate of a communicator has a channel of its own. */
static void make_keyval(void)
{
    if (MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &keyval, NULL) != MPI_SUCCESS)
        keyval = MPI_KEYVAL_INVALID;
}

/* Whether the communicator can be asked at all: the same on every rank. */
static int usable(MPI_Comm comm)
{
    int is = 0;
    if (MPI_Initialized(&is) != MPI_SUCCESS || !is)
        return prefix__mpi_fail(PREFIX_ERROR_ARGUMENT, "MPI is not initialized");
    if (MPI_Finalized(&is) != MPI_SUCCESS || is)
        return prefix__mpi_fail(PREFIX_ERROR_ARGUMENT, "MPI is finalized");
    if (comm == MPI_COMM_NULL)
        return prefix__mpi_fail(PREFIX_ERROR_ARGUMENT, "comm is MPI_COMM_NULL");
    int status = prefix__mpi_check(MPI_Comm_test_inter(comm, &is), "MPI_Comm_test_inter");
    if (status == PREFIX_OK && is)
        return prefix__mpi_fail(PREFIX_ERROR_UNSUPPORTED,
                                "comm is an intercommunicator, whose ranks have no one order");
    return status;
}

/* One of the own duplicate of a communicator, or NULL. */
static struct prefix__mpi_channel *allocate(MPI_Comm own)
{
    struct prefix__mpi_channel *channel = calloc(1, sizeof *channel);
    if (!channel || MPI_Comm_size(own, &channel->ranks) != MPI_SUCCESS ||
        MPI_Comm_rank(own, &channel->rank) != MPI_SUCCESS) {
        free(channel);
        return NULL;
    }
    const size_t ranks = (size_t)channel->ranks;
    channel->comm = own;
    channel->words = calloc(ranks, sizeof *channel->words);
    channel->ends = calloc(ranks, sizeof *channel->ends);
    channel->gathered = aligned_alloc(PREFIX__MPI_ALIGNMENT, ranks * PREFIX__MPI_ELEMENT_MAX);
    channel->totals = aligned_alloc(PREFIX__MPI_ALIGNMENT, ranks * PREFIX__MPI_ELEMENT_MAX);
    if (channel->words && channel->ends && channel->gathered && channel->totals)
        return channel;
    free_channel(channel);
    return NULL;
}

/* All ranks have one, or none has. */
static int make(MPI_Comm comm, struct prefix__mpi_channel **made)
{
    MPI_Comm own;
    int status = prefix__mpi_check(MPI_Comm_dup(comm, &own), "MPI_Comm_dup");
    if (status != PREFIX_OK)
        return status;
    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
    struct prefix__mpi_channel *channel = allocate(own);
    int have = channel != NULL, all = 0;
    status = prefix__mpi_check(MPI_Allreduce(&have, &all, 1, MPI_INT, MPI_LAND, own), "MPI_Allreduce");
    if (status == PREFIX_OK && !all)
        status = prefix__mpi_fail(PREFIX_ERROR_NOMEM, "no memory for what is kept of comm, on %s",
                                  have ? "another rank" : "this rank");
    if (status == PREFIX_OK)
        status = prefix__mpi_check(MPI_Comm_set_attr(comm, keyval, channel), "MPI_Comm_set_attr");
    if (status == PREFIX_OK) {
        *made = channel;
        return status;
    }
    free_channel(channel);
    MPI_Comm_free(&own);
    return status;
}

int prefix__mpi_channel_of(MPI_Comm comm, struct prefix__mpi_channel **channel)
{
    int status = usable(comm);
    if (status != PREFIX_OK)
        return status;
    pthread_once(&once, make_keyval);
    int found = 0;
    status = prefix__mpi_check(MPI_Comm_get_attr(comm, keyval, channel, &found), "MPI_Comm_get_attr");
    return status != PREFIX_OK || found ? status : make(comm, channel);
}
