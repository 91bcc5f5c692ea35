/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * As many vectors as one has words of WORD bytes, folded into one of their totals, in order; for the kernel that
 * includes it. Neighbours inside lanes come together first, and then lanes, as in a balanced tree of each vector.
 */
INLINE VECTOR FN(fold_vectors)(VECTOR *x)
{
    _Pragma("GCC unroll 4") for (int count = VECTOR_BYTES / WORD / 2; count > 0; count /= 2)
    {
        _Pragma("GCC unroll 8") for (int j = 0; j < count; j++)
        {
            const VECTOR a = x[2 * j], b = x[2 * j + 1];
            x[j] = count >= VECTOR_BYTES / 16
                       ? OP((VECTOR)JOIN(EVEN_IN_LANES, WORD)(a, b), (VECTOR)JOIN(ODD_IN_LANES, WORD)(a, b))
                       : OP((VECTOR)EVEN_LANES(a, b), (VECTOR)ODD_LANES(a, b));
        }
    }
    return x[0];
}
