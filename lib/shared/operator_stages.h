/* SPDX-License-Identifier: BSD-3-Clause */
/* What stands before and behind a scan by an operator: what elements are made of, and what is made of them. */
#ifndef PREFIX_LIB_OPERATOR_STAGES_H
#define PREFIX_LIB_OPERATOR_STAGES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <prefix/backend.h>

/* The work with nothing left to default: a host of an older minor knows no stages. */
static inline struct prefix_operator_work prefix__operator_resolve(const struct prefix_operator_work *given)
{
    struct prefix_operator_work work = {0};
    memcpy(&work, given, given->size < sizeof work ? given->size : sizeof work);
    work.size = sizeof work;
    work.in_size = work.in_size ? work.in_size : work.element;
    work.out_size = work.out_size ? work.out_size : work.element;
    work.in_alignment = work.in_alignment ? work.in_alignment : work.alignment;
    work.out_alignment = work.out_alignment ? work.out_alignment : work.alignment;
    return work;
}

/* Bytes of the total of a scan. */
static inline size_t prefix__operator_total_size(const struct prefix_operator_work *work)
{
    return !work->total_is_element ? work->out_size : work->total_bytes ? work->total_bytes : work->element;
}

/* Makes count elements of the input, from place at of the scan on; those that are missing are the identity. */
void prefix__operator_load(const struct prefix_operator_work *work, size_t at, size_t count, void *elements);

/* Writes the results of count elements, from place at of the scan on, and the blank at those that are missing. */
void prefix__operator_store_at(const struct prefix_operator_work *work, size_t at, size_t count, const void *elements);

/* Writes what one element, which stands for all up to a place of the array, comes to. */
void prefix__operator_store_one(const struct prefix_operator_work *work, const void *element, void *to, size_t place);

/* Writes the total of a scan. */
void prefix__operator_store_total(const struct prefix_operator_work *work, const void *element);

#endif
