/* SPDX-License-Identifier: BSD-3-Clause */
/* What the tests of libprefix_mpi share: ranks, parts, and checks of which rank 0 speaks. */
#ifndef RANKS_H
#define RANKS_H

#include <stddef.h>

#include <prefix/mpi.h>

extern int rank, ranks;

/* Begins and ends a program. */
void ranks_begin(int *argc, char ***argv);
int ranks_end(void);

/* One check, passed if all ranks passed. Each that did not says its last error. */
int ranks_ok(int passed, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same of a call that has to fail on all ranks, here with this status and a sentence that has the word. */
int ranks_refused(int status, int wanted, const char *word, const char *what);

/* How an array is cut into parts. */
enum cut { CUT_EVEN, CUT_UNEVEN, CUT_TINY, CUT_EMPTY_ENDS, CUT_FIRST_ALONE, CUT_LAST_ALONE, CUT_TILES, CUTS };
/* The same on all ranks: starts has ranks + 1 places, where parts begin, and the end. */
void ranks_cut(enum cut cut, size_t n, size_t *starts);

#endif
