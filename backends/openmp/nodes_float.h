/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What there is of segments in the nodes of the trees of rows; included by core_float.h. The total of a segment in a
 * row, in the canonical order, is that of the row's tree in which all other elements are the identity: what is of it in
 * the left half of the lowest node that has its ends, and what is in the right one. So of each node there are made what
 * stands before the first segment that begins in it, what stands from the last one on, and what lies between the last
 * of its left half and the first of its right one, whatever segments there are: 127 sums for a row, where a scan takes
 * 448. Two Xeon cores, 2^26 f32 reduced in segments of 40 and 200, in times of a plain scan of the same bytes: by the
 * scan of rows 1.6 and 1.3, so 1.2 and 1.1.
 */
struct FN(parts) {
    VECTOR first, last; /* all of a node where no segment begins */
};

/* A vector of nodes, of whose halves two vectors tell. */
INLINE struct FN(parts) FN(join)(struct FN(parts) a, struct FN(parts) b, const uint64_t *left, const uint64_t *right,
                                 int j, ELEMENT *out)
{
    const VECTOR middle = OP(SHUFFLE(a.last, b.last, EVEN_(BYTES)), SHUFFLE(a.first, b.first, ODD_(BYTES)));
    const VECTOR first = SHUFFLE(a.first, b.first, EVEN_(BYTES)), last = SHUFFLE(a.last, b.last, ODD_(BYTES));
    STORE(out + j * LANES, middle);
    return (struct FN(parts)){(VECTOR)JOIN(PICK, BYTES)(JOIN(mask, BYTES)(left, j), (raw)middle, (raw)first),
                              (VECTOR)JOIN(PICK, BYTES)(JOIN(mask, BYTES)(right, j), (raw)middle, (raw)last)};
}

/* A vector of pairs, of two vectors of elements. */
INLINE struct FN(parts) FN(join_elements)(VECTOR a, VECTOR b, const uint64_t *left, const uint64_t *right, int j,
                                          ELEMENT *out)
{
    const VECTOR first = SHUFFLE(a, b, EVEN_(BYTES)), last = SHUFFLE(a, b, ODD_(BYTES));
    const __typeof__(JOIN(mask, BYTES)(right, j)) is_open = JOIN(mask, BYTES)(right, j);
    const VECTOR middle = (VECTOR)((IDENTITY) == 0 ? JOIN(MASKED_ASIDE, BYTES)(is_open, last, first)
                                                   : JOIN(MASKED_MULTIPLY, BYTES)(is_open, last, first));
    STORE(out + j * LANES, middle);
    return (struct FN(parts)){(VECTOR)JOIN(PICK, BYTES)(JOIN(mask, BYTES)(left, j), (raw)middle, (raw)SPLAT(IDENTITY)),
                              (VECTOR)JOIN(PICK, BYTES)(is_open, (raw)middle, (raw)last)};
}

static void FN(nodes)(const void *from, void *to, const uint64_t *heads, struct prefix__openmp_state *state,
                      uint64_t init, struct prefix__openmp_aside *aside)
{
    const int all = 2 * PREFIX__OPENMP_NODE_BYTES / BYTES, top = BYTES == 4 ? 7 : 6;
    const SOURCE *in = from;
    ELEMENT *out = to;
    struct open_nodes open;
    struct FN(parts) x[NODE_ROWS];
    find_open_nodes(heads, all / 2 / 64, &open);
#define HALVES(height) open.left[(height)-1], open.right[(height)-1]
#define OUT(height) (out + all - (all >> (height)))
    _Pragma("GCC unroll 1") for (int r = 0; r < NODE_ROWS; r++)
    {
        struct FN(parts) twos[4], fours[2];
        struct prefix__openmp_lines lines = cut_aside_but_lines(aside, ROW * sizeof *in, PREFIX__ROW_BYTES);
        _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++)
        {
            const int k = 4 * r + j;
            draw_some(&lines, 2);
            VECTOR a = DRAW(in + 2 * k * LANES), b = DRAW(in + (2 * k + 1) * LANES);
            if ((IDENTITY) == 0) { /* no -0, to which another may be added, and then nothing more */
                a = a + (ELEMENT)0;
                b = b + (ELEMENT)0;
            }
            STORE(out + 2 * k * LANES, a);
            STORE(out + (2 * k + 1) * LANES, b);
            twos[j] = FN(join_elements)(a, b, HALVES(1), k, OUT(1));
        }
        _Pragma("GCC unroll 2") for (int j = 0; j < 2; j++) fours[j] =
            FN(join)(twos[2 * j], twos[2 * j + 1], HALVES(2), 2 * r + j, OUT(2));
        x[r] = FN(join)(fours[0], fours[1], HALVES(3), r, OUT(3));
    }
    _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++) x[j] = FN(join)(x[2 * j], x[2 * j + 1], HALVES(4), j, OUT(4));
    _Pragma("GCC unroll 2") for (int j = 0; j < 2; j++) x[j] = FN(join)(x[2 * j], x[2 * j + 1], HALVES(5), j, OUT(5));
    x[0] = FN(join)(x[0], x[1], HALVES(6), 0, OUT(6));
    if (top == 7)
        x[0] = FN(join)(x[0], x[0], HALVES(top), 0, OUT(top));
    ELEMENT first[LANES], last[LANES], local, *before = out + all - NODE_ROWS;
    CARRY carry, begun;
    memcpy(&local, &state->local, sizeof local);
    memcpy(&carry, &state->carry, sizeof carry);
    memcpy(&begun, &init, sizeof begun);
    STORE(first, x[0].first);
    STORE(last, x[0].last);
    before[NODE_ROWS] = (ELEMENT)(carry OPERATOR(CARRY) local);
    const uint64_t rows = open.left[top - 1][0] & open.right[top - 1][0];
#undef HALVES
#undef OUT
    _Pragma("GCC unroll 8") for (int r = 0; r < NODE_ROWS; r++)
    {
        const ELEMENT up_to = local OPERATOR first[r];
        before[r] = (ELEMENT)(carry OPERATOR(CARRY) up_to);
        local = rows >> r & 1 ? up_to : last[r];
        carry = rows >> r & 1 ? carry : begun;
    }
    memcpy(&state->local, &local, sizeof local);
    memcpy(&state->carry, &carry, sizeof carry);
}
