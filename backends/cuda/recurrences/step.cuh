/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Steps y -> a y + b, in the words of lib/shared/recurrence_step.h, which says why they are mended, and elements of
 * each type. Where all factors of a row are from 2^-15 on and below 2, its products need no mending: it is plain.
 */
#ifndef PREFIX_CUDA_RECURRENCES_STEP_CUH
#define PREFIX_CUDA_RECURRENCES_STEP_CUH

#include "params/recurrence_params.h"
#include "word/convert.cuh"

namespace prefix_cuda
{

struct alignas(16) recurrence_step {
    double a, b;
};

/* What stands before something, if anything does. */
struct recurrence_before {
    double y;
    bool is_there;
};

constexpr int least_exponent = 0x20b00000; /* the upper word of 2^-500 */

__device__ inline int upper_magnitude(double x)
{
    return __double2hiint(x) & 0x7fffffff;
}

/* A product of factors of which each is 0 or 2^-500 in magnitude at least. */
__device__ inline double not_less(double a)
{
    const int upper = upper_magnitude(a);
    const bool is_less = (uint32_t)(upper - 1) < (uint32_t)(least_exponent - 1);
    return __hiloint2double(is_less ? (__double2hiint(a) & INT32_MIN) | least_exponent : __double2hiint(a),
                            is_less ? 0 : __double2loint(a));
}

__device__ inline double with_sign(double magnitude, int sign)
{
    return __hiloint2double(__double2hiint(magnitude) | (sign & INT32_MIN), __double2loint(magnitude));
}

/* The same of magnitudes, if none of them is 0: in fewer steps behind each other. */
__device__ inline double at_least(double a)
{
    const int upper = __double2hiint(a);
    return __hiloint2double(max(upper, least_exponent), upper < least_exponent ? 0 : __double2loint(a));
}

/* Mended without branches, so that all of a network stays in registers. */
__device__ inline recurrence_step mended(const recurrence_step &x, const recurrence_step &y, const recurrence_step &z)
{
    const bool is_zero = x.a == 0 || y.a == 0, is_less = upper_magnitude(z.a) < least_exponent;
    const int sign = (__double2hiint(x.a) ^ __double2hiint(y.a)) & INT32_MIN;
    const int upper = is_zero ? 0 : is_less ? sign | least_exponent : __double2hiint(z.a);
    return {__hiloint2double(upper, is_zero || is_less ? 0 : __double2loint(z.a)),
            z.b != z.b && (y.a == 0 || x.b == 0) ? y.b : z.b};
}

template <bool PLAIN> __device__ inline recurrence_step follow(const recurrence_step &x, const recurrence_step &y)
{
    const recurrence_step z = {x.a * y.a, y.a * x.b + y.b};
    return PLAIN ? z : mended(x, y, z);
}

/* Of steps that many have been combined to: their factors are 0 or 2^-500 in magnitude at least. */
__device__ inline recurrence_step follow_many(const recurrence_step &x, const recurrence_step &y)
{
    const recurrence_step z = {not_less(x.a * y.a), y.a * x.b + y.b};
    return z.a == z.a && z.b == z.b ? z : mended(x, y, z);
}

/* The y behind a step. */
__device__ inline double follow(double y, const recurrence_step &step)
{
    const double next = step.a * y + step.b;
    return next != next && (step.a == 0 || y == 0) ? step.b : next;
}

__device__ inline double follow(const recurrence_before &before, const recurrence_step &step)
{
    return before.is_there ? follow(before.y, step) : step.b;
}

/* Finite and not 0: a step of any kind behind it needs no mending. */
__device__ inline bool is_plain_y(double y)
{
    return y - y == 0 && y != 0;
}

template <bool PLAIN> __device__ inline recurrence_step step_of(double a, double b)
{
    return {a, PLAIN || a == a ? b : a};
}

/*
 * Elements as they are in memory. unlike(): of a factor, bits of which none is set in not_plain() of a plain row's; so
 * many factors can be told at once.
 */
struct single_factor {
    static __device__ uint32_t unlike(float x)
    {
        return __float_as_uint(x) ^ 0x38000000;
    }
    static __device__ bool not_plain(uint32_t unlike)
    {
        return (unlike & 0x78000000) != 0;
    }
};

struct f16_element : single_factor {
    typedef uint16_t memory;
    static __device__ uint32_t unlike(memory x)
    {
        return single_factor::unlike(f16_to_f32(x));
    }
    static __device__ double widen(memory x)
    {
        return f16_to_f32(x);
    }
    static __device__ memory narrow(double x)
    {
        return (memory)f16_from_f64(x);
    }
};

struct bf16_element : single_factor {
    typedef uint16_t memory;
    static __device__ uint32_t unlike(memory x)
    {
        return single_factor::unlike(bf16_to_f32(x));
    }
    static __device__ double widen(memory x)
    {
        return bf16_to_f32(x);
    }
    static __device__ memory narrow(double x)
    {
        return (memory)bf16_from_f64(x);
    }
};

struct f32_element : single_factor {
    typedef float memory;
    static __device__ double widen(memory x)
    {
        return x;
    }
    static __device__ memory narrow(double x)
    {
        return __double2float_rn(x);
    }
};

struct f64_element {
    typedef double memory;
    static __device__ uint32_t unlike(memory x)
    {
        return (uint32_t)__double2hiint(x) ^ 0x3f000000;
    }
    static __device__ bool not_plain(uint32_t unlike)
    {
        return (unlike & 0x7f000000) != 0;
    }
    static __device__ double widen(memory x)
    {
        return x;
    }
    static __device__ memory narrow(double x)
    {
        return x;
    }
};

} // namespace prefix_cuda

#endif
