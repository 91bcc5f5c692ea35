/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_TOOLS_TRACE_TEXT_H
#define PREFIX_TOOLS_TRACE_TEXT_H

#include "trace/events.h"

/* On standard output. */
void trace_text(const struct trace *trace);

#endif
