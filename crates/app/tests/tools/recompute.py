"""Computes every figure of an exploration's findings anew, from the file, with nothing of ours and no engine.

Called as `recompute.py FILE EXPLORATION.json`; prints a line for each finding and ends with 1 if one is wrong, or is of a
kind that is not known here. A finding that is claimed to hold must also be out of reach of chance: shuffled, the rows do
not give it once in 60 tries.
"""
import csv
import datetime
import json
import math
import random
import re
import sys

SHUFFLES = 60


def rows_of(path):
    if path.endswith(".json"):
        with open(path, encoding="utf-8") as file:
            rows = json.load(file)
    else:
        with open(path, encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    return [{plain(name): value for name, value in row.items()} for row in rows]


def plain(name):
    return re.sub(r"[^a-z0-9]+", "_", name.strip().lower()).strip("_")


def key(value):
    """A category as it is told: 8.0 is the cylinder 8."""
    if value is None or (isinstance(value, str) and value.strip() == ""):
        return None
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value).strip()


def number(value):
    if value is None or isinstance(value, bool):
        return None
    try:
        return float(str(value).replace(",", "")) if str(value).strip() else None
    except ValueError:
        return None


def day(value):
    text = str(value).strip()
    for form in ("%Y-%m-%d", "%Y-%m-%dT%H:%M:%S", "%b %d %Y", "%m/%d/%Y", "%m/%d/%y", "%Y-%m-%d %H:%M:%S", "%m/%d/%y %H:%M"):
        try:
            return datetime.datetime.strptime(text, form)
        except ValueError:
            pass
    return None


def mean(values):
    return math.fsum(values) / len(values)


def squares(values):
    centre = mean(values)
    return math.fsum((value - centre) ** 2 for value in values)


def pearson(pairs):
    xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
    mx, my = mean(xs), mean(ys)
    shared = math.fsum((x - mx) * (y - my) for x, y in pairs)
    spread = math.sqrt(squares(xs) * squares(ys))
    return shared / spread if spread else 0.0


def grouped(pairs):
    groups = {}
    for group, value in pairs:
        groups.setdefault(group, []).append(value)
    return groups


def omega_squared(groups):
    """What groups explain of the variance, corrected for their number."""
    everything = [value for values in groups.values() for value in values]
    total, within = squares(everything), math.fsum(squares(values) for values in groups.values())
    between, free = total - within, len(everything) - len(groups)
    noise = within / free
    return (between - (len(groups) - 1) * noise) / (total + noise)


