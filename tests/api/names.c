/* SPDX-License-Identifier: BSD-3-Clause */
/* The tables: every enumerator has a name that leads back to it, and the size and carry that it must have. */
#include <limits.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/oracle.h"
#include "../support/tap.h"

/* The names are part of the interface: the command and files written by it use them. */
static const char *const types[] = {NULL,  "i8",  "i16", "i32", "i64",  "u8",  "u16",
                                    "u32", "u64", "f16", "bf16", "f32", "f64", NULL};
static const char *const ops[] = {NULL,  "sum", "product", "min",         "max",       "and",
                                  "or", "xor", "logical-and", "logical-or", NULL};
static const char *const kinds[] = {NULL, "inclusive", "exclusive", NULL};
static const char *const algorithms[] = {"auto",        "serial",    "decoupled-look-back", "hillis-steele", "kogge-stone",
                                         "sklansky",    "brent-kung", "blelloch", "scan-then-propagate", "reduce-then-scan",
                                         "chained-scan", "blelloch-padded", "blelloch-vector", "warp-scan", "raking", NULL};

static void table(const char *what, const char *const *names, int first, int count,
                  const char *(*name)(int), int (*parse)(const char *))
{
    static const int no_constants[] = {-1, INT_MIN, INT_MAX, 127, 1 << 20};
    for (int value = first; value < count; value++) {
        is_str(name(value), names[value], "%s %d has its name", what, value);
        is_int(parse(names[value]), value, "%s '%s' is parsed", what, names[value]);
    }
    if (first > 0)
        ok(name(0) == NULL, "%s 0 has no name", what);
    ok(name(count) == NULL, "%s %d has no name: the test knows all", what, count);
    for (size_t i = 0; i < sizeof no_constants / sizeof no_constants[0]; i++)
        ok(name(no_constants[i]) == NULL, "%s %d has no name", what, no_constants[i]);
    is_int(parse(NULL), -1, "%s NULL is not parsed", what);
    is_int(parse(""), -1, "%s '' is not parsed", what);
    is_int(parse("Sum"), -1, "%s names are in lower case", what);
    is_int(parse("f32 "), -1, "%s names have no blanks", what);
    is_int(parse("decoupled"), -1, "%s names are not abbreviated", what);
}

int main(void)
{
    table("type", types, PREFIX_I8, PREFIX_F64 + 1, prefix_type_name, prefix_type_parse);
    table("op", ops, PREFIX_SUM, PREFIX_LOGICAL_OR + 1, prefix_op_name, prefix_op_parse);
    table("kind", kinds, PREFIX_INCLUSIVE, PREFIX_EXCLUSIVE + 1, prefix_kind_name, prefix_kind_parse);
    table("algorithm", algorithms, PREFIX_ALGORITHM_AUTO, PREFIX_ALGORITHM_RAKING + 1,
          prefix_algorithm_name, prefix_algorithm_parse);

    for (int type = -1; type <= PREFIX_F64 + 1; type++)
        is_int((long long)prefix_type_size(type), (long long)oracle_size(type), "size of type %d", type);
    is_int((long long)prefix_type_size(INT_MIN), 0, "no size for INT_MIN");
    for (int op = -1; op <= PREFIX_LOGICAL_OR + 1; op++) {
        int good = 1;
        for (int type = -1; type <= PREFIX_F64 + 1; type++) {
            int known = op >= PREFIX_SUM && op <= PREFIX_LOGICAL_OR;
            good &= prefix_carry_type(op, type) == (known ? oracle_carry_type(op, type) : 0);
        }
        ok(good, "carry types of op %d", op);
    }

    for (int status = PREFIX_OK; status <= PREFIX_ERROR_CAPACITY; status++) {
        const char *text = prefix_strerror(status);
        int unique = text && *text && strcmp(text, prefix_strerror(12345)) != 0;
        for (int other = PREFIX_OK; unique && other < status; other++)
            unique = strcmp(text, prefix_strerror(other)) != 0;
        ok(unique, "status %d has a text of its own", status);
    }
    ok(prefix_strerror(-1) && *prefix_strerror(-1), "so does what is no status");
    ok(prefix_strerror(INT_MAX) == prefix_strerror(-1), "and it is the same text");

    is_str(prefix_backend_name(0), "cuda", "first backend");
    is_str(prefix_backend_name(1), "openmp", "second backend");
    is_str(prefix_backend_name(2), "serial", "third backend");
    ok(prefix_backend_name(3) == NULL, "no fourth backend");
    ok(prefix_backend_name((size_t)-1) == NULL, "no last backend");
    return done();
}
