"""What SciPy, pandas, statsmodels and mpmath say; `None` where a figure does not exist.

Every function takes what the operation of the same name takes and gives the fields to compare. Formulas that no library
has are written out with numpy, in another way than in Rust where there is one (matrices instead of sums, quantiles
instead of tails).
"""
import warnings
from fractions import Fraction

import mpmath
import numpy as np
import pandas as pd
import pymannkendall
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_effectsize, proportions_ztest

warnings.filterwarnings("ignore")
mpmath.mp.dps = 35


def constant(values):
    return len(values) < 2 or np.ptp(values) == 0


def summary(x):
    return {"n": len(x), "mean": np.mean(x), "variance": np.var(x, ddof=1) if len(x) > 1 else 0.0}


def describe(x):
    s = pd.Series(x)
    skew = None if len(x) < 3 else 0.0 if constant(x) else s.skew()
    return {"count": len(x), "mean": s.mean(), "median": s.median(), "mode": s.mode().iloc[0], "min": s.min(),
            "q1": s.quantile(0.25), "q3": s.quantile(0.75), "stddev": None if len(x) < 2 else s.std(), "skew": skew,
            "max": s.max()}


def welch_t(a, b):
    if min(len(a), len(b)) < 2 or (constant(a) and constant(b)):
        return None
    t = stats.ttest_ind(a, b, equal_var=False)
    within = len(a) + len(b) - 2
    pooled = np.sqrt(((len(a) - 1) * np.var(a, ddof=1) + (len(b) - 1) * np.var(b, ddof=1)) / within)
    d = (np.mean(a) - np.mean(b)) / pooled
    return {"statistic": t.statistic, "df": t.df, "p_value": t.pvalue, "cohens_d": d,
            "hedges_g": d * (1 - 3 / (4 * within - 1))}


def anova(groups):
    n, k = sum(map(len, groups)), len(groups)
    if k < 2 or n <= k or all(map(constant, groups)):
        return None
    f = stats.f_oneway(*groups)
    everything = np.concatenate(groups)
    total = np.sum((everything - everything.mean()) ** 2)
    within = sum(np.sum((g - g.mean()) ** 2) for g in groups)
    between = sum(len(g) * (g.mean() - everything.mean()) ** 2 for g in groups)
    noise = within / (n - k)
    beyond = max(between - (k - 1) * noise, 0)
    return {"statistic": f.statistic, "p_value": f.pvalue, "df": [k - 1, n - k], "eta_squared": between / total,
            "omega_squared": beyond / (total + noise)}


def welch_anova(groups):
    if len(groups) < 2 or any(map(constant, groups)):
        return None
    f = stats.f_oneway(*groups, equal_var=False)
    return {"statistic": f.statistic, "p_value": f.pvalue}


def two_proportions(first, second):
    hits, totals = (first[0], second[0]), (first[1], second[1])
    if min(totals) == 0 or sum(hits) in (0, sum(totals)):
        return None
    z, p = proportions_ztest(hits, totals)
    h = proportion_effectsize(hits[0] / totals[0], hits[1] / totals[1])
    return {"statistic": z, "p_value": p, "effect.value": h}


def contingency(table):
    if min(table.shape) < 2:
        return None
    test = stats.chi2_contingency(table)
    n, (r, c) = table.sum(), table.shape
    phi2 = stats.chi2_contingency(table, correction=False).statistic / n
    shrunk = min(r - (r - 1) ** 2 / (n - 1), c - (c - 1) ** 2 / (n - 1)) - 1
    beyond = phi2 - (r - 1) * (c - 1) / (n - 1)
    corrected = np.sqrt(beyond / shrunk) if shrunk > 1e-12 and beyond > 1e-12 * phi2 else 0.0
    few = np.mean(test.expected_freq < 5)
    return {"statistic": test.statistic, "p_value": test.pvalue, "df": test.dof,
            "min_expected": test.expected_freq.min(), "cramers_v_corrected": min(corrected, 1),
            "cramers_v": stats.contingency.association(table, "cramer"),
            "small_expected": bool(test.expected_freq.min() < 1 or few > 0.2)}


