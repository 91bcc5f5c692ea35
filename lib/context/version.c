/* SPDX-License-Identifier: BSD-3-Clause */
#include "context/internal.h"

const char *prefix_version(void)
{
    return PREFIX_VERSION_STRING;
}

int prefix_version_number(void)
{
    return PREFIX_VERSION_NUMBER;
}
