"""The same file with pandas and scikit-learn: min, max and mean of every bag, then a classifier of
labelled against unlabeled bags, and a score for every bag. One thread."""

import json
import resource
import sys

import pandas
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

path, method = sys.argv[1:]
frame = pandas.read_csv(path)
features = [name for name in frame.columns if name not in ("bag", "label")]
groups = frame.groupby("bag", sort=False)
x = pandas.concat([groups[features].min(), groups[features].max(), groups[features].mean()], axis=1).to_numpy()
y = groups["label"].first().to_numpy()
if method == "logistic":
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
else:
    model = HistGradientBoostingClassifier(random_state=1)
# Held-out scores in ten folds, as `auto` has them, then the model and the scores of all bags.
cross_val_predict(model, x, y, cv=10, method="decision_function")
model.fit(x, y).decision_function(x)
usage = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"seconds": usage.ru_utime + usage.ru_stime, "peakMb": usage.ru_maxrss / 1024}))
