/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of settings: each returns PREFIX_OK, or sets the error and returns its status. */
#ifndef PREFIX_LIB_API_CHECK_SETTINGS_H
#define PREFIX_LIB_API_CHECK_SETTINGS_H

#include <stddef.h>

#include <prefix/prefix.h>

int prefix__check_type(prefix_ctx *ctx, const char *argument, int type);
/* Of what complex numbers are not for. */
int prefix__check_real(prefix_ctx *ctx, const char *argument, int type);
/* Which bits of an element count. */
int prefix__check_bit_range(prefix_ctx *ctx, const char *argument, int type, int first, int count);
/* Of offsets and lengths. */
int prefix__check_index_type(prefix_ctx *ctx, const char *argument, int type);
int prefix__check_op_type(prefix_ctx *ctx, int op, int type);
int prefix__check_kind(prefix_ctx *ctx, int kind);
int prefix__check_output_type(prefix_ctx *ctx, int op, int type, int output_type);
int prefix__check_value_type(prefix_ctx *ctx, const char *argument, int op, int output_type, int type);
int prefix__check_result(prefix_ctx *ctx, const char *argument, const void *result, int type);
/* NULL with 0 bytes: none. */
int prefix__check_workspace(prefix_ctx *ctx, const void *workspace, size_t bytes);

#endif
