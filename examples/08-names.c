/* SPDX-License-Identifier: BSD-3-Clause */
/* Types by name, as a program reads them from its arguments: sizes, and what a sum is carried in. */
#include <prefix/prefix.h>
#include <stdio.h>

static int describe(const char *name)
{
    int type = prefix_type_parse(name);
    if (type < 0) {
        fprintf(stderr, "%s: no such type\n", name);
        return 1;
    }
    printf("%s: %u bytes, sums are carried in %s\n", prefix_type_name(type), (unsigned)prefix_type_size(type),
           prefix_type_name(prefix_carry_type(PREFIX_SUM, type)));
    return 0;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++)
        failed |= describe(argv[i]);
    for (int type = PREFIX_I8; argc == 1 && prefix_type_name(type) != NULL; type++)
        failed |= describe(prefix_type_name(type));
    return failed;
}
