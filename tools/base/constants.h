/* SPDX-License-Identifier: BSD-3-Clause */
/* Names of the constants that commands take, or NULL: of types of numbers that are written as one, and of operators. */
#ifndef PREFIX_TOOLS_BASE_CONSTANTS_H
#define PREFIX_TOOLS_BASE_CONSTANTS_H

#include <stddef.h>

#include <prefix/prefix.h>

static inline const char *option_type_name(int type)
{
    return type <= PREFIX_F64 ? prefix_type_name(type) : NULL;
}

static inline const char *option_op_name(int op)
{
    return op != PREFIX_AFFINE ? prefix_op_name(op) : NULL;
}

/* Of those that all commands have. */
static inline const char *option_plain_op_name(int op)
{
    return op <= PREFIX_LOGICAL_OR ? prefix_op_name(op) : NULL;
}

#endif
