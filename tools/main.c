/* SPDX-License-Identifier: BSD-3-Clause */
/* pfx(1): prefix scans from the command line. */
#include <config.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <prefix/prefix.h>

#include "base/complete.h"
#include "base/message.h"
#include "command.h"

static const struct command commands[] = {
    {"info", "show the version, the backends and the devices", command_info},
    {"scan", "scan numbers: text, raw binary or .npy", command_scan},
    {"reduce", "combine all numbers: text, raw binary or .npy", command_reduce},
    {"select", "keep some numbers: text, raw binary or .npy", command_select},
    {"partition", "bring some numbers to the front", command_partition},
    {"unique", "keep the first of equal neighbours", command_unique},
    {"rle", "runs of equal numbers: text, raw binary or .npy", command_rle},
    {"unrle", "numbers as often as lengths say: text, raw binary or .npy", command_unrle},
    {"sort", "numbers, or the lines of text that have them, in order", command_sort},
    {"group", "counts, sums and means of numbers by their keys", command_group},
    {"histogram", "counts of numbers by bins", command_histogram},
    {"window", "combine the numbers around each: text, raw binary or .npy", command_window},
    {"recurrence", "y = a y + b over numbers: text, raw binary or .npy", command_recurrence},
    {"filter", "linear filters of numbers: text, raw binary or .npy", command_filter},
    {"ewm", "exponentially weighted means, variances and deviations", command_ewm},
    {"integral", "make the summed-area table of an image, as .npy", command_integral},
    {"blur", "blur an image, by one radius or by one for each pixel", command_blur},
    {"trace", "show how an algorithm scans, step by step", command_trace},
    {"bench", "measure a primitive beside a copy of the same bytes", command_bench},
};

static void help(FILE *to)
{
    fputs("Usage: pfx COMMAND [OPTION...] [ARGUMENT...]\n"
          "       pfx help [COMMAND] | --help | --version\n"
          "\n"
          "Commands:\n",
          to);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fputs("\n'pfx COMMAND --help' shows a command's options; the manual is pfx(1).\n", to);
}

/* For shells: the commands of which a word is the beginning. */
static _Noreturn void complete_command(const char *word)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        complete_word(commands[i].name, word);
    complete_word("help", word);
    complete_word("--help", word);
    complete_word("--version", word);
    flush_standard_output();
    exit(EXIT_SUCCESS);
}

/*
 * Takes the place of a standard file that came closed, or a backend's device would get its number
 * and the data. Opened the wrong way round, it still fails as a closed one does.
 */
static void occupy_standard_files(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
            exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
    occupy_standard_files();
    /* A file grown too large is an error of write(2) like any other. */
    signal(SIGXFSZ, SIG_IGN);
    if (argc < 2) {
        help(stderr);
        return EXIT_USAGE;
    }
    const char *name = argv[1];
    const int asks = strcmp(name, "help") == 0;
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || (asks && argc == 2)) {
        help(stdout);
        flush_standard_output();
        return 0;
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        printf("pfx (libprefix) %s\n"
               "Licence: BSD-3-Clause. There is no warranty.\n",
               prefix_version());
        flush_standard_output();
        return 0;
    }
    if (strcmp(name, "complete") == 0) {
        if (argc <= 3)
            complete_command(argc == 3 ? argv[2] : "");
        complete_begin();
        argc--;
        argv++;
        name = argv[1];
    }
    char option[] = "--help", *help_argv[] = {argv[1], option, NULL};
    if (asks)
        name = argv[2];
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(name, commands[i].name) == 0) {
            message_command(name);
            return asks ? commands[i].run(2, help_argv) : commands[i].run(argc - 1, argv + 1);
        }
    }
    die_usage(*name == '-' ? "unknown option %s" : "unknown command '%s'", name);
}
