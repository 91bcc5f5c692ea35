/* SPDX-License-Identifier: BSD-3-Clause */
/* Windows of values of 64 bits: of any type, one after the other. */
#ifndef PREFIX_LIB_SHARED_WINDOW_VALUES_H
#define PREFIX_LIB_SHARED_WINDOW_VALUES_H

#include "shared/window_tile.h"

/* What a window of this work is made by, ready for prefix__window_begin(). */
struct prefix__window prefix__window_of_values(const struct prefix_window_work *work);

#endif
