/* SPDX-License-Identifier: BSD-3-Clause */
#include "api/built_in.h"

#include "shared/types.h"

struct prefix_operator prefix__built_in(int op, int type, int output_type, size_t n)
{
    return prefix__is_arg(op) ? prefix__built_in_arg(op, type, output_type, n)
                              : prefix__built_in_complex(op, type, output_type);
}
