"""Ranks molecules with RDKit and scikit-learn: a list of labelled rows as a line of JSON on stdin, scores on stdout.

Labelled molecules are positive, all others are taken for negative. Morgan fingerprints of radius 2 with 2,048
bits. A random forest, a logistic regression, and the Tanimoto similarity to the closest labelled molecule.
"""
import csv
import json
import os
import sys

os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np
from rdkit import Chem
from rdkit.Chem import rdFingerprintGenerator
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression

path, column = sys.argv[1:3]
with open(path, newline="", encoding="utf-8-sig") as file:
    rows = list(csv.DictReader(file))
generator = rdFingerprintGenerator.GetMorganGenerator(radius=2, fpSize=2048)
x = np.array([generator.GetFingerprintAsNumPy(Chem.MolFromSmiles(row[column])) for row in rows])
sizes = x.sum(axis=1).astype(float)

for line in sys.stdin:
    asked = json.loads(line)
    positive = asked["positive"]
    y = np.zeros(len(rows), dtype=int)
    y[positive] = 1
    forest = RandomForestClassifier(500, class_weight="balanced", random_state=asked["seed"]).fit(x, y)
    logistic = LogisticRegression(max_iter=3000).fit(x, y)
    shared = x.astype(float) @ x[positive].T
    similarity = shared / (sizes[:, None] + sizes[positive][None] - shared)
    scores = {
        "random forest": forest.predict_proba(x)[:, 1],
        "logistic regression": logistic.decision_function(x),
        "similarity to the closest": similarity.max(axis=1),
    }
    print(json.dumps({name: [float(s) for s in values] for name, values in scores.items()}), flush=True)
