"""Random tables: the shapes that real columns have, and those that break formulas."""
import numpy as np

SHAPES = ["normal", "uniform", "skewed", "heavy", "ties", "few_values", "far_from_zero", "tiny_scale", "shifted",
          "constant"]


def draw(rng, shape, n):
    if shape == "normal":
        return rng.normal(rng.normal(0, 3), rng.uniform(0.5, 5), n)
    if shape == "uniform":
        return rng.uniform(-1, 1, n)
    if shape == "skewed":
        return rng.lognormal(0, 1.2, n)
    if shape == "heavy":
        return rng.standard_t(1.5, n)
    if shape == "ties":
        return rng.integers(0, 12, n).astype(float)
    if shape == "few_values":
        return rng.choice([0.0, 1.0, 2.5], n, p=[0.6, 0.3, 0.1])
    if shape == "far_from_zero":
        return 1e4 + rng.normal(0, 1, n)
    if shape == "tiny_scale":
        return rng.normal(0, 1e-9, n)
    if shape == "shifted":
        return rng.normal(0, 1, n) + 3.0 * (np.arange(n) >= n // 3)
    return np.full(n, 0.1)


def size(rng):
    """A fifth is tiny, a few are long."""
    if rng.random() < 0.2:
        return int(rng.integers(1, 8))
    return int(rng.choice([12, 20, 35, 60, 120, 300, 1500], p=[0.1, 0.2, 0.2, 0.2, 0.15, 0.1, 0.05]))


def table(seed, index):
    """One table as numpy columns; `gap` moves the groups apart, up to p-values far below what a product would keep."""
    rng = np.random.default_rng([seed, index])
    n, shape = size(rng), SHAPES[index % len(SHAPES)]
    x = draw(rng, shape, n)
    spread = float(np.std(x)) or 1.0
    groups = rng.integers(0, int(rng.integers(2, 7)), n)
    gap = float(rng.choice([0, 0.3, 1, 4, 15]))
    link = float(rng.choice([0, 0.2, 1, 5, 50]))
    measure = x if shape == "constant" else x + gap * spread * groups
    y = link * x / spread + rng.normal(0, 1, n)
    if rng.random() < 0.2:
        y = np.round(y)
    # As many digits as a CSV file has, and serde_json reads exactly.
    x, y, measure = (np.array([float(f"{value:.12g}") for value in column]) for column in (x, y, measure))
    first = rng.integers(0, int(rng.integers(2, 8)), n)
    noise = rng.integers(0, int(rng.integers(2, 6)), n)
    second = np.where(rng.random(n) < rng.choice([0, 0.3, 0.9]), first % (noise.max() + 1), noise)
    return {
        "rng": rng, "shape": shape, "n": n, "x": x, "y": y, "measure": measure, "group": groups,
        "first": first, "second": second, "stratum": rng.integers(0, int(rng.integers(2, 5)), n),
        "side": rng.integers(0, 2, n), "p_values": rng.beta(0.3, 2, int(rng.integers(1, 40))),
    }


def crosstab(rows, columns):
    counts = np.zeros((rows.max() + 1, columns.max() + 1), dtype=int)
    np.add.at(counts, (rows, columns), 1)
    return counts[counts.sum(axis=1) > 0][:, counts.sum(axis=0) > 0]
