/* SPDX-License-Identifier: BSD-3-Clause */
/* The names of all constants; with arguments, types by their names. */
#include <prefix/prefix.h>
#include <stdio.h>

static int describe(const char *name)
{
    int type = prefix_type_parse(name);
    if (type < 0) {
        fprintf(stderr, "%s: no such type\n", name);
        return 1;
    }
    printf("%s: %u bytes, sums are carried in %s\n",
           prefix_type_name(type), (unsigned)prefix_type_size(type),
           prefix_type_name(prefix_carry_type(PREFIX_SUM, type)));
    return 0;
}

/* Constants of one kind follow each other; 0 may be a default. */
static void list(const char *what, int first, const char *(*name)(int))
{
    printf("%s:", what);
    if (name(0) != NULL)
        printf(" %s", name(0));
    for (int value = first; name(value) != NULL; value++)
        printf(" %s", name(value));
    printf("\n");
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++)
        failed |= describe(argv[i]);
    if (argc > 1)
        return failed;
    list("types", PREFIX_I8, prefix_type_name);
    list("operators", PREFIX_SUM, prefix_op_name);
    list("kinds", PREFIX_INCLUSIVE, prefix_kind_name);
    list("algorithms", PREFIX_ALGORITHM_SERIAL, prefix_algorithm_name);
    return 0;
}
