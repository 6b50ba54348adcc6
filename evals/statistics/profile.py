"""Figures of `vouch profile` beside pandas, on random tables in DuckDB and in SQLite.

    python3 -m venv /tmp/v && /tmp/v/bin/pip install pandas pyarrow duckdb==1.5.6
    /tmp/v/bin/python evals/statistics/profile.py bin/vouch 200 > evals/statistics/profile.txt

Every figure must agree to 1e-9 relative (1e-9 of the column's size where cancellation leaves less). NaN and the infinities
are counted apart by Vouch: the same is computed here from the finite values.
"""

import json
import math
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd

WORDS = ["Paris", "paris", "Rome", " Rome", "Oslo", "New York", "12", "3.5", "n/a", "", "Zürich", "ZÜRICH"]


def numbers(rng, rows):
    kind = rng.integers(0, 8)
    if kind == 0:
        x = rng.normal(0, 10.0 ** rng.integers(-6, 7), rows)
    elif kind == 1:
        x = rng.normal(1e9, 1, rows)
    elif kind == 2:
        x = rng.exponential(3, rows)
    elif kind == 3:
        x = rng.integers(-5, 6, rows).astype(float)
    elif kind == 4:
        x = np.round(rng.normal(50, 20, rows), 2)
    elif kind == 5:
        x = np.full(rows, rng.normal())
    elif kind == 6:
        x = rng.normal(0, 1, rows) * 1e200
    else:
        x = rng.uniform(0, 1, rows) * 1e-200
    return x


def column(rng, rows):
    """Values for pandas (None is missing), their SQL type, and what kind of column it is."""
    kind = rng.choice(["float", "int", "date", "text", "special"], p=[0.35, 0.25, 0.15, 0.15, 0.1])
    missing = rng.random(rows) < rng.choice([0, 0, 0.1, 0.6, 1.0], p=[0.4, 0.2, 0.25, 0.1, 0.05])
    if kind == "float":
        values = [float(x) for x in numbers(rng, rows)]
    elif kind == "special":
        odd = [float("nan"), float("inf"), float("-inf")]
        values = [float(x) if rng.random() > 0.2 else odd[rng.integers(0, 3)] for x in rng.normal(5, 2, rows)]
    elif kind == "int":
        values = [int(x) for x in rng.integers(-(10 ** rng.integers(1, 15)), 10 ** rng.integers(1, 15), rows)]
    elif kind == "date":
        values = [str(np.datetime64("2020-01-01") + int(d)) for d in rng.integers(0, 1500, rows)]
    else:
        values = [WORDS[i] for i in rng.integers(0, len(WORDS), rows)]
    return kind, [None if m else v for v, m in zip(values, missing)]


def table(seed):
    rng = np.random.default_rng(seed)
    rows = int(rng.choice([1, 2, 3, 7, 50, 400, 3000]))
    columns = {f"c{i} {'größe' if i % 3 else 'x'}": column(rng, rows) for i in range(int(rng.integers(2, 7)))}
    if rng.random() < 0.5:
        (kind, base) = next(iter(columns.values()))
        if kind in ("float", "int"):
            noise = rng.normal(0, 1, rows)
            columns["tied"] = ("float", [None if v is None else float(v) * 0.5 + n for v, n in zip(base, noise)])
    return rows, columns


SQL = {"float": "DOUBLE", "special": "DOUBLE", "int": "BIGINT", "date": "DATE", "text": "VARCHAR"}


def write(columns, path, engine):
    names = list(columns)
    declared = ", ".join(f'"{n}" {SQL[columns[n][0]]}' for n in names)
    rows = list(zip(*(columns[n][1] for n in names)))
    marks = ", ".join("?" for _ in names)
    if engine == "duckdb":
        with duckdb.connect(str(path)) as db:
            db.execute(f"CREATE TABLE t ({declared})")
            db.executemany(f"INSERT INTO t VALUES ({marks})", rows)
    else:
        with sqlite3.connect(path) as db:
            db.execute(f"CREATE TABLE t ({declared})")
            db.executemany(f"INSERT INTO t VALUES ({marks})", rows)


def finite(values):
    return pd.Series([v for v in values if v is not None and math.isfinite(v)], dtype=float)


def expected(kind, values, engine):
    """What pandas says; NaN is a value in DuckDB and NULL in SQLite."""
    filled = [v for v in values if v is not None]
    if engine == "sqlite":
        filled = [v for v in filled if not (isinstance(v, float) and math.isnan(v))]
    told = {"count": len(filled), "nulls": len(values) - len(filled)}
    if kind == "text":
        series = pd.Series(filled, dtype=object)
        told |= {"distinct": series.nunique(), "mode": series.mode()[0] if len(series) else None}
        counts = series.value_counts()
        told["top"] = sorted(((c, v) for v, c in counts.items()), key=lambda p: (-p[0], p[1].encode()))[:10]
        return told
    if kind == "date":
        series = pd.to_datetime(pd.Series(filled, dtype=object)) if filled else pd.Series([], dtype="datetime64[ns]")
        told["distinct"] = series.nunique()
        if len(series):
            for name, value in [("min", series.min()), ("max", series.max()), ("mean", series.mean()),
                                ("median", series.median()), ("q1", series.quantile(0.25)),
                                ("q3", series.quantile(0.75)), ("mode", series.mode()[0])]:
                told[name] = value
        return told
    x = finite(filled)
    infinities = {v for v in filled if isinstance(v, float) and math.isinf(v)}
    told["distinct"] = x.nunique() + len(infinities)
    if len(x):
        told |= {"min": x.min(), "max": x.max(), "mean": x.mean(), "median": x.median(), "q1": x.quantile(0.25),
                 "q3": x.quantile(0.75), "mode": x.mode()[0]}
        if len(x) > 1:
            # Numbers whose squares are no doubles: scaled, as pandas would need to be told.
            scale = x.abs().max() or 1.0
            told["stddev"] = (x / scale).std() * scale
        iqr = told["q3"] - told["q1"]
        low, high = told["q1"] - 1.5 * iqr, told["q3"] + 1.5 * iqr
        slack = 1e-9 * max(abs(low), abs(high))
        surely = int(((x < low - slack) | (x > high + slack)).sum())
        perhaps = int(((x < low + slack) | (x > high - slack)).sum())
        told["outliers"] = (low, high, surely, perhaps)
    return told


