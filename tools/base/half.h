/* SPDX-License-Identifier: BSD-3-Clause */
/* f16 and bf16 to f64 (exact) and back (rounded once, to nearest, ties to even). */
#ifndef PREFIX_TOOLS_BASE_HALF_H
#define PREFIX_TOOLS_BASE_HALF_H

#include <stdint.h>

/* type is PREFIX_F16 or PREFIX_BF16. */
double half_widen(int type, uint16_t bits);
uint16_t half_narrow(int type, double x);

#endif
