/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "io/fortran.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/message.h"

#define PIECE ((size_t)1 << 16) /* bytes */

/* Where the next element of the file belongs. */
struct place {
    const struct shape *shape;
    size_t at; /* in bytes */
    size_t index[SHAPE_DIMENSIONS_MAX], stride[SHAPE_DIMENSIONS_MAX];
};

static void begin(struct place *place, const struct shape *shape, size_t size)
{
    memset(place, 0, sizeof *place);
    place->shape = shape;
    for (int d = shape->dimensions; d-- > 0; size *= shape->lengths[d])
        place->stride[d] = size;
}

static void advance(struct place *place)
{
    for (int d = 0; d < place->shape->dimensions; d++) {
        place->at += place->stride[d];
        if (++place->index[d] < place->shape->lengths[d])
            return;
        place->at -= place->stride[d] * place->shape->lengths[d];
        place->index[d] = 0;
    }
}

static void scatter(struct place *place, unsigned char *array, const unsigned char *from, size_t bytes, size_t size)
{
    for (const unsigned char *end = from + bytes; from < end; from += size) {
        unsigned char *to = array + place->at;
        switch (size) {
        case 1:
            *to = *from;
            break;
        case 2:
            memcpy(to, from, 2);
            break;
        case 4:
            memcpy(to, from, 4);
            break;
        default:
            memcpy(to, from, 8);
            break;
        }
        advance(place);
    }
}

void fortran_read(struct input *input, const struct npy *npy)
{
    const size_t size = prefix_type_size(npy->dtype.type);
    unsigned char *array = npy->n < SIZE_MAX / size ? malloc(npy->n * size + 1) : NULL;
    unsigned char *piece = allocate(PIECE, 1);
    struct place place;
    if (!array)
        die("%s: no memory for %zu elements in Fortran order, which are held as a whole", input->name, npy->n);
    begin(&place, &npy->shape, size);
    for (size_t done = 0; done < npy->n * size;) {
        const size_t rest = npy->n * size - done, wanted = rest < PIECE ? rest : PIECE;
        const size_t got = input_read(input, piece, wanted);
        if (got < wanted)
            die("%s: ends after %zu of %zu elements", input->name, (done + got) / size, npy->n);
        scatter(&place, array, piece, got, size);
        done += got;
    }
    if (!input->sized && input_peek(input, 1) > 0)
        die("%s: there is more behind the %zu elements of the array", input->name, npy->n);
    free(piece);
    free(input->buffer);
    input->buffer = array;
    input->begin = 0;
    input->end = input->capacity = npy->n * size;
}
