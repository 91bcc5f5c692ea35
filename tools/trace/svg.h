/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_TOOLS_TRACE_SVG_H
#define PREFIX_TOOLS_TRACE_SVG_H

#include "trace/events.h"

/* A picture, to a file or, with "-", to standard output. */
void trace_svg(const struct trace *trace, const char *path);

#endif
