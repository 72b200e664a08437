"""The same file with pandas and scikit-learn: min, max and mean of every bag, then a logistic regression of
labelled against unlabeled bags, and a score for every bag. One thread. pandas reads Parquet through pyarrow,
one row group at a time, because all of it would not fit; bags that a row group divides are put together
from both."""

import json
import resource
import sys
import time

import pandas
import pyarrow.parquet
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

path = sys.argv[1]
start = time.monotonic()


def summary(frame):
    """Minimum, maximum and mean of every bag."""
    features = [name for name in frame.columns if name not in ("bag", "label")]
    groups = frame.groupby("bag", sort=False)
    columns = [groups["label"].first(), groups[features].min(), groups[features].max(), groups[features].mean()]
    return pandas.concat(columns, axis=1)


file = pyarrow.parquet.ParquetFile(path)
parts, rest = [], None
for k in range(file.num_row_groups):
    frame = file.read_row_group(k, use_threads=False).to_pandas()
    if rest is not None:
        frame = pandas.concat([rest, frame])
    last = frame["bag"].to_numpy() == frame["bag"].iloc[-1]
    rest = frame[last]
    parts.append(summary(frame[~last]))
parts.append(summary(rest))
table = pandas.concat(parts)
x, y = table.to_numpy()[:, 1:], table["label"].to_numpy()
model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
model.fit(x, y).decision_function(x)
usage = resource.getrusage(resource.RUSAGE_SELF)
spent = {"seconds": usage.ru_utime + usage.ru_stime, "elapsed": time.monotonic() - start}
print(json.dumps({**spent, "peakMb": usage.ru_maxrss / 1024}))
