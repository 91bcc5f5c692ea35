/* SPDX-License-Identifier: BSD-3-Clause */
/* The version of libprefix: this file is its only source; configure reads it from here. */
#ifndef PREFIX_VERSION_H
#define PREFIX_VERSION_H

#define PREFIX_VERSION_MAJOR 0
#define PREFIX_VERSION_MINOR 1
#define PREFIX_VERSION_PATCH 0
#define PREFIX_VERSION_STRING "0.1.0"

/* One comparable number, e.g. 0x000100 for 0.1.0. */
#define PREFIX_VERSION_NUMBER \
    (PREFIX_VERSION_MAJOR << 16 | PREFIX_VERSION_MINOR << 8 | PREFIX_VERSION_PATCH)

#endif
