# SPDX-License-Identifier: BSD-3-Clause
# Recurrences, filters and exponential weights beside SciPy's lfilter and sosfilt and pandas' ewm, as far as they are
# there. The first argument is the library; rates are in GB/s of what is read and written, those of a copy behind them.
import ctypes
import sys

import numpy

from measure import must, seconds

try:
    import scipy.signal
except ImportError:
    scipy = None
try:
    import pandas
except ImportError:
    pandas = None

ROUNDS = 7
TYPES = {"f32": (111, "float32"), "f64": (112, "float64")}
N = 1 << 22

library = ctypes.CDLL(sys.argv[1])
library.prefix_ewm_create.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_double]


def address(array):
    return ctypes.c_void_p(array.ctypes.data)


def numbers(values):
    return numpy.ascontiguousarray(values, dtype=numpy.float64)


def made(create, *arguments):
    it = ctypes.c_void_p()
    must(create(ctypes.byref(it), None, *arguments))
    return it


def compare(what, x, ours, peer_name, peer):
    """ours(in, out, n) is a call of the library, peer(in) an array of another."""
    y, n = numpy.empty_like(x), ctypes.c_size_t(x.size)
    wanted = numpy.asarray(peer(x))
    must(ours(address(x), address(y), n))
    if not numpy.allclose(y, wanted, rtol=1e-4 if x.itemsize == 4 else 1e-9, atol=1e-4 if x.itemsize == 4 else 1e-9,
                          equal_nan=True):
        raise SystemExit(f"{what}: {peer_name} has other results")
    times = seconds(ROUNDS, lambda: must(ours(address(x), address(y), n)), lambda: peer(x),
                    lambda: numpy.copyto(y, x))
    rates = (f"{name} {2e-9 * x.nbytes / taken:.2f}" for name, taken in zip(("libprefix", peer_name, "copy"), times))
    print(f"{what:28}", "  ".join(rates), f" ({times[1] / times[0]:.1f} times {peer_name})", flush=True)


def filters(name, x):
    type = TYPES[name][0]
    for order in 1, 2, 4:
        b, a = (numbers(c) for c in scipy.signal.butter(order, 0.2))
        filter = made(library.prefix_filter_create, type, address(b), ctypes.c_size_t(b.size), address(a),
                      ctypes.c_size_t(a.size))
        b_of, a_of = b.astype(x.dtype), a.astype(x.dtype)
        compare(f"{name} lfilter, order {order}", x, lambda *to: library.prefix_filter_run(filter, *to), "SciPy",
                lambda x: scipy.signal.lfilter(b_of, a_of, x))
        library.prefix_filter_destroy(filter)
    sections = numbers(scipy.signal.butter(8, 0.2, output="sos"))
    filter = made(library.prefix_filter_create_sections, type, address(sections), ctypes.c_size_t(len(sections)))
    sections_of = sections.astype(x.dtype)
    compare(f"{name} sosfilt, {len(sections)} sections", x, lambda *to: library.prefix_filter_run(filter, *to), "SciPy",
            lambda x: scipy.signal.sosfilt(sections_of, x))
    library.prefix_filter_destroy(filter)


def weights(name, x):
    for adjust in True, False:
        ewm = made(library.prefix_ewm_create, TYPES[name][0], 0.1)
        must(library.prefix_ewm_set_adjust(ewm, int(adjust)))
        calls = {"mean": library.prefix_ewm_mean, "var": library.prefix_ewm_var, "std": library.prefix_ewm_std}
        for what, call in calls.items():
            compare(f"{name} ewm {what}, {'' if adjust else 'not '}adjusted", x, lambda *to: call(ewm, *to), "pandas",
                    lambda x: getattr(pandas.Series(x).ewm(alpha=0.1, adjust=adjust), what)())
        library.prefix_ewm_destroy(ewm)


print(f"{N} elements")
for name in TYPES:
    x = numpy.random.default_rng(1).standard_normal(N).astype(TYPES[name][1])
    if scipy:
        filters(name, x)
    if pandas:
        x[::50] = numpy.nan
        weights(name, x)
for module, title in (scipy, "SciPy"), (pandas, "pandas"):
    if not module:
        print(f"there is no {title}")
