/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/guess.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "base/number.h"

#define HELD_DIGITS 15 /* integers of as many characters fit i64 and f64 */

static void check_rounded(const struct guess *guess, const char *name)
{
    if (guess->has_others && guess->rounded[0])
        die("%s:%s", name, guess->rounded);
}

void guess_add(struct guess *guess, const char *name, const struct item *item)
{
    const char *text = (const char *)item->text;
    int64_t value;
    if (!guess->has_others && !number_is_integer(text, item->length)) {
        guess->has_others = 1;
    } else if (item->length > HELD_DIGITS) {
        if (!guess->rounded[0] && number_is_rounded(text, item->length))
            snprintf(guess->rounded, sizeof guess->rounded,
                     "%llu: %s would be rounded, as other numbers are no integers; --type f64 rounds it", item->line,
                     item_quoted(item));
        if (!guess->too_large[0] && number_parse(PREFIX_I64, text, item->length, &value) == NUMBER_RANGE)
            snprintf(guess->too_large, sizeof guess->too_large, "%llu:%llu: %s is out of the range of i64", item->line,
                     item->column, item_quoted(item));
    }
    check_rounded(guess, name);
}

void guess_add_fraction(struct guess *guess, const char *name)
{
    guess->has_others = 1;
    check_rounded(guess, name);
}

int guess_type(const struct guess *guess)
{
    return guess->has_others || guess->too_large[0] ? PREFIX_F64 : PREFIX_I64;
}

void guess_end(const struct guess *guess, const char *name)
{
    if (!guess->has_others && guess->too_large[0])
        die("%s:%s", name, guess->too_large);
}

void guess_convert(void *elements, size_t count)
{
    char *at = elements;
    for (; count-- > 0; at += sizeof(double)) {
        int64_t integer;
        memcpy(&integer, at, sizeof integer);
        const double real = (double)integer;
        memcpy(at, &real, sizeof real);
    }
}
