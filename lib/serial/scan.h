/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_SCAN_H
#define PREFIX_LIB_SERIAL_SCAN_H

#include <prefix/backend.h>

/* Scans and returns the last carry, which is the total. Without an output it is a reduction. */
union prefix_carry prefix__serial_scan(const struct prefix_scan_work *work);

#endif
