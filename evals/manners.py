#!/usr/bin/env python3
"""Copies a suite with every question asked in another manner: what was right must stay right.

    python3 evals/manners.py evals/errands typos /tmp/typos
    vouch eval --suite vouch --path /tmp/typos --no-misses

`python3 evals/manners.py evals/errands all /tmp/manners` makes a folder of each manner. Questions of a conversation, and those that a
manner does not change, are left out; each case keeps what was asked at first as `meant`. The same suite gives the same questions.
"""
import json, os, random, re, shutil, sys

KEYS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"]
NEXT = {c: row[max(0, i - 1) : i] + row[i + 1 : i + 2] for row in KEYS for i, c in enumerate(row)}
# A question that begins with one of these is a sentence, any other one names what is wanted.
SENTENCE = set(
    "how what which who whose when where why is are was were do does did has have can could list show give find tell count for in on "
    "per display get top the compare of at by whats whos any all each from please name return i a an since last this next between".split()
)


def slipped(word, chance):
    """A letter left out, doubled, swapped with the next one or replaced by its neighbour on the keyboard; never the first."""
    at = chance.randrange(1, len(word))
    kind = chance.choice(["drop", "double", "swap", "beside"])
    if kind == "drop":
        return word[:at] + word[at + 1 :]
    if kind == "double":
        return word[:at] + word[at] + word[at:]
    if kind == "swap":
        at = min(at, len(word) - 2)
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word[:at] + chance.choice(NEXT[word[at]]) + word[at + 1 :]


def typos(question):
    """One slip in a word of five letters or more, in small letters and outside quotation marks."""
    chance = random.Random(question)
    plain = re.sub(r"\"[^\"]*\"|'[^']*'", lambda quoted: " " * len(quoted.group()), question)
    words = list(re.finditer(r"(?<![\w'-])[a-z]{5,}(?![\w'-])", plain))
    for _ in range(20 if words else 0):
        word = chance.choice(words)
        said = slipped(word.group(), chance)
        if said != word.group():
            return question[: word.start()] + said + question[word.end() :]
    return question


def unquoted(change):
    """Leaves what stands in quotation marks alone."""
    return lambda question: "".join(
        part if i % 2 else change(part) for i, part in enumerate(re.split(r"(\"[^\"]*\"|'[^']*')", question))
    )


def said(*pairs):
    def change(text):
        for pattern, other in pairs:
            text = re.sub(pattern, other, text)
        return text

    return unquoted(change)


def begun(words, any_question=False):
    def change(question):
        sentence = question.split()[0].lower() in SENTENCE
        return question if sentence and not any_question else f"{words} {question[0].lower()}{question[1:]}"

    return change


MANNERS = {
    "typos": typos,
    "small": unquoted(str.lower),
    "capitals": unquoted(str.upper),
    "show": begun("show me"),
    "tell": begun("can you tell me", any_question=True),
    "short": said(
        (r"\b[Nn]umber of\b", "# of"), (r"\baverage\b", "avg"), (r"\bmaximum\b", "max"), (r"\bminimum\b", "min"), (r" and ", " & ")
    ),
    "grouped": said((r" per (?!cent|hour|litre|head)", " broken down by ")),
    "front": lambda q: re.sub(r"^(.*) in (20\d\d)([?.]?)$", lambda m: f"In {m[2]}, {m[1][0].lower()}{m[1][1:]}{m[3]}", q),
    "bare": said((r"\b(in|of|for) the\b", r"\1"), (r"\bthe most\b", "most")),
    "please": lambda q: q.rstrip("?.! ") + " please",
}


def written(suite, manner, target):
    shutil.rmtree(target, ignore_errors=True)
    asked = 0
    for folder, _, files in sorted(os.walk(suite)):
        if "questions.jsonl" not in files:
            continue
        cases = [json.loads(line) for line in open(os.path.join(folder, "questions.jsonl"))]
        alone = [case for case in cases if not case.get("session") and not case.get("accept")]
        others = [{**case, "question": MANNERS[manner](case["question"]), "meant": case["question"]} for case in alone]
        others = [case for case in others if case["question"] != case["meant"]]
        if others:
            into = os.path.join(target, os.path.relpath(folder, suite))
            shutil.copytree(folder, into, dirs_exist_ok=True)
            with open(os.path.join(into, "questions.jsonl"), "w") as out:
                out.writelines(json.dumps(case, ensure_ascii=False) + "\n" for case in others)
            asked += len(others)
    print(f"{manner}: {asked} questions in {target}")


suite, manner, target = sys.argv[1:4]
for one in MANNERS if manner == "all" else [manner]:
    written(suite, one, os.path.join(target, one) if manner == "all" else target)
