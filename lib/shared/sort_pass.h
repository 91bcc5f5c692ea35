/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A pass of a radix sort: what goes where by one digit of the codes, in order. With the keys goes a companion, a word
 * of 4 or 8 bytes: a value, or the place where a key stood.
 */
#ifndef PREFIX_LIB_SHARED_SORT_PASS_H
#define PREFIX_LIB_SHARED_SORT_PASS_H

#include <prefix/backend.h>

#define PREFIX__SORT_DIGITS 8       /* at most, */
#define PREFIX__SORT_DIGIT_BITS 11  /* of so many bits */
#define PREFIX__SORT_MANY (1 << 15) /* elements from which wide digits, and thus fewer passes, pay */

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

struct prefix__sort_digits prefix__sort_digits(const struct prefix_sort_work *work, size_t n);
/* Counts what each digit's values occur in elements first to last; whether these are in order already, behind the one
 * before. */
int prefix__sort_count_all(const struct prefix__sort_pass *pass, size_t first, size_t last, size_t *counts);
/* And of the pass's own digit alone. */
void prefix__sort_count(const struct prefix__sort_pass *pass, size_t first, size_t last, size_t *counts);
/* Moves elements first to last to places, which are where the next one of each digit's value goes. */
void prefix__sort_move(const struct prefix__sort_pass *pass, size_t first, size_t last, size_t *places);

#endif
