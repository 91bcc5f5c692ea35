/* SPDX-License-Identifier: BSD-3-Clause */
/* The tables: every enumerator has a name that leads back to it, and the size and carry that it must have. */
#include <limits.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/oracle.h"
#include "../support/tap.h"

#define LENGTH(table) ((int)(sizeof(table) / sizeof *(table)))

/* The names are part of the interface: the command and files written by it use them; so are the numbers. */
static const char *const types[] = {"i8",  "i16", "i32",  "i64", "u8",  "u16", "u32",
                                    "u64", "f16", "bf16", "f32", "f64", "c64", "c128"};
static const char *const ops[] = {"sum",     "product", "min",          "max",         "and",
                                  "or",      "xor",     "logical-and",  "logical-or",  "affine",
                                  "arg-min", "arg-max", "arg-min-last", "arg-max-last"};
static const char *const kinds[] = {"inclusive", "exclusive"};
static const char *const algorithms[] = {"serial",           "decoupled-look-back",
                                         "hillis-steele",    "kogge-stone",
                                         "sklansky",         "brent-kung",
                                         "blelloch",         "scan-then-propagate",
                                         "reduce-then-scan", "chained-scan",
                                         "blelloch-padded",  "blelloch-vector",
                                         "warp-scan",        "raking",
                                         "split-merge"};

static void table(const char *what, const char *const *names, int first, int count, const char *zero,
                  const char *(*name)(int), int (*parse)(const char *))
{
    static const int no_constants[] = {-1, INT_MIN, INT_MAX, 50, 1 << 20};
    for (int i = 0; i < count; i++) {
        is_str(name(first + i), names[i], "%s %d has its name", what, first + i);
        is_int(parse(names[i]), first + i, "%s '%s' is parsed", what, names[i]);
    }
    ok(zero ? strcmp(name(0), zero) == 0 && parse(zero) == 0 : name(0) == NULL, "%s 0", what);
    int others = 0;
    for (int value = 1; value < 1 << 15; value++)
        others += (value < first || value >= first + count) && name(value) != NULL;
    is_int(others, 0, "other numbers are no %s: they are of another enumeration, or the test knows all", what);
    for (size_t i = 0; i < sizeof no_constants / sizeof no_constants[0]; i++)
        ok(name(no_constants[i]) == NULL, "%s %d has no name", what, no_constants[i]);
    is_int(parse(NULL), -1, "%s NULL is not parsed", what);
    is_int(parse(""), -1, "%s '' is not parsed", what);
    is_int(parse("Sum"), -1, "%s names are in lower case", what);
    is_int(parse("f32 "), -1, "%s names have no blanks", what);
    is_int(parse("decoupled"), -1, "%s names are not abbreviated", what);
}

static int carry_type(int op, int type)
{
    const int is_pair = type == PREFIX_C64 || type == PREFIX_C128;
    if (op >= PREFIX_ARG_MIN && op <= PREFIX_ARG_MAX_LAST)
        return type == PREFIX_U32 || type == PREFIX_U64 ? type : 0;
    if (is_pair)
        return op == PREFIX_SUM ? PREFIX_C128 : op == PREFIX_PRODUCT || op == PREFIX_AFFINE ? type : 0;
    return op >= PREFIX_SUM && op <= PREFIX_LOGICAL_OR ? oracle_carry_type(op, type) : 0;
}

int main(void)
{
    table("type", types, 101, LENGTH(types), NULL, prefix_type_name, prefix_type_parse);
    table("op", ops, 201, LENGTH(ops), NULL, prefix_op_name, prefix_op_parse);
    table("kind", kinds, 301, LENGTH(kinds), NULL, prefix_kind_name, prefix_kind_parse);
    table("algorithm", algorithms, 601, LENGTH(algorithms), "auto", prefix_algorithm_name, prefix_algorithm_parse);

    for (int type = -1; type <= PREFIX_F64; type++)
        is_int((long long)prefix_type_size(type), (long long)oracle_size(type), "size of type %d", type);
    is_int((long long)prefix_type_size(INT_MIN), 0, "no size for INT_MIN");
    is_int((long long)prefix_type_size(PREFIX_C64), 8, "size of c64");
    is_int((long long)prefix_type_size(PREFIX_C128), 16, "size of c128");
    is_int((long long)prefix_type_size(PREFIX_C128 + 1), 0, "no size beyond");
    for (int op = -1; op <= PREFIX_ARG_MAX_LAST + 1; op++) {
        int good = 1;
        for (int type = -1; type <= PREFIX_C128 + 1; type++)
            good &= prefix_carry_type(op, type) == carry_type(op, type);
        ok(good, "carry types of op %d", op);
    }

    for (int status = PREFIX_OK; status <= PREFIX_ERROR_RANGE; status++) {
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
