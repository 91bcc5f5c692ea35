/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiled scans as models: one thread plays all workers, each of which goes through a tile of elements at
 * a time, and counts what they would do and on which the longest chain depends. Tiles of the canonical
 * order are scanned in its order, so that the results have its bits. An algorithm is one file.
 */
#ifndef PREFIX_LIB_CATALOGUE_TILES_H
#define PREFIX_LIB_CATALOGUE_TILES_H

#include <prefix/backend.h>

/* A value on its way between tiles: integers as 64 bits, floats as f64; none: nothing stands there. */
struct prefix__carried {
    union {
        uint64_t u;
        double d;
    } value;
    uint64_t depth; /* the longest chain of combinations before it */
    int none;
};

enum prefix__tile_state { PREFIX__TILE_UNKNOWN, PREFIX__TILE_AGGREGATE, PREFIX__TILE_PREFIX };

/* Merrill and Garland's descriptor. */
struct prefix__tile {
    int state;     /* what others see */
    int published; /* what they will see from the next step on */
    struct prefix__carried aggregate, prefix;
};

struct prefix__tiles {
    const struct prefix_scan_work *work;
    struct prefix__tile *tiles;
    size_t tile, count; /* elements of a tile, but for the last; tiles */
    void *row;          /* a tile's elements, in 64 bits */
    int op, is_float, is_signed;
    int ordered;                   /* sums and products of floats */
    int narrow;                    /* accumulators are f32 */
    int narrow_carry;              /* carries are f32 or halves */
    struct prefix__carried before; /* all elements */
    uint64_t applications, span;
};

/* An algorithm scans all tiles and returns what all elements come to. */
typedef struct prefix__carried prefix__tiled_fn(struct prefix__tiles *t);
prefix__tiled_fn prefix__one_by_one, prefix__scan_then_propagate, prefix__reduce_then_scan, prefix__chained_scan,
    prefix__decoupled_look_back;
/* The one of enum prefix_algorithm, or NULL. */
prefix__tiled_fn *prefix__tiled_of(int algorithm);

/* Earlier, then later, in the carry type. */
struct prefix__carried prefix__tile_fold(struct prefix__tiles *t, struct prefix__carried earlier,
                                         struct prefix__carried later);
/* A tile's own total; its results, given what stands before it, and what they end with. */
struct prefix__carried prefix__tile_reduce(struct prefix__tiles *t, size_t k);
struct prefix__carried prefix__tile_scan(struct prefix__tiles *t, size_t k, struct prefix__carried before);
/* As tile_scan(), of a tile that was scanned without before: its elements are combined once more. */
struct prefix__carried prefix__tile_propagate(struct prefix__tiles *t, size_t k, struct prefix__carried before);

void prefix__tile_publish(struct prefix__tiles *t, size_t k, int state, struct prefix__carried value);
/* What stands before tile k, whose predecessor's prefix is known. */
struct prefix__carried prefix__tile_before(const struct prefix__tiles *t, size_t k);
/* For who watches. */
void prefix__tiles_report(const struct prefix__tiles *t, int event, size_t from, size_t to, size_t n);

/*
 * Workers that act in step, each on the tile that it drew next: act() does one step of a tile's work and
 * returns whether the tile is done. What is published in a step is seen in the next.
 */
struct prefix__worker {
    size_t tile;
    int stage;   /* act()'s own; 0 at first */
    int delay;   /* steps until the tile has been read */
    size_t look; /* act()'s own */
    int busy, done;
};
void prefix__tiles_in_step(struct prefix__tiles *t, int (*act)(struct prefix__tiles *t, struct prefix__worker *worker));

/* A whole scan: its scratch memory in bytes (SIZE_MAX: too many to count), and the scan. */
size_t prefix__tiles_bytes(const struct prefix_scan_work *work);
void prefix__tiles_scan(prefix__tiled_fn *algorithm, const struct prefix_scan_work *work, void *memory);

#endif
