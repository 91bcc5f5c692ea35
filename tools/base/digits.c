/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/digits.h"

#include <string.h>

size_t digits_write(uint64_t value, char text[DIGITS_MAX])
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    char *to = text + DIGITS_MAX;
    for (; value >= 100; value /= 100)
        memcpy(to -= 2, pairs + 2 * (value % 100), 2);
    if (value >= 10)
        memcpy(to -= 2, pairs + 2 * value, 2);
    else
        *--to = (char)('0' + value);
    return (size_t)(text + DIGITS_MAX - to);
}
