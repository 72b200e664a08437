"""PU-SKC with numpy and cvxopt: cross-validation over the paper's grid and the final fit, from bag statistics on.

cvxopt-peer.py FOLDER SET dual|primal|raw|about [PASSES]  (FOLDER holds job.json and SET.f64). Prints one line of JSON.

primal: the quadratic program of the paper after centring the features and scaling features, objective and decision values.
dual:   its dual, centred and scaled in the same way, with the double hinge split in two, and K = A A'/n once
        for all lambdas. Of the forms tried (also sparse, and with cvxopt's KKT solvers ldl and chol instead of chol2) it is the fastest.
raw:    the quadratic program as the paper prints it, variables alpha, beta and xi, with cvxopt's own settings.

All are vectorised, and one Gram matrix serves all degrees and folds.

Seconds are processor time, on one thread, of kernel, solving and scoring; the best of the passes. Certificates are computed afterwards, outside of it.
"""
import json
import sys
import time
from pathlib import Path

import cvxopt
import numpy as np
from cvxopt import matrix, solvers, spmatrix

solvers.options["show_progress"] = False


class Scaled:
    """What the two scaled forms share: centred features A, c, and the certificate of a solution."""

    def __init__(self, positive, unlabeled, prior):
        self.prior, self.n = prior, len(unlabeled)
        self.mean = unlabeled.mean(axis=0)
        centred = unlabeled - self.mean
        c = prior * (positive - self.mean).mean(axis=0)
        self.scale = 1 / max(np.abs(centred).max(), np.abs(c).max())
        self.centred, self.c = centred * self.scale, c * self.scale
        # Decision values at the start, gamma = prior, times kappa: what lambda makes of them is the unit zeta.
        self.start = np.abs(self.centred @ self.c).max()

    def solve(self, lam):
        solvers.options.update(abstol=self.tolerance, reltol=self.tolerance, feastol=1e-12)
        kappa = lam * self.scale**2
        status, alpha, gamma = self.solve_scaled(kappa, max(1, self.start / kappa))
        bias = self.best_bias(self.centred @ alpha)
        return status, alpha * self.scale, bias - self.scale * (self.mean @ alpha), (alpha, bias, gamma, kappa)

    def feasible(self, gamma):
        """Into [0, 1], with the mean that it must have: interior points miss both by a rounding error."""
        gamma = np.clip(gamma, 0, 1)
        for _ in range(3):
            missing = self.n * self.prior - gamma.sum()
            room = 1 - gamma if missing > 0 else gamma
            gamma = np.clip(gamma + missing * room / room.sum(), 0, 1)
        return gamma

    def best_bias(self, s):
        kinks = np.sort(np.r_[-1 - s, 1 - s])
        exact = 2 * self.n * self.prior
        whole = round(exact)
        if abs(exact - whole) < 1e-9:
            return (kinks[whole - 1] + kinks[whole]) / 2
        return kinks[int(np.ceil(exact)) - 1]

    def certificate(self, alpha, bias, gamma, kappa):
        """Objective and relative gap; the gap is a sum of terms that are not negative."""
        z = self.centred @ alpha + bias
        own = self.c - self.centred.T @ gamma / self.n
        residual = kappa * alpha - own
        conjugate = np.maximum(-gamma, gamma - 1)
        gap = np.maximum(double_hinge(z) + conjugate - gamma * z, 0).mean()
        gap += residual @ residual / (2 * kappa) + abs(bias * (gamma.mean() - self.prior))
        dual = -conjugate.mean() - own @ own / (2 * kappa)
        return dual + gap, gap / max(abs(dual), abs(dual + gap), min(self.prior, 1 - self.prior))


class Dual(Scaled):
    # 1e-12 is hardly faster, but leaves 12 of the 230 relative gaps above 1e-8.
    tolerance = 1e-14

    def __init__(self, positive, unlabeled, prior):
        super().__init__(positive, unlabeled, prior)
        n = self.n
        k = self.centred @ self.centred.T / n
        self.k2 = np.block([[k, k], [k, k]])
        self.q = self.centred @ self.c
        eye = spmatrix(1.0, range(2 * n), range(2 * n))
        self.g = cvxopt.sparse([-eye, eye])
        self.h = matrix(np.r_[np.zeros(2 * n), np.full(2 * n, 0.5)])
        self.ones = matrix(1.0, (1, 2 * n))

    def solve_scaled(self, kappa, zeta):
        n = self.n
        linear = -self.q / (kappa * zeta)
        found = solvers.qp(
            matrix(self.k2 / (kappa * zeta)),
            matrix(np.r_[linear - 1 / zeta, linear + 1 / zeta]),
            self.g, self.h, self.ones, matrix(n * self.prior),
        )
        x = np.array(found["x"]).ravel()
        gamma = self.feasible(x[:n] + x[n:])
        return found["status"], (self.c - self.centred.T @ gamma / n) / kappa, gamma


