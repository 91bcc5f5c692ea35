/* SPDX-License-Identifier: BSD-3-Clause */
/* The tables of types, operators, kinds and algorithms: names, sizes, carry types. */
#include <string.h>

#include <prefix/prefix.h>

#include "shared/types.h"

#define LENGTH(table) (sizeof(table) / sizeof *(table))

static const char *const types[] = {
    [PREFIX_I8] = "i8",   [PREFIX_I16] = "i16", [PREFIX_I32] = "i32", [PREFIX_I64] = "i64",
    [PREFIX_U8] = "u8",   [PREFIX_U16] = "u16", [PREFIX_U32] = "u32", [PREFIX_U64] = "u64",
    [PREFIX_F16] = "f16", [PREFIX_BF16] = "bf16", [PREFIX_F32] = "f32", [PREFIX_F64] = "f64",
};

static const char *const ops[] = {
    [PREFIX_SUM] = "sum", [PREFIX_PRODUCT] = "product", [PREFIX_MIN] = "min",
    [PREFIX_MAX] = "max", [PREFIX_AND] = "and",         [PREFIX_OR] = "or",
    [PREFIX_XOR] = "xor", [PREFIX_LOGICAL_AND] = "logical-and", [PREFIX_LOGICAL_OR] = "logical-or",
};

static const char *const kinds[] = {
    [PREFIX_INCLUSIVE] = "inclusive",
    [PREFIX_EXCLUSIVE] = "exclusive",
};

static const char *const algorithms[] = {
    [PREFIX_ALGORITHM_AUTO] = "auto",
    [PREFIX_ALGORITHM_SERIAL] = "serial",
    [PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK] = "decoupled-look-back",
    [PREFIX_ALGORITHM_HILLIS_STEELE] = "hillis-steele",
    [PREFIX_ALGORITHM_KOGGE_STONE] = "kogge-stone",
    [PREFIX_ALGORITHM_SKLANSKY] = "sklansky",
    [PREFIX_ALGORITHM_BRENT_KUNG] = "brent-kung",
    [PREFIX_ALGORITHM_BLELLOCH] = "blelloch",
    [PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE] = "scan-then-propagate",
    [PREFIX_ALGORITHM_REDUCE_THEN_SCAN] = "reduce-then-scan",
    [PREFIX_ALGORITHM_CHAINED_SCAN] = "chained-scan",
    [PREFIX_ALGORITHM_BLELLOCH_PADDED] = "blelloch-padded",
    [PREFIX_ALGORITHM_BLELLOCH_VECTOR] = "blelloch-vector",
    [PREFIX_ALGORITHM_WARP_SCAN] = "warp-scan",
    [PREFIX_ALGORITHM_RAKING] = "raking",
};

static const char *name_of(const char *const *names, size_t count, int value)
{
    return value >= 0 && (size_t)value < count ? names[value] : NULL;
}

static int parse(const char *const *names, size_t count, const char *name)
{
    for (size_t i = 0; name && i < count; i++)
        if (names[i] && strcmp(names[i], name) == 0)
            return (int)i;
    return -1;
}

const char *prefix_type_name(int type)
{
    return name_of(types, LENGTH(types), type);
}

int prefix_type_parse(const char *name)
{
    return parse(types, LENGTH(types), name);
}

size_t prefix_type_size(int type)
{
    return prefix__is_type(type) ? prefix__size_of(type) : 0;
}

const char *prefix_op_name(int op)
{
    return name_of(ops, LENGTH(ops), op);
}

int prefix_op_parse(const char *name)
{
    return parse(ops, LENGTH(ops), name);
}

const char *prefix_kind_name(int kind)
{
    return name_of(kinds, LENGTH(kinds), kind);
}

int prefix_kind_parse(const char *name)
{
    return parse(kinds, LENGTH(kinds), name);
}

const char *prefix_algorithm_name(int algorithm)
{
    return name_of(algorithms, LENGTH(algorithms), algorithm);
}

int prefix_algorithm_parse(const char *name)
{
    return parse(algorithms, LENGTH(algorithms), name);
}

int prefix_carry_type(int op, int output_type)
{
    return prefix__carry_type(op, output_type);
}
