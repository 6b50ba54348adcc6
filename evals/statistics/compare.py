#!/usr/bin/env python3
"""Holds every function of the statistics module against SciPy, pandas, statsmodels and mpmath. See README.md.

    compare.py BINARY [--seed 1] [--tables 200]       all functions; writes result.json
    compare.py --profile VOUCH [--seed 1] [...]       figures of `vouch profile --json`, with pandas
"""
import argparse, importlib.metadata, json, math, pathlib, platform, subprocess, sys
import numpy as np
import reference, tables

HERE = pathlib.Path(__file__).resolve().parent
MOST = 1e-9
P_VALUES = {"p_value", "adjusted_p", "pooled_p"}
PACKAGES = ["numpy", "scipy", "pandas", "statsmodels", "mpmath", "pymannkendall"]


class Cases:
    """Questions for the binary, each with what is right."""

    def __init__(self):
        self.all = []

    def add(self, op, args, expected, scale=0.0, about=""):
        """Figures that come out near zero, being differences of larger ones, are compared relative to `scale` instead:
        one for all figures or one by name, never for p-values."""
        self.all.append({"op": op, "args": args, "expected": expected, "scale": scale, "about": about})


def plain(value):
    if isinstance(value, np.ndarray):
        return value.tolist()
    return [plain(v) for v in value] if isinstance(value, (list, tuple)) else value


def of_table(cases, t, about):
    rng, x, y, n = t["rng"], t["x"], t["y"], t["n"]
    size, spread = float(np.abs(t["measure"]).max()), lambda v: float(np.std(v))
    add = lambda op, args, expected, scale=0.0: cases.add(op, plain(args), expected, scale, about)
    groups = [t["measure"][t["group"] == g] for g in np.unique(t["group"])]
    summaries = [reference.summary(g) for g in groups]
    for op in ("summary", "describe", "tukey_fences", "robust_z", "mann_kendall", "mann_kendall_autocorrelated"):
        add(op, [x], getattr(reference, op)(x), scale=size)
    for op, degree in (("shift_against_level", 0), ("shift_against_trend", 1)):
        if n <= 300:
            add(op, [x], reference.shift(x, degree))
    add("generalized_esd", [x, 5, 0.05], reference.generalized_esd(x, 5, 0.05))
    for op in ("anova", "welch_anova", "measure_by_category"):
        add(op, [summaries], getattr(reference, op)(groups), scale=1e-6)
    if len(groups) > 1:
        add("welch_t", [summaries[:2]], reference.welch_t(*groups[:2]), scale=1e-6)
        for op in ("mann_whitney", "kolmogorov_smirnov"):
            add(op, groups[:2], getattr(reference, op)(*groups[:2]))
        add("kruskal_wallis", groups, reference.kruskal_wallis(groups))
    add("spearman", [x, y], reference.spearman(x, y))
    fit = reference.line(x, y)
    # The intercept of points far from zero is a small difference of large numbers.
    scale = fit and {"intercept": abs(fit["slope"] * np.mean(x)), "slope": 1e-6 * spread(y) / spread(x), "r": 1e-6}
    add("line", [x, y], fit, scale)
    correlated = reference.pearson(x, y)
    if correlated:
        r = float(correlated["statistic"])
        add("correlation", [x, y], r, scale=1e-6)
        add("pearson", [n, r], correlated)
        add("measure_by_number", [n, r], reference.measure_by_number(x, y), scale=1e-6)
        add("line_from_moments", [reference.summary(x), reference.summary(y), r], fit, scale)
    of_counts(add, t, rng)
    add("holm", [t["p_values"]], reference.holm(t["p_values"]))
    add("benjamini_hochberg", [t["p_values"]], reference.benjamini_hochberg(t["p_values"]))
    of_strata(add, t, rng)


def of_counts(add, t, rng):
    table = tables.crosstab(t["first"], t["second"])
    larger = table * int(rng.choice([1, 7, 400]))
    for op in ("contingency", "association"):
        add(op, [table], getattr(reference, op)(table))
    add("category_by_category", [table], reference.category_by_category(table), scale=1e-6)
    add("contingency", [larger], reference.contingency(larger))
    two = rng.integers(0, int(rng.choice([3, 10, 40, 3000])), (2, 2))
    add("fisher_exact", [two], reference.fisher_exact(two))
    add("association", [two], reference.association(two) if 0 not in (*two.sum(0), *two.sum(1)) else None)
    first, second = (int(two[0, 0]), int(two[0].sum())), (int(two[1, 0]), int(two[1].sum()))
    add("two_proportions", [first, second], reference.two_proportions(first, second), scale=1e-6)


def of_strata(add, t, rng):
    picked = [[t["measure"][(t["stratum"] == stratum) & (t["side"] == side)] for side in (0, 1)]
              for stratum in np.unique(t["stratum"])]
    if all(len(v) > 1 for pair in picked for v in pair):
        strata = [[reference.summary(v) for v in pair] for pair in picked]
        scale = float(np.abs(t["measure"]).max())
        add("simpson_difference", [strata, 0.05], reference.simpson_difference(picked), scale=scale * 1e-6)
    relations = [(int(rng.integers(4, 500)), float(rng.uniform(-0.95, 0.95))) for _ in range(int(rng.integers(2, 9)))]
    add("simpson_correlation", [(100, 0.4), relations, 0.05], reference.simpson_correlation(relations))


