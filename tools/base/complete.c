/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/complete.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/constants.h"
#include "base/message.h"

static int has_begun;

void complete_begin(void)
{
    has_begun = 1;
}

int complete_has_begun(void)
{
    return has_begun;
}

void complete_word(const char *word, const char *last)
{
    if (strncmp(word, last, strlen(last)) == 0)
        puts(word);
}

static void complete_words(const char *const *words, const char *last)
{
    while (*words)
        complete_word(*words++, last);
}

/* The values of the options of these names, in any command: constants, or words. Of others there is no list. */
static const struct values {
    const char *option;
    const char *(*name)(int);
    const char *words[6];
} values[] = {
    {"--type", .name = option_type_name},
    {"--output-type", .name = option_type_name},
    {"--key-type", .name = option_type_name},
    {"--flag-type", .words = {"u8"}},
    {"--op", .name = option_op_name},
    {"--kind", .name = prefix_kind_name},
    {"--algorithm", .name = prefix_algorithm_name},
    {"--block", .name = prefix_algorithm_name},
    {"--backend", .words = {"cuda", "openmp", "serial"}},
    {"--format", .words = {"text", "raw", "npy"}},
    {"--output-format", .words = {"text", "raw", "npy"}},
    {"--missing", .words = {"skip", "zero", "keep"}},
    {"--nan", .words = {"propagate", "skip", "keep"}},
    {"--depth", .words = {COMPLETE_FILES}},
    {"--by-key", .words = {COMPLETE_FILES}},
    {"--flags", .words = {COMPLETE_FILES}},
    {"--head-flags", .words = {COMPLETE_FILES}},
    {"--lengths", .words = {COMPLETE_FILES}},
    {"--offsets", .words = {COMPLETE_FILES}},
    {"--output", .words = {COMPLETE_FILES}},
    {"--plot", .words = {COMPLETE_FILES}},
    {"--svg", .words = {COMPLETE_FILES}},
};

static void complete_value(const char *command, const struct setting *setting, const char *last)
{
    const struct values *v = values, *end = values + sizeof values / sizeof *values;
    while (v < end && strcmp(v->option, setting->name) != 0)
        v++;
    if (v == end)
        return;
    if (v->words[0] && strcmp(v->words[0], COMPLETE_FILES) == 0)
        puts(COMPLETE_FILES);
    else
        complete_words(v->words, last);
    for (int i = 0; v->name && i < CONSTANTS_END; i++)
        if (v->name(i))
            complete_word(v->name(i), last);
    if (strcmp(command, "bench") == 0 && (v->name || strcmp(v->option, "--backend") == 0))
        complete_word("all", last);
}

/* What is no option. */
static void complete_argument(const char *command, const char *last)
{
    static const char *const benchmarks[] = {"scan", "reduce",     "compaction", "segments", "tables",
                                             "sort", "recurrence", "catalogue",  NULL};
    if (strcmp(command, "bench") == 0)
        complete_words(benchmarks, last);
    else if (strcmp(command, "trace") != 0 && strcmp(command, "info") != 0)
        puts(COMPLETE_FILES);
}

_Noreturn void complete_setting(int argc, char **argv, const struct setting *settings)
{
    const char *last = argv[argc - 1], *before = argc > 2 ? argv[argc - 2] : "";
    const struct setting *s = settings;
    while (s->name && strcmp(s->name, before) != 0 && !(before[0] == '-' && s->letter && before[1] == s->letter))
        s++;
    if (s->name && setting_has_value(s))
        complete_value(argv[0], s, last);
    else if (*last == '-')
        for (s = settings; s->name; s++)
            complete_word(s->name, last);
    else
        complete_argument(argv[0], last);
    flush_standard_output();
    exit(EXIT_SUCCESS);
}
