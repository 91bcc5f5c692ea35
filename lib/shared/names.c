/* SPDX-License-Identifier: BSD-3-Clause */
/* The tables of types, operators, kinds and algorithms: names, sizes, carry types. */
#include "shared/names.h"

#include <stdio.h>
#include <string.h>

#include <prefix/prefix.h>

#include "shared/types.h"

/* The names of an enumeration, in the order of its enumerators. */
enum { TYPES, OPS, KINDS, PREDICATES, REJECTS, ALGORITHMS, MEMORY, MISSING, ORDERS, NANS, AGGREGATES, TABLES };
static const struct {
    const char *what, *zero; /* the name of 0, or NULL */
    int first;
    const char *names[16]; /* from the first on; ends with NULL */
} tables[TABLES] = {
    [TYPES] = {"type",
               NULL,
               PREFIX_I8,
               {"i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "bf16", "f32", "f64",
                "c64", "c128"}},
    [OPS] = {"operator",
             NULL,
             PREFIX_SUM,
             {"sum", "product", "min", "max", "and", "or", "xor", "logical-and", "logical-or", "affine",
              "arg-min", "arg-max", "arg-min-last", "arg-max-last"}},
    [KINDS] = {"kind", NULL, PREFIX_INCLUSIVE, {"inclusive", "exclusive"}},
    [PREDICATES] = {"predicate",
                    NULL,
                    PREFIX_LESS,
                    {"less", "less-equal", "greater", "greater-equal", "equal", "not-equal", "between", "nan",
                     "has-bits"}},
    [REJECTS] = {"place of rejects", "nowhere", PREFIX_REJECTS_BEHIND, {"behind", "apart"}},
    [ALGORITHMS] = {"algorithm",
                    "auto",
                    PREFIX_ALGORITHM_SERIAL,
                    {"serial", "decoupled-look-back", "hillis-steele", "kogge-stone", "sklansky", "brent-kung",
                     "blelloch", "scan-then-propagate", "reduce-then-scan", "chained-scan", "blelloch-padded",
                     "blelloch-vector", "warp-scan", "raking", "split-merge"}},
    [MEMORY] = {"kind of memory", "any", PREFIX_MEMORY_HOST, {"host", "pinned", "managed", "device"}},
    [MISSING] = {"treatment of missing elements", "propagate", PREFIX_MISSING_SKIP, {"skip", "keep"}},
    [ORDERS] = {"order", NULL, PREFIX_ASCENDING, {"ascending", "descending"}},
    [NANS] = {"place of NaNs", NULL, PREFIX_NANS_LAST, {"last", "first", "greatest"}},
    [AGGREGATES] = {"aggregate", NULL, PREFIX_FIRST, {"first", "mean"}},
};

static const char *name_of(int table, int value)
{
    if (value == 0)
        return tables[table].zero;
    for (int i = 0; tables[table].names[i]; i++)
        if (value == tables[table].first + i)
            return tables[table].names[i];
    return NULL;
}

static int parse(int table, const char *name)
{
    if (name && tables[table].zero && strcmp(tables[table].zero, name) == 0)
        return 0;
    for (int i = 0; name && tables[table].names[i]; i++)
        if (strcmp(tables[table].names[i], name) == 0)
            return tables[table].first + i;
    return -1;
}

const char *prefix__describe(int constant, char *text, size_t size)
{
    text[0] = 0;
    for (int t = 0; t < TABLES && constant != 0; t++)
        if (name_of(t, constant))
            snprintf(text, size, ", but the %s %s", tables[t].what, name_of(t, constant));
    return text;
}

const char *prefix_type_name(int type)
{
    return name_of(TYPES, type);
}

int prefix_type_parse(const char *name)
{
    return parse(TYPES, name);
}

size_t prefix_type_size(int type)
{
    return prefix__is_type(type) ? prefix__size_of(type) : 0;
}

const char *prefix_op_name(int op)
{
    return name_of(OPS, op);
}

int prefix_op_parse(const char *name)
{
    return parse(OPS, name);
}

const char *prefix_kind_name(int kind)
{
    return name_of(KINDS, kind);
}

int prefix_kind_parse(const char *name)
{
    return parse(KINDS, name);
}

const char *prefix_algorithm_name(int algorithm)
{
    return name_of(ALGORITHMS, algorithm);
}

int prefix_algorithm_parse(const char *name)
{
    return parse(ALGORITHMS, name);
}

int prefix_carry_type(int op, int output_type)
{
    return prefix__carry_type(op, output_type);
}