def of_special(cases, rng, count):
    """Arguments over the whole range in which a p-value is a float."""
    df = lambda: float(rng.choice([1, 2, 3, rng.uniform(1, 10), rng.integers(4, 60), rng.integers(60, 900)]))
    spread = lambda low, high: float(10 ** rng.uniform(low, high))
    makers = {
        "ln_gamma": lambda: [spread(-12, 9) if rng.random() < 0.7 else 1 + rng.integers(0, 2) + spread(-9, -1)],
        "gamma_lower": lambda: [spread(-0.3, 2.5), spread(-2, 2.7)],
        "gamma_upper": lambda: [spread(-0.3, 2.5), spread(-2, 2.7)],
        "beta_lower": lambda: [spread(-0.3, 2.5), spread(-0.3, 2.5), float(rng.beta(0.5, 0.5))],
        "normal_sf": lambda: [float(rng.uniform(0, 37))], "t_sf": lambda: [spread(-3, 2.5), df()],
        "f_sf": lambda: [spread(-2, 2.5), df(), df()], "chi2_sf": lambda: [spread(-2, 3.1), df()],
    }
    for op, maker in makers.items():
        for _ in range(count):
            # No more digits than serde_json reads exactly: near 1 the logarithm of gamma shows the last one.
            args = [float(f"{value:.14g}") for value in maker()]
            right = reference.SPECIAL[op](*args)
            if abs(right) > 1e-300:
                cases.add(op, args, float(right))


def error(got, expected, floor, scale):
    """Relative error; infinite where one side has no figure."""
    if isinstance(expected, dict):
        pick = lambda name: got.get("effect", {}).get("value") if name == "effect.value" else got.get(name)
        scales = scale if isinstance(scale, dict) else dict.fromkeys(expected.keys() - P_VALUES, scale)
        return max(error(pick(name), value, floor, scales.get(name, 0.0)) for name, value in expected.items())
    if isinstance(expected, (list, tuple)):
        if not isinstance(got, list) or len(got) != len(expected):
            return math.inf
        return max((error(g, e, floor, scale) for g, e in zip(got, expected)), default=0.0)
    if isinstance(expected, bool) or expected is None or got is None:
        return 0.0 if got == expected else math.inf
    return abs(got - expected) / max(abs(expected), floor, scale)


def run(binary, cases):
    lines = "\n".join(json.dumps({"op": c["op"], "args": c["args"]}, default=lambda v: v.item()) for c in cases.all)
    answers = subprocess.run([binary], input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
    if len(answers) != len(cases.all):
        sys.exit(f"{len(cases.all)} questions, {len(answers)} answers")
    table, misses = {}, []
    for case, answer in zip(cases.all, map(json.loads, answers)):
        row = table.setdefault(case["op"], {"cases": 0, "degenerate": 0, "worst": 0.0})
        row["cases"] += 1
        if case["expected"] is None or "error" in answer:
            row["degenerate"] += 1
            off = 0.0 if case["expected"] is None and "error" in answer else math.inf
        else:
            off = error(answer["ok"], case["expected"], 1e-300, case["scale"])
        row["worst"] = max(row["worst"], off)
        if not off <= MOST:
            misses.append((case, answer, off))
    return table, misses


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("binary", nargs="?", help="the example `statistics` of vouch-analyst")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--tables", type=int, default=200)
    arguments.add_argument("--profile", metavar="VOUCH", help="compare the figures of `VOUCH profile --json` instead")
    arguments = arguments.parse_args()
    print(f"seed {arguments.seed}, {arguments.tables} tables")
    if arguments.profile:
        import profile_figures
        sys.exit(profile_figures.compare(arguments.profile, arguments.seed, arguments.tables, MOST))
    if not arguments.binary:
        sys.exit("name the binary: target/.../examples/statistics")
    cases = Cases()
    for index in range(arguments.tables):
        made = tables.table(arguments.seed, index)
        of_table(cases, made, f"table {index} ({made['shape']}, {made['n']} rows)")
    of_special(cases, np.random.default_rng(arguments.seed), arguments.tables)
    table, misses = run(arguments.binary, cases)
    print(f"{'operation':30} {'cases':>6} {'without figure':>15} {'worst error':>12}")
    for op, row in sorted(table.items()):
        print(f"{op:30} {row['cases']:6} {row['degenerate']:15} {row['worst']:12.1e}")
    for case, answer, off in misses[:20]:
        print(f"MISS {case['op']} {case['about']}: off by {off:.1e}\n  right: {case['expected']}\n  got:   {answer}")
    if not misses:
        versions = {name: importlib.metadata.version(name) for name in PACKAGES} | {"python": platform.python_version()}
        worst = {op: row | {"worst": float(f"{row['worst']:.1e}")} for op, row in sorted(table.items())}
        result = {"seed": arguments.seed, "tables": arguments.tables, "cases": len(cases.all), "allowed": MOST,
                  "versions": versions, "operations": worst}
        (HERE / "result.json").write_text(json.dumps(result, indent=1) + "\n")
    print(f"{len(cases.all)} cases, {len(misses)} misses")
    sys.exit(1 if misses else 0)


if __name__ == "__main__":
    main()
