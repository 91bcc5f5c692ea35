/* SPDX-License-Identifier: BSD-3-Clause */
#include "api/ewm_tile.h"

#include "api/ewm_step.h"

#define ROWS 2
#include "shared/lanes.h"

#define ROW PREFIX__EWM_ROW
#define HEIGHT PREFIX__TILE_ROWS
#define TILE (ROW * HEIGHT)

_Static_assert(ROW * sizeof(struct mean) <= PREFIX__ROW_BYTES && 2 * ROW * sizeof(struct mean) > PREFIX__ROW_BYTES,
               "a row has as many elements");

/* Means of the elements; a column has element i of each row. */
typedef double columns[ROW][HEIGHT];

static const struct ewm *settings_of(const struct prefix__ewm_tile *t)
{
    const void *const state = &t->state;
    return state;
}

KERNEL lanes same_in_all(double x)
{
    return x - (lanes){0};
}

/* What mixed() does, in each lane. */
KERNEL lanes mixed_lanes(lanes wx, lanes x, lanes wy, lanes y)
{
    return pick(x == y, x, (wx * x + wy * y) / (wx + wy));
}

/* later becomes earlier combined with it, in each row. before: what earlier weighs in each, or one weight for all. */
KERNEL void join(const double *earlier, double *later, const double *before, int each, double factor, double own)
{
    for (size_t k = 0; k < HEIGHT; k += ROWS) {
        const lanes weights = each ? load_lanes(before + k) : same_in_all(*before);
        store_lanes(later + k, mixed_lanes(same_in_all(factor) * weights, load_lanes(earlier + k), same_in_all(own),
                                           load_lanes(later + k)));
    }
}

static void scan_columns(const struct prefix__ewm_tile *t, columns c)
{
    const struct ewm *const s = settings_of(t);
    double row_before[HEIGHT];
    size_t k = 0;
    for (size_t d = 1; d < ROW; d *= 2)
        for (size_t i = 0; i < ROW; i++)
            if (i & d) {
                join(c[(i | (d - 1)) - d], c[i], &t->before[k], 0, 1, t->own[k]);
                k++;
            }
    double *const last = c[ROW - 1], factor = s->decay * t->a[ROW - 1][0], own = t->a[ROW - 1][0] + t->rest[ROW - 1][0];
    row_before[0] = 0;
    for (size_t row = 1; row < HEIGHT; row++) {
        row_before[row] = last[row - 1];
        last[row] = mixed(factor * t->all_before[row], last[row - 1], own, last[row]);
    }
    for (size_t i = 0; i < ROW - 1; i++) {
        const double first = c[i][0];
        join(row_before, c[i], t->all_before, 1, s->decay * t->a[i][0], t->a[i][0] + t->rest[i][0]);
        c[i][0] = first;
    }
}

static struct mean element(const struct prefix__ewm_tile *t, const columns c, size_t row, size_t i)
{
    return (struct mean){0, row * ROW + i + 1, c[0][0], t->a[i][row], t->rest[i][row], c[i][row]};
}

/* Whether all are numbers. */
static int is_whole(const columns c)
{
    lanes none = {0};
    for (size_t i = 0; i < ROW; i++)
        for (size_t k = 0; k < HEIGHT; k += ROWS)
            none += load_lanes(&c[i][k]) - load_lanes(&c[i][k]);
    return none[0] == 0 && none[1] == 0;
}

static int scan_tile(const struct prefix__ewm_tile *t, columns c, struct mean *last)
{
    if (!is_whole(c))
        return 0;
    scan_columns(t, c);
    *last = element(t, c, HEIGHT - 1, ROW - 1);
    return 1;
}

/* The means of the tile behind what stands before it, or NULL. */
static void finish(const struct prefix__ewm_tile *t, const struct mean *before, columns c)
{
    const struct ewm *const s = settings_of(t);
    const lanes first = same_in_all(before ? before->x : c[0][0]);
    for (size_t i = 0; i < ROW; i++)
        for (size_t k = 0; k < HEIGHT; k += ROWS) {
            lanes a = load_lanes(&t->a[i][k]), rest = load_lanes(&t->rest[i][k]), center = load_lanes(&c[i][k]);
            if (before) {
                const lanes factor = s->decay * a, own = a + rest;
                center = mixed_lanes(factor * (before->a + before->rest), same_in_all(before->center), own, center);
                a = factor * before->a;
                rest = factor * before->rest + own;
            }
            store_lanes(&c[i][k], mixed_lanes(a + rest, center, s->first * a, first));
        }
}

