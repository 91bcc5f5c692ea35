# SPDX-License-Identifier: BSD-3-Clause
# What the scripts share: the status of a call, and how calls are timed.
import time


def must(status):
    if status:
        raise SystemExit(f"status {status}")


def seconds(rounds, *runs):
    """The median times of calls, taken in turn, behind one of each that is not counted."""
    samples = [[] for _ in runs]
    for _ in range(rounds):
        for run, taken in zip(runs, samples):
            run()
            begin = time.perf_counter()
            run()
            taken.append(time.perf_counter() - begin)
    return [sorted(taken)[rounds // 2] for taken in samples]
