/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Summed-area tables in one pass over memory: a thread takes a band of rows, the next one, and goes through it strip by
 * strip from the left, each behind the thread that has the band above. So bands are worked on along a diagonal.
 */
#include "tables/integral.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "shared/tables.h"
#include "threads/pool.h"
#include "threads/team.h"
#include "threads/tuning.h"
#include "threads/wait.h"

#define STRIP_BYTES ((size_t)8 << 10) /* of a row of a strip in sums: a few of these stay in the first-level cache */
#define STRIPS 2                      /* for each thread, at least, so that none waits for long */
#define PATIENCE 20                   /* us, before the processor is left to others */

/* Of a band: its strips that are done, on a line of its own. */
struct progress {
    _Alignas(LINE_BYTES) atomic_size_t strips;
};

struct table {
    const struct prefix_integral_work *work;
    const struct prefix__openmp_isa *isa;
    char *out; /* its first element, behind the border */
    size_t pitch;
    size_t element; /* bytes of what is written */
    size_t bytes;   /* read and written */
    int squares, past_cache, threads;
    enum prefix__openmp_pixel pixel;
    enum prefix__openmp_sum sum;
    void (*join)(size_t channels, const void *planes, size_t stride, size_t n, void *out);
    const struct prefix__openmp_kernel *kernel; /* of rows */
    size_t size;                                /* bytes of a sum */
    size_t bands, strips, strip;                /* strip: its columns */
    struct progress *progress;                  /* of each band */
    char *above; /* what stands above a band, of every column: planes, width elements apart */
    char *own;   /* of each thread: values, columns of tiles, and a row to be written, as long as a strip each */
    size_t above_bytes, own_bytes;
    _Alignas(LINE_BYTES) atomic_size_t ticket; /* the band that is next */
    atomic_size_t begun;                       /* threads */
};

/* A strip of one band. */
struct strip {
    const struct table *t;
    size_t x, n; /* columns */
    char *values, *columns, *line;
};

static char *plane_above(const struct strip *s, size_t channel)
{
    return s->t->above + (channel * s->t->work->width + s->x) * s->t->size;
}

/* Each channel of a row in place, behind its carry, and then added to the row above. */
static void add_integers(const struct strip *s, uint64_t *carries)
{
    const struct table *t = s->t;
    for (size_t c = 0; c < t->work->channels; c++) {
        char *values = s->values + c * t->strip * t->size;
        struct prefix__openmp_state state = prefix__openmp_begin(t->kernel, carries[c]);
        t->kernel->scan(values, values, s->n, &state, NULL);
        carries[c] = state.carry;
        t->isa->tables->add[t->sum](plane_above(s, c), values, s->n);
    }
}

/* The same in the order of shared/tables.h; the values become the table's. */
static void add_floats(const struct strip *s, size_t y, double *carries)
{
    const struct table *t = s->t;
    const int is_first = y % PREFIX__TABLE_ROWS == 0, is_last = y % PREFIX__TABLE_ROWS == PREFIX__TABLE_ROWS - 1;
    for (size_t c = 0; c < t->work->channels; c++) {
        double *values = (double *)s->values + c * t->strip, *columns = (double *)s->columns + c * t->strip;
        double *above = (double *)plane_above(s, c);
        for (size_t i = 0; i < s->n; i += PREFIX__TABLE_COLUMNS) {
            const size_t count = s->n - i < PREFIX__TABLE_COLUMNS ? s->n - i : PREFIX__TABLE_COLUMNS;
            struct prefix__openmp_state state = prefix__openmp_begin(t->kernel, 0);
            t->kernel->scan(values + i, values + i, count, &state, NULL);
            carries[c] = t->isa->tables->fold(values + i, columns + i, above + i, count, carries[c], is_first, is_last);
        }
    }
}

/* A row of a strip, from planes that are stride elements apart. */
static void write_row(const struct strip *s, size_t y, const char *planes, size_t stride)
{
    const struct table *t = s->t;
    const size_t channels = t->work->channels, bytes = s->n * channels * t->element;
    char *out = t->out + y * t->pitch + s->x * channels * t->element;
    const int is_plain = channels == 1 && t->join == t->isa->tables->join[t->sum];
    if (!t->past_cache) {
        t->join(channels, planes, stride, s->n, out);
        return;
    }
    if (!is_plain)
        t->join(channels, planes, stride, s->n, s->line);
    t->isa->convert->stream(is_plain ? planes : s->line, out, bytes);
}

