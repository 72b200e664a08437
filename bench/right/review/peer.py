"""Simulates reviews with ASReview: a start as a line of JSON on stdin, the order of review on stdout.

The command is `asreview simulate` with its defaults, so it ends with the last relevant record. A start without
records is drawn here: a relevant and an irrelevant one.
"""
import csv
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile

os.environ["OMP_NUM_THREADS"] = "1"
path, label = os.path.abspath(sys.argv[1]), sys.argv[2]
csv.field_size_limit(2**30)
with open(path, newline="", encoding="utf-8-sig") as file:
    truth = [int(row[label]) for row in csv.DictReader(file)]
relevant = [i for i, value in enumerate(truth) if value]
others = [i for i, value in enumerate(truth) if not value]
command = os.path.join(os.path.dirname(sys.executable), "asreview")

for line in sys.stdin:
    asked = json.loads(line)
    draw = random.Random(asked["seed"])
    start = [draw.choice(relevant), draw.choice(others)]
    if asked["drawOnly"]:
        print(json.dumps({"start": start}), flush=True)
        continue
    with tempfile.TemporaryDirectory() as folder:
        project = os.path.join(folder, "review.asreview")
        began = time.time()
        subprocess.run(
            [command, "simulate", path, "--prior-idx", *map(str, start), "--seed", str(asked["seed"]), "-o", project],
            check=True,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        seconds = time.time() - began
        with zipfile.ZipFile(project) as packed:
            packed.extract("results.db", folder)
        results = sqlite3.connect(os.path.join(folder, "results.db"))
        rows = results.execute("select record_id from results order by rowid").fetchall()
    order = [row[0] for row in rows if row[0] not in start]
    print(json.dumps({"start": start, "order": order, "seconds": seconds}), flush=True)