def fisher_exact(table):
    if 0 in table.sum(axis=0) or 0 in table.sum(axis=1):
        return None
    test = stats.fisher_exact(table)
    return {"p_value": test.pvalue, "odds_ratio": test.statistic if np.isfinite(test.statistic) else None}


def association(table):
    result = contingency(table)
    if result and result["small_expected"] and table.shape == (2, 2):
        return {"p_value": fisher_exact(table)["p_value"]}
    return result and {"p_value": result["p_value"]}


def perfect(r):
    """Three points are often on a line; the p-value is then that of the last bit of r, here and in SciPy."""
    return abs(r) > 1 - 1e-9


def pearson(x, y):
    if len(x) < 3 or constant(x) or constant(y):
        return None
    test = stats.pearsonr(x, y)
    return {"statistic": test.statistic} | ({} if perfect(test.statistic) else {"p_value": test.pvalue})


def spearman(x, y):
    if len(x) < 3 or constant(x) or constant(y):
        return None
    test = stats.spearmanr(x, y)
    # SciPy's correlation of equal ranks is 1 - 2e-16, and its p-value then that of a float's rounding.
    return {"statistic": test.statistic, "p_value": test.pvalue if abs(test.statistic) < 1 - 1e-13 else 0.0}


def line(x, y):
    if len(x) < 3 or constant(x) or constant(y):
        return None
    fit = stats.linregress(x, y)
    found = {"slope": fit.slope, "intercept": fit.intercept, "r": fit.rvalue}
    errors = {"p_value": fit.pvalue, "stderr": fit.stderr, "intercept_stderr": fit.intercept_stderr}
    return found if perfect(fit.rvalue) else found | errors


def mann_whitney(a, b):
    if min(len(a), len(b)) < 1 or constant(np.concatenate([a, b])):
        return None
    test = stats.mannwhitneyu(a, b, method="asymptotic")
    return {"statistic": test.statistic, "p_value": test.pvalue,
            "effect.value": 2 * test.statistic / (len(a) * len(b)) - 1}


def kruskal_wallis(groups):
    if len(groups) < 2 or constant(np.concatenate(groups)):
        return None
    test = stats.kruskal(*groups)
    if test.statistic < 1e-6:
        # A difference of two large sums: what is left of zero is rounding, and its p-value is off by the root of that.
        ranks, n = stats.rankdata(np.concatenate(groups)), sum(map(len, groups))
        sums = [Fraction(part.sum()) for part in np.split(ranks, np.cumsum(list(map(len, groups)))[:-1])]
        h = Fraction(12, n * (n + 1)) * sum(s * s / len(g) for s, g in zip(sums, groups)) - 3 * (n + 1)
        h = float(h) / stats.tiecorrect(ranks)
        return {"statistic": h, "p_value": stats.chi2.sf(h, len(groups) - 1)}
    return {"statistic": test.statistic, "p_value": test.pvalue}


def kolmogorov_smirnov(a, b):
    if min(len(a), len(b)) < 1:
        return None
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        test = stats.ks_2samp(a, b, method="exact")
    # Where rounding takes SciPy's exact sum above 1, it falls back on the limit and says so.
    rounded = any("unsuccessful" in str(warning.message) for warning in told)
    return {"statistic": test.statistic, "p_value": 1.0 if rounded else test.pvalue}


def mann_kendall(x):
    if len(x) < 4 or constant(x):
        return None
    found = pymannkendall.original_test(x)
    return {"s": found.s, "statistic": found.z, "p_value": 2 * stats.norm.sf(abs(found.z)), "sen_slope": found.slope,
            "effect.value": found.Tau}


