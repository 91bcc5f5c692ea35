/* SPDX-License-Identifier: BSD-3-Clause */
/* Of the plugin ABI, <prefix/backend.h>: the work of a selection, of unique elements and of partitions, too. */
#ifndef PREFIX_BACKEND_SELECT_H
#define PREFIX_BACKEND_SELECT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Whether an element is selected. Of its bits x, in its own width and modulo 2 to the number of bits:
 *     (((x < 0 as a signed integer ? x ^ flip : x) & mask) - first <= range) != negate
 */
struct prefix_test {
    uint64_t flip, mask, first, range;
    int negate; /* 0 or 1 */
};

/* What selects elements. */
enum prefix_selector {
    PREFIX_SELECTOR_TEST = 1,  /* the test */
    PREFIX_SELECTOR_BYTES = 2, /* flags: a byte that is not 0 */
    PREFIX_SELECTOR_BITS = 3,  /* flags: bit i % 8 of byte i / 8; what lies behind bit n - 1 is not looked at */
    /*
     * The first element, and each that differs from the one before it in the input, by mask and range of the test
     * as struct prefix_heads has them.
     */
    PREFIX_SELECTOR_HEADS = 4
};

/*
 * One selection. The selected elements, what belongs to them, and the rejected ones keep their order. In
 * place (out is in, values_out is values), no element may be written before all are read that stand in
 * the input before the one that it comes from; PREFIX_SELECTOR_HEADS reads an element's predecessor, too.
 */
struct prefix_select_work {
    size_t size; /* of this struct, in bytes */
    int type;
    int threads;    /* CPU threads at most; 0: the backend's own rules */
    int selector;   /* of enum prefix_selector */
    int rejects;    /* where the rejected elements go, of enum prefix_rejects */
    int ways;       /* 2; or, with a test and PREFIX_REJECTS_BEHIND, 3: by the test, else by second, else rejected */
    int index_type; /* PREFIX_U32 or PREFIX_U64 */
    int value_type;
    struct prefix_test test;
    struct prefix_test second;
    const void *in;       /* NULL: flags select, and no elements are written */
    const uint8_t *flags; /* or NULL */
    const void *values;   /* or NULL: a second array, whose elements go with those of in */
    /* All but in and out, values and values_out are disjoint, whatever is written. */
    void *out;        /* or NULL: no elements are written; or in */
    void *rejected;   /* for PREFIX_REJECTS_APART, else NULL */
    void *indices;    /* or NULL: the places of the selected elements in the input, from 0 */
    void *values_out; /* NULL with values; or values */
    size_t n;         /* at least 1; n elements of any of these fit PTRDIFF_MAX bytes */
    /*
     * Of out, indices and values_out, at most n: nothing is written beyond it. With PREFIX_REJECTS_BEHIND
     * it is n: the rejected stand in out behind the selected (of 3 ways: behind those of the second test,
     * which stand behind those of the first); indices and values_out are of the selected alone.
     */
    size_t capacity;
    size_t rejected_capacity; /* of rejected, likewise */
    /* Where the number of selected elements goes, however many are written; of 3 ways, then that of second. */
    uint64_t *count;
    /* Of enum prefix_memory, never ANY; HOST for what is NULL. */
    int in_memory, flags_memory, values_memory;
    int out_memory, rejected_memory, indices_memory, values_out_memory, count_memory;
    void *stream; /* the caller's device stream, or NULL */
};

#ifdef __cplusplus
}
#endif

#endif
