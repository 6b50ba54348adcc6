#!/usr/bin/env python3
"""Puts Spider's training questions and those of `textbook/` into one folder of Spider's format, to learn the order of candidates from:

    python3 evals/mixed.py ../shared/bench/spider /tmp/mixed
    vouch eval --suite spider --path /tmp/mixed --split train --learn /tmp/weights

`python3 evals/mixed.py - /tmp/mixed textbook_unseen` makes such a folder of one of our own suites alone, to score it as a public set.
"""
import json, os, sqlite3, sys

public, target = sys.argv[1:3]
suites = sys.argv[3:] or ["textbook"]
here = os.path.dirname(os.path.abspath(__file__))
folder = os.path.join(target, "database")
os.makedirs(folder, exist_ok=True)
questions = []

if public != "-":
    reserved = os.path.abspath(os.path.join(public, "report_dbs.txt"))
    questions = [
        {key: one[key] for key in ("db_id", "question", "query")} for one in json.load(open(os.path.join(public, "train.json")))
    ]
    links = {os.path.join(folder, name): os.path.abspath(os.path.join(public, "database", name)) for name in {q["db_id"] for q in questions}}
    links[os.path.join(target, "report_dbs.txt")] = reserved
    for link, file in links.items():
        if not os.path.lexists(link):
            os.symlink(file, link)

for suite in suites:
    for name in sorted(os.listdir(os.path.join(here, suite))):
        own = os.path.join(here, suite, name)
        os.makedirs(os.path.join(folder, name), exist_ok=True)
        file = os.path.join(folder, name, f"{name}.sqlite")
        if os.path.exists(file):
            os.remove(file)
        with sqlite3.connect(file) as database:
            database.executescript(open(os.path.join(own, f"{name}.sql")).read())
        for line in open(os.path.join(own, "questions.jsonl")):
            case = json.loads(line)
            questions.append({"db_id": name, "question": case["question"], "query": case["sql"]})

json.dump(questions, open(os.path.join(target, "train.json"), "w"), indent=0)
print(f"{len(questions)} questions in {target}")
