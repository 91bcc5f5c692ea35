/* SPDX-License-Identifier: BSD-3-Clause */
/* Missing elements of the rows of a batch: filled in and blanked out where rows have been brought together. */
#ifndef PREFIX_LIB_SHARED_MISSING_ROWS_H
#define PREFIX_LIB_SHARED_MISSING_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/backend.h>

#include "shared/rows.h"

/* Elements that are filled in at once, at most. */
#define PREFIX__MISSING_ROW 8192

/*
 * Writes count elements of a row, from place at of the scan on, that have been gathered at in to out, in the output
 * type, with the identity for those that are missing; and to closed a bit for each, 1 for those that are there. out may
 * be in where both types are the same.
 */
void prefix__missing_fill_row(const struct prefix_scan_work *work, const struct prefix__rows *rows,
                              const struct prefix__row *row, size_t at, size_t count, const void *in, void *out,
                              uint8_t *closed);
/* Writes the blank, if there is one, over their results at out. */
void prefix__missing_blank_row(const struct prefix_scan_work *work, size_t count, void *out, uint8_t *closed);

#endif
