/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operators that are built in and done as scans by an operator of the caller's own are: an element, what combines two,
 * and stages that make elements of the input and results of elements. Of each, host and device have the same text.
 */
#ifndef PREFIX_LIB_API_BUILT_IN_H
#define PREFIX_LIB_API_BUILT_IN_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/prefix.h>

#include "api/operator.h"

/* The operator on n elements of a type: op and the types go together, as prefix__is_staged() has them. */
struct prefix_operator prefix__built_in(int op, int type, int output_type, size_t n);
struct prefix_operator prefix__built_in_complex(int op, int type, int output_type);
struct prefix_operator prefix__built_in_arg(int op, int type, int output_type, size_t n);

/* The mean, in f64, of elements of a real type. */
struct prefix_operator prefix__built_in_mean(int type);

/* What follows from y = a y + b of floats and of complex numbers; the state, of 16 bytes, is a constant a. */
struct prefix_operator prefix__built_in_recurrence(int type, int is_constant);
/* Where an element has y, which is of prefix__recurrence_state(). */
size_t prefix__recurrence_at(int type);

enum prefix__ewm_what { PREFIX__EWM_MEAN, PREFIX__EWM_VARIANCE, PREFIX__EWM_DEVIATION };
struct prefix__ewm {
    double alpha;
    int adjust, ignore_missing, bias;
    size_t least; /* observations, before which results are NaN */
};
struct prefix__ewm_state {
    uint64_t words[7];
};
/* What is exponentially weighted, of f32 and f64; state is for the operator. */
struct prefix_operator prefix__built_in_ewm(int what, int type, const struct prefix__ewm *settings,
                                            struct prefix__ewm_state *state);

/* Makes an element of an initial value, which is of the output type or the carry type. */
void prefix__built_in_init(const struct prefix_operator *op, int type, const void *value, void *element);

/* What results are compared with: all bits of the output type, its sign bit, the last place, the direction. */
struct prefix__checked_state {
    uint64_t words[4];
};
/* A sum or product of integers that reports the first result that does not fit; state is for the operator. */
struct prefix_operator prefix__built_in_checked(int op, int type, int output_type, struct prefix__checked_state *state,
                                                size_t n, int reverse);
/* Makes an element of an initial value of such. */
void prefix__built_in_checked_init(int op, int type, const void *value, void *element);

/* Lowers what stands at report to a place; for expressions of stores, which have it on devices, too. */
static inline void prefix_report(uint64_t *report, uint64_t place)
{
    uint64_t least = __atomic_load_n(report, __ATOMIC_RELAXED);
    while (place < least &&
           !__atomic_compare_exchange_n(report, &least, place, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
}

/* The same as PREFIX_COMBINE(), and as text. */
#define PREFIX__COMBINE(name, element, ...)                                                                            \
    PREFIX_COMBINE(name, element, __VA_ARGS__)                                                                         \
    static const char name##_text[] = #__VA_ARGS__;

/* The same for elements of many words: one loop, into which all is inlined, so that nothing is passed in memory. */
#define PREFIX__COMBINE_LARGE(name, element, ...)                                                                      \
    __attribute__((flatten)) static void name(const void *state, const void *earlier_at, ptrdiff_t earlier_step,       \
                                              const void *later_at, ptrdiff_t later_step, void *result,                \
                                              ptrdiff_t result_step, size_t n)                                         \
    {                                                                                                                  \
        (void)state;                                                                                                   \
        for (size_t i = 0; i < n; i++) {                                                                               \
            const element earlier = *(const element *)((const char *)earlier_at + (ptrdiff_t)i * earlier_step);        \
            const element later = *(const element *)((const char *)later_at + (ptrdiff_t)i * later_step);              \
            *(element *)((char *)result + (ptrdiff_t)i * result_step) = (__VA_ARGS__);                                 \
        }                                                                                                              \
    }                                                                                                                  \
    static const char name##_text[] = #__VA_ARGS__;

/*
 * Defines name as the prefix_load_fn of an expression in an input in, place and state, and as text; or in inputs in and
 * second of two arrays.
 */
#define PREFIX__LOAD(name, input, element_type, ...)                                                                   \
    PREFIX__LOAD_FROM(in_at, name, input, element_type, __VA_ARGS__)
#define PREFIX__LOAD_TWO(name, input, element_type, ...)                                                               \
    PREFIX__LOAD_FROM(second_at, name, input, element_type, __VA_ARGS__)
#define PREFIX__LOAD_FROM(second_from, name, input, element_type, ...)                                                 \
    static void name(const void *state, const void *in_at, const void *second_at, ptrdiff_t in_step, uint64_t first,   \
                     int place_step, void *elements, size_t n)                                                         \
    {                                                                                                                  \
        element_type *const to = (element_type *)elements;                                                             \
        (void)state;                                                                                                   \
        (void)second_at;                                                                                               \
        for (size_t i = 0; i < n; i++) {                                                                               \
            const input in = *(const input *)((const char *)in_at + (ptrdiff_t)i * in_step);                           \
            const input second = *(const input *)((const char *)second_from + (ptrdiff_t)i * in_step);                 \
            (void)second;                                                                                              \
            const uint64_t place = first + (uint64_t)place_step * i;                                                   \
            (void)place;                                                                                               \
            to[i] = (__VA_ARGS__);                                                                                     \
        }                                                                                                              \
    }                                                                                                                  \
    static const char name##_text[] = #__VA_ARGS__;

/* Defines name as the prefix_store_fn of an expression in an element, place, state and report, and as text. */
#define PREFIX__STORE(name, element_type, output, ...)                                                                 \
    static void name(const void *state, const void *elements, void *out, ptrdiff_t out_step, uint64_t first,           \
                     int place_step, uint64_t *report, size_t n)                                                       \
    {                                                                                                                  \
        const element_type *const from = (const element_type *)elements;                                               \
        (void)state;                                                                                                   \
        (void)report;                                                                                                  \
        for (size_t i = 0; i < n; i++) {                                                                               \
            const element_type element = from[i];                                                                      \
            const uint64_t place = first + (uint64_t)place_step * i;                                                   \
            (void)place;                                                                                               \
            *(output *)((char *)out + (ptrdiff_t)i * out_step) = (__VA_ARGS__);                                        \
        }                                                                                                              \
    }                                                                                                                  \
    static const char name##_text[] = #__VA_ARGS__;

#endif
