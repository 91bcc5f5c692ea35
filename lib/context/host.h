/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_CONTEXT_HOST_H
#define PREFIX_LIB_CONTEXT_HOST_H

#include <prefix/backend.h>

/* What backends call back. */
extern const struct prefix_host prefix__host;

#endif
