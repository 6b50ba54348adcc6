#!/usr/bin/env python3
"""Copies a suite with one slip of the pen in every question, to see what becomes of answers that were right:

    python3 evals/typos.py evals/textbook_unseen /tmp/typos
    vouch eval --suite vouch --path /tmp/typos --no-misses

A word of five letters or more, in small letters and outside quotation marks, loses a letter, gets one twice, has two of them swapped, or
has one replaced by its neighbour on the keyboard; never the first one. The same suite gives the same slips. Questions of a
conversation, and those without such a word, are left out.
"""
import json, os, random, re, shutil, sys

suite, target = sys.argv[1:3]
ROWS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]
NEXT = {c: row[max(0, i - 1):i] + row[i + 1:i + 2] for row in ROWS for i, c in enumerate(row)}


def slipped(word, chance):
    at = chance.randrange(1, len(word))
    kind = chance.choice(["drop", "double", "swap", "beside"])
    if kind == "drop":
        return word[:at] + word[at + 1:]
    if kind == "double":
        return word[:at] + word[at] + word[at:]
    if kind == "swap":
        at = min(at, len(word) - 2)
        return word[:at] + word[at + 1] + word[at] + word[at + 2:]
    return word[:at] + chance.choice(NEXT[word[at]]) + word[at + 1:]


def with_slip(question, seed):
    chance = random.Random(seed)
    plain = re.sub(r'"[^"]*"|\'[^\']*\'', lambda quoted: " " * len(quoted.group()), question)
    words = [m for m in re.finditer(r"(?<![\w'-])[a-z]{5,}(?![\w'-])", plain)]
    for _ in range(20 if words else 0):
        word = chance.choice(words)
        said = slipped(word.group(), chance)
        if said != word.group():
            return question[:word.start()] + said + question[word.end():]
    return None


shutil.rmtree(target, ignore_errors=True)
left = 0
for folder, _, files in os.walk(suite):
    if "questions.jsonl" not in files:
        continue
    cases = [json.loads(line) for line in open(os.path.join(folder, "questions.jsonl"))]
    kept = []
    for case in cases:
        question = None if case.get("session") or case.get("accept") else with_slip(case["question"], case["id"])
        if question:
            kept.append({**case, "question": question, "meant": case["question"]})
    if kept:
        into = os.path.join(target, os.path.relpath(folder, suite))
        shutil.copytree(folder, into, dirs_exist_ok=True)
        with open(os.path.join(into, "questions.jsonl"), "w") as out:
            out.writelines(json.dumps(case, ensure_ascii=False) + "\n" for case in kept)
        left += len(kept)
print(f"{left} questions in {target}")
