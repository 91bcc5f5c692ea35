/* SPDX-License-Identifier: BSD-3-Clause */
/* What every call does first and last, and what it makes of errors. */
#ifndef PREFIX_CUDA_BASE_CONTEXT_H
#define PREFIX_CUDA_BASE_CONTEXT_H

#include "base/session.h"

/* What a call must undo. */
struct prefix__cuda_scope {
    int saved_errno;
    int pushed;
};

/* Makes the session's context current, or fails; leave() puts everything back. */
int prefix__cuda_enter(struct prefix_session *session, struct prefix__cuda_scope *scope);
void prefix__cuda_leave(const struct prefix__cuda_scope *scope);
/* Reports a failed call of the runtime and returns the status for it; PREFIX_OK for success. */
int prefix__cuda_check(struct prefix_session *session, cudaError_t error, const char *what);
/* Fails if the stream is captured, where what is called so cannot be. */
int prefix__cuda_not_captured(struct prefix_session *session, void *stream, const char *what);
/*
 * Sets the thread's mode, and returns the one before: what allocates or loads would end a capture that goes on in
 * another stream of the program, if the mode were not relaxed.
 */
enum cudaStreamCaptureMode prefix__cuda_capture_mode(enum cudaStreamCaptureMode mode);

#endif