def usable(groups):
    """Groups of next to nobody are not compared."""
    smallest = max(5, sum(map(len, groups.values())) // 500)
    return {group: values for group, values in groups.items() if len(values) >= smallest}


class Wrong(Exception):
    pass


def near(said, real, what):
    """As near as the digits of the text tell: four of them, or a tenth of a percent."""
    if abs(said - real) > max(abs(real) * 6e-4, 0.006):
        raise Wrong(f"{what}: {said} was said, it is {real}")


def beyond_chance(observed, shuffled):
    """`shuffled` computes the same figure from rows whose one column was shuffled."""
    draws = random.Random(7)
    if any(shuffled(draws) >= observed for _ in range(SHUFFLES)):
        raise Wrong("chance gives as much")


class Finding:
    def __init__(self, finding, rows):
        self.claim, self.sql, self.rows = finding["claim"], finding["sql"], rows
        self.kind, self.holds = finding["kind"], finding["verdict"]["status"] == "holds"
        self.figures = [figure["value"] for figure in finding["figures"]]

    def column(self, name):
        name = name.strip('"')
        if name not in self.rows[0]:
            raise Wrong(f"there is no column {name}")
        return [row.get(name) for row in self.rows]

    def columns(self, pattern):
        found = re.match(pattern, self.sql)
        return found and [self.column(name) for name in found.groups()]

    def check(self):
        measure, category = r'avg\(CAST\(("?\w+"?) AS DOUBLE\)\) AS "?\w+"?', r'("?\w+"?) AS "?\w+"?'
        period = r"date_trunc\('(\w+)', (\"?\w+\"?)\) AS \w+"
        if re.match(rf"SELECT {period}, ", self.sql):
            return self.over_time()
        columns = self.columns(rf"SELECT {category}, {measure}, count\(\*\)")
        if columns:
            return self.over_groups(*columns)
        columns = self.columns(rf"SELECT {category}, {category}, {measure}, count\(\*\)")
        if columns and self.kind == "paradox":
            return self.turned_difference(*columns)
        columns = self.columns(r'SELECT CAST\(("?\w+"?) AS DOUBLE\) AS \S+, CAST\(("?\w+"?) AS DOUBLE\) AS \S+ FROM')
        if columns:
            return self.relation(*columns)
        columns = self.columns(rf'SELECT {category}, CAST\(("?\w+"?) AS DOUBLE\) AS \S+, CAST\(("?\w+"?) AS DOUBLE\) AS \S+ FROM')
        if columns and self.kind == "paradox":
            return self.turned_relation(*columns)
        columns = self.columns(rf"SELECT {category}, {category}, count\(\*\)")
        if columns and self.kind == "association":
            return self.association(*columns)
        raise Wrong(f"a finding of a kind that is not known here: {self.sql}")

    def over_groups(self, categories, values):
        pairs = [(key(c), number(v)) for c, v in zip(categories, values)]
        pairs = [(c, v) for c, v in pairs if c is not None and v is not None]
        groups = usable(grouped(pairs))
        means = {group: mean(values) for group, values in groups.items()}
        if self.kind == "outlier":
            name = re.match(r"(.+?) stands out among", self.claim).group(1)
            lone = next(group for group in groups if name == group or name.lower().endswith(f" {group.lower()}"))
            others = [value for group, values in groups.items() if group != lone for value in values]
            near(self.figures[0], means[lone], lone)
            near(self.figures[1], mean(others), "the others")
            if lone not in (max(means, key=means.get), min(means, key=means.get)):
                raise Wrong(f"{lone} is not the most extreme")
        else:
            said = re.search(r"highest for (.+?) \(.+?\) and lowest for (.+?) \(", self.claim).groups()
            at = 0
            if " explains " in self.claim:
                near(self.figures[0], 100 * omega_squared(groups), "explained")
                at = 1
            for name, choose, figure in zip(said, (max, min), self.figures[at:]):
                extreme = choose(means, key=means.get)
                if not (name == extreme or name.endswith(f" {extreme}")):
                    raise Wrong(f"{extreme} is more extreme than {name}")
                near(figure, means[extreme], name)
        if self.holds:
            kept = [(c, v) for c, v in pairs if c in groups]
            names, figures = [c for c, _ in kept], [v for _, v in kept]
            beyond_chance(
                omega_squared(groups),
                lambda draws: omega_squared(grouped(zip(names, draws.sample(figures, len(figures))))),
            )

    def relation(self, first, second):
        pairs = [(number(x), number(y)) for x, y in zip(first, second)]
        pairs = [(x, y) for x, y in pairs if x is not None and y is not None]
        r = pearson(pairs)
        said = self.figures[1] if " explains " in self.claim else self.figures[0]
        near(said, r, "r")
        near(self.figures[-1], len(pairs), "rows")
        if ("rises" in self.claim) != (r > 0):
            raise Wrong("the other direction")
        if self.holds:
            xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
            beyond_chance(abs(r), lambda draws: abs(pearson(list(zip(xs, draws.sample(ys, len(ys)))))))

    def turned_relation(self, categories, first, second):
        rows = [(key(c), number(x), number(y)) for c, x, y in zip(categories, first, second)]
        rows = [row for row in rows if None not in row]
        over_all = pearson([(x, y) for _, x, y in rows])
        near(self.figures[0], over_all, "r over all")
        parts = {part: values for part, values in grouped((c, (x, y)) for c, x, y in rows).items() if len(values) >= 3}
        against = sum(1 for values in parts.values() if pearson(values) * over_all < 0)
        if against != self.figures[2]:
            raise Wrong(f"{against} parts go the other way, {self.figures[2]} was said")
        if self.figures[1] * over_all >= 0:
            raise Wrong("it does not turn round")

    def turned_difference(self, parts, groups, values):
        rows = [(key(p), key(g), number(v)) for p, g, v in zip(parts, groups, values)]
        rows = [row for row in rows if None not in row]
        high, low = re.search(r"is higher for (.+?) \(.+?\) than for (.+?) \(", self.claim).groups()
        of = lambda name, among: [v for _, g, v in among if name == g or name.endswith(f" {g}")]
        near(self.figures[0], mean(of(high, rows)), high)
        near(self.figures[1], mean(of(low, rows)), low)
        both = [part for part in {p for p, _, _ in rows}]
        against = 0
        for part in both:
            here = [row for row in rows if row[0] == part]
            if of(high, here) and of(low, here) and mean(of(high, here)) < mean(of(low, here)):
                against += 1
        if against != self.figures[2]:
            raise Wrong(f"{against} parts go the other way, {self.figures[2]} was said")

    def association(self, first, second):
        pairs = [(key(a), key(b)) for a, b in zip(first, second)]
        pairs = [(a, b) for a, b in pairs if a is not None and b is not None]
        row, column = re.search(r"among (.+?) [\d.]+ % are (.+), against", self.claim).groups()
        named = lambda name, value: name == value or name.lower().endswith(f" {value.lower()}")
        inside = [b for a, b in pairs if named(row, a)]
        share = lambda values: 100 * sum(1 for b in values if named(column, b)) / len(values)
        near(self.figures[0], share(inside), "share")
        near(self.figures[1], share([b for _, b in pairs]), "share over all")
        if self.holds:
            firsts, seconds = [a for a, _ in pairs], [b for _, b in pairs]
            def again(draws):
                return share([b for a, b in zip(firsts, draws.sample(seconds, len(seconds))) if named(row, a)])
            beyond_chance(share(inside), again)

    def over_time(self):
        unit, column = re.match(r"SELECT date_trunc\('(\w+)', (\"?\w+\"?)\)", self.sql).groups()
        measured = re.search(r'avg\(CAST\(("?\w+"?) AS DOUBLE\)\)', self.sql)
        values = self.column(measured.group(1)) if measured else [1] * len(self.rows)
        dated = [(day(d), number(v)) for d, v in zip(self.column(column), values)]
        by_period = grouped((start(d, unit), v) for d, v in dated if d is not None and v is not None)
        periods = sorted(by_period)
        course = [mean(by_period[p]) if measured else len(by_period[p]) for p in periods]
        if self.kind == "break":
            said = re.search(r" in (.+?) and stayed there", self.claim).group(1)
            at = next(i for i, p in enumerate(periods) if named_period(p, unit) == said)
            ends = [(0, at), (at, len(periods))]
            if measured:
                sides = [mean([v for p in periods[a:b] for v in by_period[p]]) for a, b in ends]
                near(self.figures[0], sides[0], "before")
                near(self.figures[1], sides[1], "after")
            else:
                # A first or last period that the data covers in part is left out of a count.
                for figure, (a, b) in zip(self.figures, ends):
                    trimmed = [course[a:b], course[max(a, 1):b], course[a:min(b, len(course) - 1)]]
                    if not any(abs(figure - mean(side)) <= 0.01 * abs(figure) for side in trimmed if side):
                        raise Wrong(f"{figure} was said, it is {mean(course[a:b])}")
        elif self.kind == "trend":
            steps = list(range(len(course)))
            slope = pearson(list(zip(steps, course))) * math.sqrt(squares(course) / squares(steps))
            if ("rises" in self.claim) != (slope > 0):
                raise Wrong("the other direction")
            if abs(self.figures[0] - abs(slope)) > 0.25 * abs(slope):
                raise Wrong(f"{self.figures[0]} a step was said, it is {slope}")
            if len(self.figures) == 3:
                near(self.figures[1], course[0], "first")
                near(self.figures[2], course[-1], "last")
        elif self.kind == "outlier":
            said = re.match(r"(.+?) stands out", self.claim).group(1)
            at = next(i for i, p in enumerate(periods) if named_period(p, unit).lower() == said.lower())
            near(self.figures[0], course[at], said)
            rest = course[:at] + course[at + 1:]
            if min(rest) <= course[at] <= max(rest):
                raise Wrong(f"{said} is not the most extreme")
        elif self.kind == "other":
            word, first, last = re.search(r" (fell|rose) by [\d.]+ % from (.+?) to (.+?): from", self.claim).groups()
            a, b = ([named_period(p, unit) for p in periods].index(name) for name in (first, last))
            sign = -1 if word == "fell" else 1
            near(self.figures[0], 100 * sign * (course[b] / course[a] - 1), "share")
            near(self.figures[1], course[a], first)
            near(self.figures[2], course[b], last)
            ways = [sign * math.log(y / x) for at, x in enumerate(course) for y in course[at:]]
            if max(ways) > sign * math.log(course[b] / course[a]) + 1e-9:
                raise Wrong("it went further elsewhere")
        else:
            raise Wrong(f"{self.kind} over time is not known here")


def start(moment, unit):
    if unit == "year":
        return moment.replace(month=1, day=1, hour=0, minute=0, second=0)
    if unit == "quarter":
        return moment.replace(month=3 * ((moment.month - 1) // 3) + 1, day=1, hour=0, minute=0, second=0)
    if unit == "month":
        return moment.replace(day=1, hour=0, minute=0, second=0)
    if unit == "week":
        midnight = moment.replace(hour=0, minute=0, second=0)
        return midnight - datetime.timedelta(days=midnight.weekday())
    return moment.replace(hour=0, minute=0, second=0)


def named_period(moment, unit):
    if unit == "year":
        return str(moment.year)
    if unit == "quarter":
        return f"Q{(moment.month - 1) // 3 + 1} {moment.year}"
    if unit == "month":
        return f"{moment:%B %Y}"
    if unit == "week":
        return f"the week of {moment.day} {moment:%B %Y}"
    return f"{moment.day} {moment:%B %Y}"


def main():
    rows = rows_of(sys.argv[1])
    with open(sys.argv[2], encoding="utf-8") as file:
        exploration = json.load(file)
    wrong = 0
    for finding in exploration["findings"]:
        try:
            Finding(finding, rows).check()
            print("true ", finding["claim"])
        except (Wrong, KeyError, StopIteration, AttributeError, ZeroDivisionError) as error:
            wrong += 1
            print("WRONG", finding["claim"], "--", error or type(error).__name__)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
