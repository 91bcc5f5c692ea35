/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Short rows behind each other; included by float_kernel.h. Of a row that ends within a vector the lanes behind its end
 * have elements of the next one, to which nothing of them comes: that one is written over them.
 */

/* At most a row of elements behind the row carry, with a constant for mode. Returns the last vector less the carry. */
INLINE VECTOR FN(short_row)(const ELEMENT *in, ELEMENT *out, size_t n, VECTOR row, struct FN(sink) * sink, int mode)
{
    VECTOR block[8], x, total; /* totals of blocks of 1, 2, 4, ... vectors */
    _Pragma("GCC unroll 32") for (int v = 0; v < ROW / LANES; v++)
    {
        const int level = __builtin_ctz(~(unsigned)v); /* of the block that ends here */
        x = LOAD(in + v * LANES);
        _Pragma("GCC unroll 4") for (int d = 1; d < LANES; d *= 2) x =
            d == LANES / 2 ? (VECTOR)ASIDE((VECTOR)LEFT(x, d), x) : OP((VECTOR)LEFT(x, d), x);
        _Pragma("GCC unroll 8") for (int i = 0; i < level; i++) x = (VECTOR)ASIDE(block[i], x);
        total = x;
        _Pragma("GCC unroll 8") for (int i = level; i < 8; i++) if (v >> i & 1) x = (VECTOR)ASIDE(block[i], x);
        x = (VECTOR)ASIDE(row, x);
        FN(store_vector)(sink, out + v * LANES, x, mode);
        if ((size_t)(v + 1) * LANES >= n)
            break;
        block[level] = LAST(total);
    }
    return x;
}

/* Rows, with a constant for mode. */
INLINE void FN(run_rows)(const ELEMENT *in, ELEMENT *out, size_t n, size_t rows, uint64_t carry, uint64_t *carries,
                         int mode)
{
    struct FN(sink) sink = {.carry = FN(carry_of)(carry)};
    VECTOR row = SPLAT(IDENTITY);
    for (size_t i = 0, count, left = n; i < n * rows; i += count) {
        count = left < (size_t)ROW ? left : (size_t)ROW;
        row = FN(short_row)(in + i, out + i, count, row, &sink, mode);
        left -= count;
        if (left > 0) {
            row = LAST(row);
            continue;
        }
        if (carries) {
            ELEMENT last[LANES];
            uint64_t local = 0;
            STORE(last, row);
            memcpy(&local, &last[(count - 1) % LANES], sizeof *last);
            *carries++ = FN(combine)(carry, local);
        }
        row = SPLAT(IDENTITY);
        left = n;
    }
}

static void FN(scan_rows)(const void *in, void *out, size_t n, size_t rows, const struct prefix__openmp_state *state,
                          uint64_t *carries)
{
#if WIDE
    if (state->carry == 0) { /* as in scan() */
        FN(run_rows)(in, out, n, rows, 0, carries, FN(LOCAL));
        return;
    }
#endif
    FN(run_rows)(in, out, n, rows, state->carry, carries, FN(PLAIN));
}
