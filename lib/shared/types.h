/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the front end and the backends of this tree both need to know of valid types and operators.
 * Inline, because plugins do not link the library.
 */
#ifndef PREFIX_LIB_TYPES_H
#define PREFIX_LIB_TYPES_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/prefix.h>

/* The real types: all but those of complex numbers. */
static inline int prefix__is_real(int type)
{
    return type >= PREFIX_I8 && type <= PREFIX_F64;
}

static inline int prefix__is_complex(int type)
{
    return type == PREFIX_C64 || type == PREFIX_C128;
}

static inline int prefix__is_integer(int type)
{
    return type >= PREFIX_I8 && type <= PREFIX_U64;
}

static inline int prefix__is_type(int type)
{
    return prefix__is_real(type) || prefix__is_complex(type);
}

static inline int prefix__is_op(int op)
{
    return op >= PREFIX_SUM && op <= PREFIX_ARG_MAX_LAST;
}

/* Whether results are places of elements. */
static inline int prefix__is_arg(int op)
{
    return op >= PREFIX_ARG_MIN && op <= PREFIX_ARG_MAX_LAST;
}

/* Whether a scan is done as one by an operator of the caller's own: backends know no such type, or operator. */
static inline int prefix__is_staged(int op, int type)
{
    return op >= PREFIX_AFFINE || prefix__is_complex(type);
}

/* The places of real types, and of operators on them, in tables, and how many there are. */
#define PREFIX__TYPE(type) ((type)-PREFIX_I8)
#define PREFIX__TYPES (PREFIX__TYPE(PREFIX_F64) + 1)
#define PREFIX__OP(op) ((op)-PREFIX_SUM)
#define PREFIX__OPS (PREFIX__OP(PREFIX_LOGICAL_OR) + 1)

/* Bytes of an element; 0 where there is none and the type is 0. */
static inline size_t prefix__size_of(int type)
{
    static const uint8_t sizes[] = {
        [PREFIX__TYPE(PREFIX_I8)] = 1,   [PREFIX__TYPE(PREFIX_I16)] = 2, [PREFIX__TYPE(PREFIX_I32)] = 4,
        [PREFIX__TYPE(PREFIX_I64)] = 8,  [PREFIX__TYPE(PREFIX_U8)] = 1,  [PREFIX__TYPE(PREFIX_U16)] = 2,
        [PREFIX__TYPE(PREFIX_U32)] = 4,  [PREFIX__TYPE(PREFIX_U64)] = 8, [PREFIX__TYPE(PREFIX_F16)] = 2,
        [PREFIX__TYPE(PREFIX_BF16)] = 2, [PREFIX__TYPE(PREFIX_F32)] = 4, [PREFIX__TYPE(PREFIX_F64)] = 8,
        [PREFIX__TYPE(PREFIX_C64)] = 8,  [PREFIX__TYPE(PREFIX_C128)] = 16,
    };
    return type ? sizes[PREFIX__TYPE(type)] : 0;
}

/* Complex numbers are aligned as their parts. */
static inline size_t prefix__alignment_of(int type)
{
    return prefix__size_of(type) / (prefix__is_complex(type) ? 2 : 1);
}

/* Of 1, 2, 4 and 8 bytes: the place in tables by size. */
static inline int prefix__log2_of(size_t size)
{
    return size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
}

static inline int prefix__is_float(int type)
{
    return type >= PREFIX_F16 && type <= PREFIX_F64;
}

static inline int prefix__is_signed(int type)
{
    return type <= PREFIX_I64 || prefix__is_float(type);
}

/* Of offsets and lengths, which are taken for unsigned. */
static inline int prefix__is_index_type(int type)
{
    return type == PREFIX_I32 || type == PREFIX_U32 || type == PREFIX_I64 || type == PREFIX_U64;
}

static inline int prefix__is_logical(int op)
{
    return op == PREFIX_LOGICAL_AND || op == PREFIX_LOGICAL_OR;
}

static inline int prefix__is_extremum(int op)
{
    return op == PREFIX_MIN || op == PREFIX_MAX;
}

/* prefix_carry_type(): 0 for what does not go together. */
static inline int prefix__carry_type(int op, int output_type)
{
    if (!prefix__is_op(op) || !prefix__is_type(output_type))
        return 0;
    if (prefix__is_arg(op))
        return output_type == PREFIX_U32 || output_type == PREFIX_U64 ? output_type : 0;
    if (prefix__is_complex(output_type))
        return op == PREFIX_SUM ? PREFIX_C128 : op == PREFIX_PRODUCT || op == PREFIX_AFFINE ? output_type : 0;
    if (op == PREFIX_AFFINE)
        return 0;
    if (!prefix__is_float(output_type))
        return output_type;
    if (op == PREFIX_AND || op == PREFIX_OR || op == PREFIX_XOR)
        return 0;
    if (op == PREFIX_SUM)
        return PREFIX_F64;
    return op == PREFIX_PRODUCT && output_type <= PREFIX_BF16 ? PREFIX_F32 : output_type;
}

/* The output type of a scan that is not told one. */
static inline int prefix__output_type(int op, int type)
{
    return prefix__is_arg(op) ? PREFIX_U64 : type;
}

/* The bits of +infinity in a type of floats. */
static inline uint64_t prefix__infinity_of(int type)
{
    return type == PREFIX_F16    ? 0x7c00
           : type == PREFIX_BF16 ? 0x7f80
           : type == PREFIX_F32  ? 0x7f800000
                                 : 0x7ff0000000000000;
}

/* The bits of 1 in a type. */
static inline uint64_t prefix__one_of(int type)
{
    switch (type) {
    case PREFIX_F16:
        return 0x3c00;
    case PREFIX_BF16:
        return 0x3f80;
    case PREFIX_F32:
        return 0x3f800000;
    case PREFIX_F64:
        return 0x3ff0000000000000;
    default:
        return 1;
    }
}

#endif
