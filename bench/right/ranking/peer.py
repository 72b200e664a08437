"""Ranks test bags with scikit-learn: one line of JSON on stdin for each draw, one on stdout.

Peers: bagged decision trees (Mordelet and Vert: all positives against as many random unlabeled bags), a
random forest of positive against unlabeled bags, both on the minimum, maximum and mean of each feature; a
random forest on instances, averaged over the bag; bagged linear SVMs on standardised summaries.
"""
import json
import os
import sys

os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np
from sklearn.ensemble import RandomForestClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier


def rounds(x, y, positives, seed, count, make):
    """The mean score of members, each trained on all positives and as many random unlabeled rows."""
    generator = np.random.RandomState(seed)
    labels = np.r_[np.ones(positives), np.zeros(positives)]
    total = np.zeros(len(y))
    for member in range(count):
        drawn = positives + generator.choice(len(x) - positives, positives, replace=True)
        rows = np.r_[np.arange(positives), drawn]
        total += make(member, x[rows], labels, y)
    return total / count


def tree(member, x, labels, y):
    model = DecisionTreeClassifier(max_features="sqrt", random_state=member).fit(x, labels)
    return model.predict_proba(y)[:, 1]


def machine(_, x, labels, y):
    return SVC(kernel="linear", C=1.0).fit(x, labels).decision_function(y)


def instance_forest(draw, folder, positives, seed, most=8000):
    a = np.fromfile(os.path.join(folder, "a"), dtype=np.float32).reshape(-1, draw["dimension"])
    b = np.fromfile(os.path.join(folder, "b"), dtype=np.float32).reshape(-1, draw["dimension"])
    sizes, test = np.array(draw["sizes"]), np.array(draw["testSizes"])
    y = np.repeat(np.arange(len(sizes)) < positives, sizes)
    others = len(sizes) - positives
    weights = np.repeat(1 / sizes, sizes) * np.where(y, 1 / positives, 1 / others)
    if len(a) > most:
        keep = np.sort(np.random.RandomState(seed).choice(len(a), most, replace=False))
        a, y, weights = a[keep], y[keep], weights[keep]
    model = RandomForestClassifier(100, max_features="sqrt", min_samples_leaf=3, random_state=seed)
    scores = model.fit(a, y, sample_weight=weights * len(a)).predict_proba(b)[:, 1]
    return np.array([part.mean() for part in np.split(scores, np.cumsum(test)[:-1])])


for line in sys.stdin:
    draw = json.loads(line)
    folder, positives, seed = draw["folder"], draw["positives"], draw["seed"]
    x = np.fromfile(os.path.join(folder, "x")).reshape(-1, 3 * draw["dimension"])
    y = np.fromfile(os.path.join(folder, "y")).reshape(-1, 3 * draw["dimension"])
    deviation = x.std(axis=0)
    deviation[deviation == 0] = 1
    scaled, scaled_test = (x - x.mean(axis=0)) / deviation, (y - x.mean(axis=0)) / deviation
    labels = np.arange(len(x)) < positives
    forest = RandomForestClassifier(200, max_features="sqrt", class_weight="balanced", random_state=seed)
    found = {
        "bagged trees": rounds(x.astype(np.float32), y.astype(np.float32), positives, seed, 100, tree),
        "random forest": forest.fit(x, labels).predict_proba(y)[:, 1],
        "instance forest": instance_forest(draw, folder, positives, seed),
        "bagged SVM": rounds(scaled, scaled_test, positives, seed, 50, machine),
    }
    print(json.dumps({name: scores.tolist() for name, scores in found.items()}), flush=True)
