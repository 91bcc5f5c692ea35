/* SPDX-License-Identifier: BSD-3-Clause */
/* What tests of bad arguments share: one call is one check. */
#ifndef TESTS_API_ARGUMENTS_H
#define TESTS_API_ARGUMENTS_H

#include <errno.h>

#include <prefix/prefix.h>

enum { ERRNO_BEFORE = 4711, ITEMS = 64 };

/* What the calls' arrays lie in. */
extern unsigned char block[4096];
void poison(void);
int poisoned(void);

/* Leaves a text that no other call does: an old text must not pass for a new one. */
void leave_text(prefix_ctx *ctx);
/* One call's status, its error text and errno, as they must be. */
void expect(prefix_ctx *ctx, int status, int want, const char *word, const char *call, int line);

#define FAILS(ctx, call, want, word) expect(ctx, (leave_text(ctx), (call)), want, word, #call, __LINE__)
#define WORKS(ctx, call) expect(ctx, (errno = ERRNO_BEFORE, (call)), PREFIX_OK, "", #call, __LINE__)

void test_plan(prefix_ctx *ctx);
void test_operator(prefix_ctx *ctx); /* on the CPU */

#endif
