/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A pass of a radix sort: what goes where by one digit of the codes, in order. With the keys goes a companion, a word
 * of 4 or 8 bytes: a value, or the place where a key stood.
 */
#ifndef PREFIX_LIB_SHARED_SORT_PASS_H
#define PREFIX_LIB_SHARED_SORT_PASS_H

#include <prefix/backend.h>

#define PREFIX__SORT_DIGIT_BITS 8 /* at most: what belongs to their values stays in the first-level cache */
#define PREFIX__SORT_DIGITS (64 / PREFIX__SORT_DIGIT_BITS)

/* The digits of a code, from the least. */
struct prefix__sort_digits {
    int count;
    int bits; /* of each; what is above the last counts as 0 */
    int shift[PREFIX__SORT_DIGITS];
    uint64_t mask; /* of the bits that count, from the first one on */
    int first_bit;
};

struct prefix__sort_pass {
    const struct prefix_sort_code *code;
    size_t size, companion; /* bytes; companion 0: none */
    int is_float;
    const void *from;
    void *to;               /* or NULL: keys are no longer needed */
    const void *companions; /* or NULL: places, from first_place on */
    void *companions_to;
    uint64_t first_place;
    struct prefix__sort_digits digits;
    int digit; /* that is looked at */
};

#define PREFIX__SORT_LINE 64 /* bytes of a cache's line, which is what memory takes at once */

/* Where what goes to memory waits until there is a whole line of it: a line for each of a digit's values. */
struct prefix__sort_lines {
    void (*stream)(const void *from, void *to, size_t bytes); /* writes one past the caches */
    char *keys, *companions;
    size_t *begins; /* where the first one of each value went */
};

struct prefix__sort_digits prefix__sort_digits(const struct prefix_sort_work *work);
/* Counts what each digit's values occur in elements first to last; whether these are in order already, behind the one
 * before. */
int prefix__sort_count_all(const struct prefix__sort_pass *pass, size_t first, size_t last, size_t *counts);
/* And of the pass's own digit alone. */
void prefix__sort_count(const struct prefix__sort_pass *pass, size_t first, size_t last, size_t *counts);
/*
 * Moves elements first to last to places, which are where the next one of each digit's value goes. lines: or NULL.
 * Companions are then aligned to their size.
 */
void prefix__sort_move(const struct prefix__sort_pass *pass, size_t first, size_t last, size_t *places,
                       const struct prefix__sort_lines *lines);

#endif
