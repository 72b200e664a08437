import json
import resource
import sys
import time

import pandas

start = time.perf_counter()
frame = pandas.read_csv(sys.argv[1])
seconds = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"seconds": seconds, "peakMb": peak, "what": f"a data frame, {frame.shape[0]} x {frame.shape[1]}"}))
