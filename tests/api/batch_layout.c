/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays of several dimensions for tests. */
#include "batch_layout.h"

#include <stdio.h>
#include <string.h>

size_t shape_rows(const struct shape *shape)
{
    size_t rows = 1;
    for (int i = 0; i < shape->dims; i++)
        rows *= i == shape->axis ? 1 : shape->length[i];
    return rows;
}

size_t shape_elements(const struct shape *shape)
{
    return shape_rows(shape) * shape->length[shape->axis];
}

struct shape shape_random(struct rng *rng, size_t most)
{
    struct shape shape = {.dims = 1 + (int)rng_below(rng, 5)};
    size_t elements = 1;
    shape.axis = (int)rng_below(rng, (size_t)shape.dims);
    for (int i = 0; i < shape.dims; i++) {
        const size_t limit = most / elements < 2 ? 2 : most / elements;
        size_t length = rng_below(rng, 2) ? 1 + rng_below(rng, limit < 9 ? limit : 9) : 1 + rng_below(rng, limit);
        if (rng_below(rng, 40) == 0)
            length = 0;
        shape.length[i] = length;
        elements *= length ? length : 1;
    }
    return shape;
}

/* Dimensions from the fastest to the slowest. */
static void order(struct rng *rng, int form, int dims, int *fastest)
{
    for (int i = 0; i < dims; i++) {
        const int at = form == LAYOUT_C ? i : (int)rng_below(rng, (size_t)i + 1);
        fastest[i] = form == LAYOUT_C ? 0 : fastest[at];
        fastest[at] = form == LAYOUT_C ? dims - 1 - i : i;
    }
}

void layout_make(struct rng *rng, struct layout *layout, int form, const struct shape *shape)
{
    int fastest[LAYOUT_DIMS];
    size_t reach = 1; /* the next stride that overlaps nothing */
    layout->form = form;
    layout->before = 0;
    layout->span = 1;
    order(rng, form, shape->dims, fastest);
    for (int k = 0; k < shape->dims; k++) {
        const int i = fastest[k];
        const size_t length = shape->length[i],
                     gap = form >= LAYOUT_PADDED && rng_below(rng, 2) ? rng_below(rng, 5) : 0;
        size_t stride = reach + gap;
        if (form == LAYOUT_REPEATED && rng_below(rng, 2))
            stride = rng_below(rng, 3);
        const int is_turned = form >= LAYOUT_TURNED && rng_below(rng, 2);
        layout->strides[i] = is_turned ? -(ptrdiff_t)stride : (ptrdiff_t)stride;
        if (length == 0)
            continue;
        layout->before += is_turned ? (length - 1) * stride : 0;
        layout->span += (length - 1) * stride;
        reach = layout->span > reach ? layout->span : reach;
    }
}

size_t layout_at(const struct layout *layout, const struct shape *shape, size_t row, size_t i)
{
    ptrdiff_t at = (ptrdiff_t)layout->before + (ptrdiff_t)i * layout->strides[shape->axis];
    for (int k = shape->dims - 1; k >= 0; k--)
        if (k != shape->axis) {
            at += (ptrdiff_t)(row % shape->length[k]) * layout->strides[k];
            row /= shape->length[k];
        }
    return (size_t)at;
}

size_t shape_row(const struct shape *shape)
{
    return shape->length[shape->axis];
}

void shape_tell(char *text, size_t size, const struct shape *shape, const struct layout *in, const struct layout *out)
{
    text[0] = 0;
    for (int i = 0; i < shape->dims; i++)
        snprintf(text + strlen(text), size - strlen(text), " %zu (%td, %td)", shape->length[i], in->strides[i],
                 out->strides[i]);
}
