/* SPDX-License-Identifier: BSD-3-Clause */
#include "shared/operator_network.h"

#include <stdint.h>
#include <string.h>

#include "shared/order.h"

/*
 * Elements of 4 and 8 bytes are transposed: those at the same place of their blocks become a column, and the operator
 * is called for whole columns, with loops that compilers make vectors of. To move larger ones takes longer than that
 * gains.
 */
#define LONG 32 /* elements of a block that is transposed: as many as PREFIX_COMBINE() combines in a loop */
#define LEAST 8 /* blocks: to move fewer does not pay */
#define SHORT 8 /* elements: of halves that are shorter, a call takes one place of many blocks */

#define INLINE static inline __attribute__((always_inline))

typedef uint32_t words __attribute__((vector_size(16)));
typedef uint64_t pairs __attribute__((vector_size(16)));

#ifdef __clang__
#define SHUFFLE(type, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(type, a, b, ...) __builtin_shuffle(a, b, (type){__VA_ARGS__})
#endif

size_t prefix__operator_block(size_t element)
{
    return element == 4 || element == 8 ? LONG : prefix__operator_row(element);
}

INLINE words load(const char *from)
{
    words x;
    memcpy(&x, from, sizeof x);
    return x;
}

INLINE void store(char *to, words x)
{
    memcpy(to, &x, sizeof x);
}

/* Four elements of each of four blocks, a step apart, to a place of four columns, or back. */
INLINE void move_words(char *block, size_t step, char *const columns[4], size_t at, int back)
{
    char *const a = block, *const b = a + step, *const c = b + step, *const d = c + step;
    char *const p = columns[0] + at, *const q = columns[1] + at, *const r = columns[2] + at, *const s = columns[3] + at;
    const words x = load(back ? p : a), y = load(back ? q : b), z = load(back ? r : c), w = load(back ? s : d);
    const words xz = SHUFFLE(words, x, z, 0, 4, 1, 5), zx = SHUFFLE(words, x, z, 2, 6, 3, 7);
    const words yw = SHUFFLE(words, y, w, 0, 4, 1, 5), wy = SHUFFLE(words, y, w, 2, 6, 3, 7);
    store(back ? a : p, SHUFFLE(words, xz, yw, 0, 4, 1, 5));
    store(back ? b : q, SHUFFLE(words, xz, yw, 2, 6, 3, 7));
    store(back ? c : r, SHUFFLE(words, zx, wy, 0, 4, 1, 5));
    store(back ? d : s, SHUFFLE(words, zx, wy, 2, 6, 3, 7));
}

/* Two elements of each of two blocks. */
INLINE void move_pairs(char *block, size_t step, char *const columns[2], size_t at, int back)
{
    char *const a = block, *const b = a + step, *const p = columns[0] + at, *const q = columns[1] + at;
    const pairs x = (pairs)load(back ? p : a), y = (pairs)load(back ? q : b);
    store(back ? a : p, (words)SHUFFLE(pairs, x, y, 0, 2));
    store(back ? b : q, (words)SHUFFLE(pairs, x, y, 1, 3));
}

/* The place of column i is i with its bits reversed. */
static size_t place(size_t i)
{
    size_t reversed = 0;
    for (size_t bit = 1; bit < LONG; bit *= 2)
        reversed = 2 * reversed + ((i & bit) != 0);
    return reversed;
}

INLINE void transpose(char *blocks, size_t count, char *columns, size_t size, int back)
{
    const size_t lanes = 16 / size, step = LONG * size;
    for (size_t i = 0; i < LONG; i += lanes) {
        char *to[4];
        for (size_t k = 0; k < lanes; k++)
            to[k] = columns + place(i + k) * count * size;
        for (size_t k = 0; k < count; k += lanes) {
            char *const block = blocks + k * step + i * size;
            if (size == 4)
                move_words(block, step, to, k * size, back);
            else
                move_pairs(block, step, to, k * size, back);
        }
    }
}

/*
 * Sklansky's network: at distance d the last of the left half of each block of 2 d goes before all of the right half.
 * In the order of reversed bits, elements whose places differ by multiples of 2 d follow one another, so that there are
 * 2 d pieces of them, of which the odd ones are the right halves and the last but one has the last of the left.
 */
static void scan_columns(const struct prefix_operator_work *work, char *columns, size_t count)
{
    const size_t size = work->element;
    for (size_t d = 1; d < LONG; d *= 2) {
        const size_t n = count * LONG / (2 * d);
        for (size_t i = 1; i < 2 * d; i += 2)
            prefix__operator_combine(work, columns + (2 * d - 2) * n * size, size, columns + i * n * size, size, n);
    }
}

/* The same where elements are; the last block may have fewer. */
static void scan_in_place(const struct prefix_operator_work *work, char *elements, size_t n, size_t block)
{
    const size_t size = work->element;
    for (size_t d = 1; d < block && d < n; d *= 2) {
        if (d < SHORT)
            for (size_t i = d; i < 2 * d && i < n; i++)
                prefix__operator_combine(work, elements + (d - 1) * size, 2 * d * size, elements + i * size,
                                         2 * d * size, (n - i - 1) / (2 * d) + 1);
        else
            for (size_t i = d; i < n; i += 2 * d)
                prefix__operator_combine(work, elements + (i - 1) * size, 0, elements + i * size, size,
                                         d < n - i ? d : n - i);
    }
}

/* As many blocks as vectors can move, of a size that the compiler knows. Returns how many elements these have. */
INLINE size_t scan_transposed(const struct prefix_operator_work *work, char *elements, size_t n, char *columns,
                              size_t size)
{
    const size_t lanes = 16 / size, count = n / LONG / lanes * lanes;
    if (count < LEAST)
        return 0;
    transpose(elements, count, columns, size, 0);
    scan_columns(work, columns, count);
    transpose(elements, count, columns, size, 1);
    return count * LONG;
}

void prefix__operator_scan_blocks(const struct prefix_operator_work *work, char *elements, size_t n, char *columns)
{
    const size_t size = work->element;
    size_t done = 0;
    if (size == 4)
        done = scan_transposed(work, elements, n, columns, 4);
    else if (size == 8)
        done = scan_transposed(work, elements, n, columns, 8);
    if (done < n)
        scan_in_place(work, elements + done * size, n - done, prefix__operator_block(size));
}