class Primal(Scaled):
    # 1e-11 is not faster, but leaves relative gaps above 1e-8.
    tolerance = 1e-12

    def __init__(self, positive, unlabeled, prior):
        super().__init__(positive, unlabeled, prior)
        n, m = self.centred.shape
        one, minus, zero = np.ones((n, 1)), -np.eye(n), np.zeros((n, m + 1))
        self.q = matrix(np.r_[-n * self.c, -n * prior, np.ones(n)])
        self.g = matrix(np.vstack([
            np.hstack([zero, minus]),
            np.hstack([self.centred / 2, one / 2, minus]),
            np.hstack([self.centred, one, minus]),
        ]))

    def solve_scaled(self, kappa, zeta):
        n, m = self.centred.shape
        p = spmatrix(float(n * kappa * zeta), range(m), range(m), (m + 1 + n, m + 1 + n))
        h = matrix(np.r_[np.zeros(n), np.full(n, -0.5 / zeta), np.zeros(n)])
        found = solvers.qp(p, self.q, self.g, h)
        multipliers = np.array(found["z"]).ravel()
        gamma = self.feasible(multipliers[n : 2 * n] / 2 + multipliers[2 * n :])
        return found["status"], zeta * np.array(found["x"]).ravel()[:m], gamma


class Raw:
    def __init__(self, positive, unlabeled, prior):
        self.prior = prior
        self.n, self.m = unlabeled.shape
        n, m = self.n, self.m
        self.q = np.r_[-prior * positive.mean(axis=0), -prior, np.full(n, 1 / n)]
        one, minus, zero = np.ones((n, 1)), -np.eye(n), np.zeros((n, m + 1))
        self.g = matrix(np.vstack([
            np.hstack([zero, minus]),
            np.hstack([unlabeled / 2, one / 2, minus]),
            np.hstack([unlabeled, one, minus]),
        ]))
        self.h = matrix(np.r_[np.zeros(n), np.full(n, -0.5), np.zeros(n)])
        self.features = positive, unlabeled

    def solve(self, lam):
        solvers.options.update(abstol=1e-7, reltol=1e-6, feastol=1e-7)
        p = matrix(np.diag(np.r_[np.full(self.m, lam), np.zeros(self.n + 1)]))
        found = solvers.qp(p, matrix(self.q), self.g, self.h)
        x = np.array(found["x"]).ravel()
        return found["status"], x[: self.m], x[self.m], (x[: self.m], x[self.m], lam)

    def certificate(self, alpha, beta, lam):
        positive, unlabeled = self.features
        risk = double_hinge(unlabeled @ alpha + beta).mean() - self.prior * (positive @ alpha + beta).mean()
        return risk + lam * (alpha @ alpha) / 2, None


def double_hinge(z):
    return np.maximum(0, np.maximum((1 + z) / 2, z))


def cross_validate_and_fit(statistics, one, job, way):
    prior, positives, folds = job["prior"], one["positives"], np.array(one["folds"])
    problems, later = [], []

    def train(gram, degree, fold, lambdas):
        rows = np.flatnonzero(folds != fold)
        held = gram[np.ix_(np.flatnonzero(folds == fold), rows)]
        features = gram[np.ix_(rows, rows)]
        split = np.count_nonzero(rows < positives)
        prepared = way(features[:split], features[split:], prior)
        scores = []
        for lam in lambdas:
            problem = {"degree": degree, "lambda": lam, "fold": int(fold)}
            try:
                status, alpha, beta, proof = prepared.solve(lam)
                scores.append(held @ alpha + beta)
                later.append((problem, prepared, proof))
            except (ArithmeticError, ValueError) as error:
                status = f"exception: {error}"
                scores.append(np.full(len(held), -1.0))
            problems.append({**problem, "status": status})
        return scores

    begin = time.process_time()
    base = statistics @ statistics.T + 1
    settings = []
    for degree in job["degrees"]:
        gram = base**degree
        scores = np.empty((len(job["lambdas"]), len(folds)))
        for fold in range(job["folds"]):
            for row, found in zip(scores, train(gram, degree, fold, job["lambdas"])):
                row[folds == fold] = found
        for lam, row in zip(job["lambdas"], scores):
            risk = 2 * prior * (row[:positives] < 0).mean() + (row[positives:] >= 0).mean() - prior
            settings.append({"degree": degree, "lambda": lam, "risk": risk})
    chosen = settings[0]
    for setting in settings:
        if setting["risk"] < chosen["risk"] - 1e-12:
            chosen = setting
    train(base ** chosen["degree"], chosen["degree"], -1, [chosen["lambda"]])
    seconds = time.process_time() - begin

    proofs = {tuple(p.values()): prepared.certificate(*proof) for p, prepared, proof in later}
    for p in problems:
        p["objective"], p["gap"] = proofs.get((p["degree"], p["lambda"], p["fold"]), (None, None))
        if p["objective"] is not None and not np.isfinite(p["objective"]):
            p["objective"] = None
    return {"seconds": seconds, "chosen": chosen, "problems": problems}


def main(folder, name, way, passes="1"):
    if way == "about":
        print(json.dumps({"numpy": np.__version__, "cvxopt": cvxopt.__version__, "python": sys.executable}))
        return
    job = json.loads((Path(folder) / "job.json").read_text())
    one = next(one for one in job["sets"] if one["name"] == name)
    statistics = np.fromfile(Path(folder) / f"{name}.f64").reshape(one["rows"], one["columns"])
    contestant = {"dual": Dual, "primal": Primal, "raw": Raw}[way]
    results = [cross_validate_and_fit(statistics, one, job, contestant) for _ in range(int(passes))]
    print(json.dumps(min(results, key=lambda result: result["seconds"])))


main(*sys.argv[1:])
