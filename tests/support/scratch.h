/* SPDX-License-Identifier: BSD-3-Clause */
/* Host scratch memory for contexts, between guard zones: whether a backend keeps to what it asked for. */
#ifndef SCRATCH_H
#define SCRATCH_H

#include <prefix/prefix.h>

/*
 * The context lets go of its scratch memory, and its next call asks for what that call needs, no more:
 * what earlier calls left would hide that a later one asked for too little. Nothing for a context of the
 * backend cuda, whose scratch memory is the device's.
 */
void scratch_renew(prefix_ctx *ctx);

/* Whether nothing was written next to the blocks of any context, those that are freed by now included. */
int scratch_guarded(void);

#endif
