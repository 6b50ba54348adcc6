#!/usr/bin/env python3
"""Fills in the expected rows of every question from its gold SQL, with clients that are not part of Vouch.

    python3 -m venv /tmp/v && /tmp/v/bin/pip install 'duckdb==1.5.*'
    /tmp/v/bin/python evals/regenerate.py --demo DEMO.duckdb [--check]

DEMO.duckdb is a file written by `demo::create`. `--check` changes nothing: it fails when a file would change, and it
names every top-N question whose last place is a tie (then the question has no single right answer).
Not needed by any test: the rows are in the question files.
"""
import argparse, datetime, decimal, json, os, pathlib, re, sqlite3, sys
import duckdb

HERE = pathlib.Path(__file__).resolve().parent
KEYS = ["id", "data", "kind", "question", "session", "now", "ordered", "extra_columns", "percent", "accept", "why", "sql",
        "rows", "alternatives"]


def open_set(folder, demo):
    """A function that runs SQL over the set's data, read the way a careful person would read it."""
    about = json.loads((folder / "set.json").read_text())
    if about.get("source") == "demo":
        return lambda sql, c=duckdb.connect(demo, read_only=True): c.execute(sql).fetchall()
    if "sqlite" in about:
        base = sqlite3.connect(":memory:")
        base.executescript((folder / about["sqlite"]).read_text())
        return lambda sql: base.execute(sql).fetchall()
    base = duckdb.connect()
    os.chdir(folder)
    base.execute((folder / "reference.sql").read_text())
    return lambda sql: base.execute(sql).fetchall()


def plain(value):
    if isinstance(value, decimal.Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S").removesuffix(" 00:00:00")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    return value


def rows_of(run, sql, case):
    """Rows where no order is asked for are sorted, so that a second run changes nothing."""
    rows = [[plain(v) for v in row] for row in run(sql)]
    if case["kind"] == "yes-no":
        rows = [[bool(v) for v in row] for row in rows]
    return rows if case.get("ordered") else sorted(rows, key=json.dumps)


def tied(run, sql):
    """Whether the row after the last one of a LIMIT query has the same figure as the last one."""
    found = re.search(r"ORDER BY (.+?)( DESC| ASC)?(?: NULLS LAST)? LIMIT (\d+)$", sql, re.S)
    if not found or "," in re.sub(r"\([^()]*\)", "", found[1]):
        return False
    count = int(found[3])
    probe = sql.replace(" FROM ", f", {found[1]} AS tie_figure FROM ", 1)
    probe = probe[: probe.rindex("LIMIT")] + f"LIMIT {count + 1}"
    figures = [row[-1] for row in run(probe)]
    return len(set(figures)) < len(figures)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--demo", required=True, help="a file written by demo::create")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    demo = str(pathlib.Path(options.demo).resolve())
    runs = {folder.parent.name: open_set(folder.parent, demo) for folder in sorted(HERE.glob("*/set.json"))}
    bad = 0
    for file in sorted(HERE.glob("*/questions.jsonl")):
        lines = []
        for line in file.read_text().splitlines():
            case = json.loads(line)
            run = runs[case.get("data", file.parent.name)]
            if "sql" in case:
                try:
                    case["rows"] = rows_of(run, case["sql"], case)
                    for other in case.get("alternatives", []):
                        other["rows"] = rows_of(run, other["sql"], case)
                    if tied(run, case["sql"]):
                        bad += 1
                        print(f"{case['id']}: tie: {case['question']}")
                except Exception as error:
                    bad += 1
                    print(f"{case['id']}: {error}")
                if not case.get("rows"):
                    bad += 1
                    print(f"{case['id']}: no rows: {case['question']}")
            lines.append(json.dumps({k: case[k] for k in KEYS if k in case}, ensure_ascii=False))
        text = "\n".join(lines) + "\n"
        if text != file.read_text():
            bad += options.check
            print(f"{file.relative_to(HERE)} {'differs' if options.check else 'written'}, {len(lines)} cases")
            if not options.check:
                file.write_text(text)
    sys.exit(1 if bad else 0)


main()