/* Before the tile there may be a gap, which lets weights decay otherwise: then its elements are made. */
static int is_behind_gap(const struct mean *before)
{
    return before && (before->count == 0 || before->gaps >> 32 != 0);
}

static void make_elements(const struct prefix__ewm_tile *t, const columns c, struct mean *elements)
{
    for (size_t at = 0; at < TILE; at++)
        elements[at] = element(t, c, at / ROW, at % ROW);
}

/* Results of the tile that have too few observations, the first ones. */
static size_t too_few(const struct prefix__ewm_tile *t, const struct mean *before)
{
    const uint64_t least = settings_of(t)->least, have = before ? before->count : 0;
    const uint64_t few = least > have + 1 ? least - have - 1 : 0;
    return few < TILE ? (size_t)few : TILE;
}

#define LOOPS(input)                                                                                                   \
    static int scan_##input(const void *state, const void *in, ptrdiff_t step, void *aside, void *last)                \
    {                                                                                                                  \
        double(*const c)[HEIGHT] = aside;                                                                              \
        for (size_t k = 0; k < HEIGHT; k++)                                                                            \
            for (size_t i = 0; i < ROW; i++)                                                                           \
                c[i][k] = *(const input *)((const char *)in + (ptrdiff_t)(k * ROW + i) * step);                        \
        return scan_tile(state, c, last);                                                                              \
    }                                                                                                                  \
    static int store_##input(const void *state, const void *before, void *aside, void *elements, void *out,            \
                             ptrdiff_t step)                                                                           \
    {                                                                                                                  \
        const struct prefix__ewm_tile *const t = state;                                                                \
        double(*const c)[HEIGHT] = aside;                                                                              \
        const size_t few = too_few(t, before);                                                                         \
        if (is_behind_gap(before)) {                                                                                   \
            make_elements(t, c, elements);                                                                             \
            return 0;                                                                                                  \
        }                                                                                                              \
        finish(t, before, c);                                                                                          \
        for (size_t at = 0; at < TILE; at++)                                                                           \
            *(input *)((char *)out + (ptrdiff_t)at * step) =                                                           \
                (input)(at < few ? settings_of(t)->none : c[at % ROW][at / ROW]);                                      \
        return 1;                                                                                                      \
    }
LOOPS(float)
LOOPS(double)

void prefix__ewm_tile_begin(struct prefix__ewm_tile *t, int type, const struct prefix__ewm *settings)
{
    const struct prefix__ewm_state *const state = &t->state;
    struct mean row[ROW], last = {0};
    size_t k = 0;
    t->loops = type == PREFIX_F64 ? (struct prefix_tile_loops){t, scan_double, store_double}
                                  : (struct prefix_tile_loops){t, scan_float, store_float};
    (void)prefix__built_in_ewm(PREFIX__EWM_MEAN, type, settings, &t->state);
    for (size_t i = 0; i < ROW; i++)
        row[i] = observed(state, 0);
    for (size_t d = 1; d < ROW; d *= 2)
        for (size_t i = 0; i < ROW; i++)
            if (i & d) {
                const struct mean earlier = row[(i | (d - 1)) - d];
                const struct joint j = joint_of(state, &earlier, &row[i]);
                t->before[k] = j.before;
                t->own[k++] = j.own;
                row[i] = joined(j, earlier, row[i]);
            }
    for (size_t r = 0; r < HEIGHT; r++) {
        t->all_before[r] = r > 0 ? last.a + last.rest : 1;
        struct mean now = last;
        for (size_t i = 0; i < ROW; i++) {
            now = r > 0 ? follow_mean(state, last, row[i]) : row[i];
            t->a[i][r] = now.a;
            t->rest[i][r] = now.rest;
        }
        last = now;
    }
}
