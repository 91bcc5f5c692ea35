# SPDX-License-Identifier: BSD-3-Clause
# Rows, columns and summed-area tables beside NumPy, PyTorch and OpenCV, as far as they are there. The first argument is
# the library; rates are in GB/s of what is read and written, those of a copy of as many bytes behind them.
import ctypes
import sys

import numpy

from measure import must, seconds

try:
    import torch
except ImportError:
    torch = None
try:
    import cv2
except ImportError:
    cv2 = None

ROUNDS = 11
SUM = 201
TYPES = {"i32": (103, "int32"), "i64": (104, "int64"), "f32": (111, "float32"), "f64": (112, "float64")}
U8, U32, F32, F64 = 105, 107, 111, 112
SHAPES = (4096, 4096), (1 << 20, 16), (16, 1 << 20)

library = ctypes.CDLL(sys.argv[1])


def plan_of(type, shape, axis):
    plan, lengths = ctypes.c_void_p(), (ctypes.c_size_t * len(shape))(*shape)
    must(library.prefix_plan_create(ctypes.byref(plan), None, SUM, type))
    must(library.prefix_plan_set_array(plan, len(shape), lengths, axis, None, None))
    return plan


def report(what, names, times, size):
    rates = (f"{name} {size * 1e-9 / taken:.1f}" for name, taken in zip(names, times))
    print(f"{what:34}", "  ".join(rates), f" ({times[1] / times[0]:.1f} times {names[1]})", flush=True)


def cumsum(shape, axis, name):
    type, dtype = TYPES[name]
    x = (numpy.arange(shape[0] * shape[1]) % 7).astype(dtype).reshape(shape)
    y = numpy.zeros_like(x)
    plan = plan_of(type, shape, axis)
    names = ["libprefix", "NumPy", "copy"]
    runs = [
        lambda: must(library.prefix_plan_run(plan, ctypes.c_void_p(x.ctypes.data), ctypes.c_void_p(y.ctypes.data),
                                             ctypes.c_size_t(shape[axis]))),
        lambda: numpy.cumsum(x, axis=axis, dtype=dtype, out=y),
        lambda: numpy.copyto(y, x),
    ]
    if torch:
        a, b = torch.from_numpy(x), torch.from_numpy(y)
        names.append("PyTorch")
        runs.append(lambda: torch.cumsum(a, axis, dtype=a.dtype, out=b))
    times = seconds(ROUNDS, *runs)
    library.prefix_plan_destroy(plan)
    report(f"{name} {shape[0]} x {shape[1]}, {'columns' if axis == 0 else 'rows'}", names, times, 2 * x.nbytes)


def integral(side, sum_type, dtype, depth):
    image = (numpy.arange(side * side) * 37 % 256).astype(numpy.uint8).reshape(side, side)
    table = numpy.zeros((side, side), dtype)
    bordered = numpy.zeros((side + 1, side + 1), dtype)
    length = ctypes.c_size_t(side)
    times = seconds(
        ROUNDS,
        lambda: must(library.prefix_integral(None, U8, sum_type, ctypes.c_void_p(image.ctypes.data),
                                             ctypes.c_void_p(table.ctypes.data), length, length)),
        lambda: cv2.integral(image, bordered, depth),
    )
    if dtype != numpy.float32 and not numpy.array_equal(table, bordered[1:, 1:]):
        raise SystemExit("OpenCV has another table")
    report(f"integral u8 -> {table.dtype} {side} x {side}", ("libprefix", "OpenCV"), times, image.nbytes + table.nbytes)


for shape in SHAPES:
    for axis in 0, 1:
        for name in TYPES:
            cumsum(shape, axis, name)
if not cv2:
    print("there is no OpenCV")
for side in (512, 1024, 4096) if cv2 else ():
    integral(side, U32, numpy.int32, cv2.CV_32S)
    integral(side, F32, numpy.float32, cv2.CV_32F)
    integral(side, F64, numpy.float64, cv2.CV_64F)
