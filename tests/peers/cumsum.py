# SPDX-License-Identifier: BSD-3-Clause
# NumPy's cumsum, as peers.cc measures the others: its rows follow theirs. One thread, like its copy.
import sys
import time

import numpy

ROUNDS = 11


def seconds(run):
    """The median time of a call behind a rest and a call that is not counted."""
    samples = []
    for _ in range(ROUNDS):
        time.sleep(0.01)
        run()
        calls = 0
        begin = time.perf_counter()
        while True:
            run()
            calls += 1
            taken = time.perf_counter() - begin
            if taken >= 1e-3:
                break
        samples.append(taken / calls)
    return sorted(samples)[ROUNDS // 2]


sizes = [int(n, 0) for n in sys.argv[1:]] or [1 << 10, 1 << 14, 1 << 17, 1 << 20, 1 << 24, 1 << 27]
for n in sizes:
    for name, dtype in ("i32", numpy.int32), ("i64", numpy.int64), ("f32", numpy.float32), ("f64", numpy.float64):
        x = (numpy.arange(n) % 7).astype(dtype)
        y = numpy.zeros(n, dtype)
        cumsum = seconds(lambda: numpy.cumsum(x, dtype=dtype, out=y))
        copy = seconds(lambda: numpy.copyto(y, x))
        rate = 2e-9 * x.nbytes
        print(f"{name:4} {n:10}  NumPy {rate / cumsum:.1f}  its copy {rate / copy:.1f}", flush=True)
