/* SPDX-License-Identifier: BSD-3-Clause */
/* The texts of the kernels that are compiled at run time, which build-aux/embed.sh makes: ends with NULL. */
#ifndef PREFIX_CUDA_COMPILE_TEXTS_H
#define PREFIX_CUDA_COMPILE_TEXTS_H

extern const char *const prefix__cuda_texts[];
extern const char *const prefix__cuda_text_names[];
extern const int prefix__cuda_text_count;

#endif
