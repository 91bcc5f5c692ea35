/* SPDX-License-Identifier: BSD-3-Clause */
/* What the conformance program's parts share: the backend that is tried, and a case. */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

enum { NO_VALUE, IN_OUTPUT_TYPE, IN_CARRY_TYPE, VALUE_FORMS };
enum { MEMORY_KINDS = PREFIX_MEMORY_DEVICE - PREFIX_MEMORY_HOST + 1, MOST_ALGORITHMS = 16, MOST_SHOWN = 5 };

/* A case. */
struct setting {
    int kind, op, type, output_type;
    int reverse, in_place, one_call;
    int reduces;     /* for the total alone */
    int init, total; /* NO_VALUE, IN_OUTPUT_TYPE or IN_CARRY_TYPE */
    int algorithm, block_algorithm, threads, pattern;
    int in_memory, out_memory, total_memory;
    size_t n, in_offset, out_offset;
};

/* The backend: what it has, and the memory that cases share. */
struct subject {
    prefix_ctx *contexts[2]; /* the second believes in small caches */
    int algorithms[MOST_ALGORITHMS], algorithm_count;
    int block_algorithms[MOST_ALGORITHMS], block_algorithm_count;
    int memories[MEMORY_KINDS], memory_count;
    /* By kind of memory, from PREFIX_MEMORY_HOST on. */
    struct arena inputs[MEMORY_KINDS], outputs[MEMORY_KINDS], totals[MEMORY_KINDS];
};
extern struct subject subject;

/* Opens the backend and looks what it has, some checks each; 0 when it is not here. */
int subject_open(const char *name);
void subject_close(void);
/* The one that the next calls are made with, or the second one. */
prefix_ctx *subject_context(int which);

/* The scan itself or the reduction, through a plan of its own or in one call. */
int run_setting(const struct setting *setting, prefix_ctx *with, const void *init, const void *in, void *out,
                void *total);
/* Everything about a setting but operator, types, size and algorithm, at random. */
void randomize(struct rng *rng, struct setting *setting);
/* Runs the case and compares all that must hold. */
int check_case(const struct setting *setting);
/* Cases up to now; they are numbered. */
unsigned long long cases(void);

#endif
