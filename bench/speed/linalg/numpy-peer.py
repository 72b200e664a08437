"""Times numpy for bench/speed/linalg/run.mjs: one case per input line, one JSON line with the best processor seconds per answer."""
import json
import os
import sys
import time

import numpy as np

random = np.random.default_rng(1)


def case(name):
    if name == "gemm 200 x 332":
        a, b = random.random((200, 332)), random.random((200, 332))
        return lambda: a @ b.T
    if name == "gemm 2000":
        a, b = random.random((2000, 2000)), random.random((2000, 2000))
        return lambda: a @ b.T
    if name == "syrk 200 x 332":
        a = random.random((200, 332))
        return lambda: a @ a.T
    if name == "weighted syrk 20000 x 200":
        a, w = random.random((20000, 200)), random.random(20000)
        return lambda: a.T @ (a * w[:, None])
    if name.startswith("cholesky "):
        n = int(name.split()[1])
        g = random.random((n, n + 20)) - 0.5
        a = g @ g.T
        return lambda: np.linalg.cholesky(a)
    raise SystemExit("unknown case: " + name)


cases = {}
loaded = [line.split()[-1] for line in open("/proc/self/maps") if "blas" in line] if os.path.exists("/proc/self/maps") else []
print(json.dumps({"version": np.__version__, "blas": os.path.realpath(loaded[0]) if loaded else "unknown"}), flush=True)
for line in sys.stdin:
    name, budget, least = line.rstrip("\n").split("\t")
    if name not in cases:
        cases[name] = case(name)
    work = cases[name]
    # Processor time, as in run.mjs; one thread, so it is elapsed time on an idle machine.
    start = time.process_time()
    work()
    best = max(1e-6, time.process_time() - start)
    repeats = max(1, round(0.005 / best))
    begin = time.perf_counter()
    done = 0
    while done < int(least) or time.perf_counter() - begin < float(budget):
        start = time.process_time()
        for _ in range(repeats):
            work()
        best = min(best, (time.process_time() - start) / repeats)
        done += 1
    print(json.dumps(best), flush=True)
