#!/usr/bin/env python3
"""Makes wordnet.txt, the engine's general lexicon, from Debian's wordnet-base (WordNet 3.0).

    apt-get download wordnet-base && dpkg -x wordnet-base_*.deb x
    python3 wordnet.py x/usr/share/wordnet > wordnet.txt

A line is a word and the words that may stand for it, each with how well in hundredths. Two words are alike as far
as the senses they share are what each of them mostly means (by the counts of the tagged texts that come with
WordNet); words of one family (advise, adviser) and nouns that an adjective measures (heavy, weight) are taken from
its pointers. Only single words that are used: rare ones and names would only add noise.
"""
import collections, os, sys

folder = sys.argv[1]
FILES = {"n": "noun", "v": "verb", "a": "adj"}
SYNONYM, FAMILY, MEASURE = 1.0, 0.8, 0.9
LEAST, MOST = 0.25, 10


def plain(word):
    return word.isalpha() and word.islower() and len(word) > 2


counts = {}
for line in open(os.path.join(folder, "cntlist.rev")):
    key, _, count = line.split()
    counts[key] = int(count)

# Sense keys are not in the data files; the index says in which order the senses come, most used first.
order, tagged = {}, {}
for pos, name in FILES.items():
    for line in open(os.path.join(folder, f"index.{name}")):
        if line.startswith(" "):
            continue
        parts = line.split()
        word, pointers = parts[0], int(parts[3])
        senses = parts[6 + pointers:]
        order[pos, word] = senses
        tagged[pos, word] = int(parts[5 + pointers])

sense_counts = collections.Counter()
for key, count in counts.items():
    word, rest = key.split("%")
    kind = {"1": "n", "2": "v", "3": "a", "5": "a"}.get(rest[0])
    if kind:
        sense_counts[kind, word] += count


def share(pos, word, offset):
    """How much of what a word means is this sense: halved from one sense to the next, less for unused words."""
    senses = order.get((pos, word), [])
    if offset not in senses:
        return 0.0
    return 0.75 ** senses.index(offset)


def used(word):
    return any(sense_counts[pos, word] > 0 for pos in FILES)


alike = collections.defaultdict(dict)


def relate(a, b, strength):
    if a != b and plain(a) and plain(b) and used(a) and used(b):
        for x, y in ((a, b), (b, a)):
            alike[x][y] = max(alike[x].get(y, 0.0), strength)


synsets = {}
for pos, name in FILES.items():
    for line in open(os.path.join(folder, f"data.{name}")):
        if line.startswith(" "):
            continue
        parts = line.split(" | ")[0].split()
        offset, n = parts[0], int(parts[3], 16)
        words = [w.split("(")[0] for w in parts[4:4 + 2 * n:2]]
        rest = parts[4 + 2 * n:]
        pointers = [tuple(rest[1 + 4 * i:5 + 4 * i]) for i in range(int(rest[0]))]
        synsets[pos, offset] = (words, pointers)

for (pos, offset), (words, pointers) in synsets.items():
    for i, a in enumerate(words):
        for b in words[i + 1:]:
            relate(a, b, SYNONYM * share(pos, a, offset) * share(pos, b, offset))
    for symbol, target, other, places in pointers:
        other = "a" if other == "s" else other
        if other not in FILES or (other, target) not in synsets:
            continue
        theirs = synsets[other, target][0]
        source, aim = int(places[:2], 16), int(places[2:], 16)
        if symbol == "+" and source and aim:
            a, b = words[source - 1], theirs[aim - 1]
            if a[:3] == b[:3]:
                relate(a, b, FAMILY * share(pos, a, offset) * share(other, b, target))
        if symbol == "=":
            for a in words:
                for b in theirs:
                    relate(a, b, MEASURE * share(pos, a, offset) * share(other, b, target))

print("# From WordNet 3.0 by wordnet.py; (c) 2006 Princeton University, see LICENSE-WordNet. Do not edit.")
for word in sorted(alike):
    others = sorted(alike[word].items(), key=lambda pair: (-pair[1], pair[0]))
    others = [(other, strength) for other, strength in others if strength >= LEAST][:MOST]
    if others:
        print(word, " ".join(f"{other}:{round(100 * strength)}" for other, strength in others))
