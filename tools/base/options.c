/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/options.h"

#include <stdio.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/complete.h"
#include "base/constants.h"
#include "base/message.h"
#include "base/number.h"
#include "base/size.h"

/* Ends the command with what an option may have meant that begins several, or none. */
static _Noreturn void no_option(const char *text, const struct option *options)
{
    char list[512] = "";
    size_t used = 0;
    const size_t length = strcspn(text, "=");
    for (; options->name && length > strlen("--"); options++)
        if (strncmp(options->name, text + strlen("--"), length - strlen("--")) == 0 && used < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, " --%s", options->name);
    if (used > 0)
        die_usage("ambiguous option %s:%s", text, list);
    die_usage("unknown option %s", text);
}

int option_next(int argc, char **argv, const char *short_options, const struct option *long_options)
{
    opterr = 0;
    int c = getopt_long(argc, argv, short_options, long_options, NULL);
    if (c != '?' && c != ':')
        return c;
    const char *last = argv[optind - 1];
    if (optopt > 0 && optopt < OPTION_LONG)
        die_usage(c == ':' ? "option -%c needs a value" : "unknown option -%c", optopt);
    if (c == ':')
        die_usage("option %s needs a value", last);
    if (optopt)
        die_usage("option %s takes no value", last);
    no_option(last, long_options);
}

#define SETTINGS_MAX 32

/* For getopt_long(3), whose value is then the number of the setting. */
static const struct setting *find(int argc, char **argv, const struct setting *settings)
{
    struct option options[SETTINGS_MAX + 1] = {0};
    char letters[2 * SETTINGS_MAX + 2] = ":", *letter = letters + 1;
    int count = 0;
    for (const struct setting *s = settings; s->name && count < SETTINGS_MAX; s++, count++) {
        options[count] = (struct option){s->name + strlen("--"), setting_has_value(s) ? required_argument : no_argument,
                                         NULL, OPTION_LONG + count};
        if (s->letter) {
            *letter++ = (char)s->letter;
            if (setting_has_value(s))
                *letter++ = ':';
        }
    }
    const int found = option_next(argc, argv, letters, options);
    if (found < 0)
        return NULL;
    if (found >= OPTION_LONG)
        return &settings[found - OPTION_LONG];
    while (settings->letter != found)
        settings++;
    return settings;
}

const struct setting *setting_next(int argc, char **argv, const struct setting *settings, void *structure)
{
    if (complete_has_begun())
        complete_setting(argc, argv, settings);
    const struct setting *s = find(argc, argv, settings);
    if (!s)
        return NULL;
    void *target = (char *)structure + s->target;
    switch (s->kind) {
    case SETTING_FLAG:
        *(int *)target = s->value;
        break;
    case SETTING_TEXT:
        *(char **)target = optarg;
        break;
    case SETTING_CONSTANT:
        *(int *)target = s->parse(s->name, optarg);
        break;
    case SETTING_NUMBER:
        *(int *)target = (int)option_size(s->name, optarg, s->least, s->most);
        break;
    case SETTING_SIZE:
        *(size_t *)target = option_size(s->name, optarg, s->least, s->most);
        break;
    case SETTING_READ:
        s->read(target, s->name, optarg);
        break;
    case SETTING_OWN:
    case SETTING_OWN_FLAG:
    case SETTING_HELP:
        break;
    }
    return s;
}

int option_help(const struct setting *setting, const char *help)
{
    if (setting->kind != SETTING_HELP)
        return 0;
    fputs(help, stdout);
    flush_standard_output();
    return 1;
}

int options_read(int argc, char **argv, const struct setting *settings, void *structure, const char *help)
{
    const struct setting *setting;
    while ((setting = setting_next(argc, argv, settings, structure)))
        if (option_help(setting, help))
            return 0;
    return 1;
}

/* Ends the command with the names that would have been right. */
static _Noreturn void unknown(const char *option, const char *text, const char *(*name)(int))
{
    char list[512];
    size_t used = 0;
    for (int i = 0; i < CONSTANTS_END && used < sizeof list; i++)
        if (name(i))
            used += (size_t)snprintf(list + used, sizeof list - used, " %s", name(i));
    die_usage("%s: unknown '%s'; known:%s", option, text, list);
}

int option_type(const char *option, const char *text)
{
    int type = prefix_type_parse(text);
    if (type < 0 || !option_type_name(type))
        unknown(option, text, option_type_name);
    return type;
}

int option_op(const char *option, const char *text)
{
    int op = prefix_op_parse(text);
    if (op < 0 || !option_op_name(op))
        unknown(option, text, option_op_name);
    return op;
}

int option_plain_op(const char *option, const char *text)
{
    int op = prefix_op_parse(text);
    if (op < 0 || !option_plain_op_name(op))
        unknown(option, text, option_plain_op_name);
    return op;
}

int option_kind(const char *option, const char *text)
{
    int kind = prefix_kind_parse(text);
    if (kind < 0)
        unknown(option, text, prefix_kind_name);
    return kind;
}

int option_algorithm(const char *option, const char *text)
{
    int algorithm = prefix_algorithm_parse(text);
    if (algorithm < 0)
        unknown(option, text, prefix_algorithm_name);
    return algorithm;
}

size_t option_size(const char *option, const char *text, size_t least, size_t most)
{
    size_t size;
    if (size_parse(text, &size) || size < least || size > most)
        die_usage("%s: '%s' is no number from %zu to %zu", option, text, least, most);
    return size;
}

char *option_item(const char *option, char **list)
{
    if (!*list)
        return NULL;
    char *item = *list;
    char *comma = strchr(item, ',');
    if (comma)
        *comma = 0;
    *list = comma ? comma + 1 : NULL;
    if (!*item)
        die_usage("%s: an empty item in the list", option);
    return item;
}

double option_number(const char *option, const char *text)
{
    double x;
    if (number_parse(PREFIX_F64, text, strlen(text), &x) != NUMBER_OK)
        die_usage("%s: '%s' is no number", option, text);
    return x;
}

double *option_numbers(const char *option, char *list, size_t *count)
{
    const char *item;
    size_t room = 1;
    for (const char *c = list; *c; c++)
        room += *c == ',';
    double *const numbers = allocate(room, sizeof *numbers);
    *count = 0;
    while ((item = option_item(option, &list)))
        numbers[(*count)++] = option_number(option, item);
    return numbers;
}
