/* SPDX-License-Identifier: BSD-3-Clause */
/* What is kept of a text besides the values of its numbers. */
#ifndef PREFIX_TOOLS_IO_LAYOUT_H
#define PREFIX_TOOLS_IO_LAYOUT_H

#include "base/bytes.h"

enum layout_kind {
    LAYOUT_PLACES,  /* the text with a 0 in the place of each number */
    LAYOUT_NUMBERS, /* each number as it is spelled, and a line break */
    LAYOUT_LINES    /* of a column: the line of each number */
};

struct layout {
    int kind;
    struct bytes text;
};

#endif
