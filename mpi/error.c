/* SPDX-License-Identifier: BSD-3-Clause */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>

static _Thread_local char sentence[1024];

const char *prefix_mpi_error(void)
{
    return sentence;
}

int prefix__mpi_fail(int status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    return status;
}

int prefix__mpi_passed(prefix_ctx *ctx, int status)
{
    if (status == PREFIX_OK)
        return status;
    return prefix__mpi_fail(status, "%s", prefix_ctx_error(ctx));
}

int prefix__mpi_check(int result, const char *call)
{
    if (result == MPI_SUCCESS)
        return PREFIX_OK;
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;
    MPI_Error_string(result, text, &length);
    return prefix__mpi_fail(PREFIX_ERROR_DEVICE, "%s: %s", call, text);
}
