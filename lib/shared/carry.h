/* SPDX-License-Identifier: BSD-3-Clause */
/* Values of carry types. */
#ifndef PREFIX_LIB_CARRY_H
#define PREFIX_LIB_CARRY_H

#include <prefix/backend.h>

/* Of an operator on results of a type. */
union prefix_carry prefix__carry_identity(int op, int output_type);
/* An element of the output type or the carry type becomes a carry, and the other way round. */
union prefix_carry prefix__carry_load(int op, int output_type, const void *value, int type);
void prefix__carry_store(int carry_type, union prefix_carry carry, void *value, int type);

#endif
