/* SPDX-License-Identifier: BSD-3-Clause */
/* Values of carry types: the identities, and what comes in as init and goes out as total. */
#include "shared/carry.h"

#include <math.h>
#include <string.h>

#include "shared/half.h"
#include "shared/types.h"

/* Puts a number that the carry type holds exactly into the member for that type. */
static union prefix_carry from_double(int carry_type, double value)
{
    union prefix_carry carry = {0};
    if (carry_type == PREFIX_F64)
        carry.d = value;
    else
        carry.f = (float)value;
    return carry;
}

static double to_double(int carry_type, union prefix_carry carry)
{
    return carry_type == PREFIX_F64 ? carry.d : carry.f;
}

static union prefix_carry integer_identity(int op, int type)
{
    union prefix_carry carry = {0};
    int bits = 8 * (int)prefix__size_of(type);
    uint64_t ones = UINT64_MAX >> (64 - bits);
    int is_signed = prefix__is_signed(type);
    switch (op) {
    case PREFIX_PRODUCT:
    case PREFIX_LOGICAL_AND:
        carry.u = 1;
        break;
    case PREFIX_MIN:
        carry.u = is_signed ? ones >> 1 : ones;
        break;
    case PREFIX_MAX:
        carry.u = is_signed ? ~(ones >> 1) : 0; /* sign-extended */
        break;
    case PREFIX_AND:
        carry.u = is_signed ? UINT64_MAX : ones;
        break;
    default: /* sum, or, xor, logical or */
        break;
    }
    return carry;
}

union prefix_carry prefix__carry_identity(int op, int output_type)
{
    if (!prefix__is_float(output_type))
        return integer_identity(op, output_type);
    double value = 0;
    if (op == PREFIX_PRODUCT || op == PREFIX_LOGICAL_AND)
        value = 1;
    else if (op == PREFIX_MIN)
        value = INFINITY;
    else if (op == PREFIX_MAX)
        value = -INFINITY;
    return from_double(prefix__carry_type(op, output_type), value);
}

static double load_float(const void *value, int type)
{
    uint16_t half;
    float single;
    double number;
    switch (type) {
    case PREFIX_F16:
        memcpy(&half, value, sizeof half);
        return prefix__f16_to_f32(half);
    case PREFIX_BF16:
        memcpy(&half, value, sizeof half);
        return prefix__bf16_to_f32(half);
    case PREFIX_F32:
        memcpy(&single, value, sizeof single);
        return single;
    default:
        memcpy(&number, value, sizeof number);
        return number;
    }
}

static union prefix_carry load_integer(const void *value, int type)
{
    union prefix_carry carry = {0};
    int8_t i8;
    int16_t i16;
    int32_t i32;
    switch (prefix__size_of(type)) {
    case 1:
        memcpy(&i8, value, sizeof i8);
        carry.i = i8;
        break;
    case 2:
        memcpy(&i16, value, sizeof i16);
        carry.i = i16;
        break;
    case 4:
        memcpy(&i32, value, sizeof i32);
        carry.i = i32;
        break;
    default:
        memcpy(&carry.i, value, sizeof carry.i);
        break;
    }
    if (!prefix__is_signed(type))
        carry.u &= UINT64_MAX >> (64 - 8 * (int)prefix__size_of(type));
    return carry;
}

union prefix_carry prefix__carry_load(int op, int output_type, const void *value, int type)
{
    if (!prefix__is_float(output_type)) {
        union prefix_carry carry = load_integer(value, type);
        if (prefix__is_logical(op))
            carry.u = carry.u != 0;
        return carry;
    }
    double number = load_float(value, type);
    if (prefix__is_logical(op))
        number = number != 0;
    if (op == PREFIX_SUM)
        number += 0.0; /* an init of -0 counts as +0 */
    return from_double(prefix__carry_type(op, output_type), number);
}

void prefix__carry_store(int carry_type, union prefix_carry carry, void *value, int type)
{
    uint16_t half;
    float single;
    double number;
    if (!prefix__is_float(type)) {
        uint8_t u8 = (uint8_t)carry.u;
        uint16_t u16 = (uint16_t)carry.u;
        uint32_t u32 = (uint32_t)carry.u;
        size_t size = prefix__size_of(type);
        const void *from = size == 1 ? (void *)&u8 : size == 2 ? (void *)&u16 : size == 4 ? (void *)&u32 : &carry.u;
        memcpy(value, from, size);
        return;
    }
    number = to_double(carry_type, carry);
    switch (type) {
    case PREFIX_F16:
        half = prefix__f16_from_f64(number);
        memcpy(value, &half, sizeof half);
        break;
    case PREFIX_BF16:
        half = prefix__bf16_from_f64(number);
        memcpy(value, &half, sizeof half);
        break;
    case PREFIX_F32:
        single = (float)number;
        memcpy(value, &single, sizeof single);
        break;
    default:
        memcpy(value, &number, sizeof number);
        break;
    }
}
