"""The paper's trainings with numpy, scipy, scikit-learn and cvxopt, written the straightforward way: what a script that follows the paper's text costs.

peer.py FOLDER dsdd|pu-mil|about  (FOLDER holds job.json and rows.f64). Prints one line of JSON with the processor seconds of one training, on one thread.

dsdd:   the concave-convex procedure of du Plessis et al. (2013), width and lambda 0.01, eleven quadratic programs in the coefficients and slacks, solved by cvxopt.
pu-mil: one epoch of appendix B with 100 confidence vectors, each judged before and after its mutation: scipy's gaussian_kde, scikit-learn's linear SVM.
"""
import json
import sys
import time
from pathlib import Path

import cvxopt
import numpy as np
import scipy
import sklearn
from cvxopt import matrix, solvers, spdiag, spmatrix
from scipy.spatial.distance import cdist
from scipy.stats import gaussian_kde
from sklearn.decomposition import PCA
from sklearn.svm import LinearSVC

solvers.options["show_progress"] = False


def dsdd(bags, positives, width=0.01, lam=0.01, steps=11):
    split = sum(len(bag) for bag in bags[:positives])
    x = np.vstack(bags)
    n = len(x)
    kernel = np.exp(-cdist(x, x, "sqeuclidean") / (2 * width**2))
    sign = np.r_[np.ones(split), -np.ones(n - split)]
    weight = np.where(sign > 0, 1 / split, 1 / (n - split))
    # Variables: n coefficients, n slacks. Slack >= 0, slack >= z - sign.
    penalty = spdiag([spmatrix(lam, range(n), range(n)), spmatrix([], [], [], (n, n))])
    none = spmatrix([], [], [], (n, n))
    identity = spmatrix(1.0, range(n), range(n))
    i, j = np.nonzero(kernel)
    sparse = spmatrix(kernel[i, j], i, j, (n, n))
    constraints = cvxopt.sparse([[none, sparse], [-identity, -identity]])
    bounds = matrix(np.r_[np.zeros(n), sign])
    tangent = np.zeros(n)
    for _ in range(steps):
        linear = matrix(np.r_[-kernel.T @ (weight * tangent), weight])
        alpha = np.array(solvers.qp(penalty, linear, constraints, bounds)["x"][:n]).ravel()
        tangent = (kernel @ alpha >= -sign).astype(float)
    return alpha


def pu_mil(bags, positives, vectors=100, dimensions=30, seed=0):
    generator = np.random.default_rng(seed)
    pca = PCA(dimensions).fit(np.vstack(bags))
    bags = [pca.transform(bag) for bag in bags]
    unlabeled = len(bags) - positives

    def judge(nu):
        negative = np.argsort(-nu)[:positives]
        density = gaussian_kde(np.vstack([nu[b] * bags[positives + b] for b in negative]).T)
        key = [bag[np.argmin(density(bag.T))] for bag in bags]
        pool = np.array([*key[:positives], *[nu[b] * key[positives + b] for b in negative]])
        svm = LinearSVC(loss="hinge").fit(pool, np.r_[np.ones(positives), -np.ones(positives)])
        called = svm.decision_function(np.array(key[positives:])) >= 0
        truth = np.ones(unlabeled, dtype=bool)
        truth[negative] = False
        hits = (called & truth).sum()
        return 2 * hits / (called.sum() + truth.sum()) if hits else 0.0

    nus = generator.uniform(size=(vectors, unlabeled))
    fitness = np.array([judge(nu) for nu in nus])
    best = nus[fitness.argmax()]
    for l in range(vectors):
        mutant = np.clip(nus[l] + generator.normal() * (1 - fitness[l]) * (best - nus[l]), 0, 1)
        fitness[l] = max(fitness[l], judge(mutant))
    return fitness.max()


folder, what = Path(sys.argv[1]), sys.argv[2]
if what == "about":
    print(json.dumps({"cvxopt": cvxopt.__version__, "scipy": scipy.__version__, "scikit-learn": sklearn.__version__}))
else:
    job = json.loads((folder / "job.json").read_text())
    rows = np.fromfile(folder / "rows.f64").reshape(-1, job["features"])
    bags = np.split(rows, np.cumsum(job["sizes"])[:-1])
    start = time.process_time()
    {"dsdd": dsdd, "pu-mil": pu_mil}[what](bags, job["positives"])
    print(json.dumps({"seconds": time.process_time() - start}))