class Tally:
    def __init__(self):
        self.compared = 0
        self.worst = 0.0
        self.wrong = []

    def same(self, where, found, wanted, size=0.0):
        self.compared += 1
        if isinstance(wanted, pd.Timestamp):
            ok = found is not None and abs((pd.Timestamp(found) - wanted).total_seconds()) < 2e-3
        elif isinstance(wanted, float):
            off = abs(found - wanted) / max(abs(wanted), size * 1e-3, 5e-324) if found is not None else math.inf
            self.worst = max(self.worst, off)
            ok = off <= 1e-9
        else:
            ok = found == wanted
        if not ok:
            self.wrong.append(f"{where}: vouch {found!r}, pandas {wanted!r}")

    def column(self, where, profile, kind, values, engine):
        told = expected(kind, values, engine)
        size = max((abs(float(told.get(n, 0) or 0)) for n in ("min", "max")), default=0.0) if kind in ("float", "int", "special") else 0.0
        for name, wanted in told.items():
            found = profile[name]
            if name == "top":
                got = [(t["count"], t["value"]) for t in found or []]
                self.same(f"{where} top", got, wanted)
            elif name == "outliers":
                low, high, surely, perhaps = wanted
                self.same(f"{where} low", found["low"], float(low), size)
                self.same(f"{where} high", found["high"], float(high), size)
                self.same(f"{where} outliers", surely <= found["count"] <= perhaps, True)
            elif isinstance(wanted, (float, np.floating)):
                self.same(f"{where} {name}", found, float(wanted), size)
            else:
                self.same(f"{where} {name}", found, int(wanted) if isinstance(wanted, np.integer) else wanted)
        if profile["histogram"]:
            usable = profile["count"] - sum((profile.get("not_finite") or {}).values())
            self.same(f"{where} histogram", sum(b["count"] for b in profile["histogram"]), usable)
            if kind in ("float", "special", "int") and len(profile["histogram"]) > 1:
                edges = [b["from"] for b in profile["histogram"]] + [profile["histogram"][-1]["to"]]
                wanted = np.histogram(finite([v for v in values if v is not None]), bins=np.array(edges, dtype=float))[0]
                self.same(f"{where} bins", [b["count"] for b in profile["histogram"]], [int(n) for n in wanted])


def correlations(columns, engine):
    names = [n for n, (kind, _) in columns.items() if kind in ("float", "int", "special")]
    clean = {n: pd.Series([v if v is not None and math.isfinite(v) else np.nan for v in columns[n][1]], dtype=float) for n in names}
    found = {}
    for i, a in enumerate(names):
        for b in names[i + 1:]:
            both = clean[a].notna() & clean[b].notna()
            x, y = clean[a][both], clean[b][both]
            if len(x) < 2 or x.nunique() < 2 or y.nunique() < 2:
                continue
            x, y = x - x.mean(), y - y.mean()
            r = (x / x.abs().max()).corr(y / y.abs().max())
            if abs(r) >= 0.3:
                found[(a, b)] = float(r)
    return found


def main():
    vouch, count = sys.argv[1], int(sys.argv[2])
    tally = Tally()
    for seed in range(count):
        rows, columns = table(seed)
        for engine in ("duckdb", "sqlite"):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "t.db"
                write(columns, path, engine)
                run = subprocess.run([vouch, "profile", "--source", f"{engine}:{path}", "--json"], capture_output=True)
                assert run.returncode == 0, run.stderr.decode()
                profile = json.loads(run.stdout)["tables"][0]
            where = f"table {seed} {engine}"
            tally.same(f"{where} notes", profile["notes"], [])
            tally.same(f"{where} rows", profile["rows"], rows)
            frame = pd.DataFrame({n: pd.Series(v, dtype=object) for n, (_, v) in columns.items()})
            if engine == "sqlite":
                frame = frame.map(lambda v: None if isinstance(v, float) and math.isnan(v) else v)
            tally.same(f"{where} duplicates", profile["duplicate_rows"], int(frame.duplicated().sum()))
            for entry in profile["columns"]:
                kind, values = columns[entry["name"]]
                tally.column(f"{where} {entry['name']} ({kind})", entry, kind, values, engine)
            wanted = correlations(columns, engine)
            got = {(c["a"], c["b"]): c["r"] for c in profile["correlations"]}
            for pair, r in wanted.items():
                tally.same(f"{where} r of {pair}", got.get(pair), r, 1.0)
            tally.same(f"{where} pairs", sorted(got), sorted(wanted))
    print(f"{count} tables on two engines: {tally.compared} figures compared with pandas {pd.__version__}, "
          f"{len(tally.wrong)} differ; largest relative difference {tally.worst:.1e} (allowed 1e-9)")
    for line in tally.wrong[:40]:
        print("  " + line)
    sys.exit(1 if tally.wrong else 0)


if __name__ == "__main__":
    main()
