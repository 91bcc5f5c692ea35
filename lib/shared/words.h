/* SPDX-License-Identifier: BSD-3-Clause */
/* Neighbours in memory as words of 64 bits, integers or the bits of f64, and back, by the types and the operator. */
#ifndef PREFIX_LIB_SHARED_WORDS_H
#define PREFIX_LIB_SHARED_WORDS_H

#include <prefix/backend.h>

void prefix__words_load(const struct prefix_scan_work *work, const void *in, void *words, size_t count);
void prefix__words_store(const struct prefix_scan_work *work, const void *words, void *out, size_t count);

#endif