static void add_row(const struct strip *s, size_t y, void *carries)
{
    const struct table *t = s->t;
    const struct prefix_integral_work *work = t->work;
    const size_t pixel = work->channels * prefix__size_of(work->type);
    const char *in = (const char *)work->in + y * work->in_pitch + s->x * pixel;
    t->isa->tables->split[t->pixel][t->sum](work->channels, in, s->n, s->values, t->strip);
    for (size_t c = 0; c < work->channels && t->squares; c++)
        t->isa->tables->square[t->sum](s->values + c * t->strip * t->size, s->n);
    if (t->sum == PREFIX__OPENMP_SUM_F64) {
        add_floats(s, y, carries);
        write_row(s, y, s->values, t->strip);
    } else {
        add_integers(s, carries);
        write_row(s, y, plane_above(s, 0), work->width);
    }
}

/* Until the band above has its first strips done. */
static void wait_for(struct progress *progress, size_t strips)
{
    struct prefix__openmp_wait wait = {0};
    while (atomic_load_explicit(&progress->strips, memory_order_acquire) < strips)
        if (prefix__openmp_waited(&wait, PATIENCE))
            sched_yield();
}

static void add_band(struct table *t, size_t band, char *own)
{
    const struct prefix_integral_work *work = t->work;
    const size_t top = band * PREFIX__TABLE_ROWS, left = work->height - top, plane = t->strip * work->channels;
    const size_t rows = left < PREFIX__TABLE_ROWS ? left : PREFIX__TABLE_ROWS;
    uint64_t carries[PREFIX__TABLE_ROWS][PREFIX__CHANNELS_MAX] = {{0}}; /* or f64 */
    struct strip s = {.t = t, .values = own, .columns = own + plane * t->size, .line = own + 2 * plane * t->size};
    for (size_t k = 0; k < t->strips; k++) {
        s.x = k * t->strip;
        s.n = work->width - s.x < t->strip ? work->width - s.x : t->strip;
        if (band > 0)
            wait_for(&t->progress[band - 1], k + 1);
        for (size_t y = 0; y < rows; y++)
            add_row(&s, top + y, carries[y]);
        atomic_store_explicit(&t->progress[band].strips, k + 1, memory_order_release);
    }
}

static void add_bands(void *user)
{
    struct table *t = user;
    char *own = t->own + t->own_bytes * atomic_fetch_add_explicit(&t->begun, 1, memory_order_relaxed);
    for (size_t band; (band = atomic_fetch_add_explicit(&t->ticket, 1, memory_order_relaxed)) < t->bands;)
        add_band(t, band, own);
}

static void clear_border(struct table *t)
{
    const struct prefix_integral_work *work = t->work;
    const size_t pixel = work->channels * t->element;
    memset(t->out, 0, (work->width + 1) * pixel);
    for (size_t y = 1; y <= work->height; y++)
        memset(t->out + y * t->pitch, 0, pixel);
    t->out += t->pitch + pixel;
}

static enum prefix__openmp_pixel pixel_of(int type)
{
    switch (type) {
    case PREFIX_U8:
        return PREFIX__OPENMP_PIXEL_U8;
    case PREFIX_U16:
        return PREFIX__OPENMP_PIXEL_U16;
    case PREFIX_U32:
        return PREFIX__OPENMP_PIXEL_U32;
    case PREFIX_I32:
        return PREFIX__OPENMP_PIXEL_I32;
    case PREFIX_F32:
        return PREFIX__OPENMP_PIXEL_F32;
    default:
        return PREFIX__OPENMP_PIXEL_F64;
    }
}

/* Whether all sums are integers of 32 bits: in f64 they are exact, too, in whatever order. */
static int are_small(const struct table *t)
{
    const struct prefix_integral_work *work = t->work;
    const uint64_t most = work->type == PREFIX_U8 ? UINT8_MAX : UINT16_MAX;
    return (work->type == PREFIX_U8 || work->type == PREFIX_U16) &&
           work->width <= UINT32_MAX / (t->squares ? most * most : most) / work->height;
}

