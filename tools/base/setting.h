/* SPDX-License-Identifier: BSD-3-Clause */
/* An option of a command, in a list that ends with an empty name. */
#ifndef PREFIX_TOOLS_BASE_SETTING_H
#define PREFIX_TOOLS_BASE_SETTING_H

#include <stddef.h>

/* All constants of the library are below this. */
enum { CONSTANTS_END = 1000 };

/* How the value of an option is read, and what takes it. */
enum setting_kind {
    SETTING_FLAG,     /* none: an int becomes value */
    SETTING_TEXT,     /* a char * */
    SETTING_CONSTANT, /* an int, by parse() */
    SETTING_NUMBER,   /* an int from least to most */
    SETTING_SIZE,     /* a size_t from least to most */
    SETTING_READ,     /* whatever read() makes of it */
    SETTING_OWN,      /* the caller takes optarg */
    SETTING_OWN_FLAG, /* the caller takes note; it has no value */
    SETTING_HELP,
};

/* An option of a command, with its two hyphens; -o may stand for it if letter is 'o'. */
struct setting {
    const char *name;
    enum setting_kind kind;
    size_t target; /* the offset of what takes it */
    int (*parse)(const char *option, const char *text);
    void (*read)(void *target, const char *option, char *text);
    size_t least, most;
    int value;
    int letter;
    unsigned note; /* the caller's own */
};

static inline int setting_has_value(const struct setting *setting)
{
    return setting->kind != SETTING_FLAG && setting->kind != SETTING_OWN_FLAG && setting->kind != SETTING_HELP;
}

#endif
