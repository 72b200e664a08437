"""Ranks documents with scikit-learn: a list of labelled rows as a line of JSON on stdin, scores on stdout.

Labelled documents are positive, all others are taken for negative. tf-idf of words and pairs of words, of
terms in at least two documents, with dampened counts.
"""
import csv
import json
import os
import sys

os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import ComplementNB
from sklearn.svm import LinearSVC

path, columns, label = sys.argv[1:4]
csv.field_size_limit(2**30)
with open(path, newline="", encoding="utf-8-sig") as file:
    rows = list(csv.DictReader(file))
texts = [". ".join(row[name] or "" for name in columns.split(",")) for row in rows]
x = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True, min_df=2).fit_transform(texts)

for line in sys.stdin:
    y = np.zeros(len(rows), dtype=int)
    y[json.loads(line)] = 1
    logistic = LogisticRegression(class_weight="balanced", max_iter=1000).fit(x, y)
    machine = LinearSVC(class_weight="balanced", C=0.1).fit(x, y)
    bayes = ComplementNB().fit(x, y)
    scores = {
        "logistic regression": logistic.decision_function(x),
        "linear SVM": machine.decision_function(x),
        "naive Bayes": bayes.predict_log_proba(x)[:, 1] - bayes.predict_log_proba(x)[:, 0],
    }
    print(json.dumps({name: [float(s) for s in values] for name, values in scores.items()}), flush=True)
