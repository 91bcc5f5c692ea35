/* SPDX-License-Identifier: BSD-3-Clause */
/* What comes of reading a number. */
#ifndef PREFIX_TOOLS_BASE_NUMBER_STATUS_H
#define PREFIX_TOOLS_BASE_NUMBER_STATUS_H

enum number_status {
    NUMBER_OK,
    NUMBER_BAD,  /* not a number of this type */
    NUMBER_RANGE /* a number that the type does not hold */
};

#endif