static void choose_sum(struct table *t, int output_type)
{
    const int is_float = prefix__is_float(output_type), is_small = is_float && are_small(t);
    t->element = prefix__size_of(output_type);
    t->size = is_small ? sizeof(uint32_t) : is_float ? sizeof(double) : t->element;
    t->sum = is_float && !is_small ? PREFIX__OPENMP_SUM_F64
             : t->size == 4        ? PREFIX__OPENMP_SUM_32
                                   : PREFIX__OPENMP_SUM_64;
    t->kernel = t->sum == PREFIX__OPENMP_SUM_F64 ? &t->isa->floats->of[PREFIX__OPENMP_F64_SUM]
                                                 : &t->isa->integers->of[prefix__log2_of(t->size)][PREFIX__OPENMP_SUM];
    t->join = is_float ? t->isa->tables->join_float[is_small][output_type == PREFIX_F64]
                       : t->isa->tables->join[t->sum];
}

/* Bands and strips, whole tiles, and the threads that share them. */
static int cut(struct table *t)
{
    const struct prefix_integral_work *work = t->work;
    const size_t width = work->width, tile = PREFIX__TABLE_COLUMNS, tiles = (width - 1) / tile + 1;
    t->bands = (work->height - 1) / PREFIX__TABLE_ROWS + 1;
    const size_t parts = t->bands < tiles ? t->bands : tiles;
    const int threads = prefix__openmp_is_for_team(t->bytes) ? prefix__openmp_team_size(work->threads, parts) : 1;
    size_t most = STRIP_BYTES / t->size / work->channels / tile;
    if (threads > 1 && tiles / (STRIPS * (size_t)threads) < most)
        most = tiles / (STRIPS * (size_t)threads);
    t->strip = tile * (most > 0 ? most : 1);
    t->strips = (width - 1) / t->strip + 1;
    return threads;
}

/* A line, at least, between what threads write apart. */
static size_t whole_lines(size_t bytes)
{
    return bytes / LINE_BYTES * LINE_BYTES + 2 * LINE_BYTES;
}

/* Of a table that is not there yet. Returns the bytes of memory that it takes. */
static size_t prepare(struct table *t, const struct prefix_session *session, const struct prefix_integral_work *work,
                      int squares)
{
    *t = (struct table){.work = work, .isa = session->isa, .squares = squares, .pixel = pixel_of(work->type)};
    t->out = squares ? work->squares : work->out;
    t->pitch = squares ? work->square_pitch : work->out_pitch;
    choose_sum(t, squares ? work->square_type : work->output_type);
    const size_t pixels = work->width * work->channels, out_bytes = pixels * work->height * t->element;
    t->bytes = pixels * work->height * prefix__size_of(work->type) + out_bytes;
    t->past_cache = out_bytes > session->cache_bytes;
    t->threads = cut(t);
    t->above_bytes = whole_lines(pixels * t->size);
    t->own_bytes = whole_lines(3 * t->strip * work->channels * sizeof(uint64_t));
    return (t->bands + 1) * sizeof(struct progress) + t->above_bytes + (size_t)t->threads * t->own_bytes;
}

static void add_up(struct prefix_session *session, struct table *t, char *memory)
{
    const struct prefix_integral_work *work = t->work;
    memory += -(uintptr_t)memory % LINE_BYTES;
    t->progress = (struct progress *)memory;
    t->above = memory + t->bands * sizeof(struct progress);
    t->own = t->above + t->above_bytes;
    for (size_t band = 0; band < t->bands; band++)
        atomic_init(&t->progress[band].strips, 0);
    memset(t->above, 0, work->width * work->channels * t->size);
    if (work->border)
        clear_border(t);
    const int wake_them = t->threads > 1 && prefix__openmp_wakes(session, t->bytes, t->threads);
    prefix__openmp_pool_run(add_bands, t, t->threads, wake_them);
    if (t->threads > 1)
        prefix__openmp_work_ended(session);
}

size_t prefix__openmp_table_bytes(const struct prefix_session *session, const struct prefix_integral_work *work)
{
    struct table t;
    return prepare(&t, session, work, 0);
}

void prefix__openmp_add_up(struct prefix_session *session, const struct prefix_integral_work *work, void *memory)
{
    struct table t;
    prepare(&t, session, work, 0);
    add_up(session, &t, memory);
}

int prefix__openmp_integral(struct prefix_session *session, const struct prefix_integral_work *work)
{
    /* Squares first, because the other may replace the input. */
    for (int squares = work->squares != NULL; squares >= 0; squares--) {
        struct table t;
        const int status = prefix__openmp_reserve(session, prepare(&t, session, work, squares));
        if (status != PREFIX_OK)
            return status;
        add_up(session, &t, session->scratch);
    }
    return PREFIX_OK;
}
