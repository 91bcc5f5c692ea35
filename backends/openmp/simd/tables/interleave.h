/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Channels, whose elements take turns, to planes and back: included for each width. Of two and four as many vectors are
 * parted into even and odd elements, once or twice.
 */
#define OF(verb) JOIN(verb, USUFFIX)
#define ONE_BY_ONE __asm__ volatile("") /* two and more elements that are not worth vectors */

/* Two vectors whose elements take turns, from two. */
INLINE void OF(weave)(OF(v) a, OF(v) b, OF(v) * x)
{
    const JOIN(index, BYTES) turns = (IOTA_(BYTES) >> 1) + (IOTA_(BYTES) & 1) * (VECTOR_BYTES / BYTES);
    x[0] = OF(shuffle)(a, b, turns);
    x[1] = OF(shuffle)(a, b, turns + VECTOR_BYTES / BYTES / 2);
}

/* And the two that took turns in two. */
INLINE void OF(unweave)(OF(v) a, OF(v) b, OF(v) * even, OF(v) * odd)
{
    *even = OF(shuffle)(a, b, IOTA_(BYTES) * 2);
    *odd = OF(shuffle)(a, b, IOTA_(BYTES) * 2 + 1);
}

static void OF(part)(size_t channels, const void *in, size_t n, void *planes, size_t stride)
{
    const size_t lanes = VECTOR_BYTES / BYTES;
    const UNSIGNED *from = in;
    UNSIGNED *const to = planes;
    size_t i = 0;
    for (; channels == 2 && i + lanes <= n; i += lanes) {
        OF(v) even, odd;
        prefix__openmp_prefetch_lines((const char *)(from + 2 * i) + AHEAD, 2 * VECTOR_BYTES);
        OF(unweave)(OF(load)(from + 2 * i), OF(load)(from + 2 * i + lanes), &even, &odd);
        OF(store)(to + i, even);
        OF(store)(to + stride + i, odd);
    }
    for (; channels == 4 && i + lanes <= n; i += lanes) {
        OF(v) x[4], even[2], odd[2];
        prefix__openmp_prefetch_lines((const char *)(from + 4 * i) + AHEAD, 4 * VECTOR_BYTES);
        _Pragma("GCC unroll 2") for (int j = 0; j < 2; j++) OF(unweave)(
            OF(load)(from + 4 * i + 2 * j * lanes), OF(load)(from + 4 * i + (2 * j + 1) * lanes), &even[j], &odd[j]);
        OF(unweave)(even[0], even[1], &x[0], &x[2]);
        OF(unweave)(odd[0], odd[1], &x[1], &x[3]);
        _Pragma("GCC unroll 4") for (size_t c = 0; c < 4; c++) OF(store)(to + c * stride + i, x[c]);
    }
    for (; i < n; i++) {
        ONE_BY_ONE;
        to[i] = from[i * channels];
        to[stride + i] = from[i * channels + 1];
        for (size_t c = 2; c < channels; c++)
            to[c * stride + i] = from[i * channels + c];
    }
}

static void OF(unite)(size_t channels, const void *planes, size_t stride, size_t n, void *out)
{
    const size_t lanes = VECTOR_BYTES / BYTES;
    const UNSIGNED *const from = planes;
    UNSIGNED *to = out;
    size_t i = 0;
    for (; channels == 2 && i + lanes <= n; i += lanes) {
        OF(v) x[2];
        OF(weave)(OF(load)(from + i), OF(load)(from + stride + i), x);
        _Pragma("GCC unroll 2") for (size_t j = 0; j < 2; j++) OF(store)(to + 2 * i + j * lanes, x[j]);
    }
    for (; channels == 4 && i + lanes <= n; i += lanes) {
        OF(v) x[4], even[2], odd[2];
        OF(weave)(OF(load)(from + i), OF(load)(from + 2 * stride + i), even);
        OF(weave)(OF(load)(from + stride + i), OF(load)(from + 3 * stride + i), odd);
        OF(weave)(even[0], odd[0], x);
        OF(weave)(even[1], odd[1], x + 2);
        _Pragma("GCC unroll 4") for (size_t j = 0; j < 4; j++) OF(store)(to + 4 * i + j * lanes, x[j]);
    }
    for (; i < n; i++) {
        ONE_BY_ONE;
        to[i * channels] = from[i];
        to[i * channels + 1] = from[stride + i];
        for (size_t c = 2; c < channels; c++)
            to[i * channels + c] = from[c * stride + i];
    }
}

#undef OF
#undef ONE_BY_ONE
#undef BYTES
#undef UNSIGNED
#undef USUFFIX
#undef SIGNED
#undef SSUFFIX
