/* SPDX-License-Identifier: BSD-3-Clause */
/* The subcommands of pfx: one file each, listed in main.c. */
#ifndef PREFIX_TOOLS_COMMAND_H
#define PREFIX_TOOLS_COMMAND_H

/* Runs a subcommand: argv[0] is its name. Returns the exit status. */
typedef int command_fn(int argc, char **argv);

struct command {
    const char *name;
    const char *summary;
    command_fn *run;
};

command_fn command_blur;
command_fn command_ewm;
command_fn command_filter;
command_fn command_group;
command_fn command_histogram;
command_fn command_info;
command_fn command_integral;
command_fn command_partition;
command_fn command_recurrence;
command_fn command_reduce;
command_fn command_rle;
command_fn command_scan;
command_fn command_select;
command_fn command_sort;
command_fn command_bench;
command_fn command_trace;
command_fn command_unique;
command_fn command_unrle;
command_fn command_window;

#endif
