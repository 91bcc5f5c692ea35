/* SPDX-License-Identifier: BSD-3-Clause */
#include <prefix/prefix.h>

const char *prefix_version(void)
{
    return PREFIX_VERSION_STRING;
}

int prefix_version_number(void)
{
    return PREFIX_VERSION_NUMBER;
}