def mann_kendall_autocorrelated(x):
    plain = mann_kendall(x)
    if plain is None:
        return None
    n, t = len(x), np.arange(len(x)) / max(len(x) - 1, 1)
    left = x - np.polynomial.Polynomial.fit(t, x, 2)(t)
    ranks = stats.rankdata(np.round(left / (np.abs(x).max() * 1e-12)))
    ranks -= ranks.mean()
    r = ranks[1:] @ ranks[:-1] / (ranks @ ranks) if ranks.any() else 0.0
    rho = np.clip((n * r + 3) / max(n - 5, 1), 0, 0.95)
    lags = np.arange(1, n - 2)
    wider = 1 + 2 / (n * (n - 1) * (n - 2)) * np.sum((n - lags) * (n - lags - 1) * (n - lags - 2) * rho**lags)
    z = plain["statistic"] / np.sqrt(wider)
    return {"lag_one": rho, "statistic": z, "p_value": 2 * stats.norm.sf(abs(z))}


def shift(x, degree):
    """The largest F by brute force: a regression per position. The p-value is simulated and has no reference."""
    n = len(x)
    if n < 12 or constant(x):
        return None
    steady = np.vander(np.linspace(-1, 1, n), degree + 1)
    left = lambda design: np.sum((x - design @ np.linalg.lstsq(design, x, rcond=None)[0]) ** 2)
    edge = max(4, -(-n // 10))
    with_step = {at: left(np.column_stack([steady, np.arange(n) >= at])) for at in range(edge, n - edge + 1)}
    best = next(at for at, squares in with_step.items() if squares <= min(with_step.values()) * (1 + 1e-10))
    df = n - degree - 2
    return {"statistic": (left(steady) - with_step[best]) / (with_step[best] / df), "position": best, "df": [1, df]}


def tukey_fences(x):
    q1, q3 = np.quantile(x, [0.25, 0.75])
    return {"low": q1 - 1.5 * (q3 - q1), "high": q3 + 1.5 * (q3 - q1)} if q3 > q1 else None


def robust_z(x):
    if len(x) < 3 or constant(x):
        return None
    spread = stats.median_abs_deviation(x, scale="normal")
    spread = spread or np.mean(np.abs(x - np.median(x))) * np.sqrt(np.pi / 2)
    return list((x - np.median(x)) / spread)


def generalized_esd(x, most, alpha):
    """Rosner's procedure with critical values."""
    if len(x) < 15 or constant(x):
        return None
    rest, found, outliers = list(enumerate(x)), [], 0
    for _ in range(min(most, len(x) - 3)):
        values, m = np.array([v for _, v in rest]), len(rest)
        if constant(values):
            break
        far = np.abs(values - values.mean())
        at, r = int(np.argmax(far)), far.max() / values.std(ddof=1)
        t = stats.t.ppf(1 - alpha / (2 * m), m - 2)
        found.append({"value": rest.pop(at)[1], "statistic": r})
        if r > (m - 1) * t / np.sqrt((m - 2 + t * t) * m):
            outliers = len(found)
    return found[:outliers]


def holm(p):
    return list(multipletests(p, method="holm")[1])


def benjamini_hochberg(p):
    return list(stats.false_discovery_control(p))


def adjusted_r_squared(y, design, p_value):
    """Figures of a regression; its own p-value is rounding where nothing is explained."""
    fit = sm.OLS(y, sm.add_constant(design, has_constant="add")).fit()
    return {"share": fit.rsquared, "adjusted": max(fit.rsquared_adj, 0), "p_value": p_value}


def measure_by_category(groups):
    test = anova(groups)
    if test is None:
        determined = 1 < len(groups) < sum(map(len, groups)) and not constant(np.concatenate(groups))
        return {"share": 1.0, "adjusted": 1.0, "p_value": 0.0} if determined else None
    codes = np.repeat(np.arange(len(groups)), list(map(len, groups)))
    return adjusted_r_squared(np.concatenate(groups), np.eye(len(groups))[codes][:, 1:], test["p_value"])


def measure_by_number(x, y):
    test = pearson(x, y)
    if test is None:
        return None
    found = adjusted_r_squared(y, x, test.get("p_value"))
    return {name: value for name, value in found.items() if value is not None}


def category_by_category(table):
    plain = contingency(table)
    if plain is None:
        return None
    n, k = table.sum(), table.shape[0]
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    gini = lambda p: 1 - np.sum((p / p.sum()) ** 2)
    tau = 1 - sum(r / n * gini(row) for r, row in zip(rows, table)) / gini(columns)
    entropy = stats.entropy(columns)
    shared = entropy - sum(r / n * stats.entropy(row) for r, row in zip(rows, table))
    chance = 0.0
    for a in rows:
        for b in columns:
            m = np.arange(max(1, a + b - n), min(a, b) + 1)
            chance += np.sum(m / n * np.log(n * m / (a * b)) * stats.hypergeom.pmf(m, n, a, b))
    room = entropy - chance
    corrected = np.clip((shared - chance) / room, 0, 1) if room > 1e-12 * entropy else 0.0
    adjusted = max(0, 1 - (1 - tau) * (n - 1) / (n - k)) if n > k else 0.0
    return {"share": tau, "adjusted": adjusted, "uncertainty": shared / entropy, "uncertainty_corrected": corrected,
            "cramers_v": plain["cramers_v"], "p_value": association(table)["p_value"]}


def simpson_difference(strata):
    """The adjusted difference is the coefficient of the group in a regression with strata as indicators."""
    pooled = welch_t(np.concatenate([a for a, _ in strata]), np.concatenate([b for _, b in strata]))
    if pooled is None or all(constant(a) and constant(b) for a, b in strata) or len(strata) < 2:
        return None
    y = np.concatenate([v for pair in strata for v in pair])
    side = np.concatenate([np.full(len(v), s) for pair in strata for v, s in zip(pair, (1.0, 0.0))])
    code = np.concatenate([np.full(len(a) + len(b), i) for i, (a, b) in enumerate(strata)])
    fit = sm.OLS(y - y.mean(), np.column_stack([side, np.eye(len(strata))[code]])).fit()
    weights = np.array([len(a) * len(b) / (len(a) + len(b)) for a, b in strata])
    errors = np.array([[w**2 * np.var(v, ddof=1) / len(v) for v in pair] for w, pair in zip(weights, strata)]).ravel()
    dfs = np.array([[len(v) - 1 for v in pair] for pair in strata]).ravel()
    t = fit.params[0] * weights.sum() / np.sqrt(errors.sum())
    p = 2 * stats.t.sf(abs(t), errors.sum() ** 2 / np.sum(errors**2 / dfs))
    return {"adjusted": fit.params[0], "adjusted_p": p, "pooled_p": pooled["p_value"]}


def simpson_correlation(strata):
    z, w = np.array([np.arctanh(r) for _, r in strata]), np.array([n - 3 for n, _ in strata])
    mean = np.average(z, weights=w)
    return {"adjusted": np.tanh(mean), "adjusted_p": 2 * stats.norm.sf(abs(mean) * np.sqrt(w.sum()))}


m = mpmath.mpf
SPECIAL = {
    "ln_gamma": lambda x: mpmath.loggamma(m(x)).real,
    "gamma_lower": lambda a, x: mpmath.gammainc(m(a), 0, m(x), regularized=True),
    "gamma_upper": lambda a, x: mpmath.gammainc(m(a), m(x), mpmath.inf, regularized=True),
    "beta_lower": lambda a, b, x: mpmath.betainc(m(a), m(b), 0, m(x), regularized=True),
    "normal_sf": lambda z: mpmath.erfc(m(z) / mpmath.sqrt(2)) / 2,
    "t_sf": lambda t, df: mpmath.betainc(m(df) / 2, m(0.5), 0, m(df) / (m(df) + m(t) ** 2), regularized=True) / 2,
    "f_sf": lambda f, a, b: mpmath.betainc(m(b) / 2, m(a) / 2, 0, m(b) / (m(b) + m(a) * m(f)), regularized=True),
    "chi2_sf": lambda x, df: mpmath.gammainc(m(df) / 2, m(x) / 2, mpmath.inf, regularized=True),
}
