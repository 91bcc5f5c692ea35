/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/size.h"

#include <stdint.h>
#include <string.h>

static int multiply(size_t *value, size_t factor)
{
    if (factor != 0 && *value > SIZE_MAX / factor)
        return -1;
    *value *= factor;
    return 0;
}

static int digits(const char **text, size_t *value)
{
    const char *s = *text;
    *value = 0;
    for (; *s >= '0' && *s <= '9'; s++) {
        size_t digit = (size_t)(*s - '0');
        if (multiply(value, 10) || *value > SIZE_MAX - digit)
            return -1;
        *value += digit;
    }
    if (s == *text)
        return -1;
    *text = s;
    return 0;
}

int size_parse(const char *text, size_t *size)
{
    size_t value;
    if (digits(&text, &value))
        return -1;
    if (*text == '^') {
        size_t base = value, exponent;
        text++;
        if (digits(&text, &exponent) || *text)
            return -1;
        /* 0 and 1 have no overflow to end the loop. */
        if (base < 2 && exponent > 1)
            exponent = 1;
        for (value = 1; exponent; exponent--)
            if (multiply(&value, base))
                return -1;
    } else if (*text) {
        static const char units[] = "kMGT";
        const char *unit = strchr(units, *text == 'K' ? 'k' : *text);
        if (!unit)
            return -1;
        int binary = text[1] == 'i';
        if (text[1 + binary])
            return -1;
        for (const char *u = units; u <= unit; u++)
            if (multiply(&value, binary ? 1024 : 1000))
                return -1;
    }
    *size = value;
    return 0;
}
