#!/usr/bin/env python3
"""Puts all questions that people's answers may be learned from into one folder of sets: our own suites, but for those that only give a
score, and some of Spider's training questions, asked as people ask:

    python3 evals/people.py ../shared/bench/spider /tmp/people
    vouch eval --suite vouch --path /tmp/people --learn /tmp/weights
"""
import json, os, sqlite3, sys

public, target = sys.argv[1:3]
here = os.path.dirname(os.path.abspath(__file__))
SUITES = [".", "strangers", "trades", "first_days", "everyday", "textbook", "reworded", "logs"]
# Only their score is looked at.
KEPT_BACK = {"held_out", "unseen", "textbook_unseen", "everyday_unseen", "reworded_unseen"}
# So that no database says more than the others.
EACH = 14
MOST_ROWS = 500
NOW = "2026-11-15T12:00:00Z"


def link(file, name):
    if not os.path.lexists(name):
        os.symlink(os.path.abspath(file), name)


def asked(case):
    """A public question as a person's: what is shown beside it does no harm, and lists may be without repeats."""
    path = os.path.join(public, "database", case["db_id"], case["db_id"] + ".sqlite")
    with sqlite3.connect(f"file:{os.path.abspath(path)}?mode=ro", uri=True) as database:
        database.text_factory = lambda raw: raw.decode(errors="replace")
        try:
            rows = [list(row) for row in database.execute(case["query"]).fetchmany(MOST_ROWS + 1)]
        except sqlite3.Error:
            return None
    if not 0 < len(rows) <= MOST_ROWS or any(isinstance(cell, bytes) for row in rows for cell in row):
        return None
    once = [json.loads(row) for row in dict.fromkeys(map(json.dumps, rows))]
    sql = " ".join(case["query"].lower().split())
    return {
        "question": case["question"], "kind": "public", "rows": rows, "extra_columns": True, "sql": case["query"],
        "ordered": "order by" in sql and len(rows) > 1, "alternatives": [{"rows": once}] if len(once) < len(rows) else [],
    }


os.makedirs(target, exist_ok=True)
for suite in SUITES:
    for name in sorted(os.listdir(os.path.join(here, suite))):
        folder = os.path.join(here, suite, name)
        if name not in KEPT_BACK and os.path.isfile(os.path.join(folder, "questions.jsonl")):
            link(folder, os.path.join(target, name))

by_database = {}
reserved = set(open(os.path.join(public, "report_dbs.txt")).read().split())
for case in json.load(open(os.path.join(public, "train.json"))):
    if case["db_id"] not in reserved:
        by_database.setdefault(case["db_id"], []).append(case)
taken = 0
for name, cases in sorted(by_database.items()):
    folder = os.path.join(target, f"public_{name}")
    os.makedirs(folder, exist_ok=True)
    link(os.path.join(public, "database", name, f"{name}.sqlite"), os.path.join(folder, f"{name}.sqlite"))
    json.dump({"files": [f"{name}.sqlite"], "now": NOW}, open(os.path.join(folder, "set.json"), "w"))
    spread = [cases[i * len(cases) // EACH] for i in range(EACH)] if len(cases) > EACH else cases
    made = [one for one in map(asked, spread) if one]
    with open(os.path.join(folder, "questions.jsonl"), "w") as file:
        for number, case in enumerate(made):
            file.write(json.dumps({"id": f"{name}_{number}", **case}) + "\n")
    taken += len(made)
print(f"{taken} of Spider's questions, {len(by_database)} databases; our own suites beside them in {target}")
