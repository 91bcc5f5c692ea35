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
    /* Eight at a time, as these do not wait for one another. */
    for (; value >= 100000000; value /= 100000000) {
        uint32_t part = (uint32_t)(value % 100000000);
        for (int i = 0; i < 4; i++, part /= 100)
            memcpy(to -= 2, pairs + 2 * (part % 100), 2);
    }
    uint32_t rest = (uint32_t)value;
    for (; rest >= 100; rest /= 100)
        memcpy(to -= 2, pairs + 2 * (rest % 100), 2);
    if (rest >= 10)
        memcpy(to -= 2, pairs + 2 * rest, 2);
    else
        *--to = (char)('0' + rest);
    return (size_t)(text + DIGITS_MAX - to);
}
