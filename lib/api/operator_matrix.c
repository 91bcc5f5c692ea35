/* SPDX-License-Identifier: BSD-3-Clause */
/* Operators that are made for the caller: products of small matrices, and maps y -> A y + b one after the other. */
#include <string.h>

#include "api/built_in.h"
#include "api/operator.h"
#include "context/status.h"
#include "shared/types.h"

/*
 * Defines one, of N rows, each of N numbers and, of maps, one of b. A product has the earlier matrix on the left; of
 * maps the later one is, which comes after the other.
 */
#define MATRIX(name, number, N, is_map)                                                                                \
    PREFIX_TEXT(                                                                                                       \
        name##_text, struct name { number at[N][N + is_map]; };                                                        \
        static inline struct name name##_joined(struct name x, struct name y) {                                        \
            const struct name left = is_map ? y : x;                                                                   \
            const struct name right = is_map ? x : y;                                                                  \
            struct name z;                                                                                             \
            for (int i = 0; i < N; i++)                                                                                \
                for (int k = 0; k < N + is_map; k++) {                                                                 \
                    number sum = left.at[i][0] * right.at[0][k];                                                       \
                    for (int j = 1; j < N; j++)                                                                        \
                        sum += left.at[i][j] * right.at[j][k];                                                         \
                    z.at[i][k] = k < N ? sum : sum + left.at[i][k];                                                    \
                }                                                                                                      \
            return z;                                                                                                  \
        })                                                                                                             \
    PREFIX__COMBINE_LARGE(name##_combine, struct name, name##_joined(earlier, later))

MATRIX(matrix2_f32, float, 2, 0)
MATRIX(matrix3_f32, float, 3, 0)
MATRIX(matrix4_f32, float, 4, 0)
MATRIX(matrix2_f64, double, 2, 0)
MATRIX(matrix3_f64, double, 3, 0)
MATRIX(matrix4_f64, double, 4, 0)
MATRIX(map2_f32, float, 2, 1)
MATRIX(map3_f32, float, 3, 1)
MATRIX(map4_f32, float, 4, 1)
MATRIX(map2_f64, double, 2, 1)
MATRIX(map3_f64, double, 3, 1)
MATRIX(map4_f64, double, 4, 1)

/* By is_map, whether numbers are of f64, and the size. */
#define LEAST 2
#define MOST 4
static const struct matrix {
    prefix_combine_fn combine;
    const char *text, *element, *expression;
} matrices[2][2][MOST - LEAST + 1] = {
#define OF(name)                                                                                                       \
    {                                                                                                                  \
        name##_combine, name##_text, "struct " #name, name##_combine_text                                              \
    }
    {{OF(matrix2_f32), OF(matrix3_f32), OF(matrix4_f32)}, {OF(matrix2_f64), OF(matrix3_f64), OF(matrix4_f64)}},
    {{OF(map2_f32), OF(map3_f32), OF(map4_f32)}, {OF(map2_f64), OF(map3_f64), OF(map4_f64)}},
};

static void set_identity(prefix_operator *op, int type, int size, int is_map)
{
    const double wide = 1;
    const float narrow = 1;
    const size_t bytes = prefix__size_of(type);
    op->has_identity = 1;
    for (int i = 0; i < size; i++)
        memcpy(op->identity + (size_t)(i * (size + is_map) + i) * bytes,
               type == PREFIX_F64 ? (const void *)&wide : &narrow, bytes);
}

static int create(prefix_operator **op, int type, int size, int is_map)
{
    if (!op)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "op is NULL");
    *op = NULL;
    if (type != PREFIX_F32 && type != PREFIX_F64)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "type: %d is neither f32 nor f64", type);
    if (size < LEAST || size > MOST)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "size: %d is not 2, 3 or 4", size);
    const struct matrix *const matrix = &matrices[is_map][type == PREFIX_F64][size - LEAST];
    const size_t bytes = (size_t)((size + is_map) * size) * prefix__size_of(type);
    const int status = prefix_operator_create(op, bytes, prefix__size_of(type));
    if (status != PREFIX_OK)
        return status;
    (*op)->host = matrix->combine;
    (*op)->cuda_text = matrix->text;
    (*op)->cuda_element = matrix->element;
    (*op)->cuda_expression = matrix->expression;
    set_identity(*op, type, size, is_map);
    return PREFIX_OK;
}

int prefix_operator_create_matrix(prefix_operator **op, int type, int size)
{
    int saved = errno;
    return prefix__keep_errno(saved, create(op, type, size, 0));
}

int prefix_operator_create_map(prefix_operator **op, int type, int size)
{
    int saved = errno;
    return prefix__keep_errno(saved, create(op, type, size, 1));
}
