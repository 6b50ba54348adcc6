"""Compares the columns of `vouch profile --json` with pandas, over the same random tables written as CSV files.

Expected: {"tables": [{"columns": [{"name", "count", "nulls", "distinct", "min", "max", "mean", "median", "q1", "q3",
"stddev", "mode"}]}]}. `count` is of values that are not null; `distinct` leaves nulls out; of several modes the
smallest counts; a column of text has no mean, median, quartiles and standard deviation.
"""
import collections, json, pathlib, subprocess, tempfile
import pandas as pd
import tables

ALWAYS = ["count", "nulls", "distinct", "min", "max", "mode"]
NUMERIC = ["mean", "median", "q1", "q3", "stddev"]


def frame(seed, index):
    made = tables.table(seed, index)
    rng, n = made["rng"], made["n"]
    data = pd.DataFrame({
        "x": made["x"], "y": made["y"], "whole": made["group"], "name": [f"name {code}" for code in made["first"]],
        "gaps": pd.Series(made["measure"]).mask(rng.random(n) < 0.3),
        "label": pd.Series([f"label {code}" for code in made["second"]]).mask(rng.random(n) < 0.3),
    })
    # A column without any value has no type to agree on.
    return data.dropna(axis="columns", how="all")


def figures(column):
    values = column.dropna()
    found = {"count": len(values), "nulls": int(column.isna().sum()), "distinct": int(values.nunique()),
             "min": values.min(), "max": values.max(), "mode": values.mode().iloc[0]}
    if pd.api.types.is_numeric_dtype(column):
        found |= {"mean": values.mean(), "median": values.median(), "q1": values.quantile(0.25),
                  "q3": values.quantile(0.75), "stddev": values.std() if len(values) > 1 else None}
    return found


def off(got, right, size):
    if isinstance(got, str) and isinstance(right, float):
        # An exact decimal with more digits than a double holds is told as a text.
        got = float(got)
    if right is None or got is None or isinstance(right, str) or isinstance(got, str):
        return 0.0 if got == right else float("inf")
    return abs(got - right) / max(abs(right), size, 1e-300) if got != right else 0.0


def compare(binary, seed, count, most):
    worst, cases, misses = collections.defaultdict(float), collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        for index in range(count):
            data, file = frame(seed, index), pathlib.Path(folder) / f"table_{index}.csv"
            data.to_csv(file, index=False)
            ran = subprocess.run([binary, "profile", "--json", file], capture_output=True, text=True)
            if ran.returncode:
                misses.append(f"table {index}: exit {ran.returncode}: {ran.stderr.strip()[:300]}")
                continue
            columns = {column["name"]: column for column in json.loads(ran.stdout)["tables"][0]["columns"]}
            for name in data:
                right, got = figures(data[name]), columns.get(name, {})
                # A mean near zero is a difference of larger numbers.
                size = 1e-6 * float(data[name].abs().max()) if "mean" in right else 0.0
                for field, value in right.items():
                    value = value.item() if hasattr(value, "item") else value
                    error = off(got.get(field), value, size if field in NUMERIC else 0.0)
                    cases[field] += 1
                    worst[field] = max(worst[field], error)
                    if not error <= most:
                        where = f"table {index}, {len(data)} rows, {name}.{field}"
                        misses.append(f"{where}: right {value}, got {got.get(field)}")
    print(f"{'figure':12} {'columns':>8} {'worst error':>12}")
    for field in ALWAYS + NUMERIC:
        print(f"{field:12} {cases[field]:8} {worst[field]:12.1e}")
    for miss in misses[:30]:
        print("MISS", miss)
    print(f"{sum(cases.values())} figures, {len(misses)} misses")
    return 1 if misses else 0
