//! What holds over all rows and turns round within the parts: a difference between two groups, or a relation between two
//! figures, once a third column is held fixed.

use super::groups::quoted;
use super::moments::{Group, Pair, SEPARATOR, key, pair, pair_items};
use super::{ALPHA, Candidate, ChartWish, Scanner, relations};
use crate::explore::attribute::Attribute;
use crate::explore::wording::{Claim, capitalized, mean_of};
use crate::statistics::{Reversal, Simpson, Summary, simpson_correlation, simpson_difference};
use std::collections::BTreeMap;
use vouch_model::{ChartType, FindingKind};

/// Parts that are compared; a column with more is names, not parts.
const MOST_PARTS: usize = 15;
/// Groups of which the two largest are compared.
const MOST_GROUPS: usize = 6;
/// Relations that are looked at within parts.
const MOST_RELATIONS: usize = 10;

pub async fn look(scanner: &Scanner<'_>, looks: &mut u32) -> Vec<Candidate> {
    let mut found = differences(scanner, looks).await;
    found.extend(related(scanner, looks).await);
    found
}

async fn differences(scanner: &Scanner<'_>, looks: &mut u32) -> Vec<Candidate> {
    let categories = &scanner.subject.categories;
    let mut found = Vec::new();
    for (at, first) in categories.iter().enumerate() {
        for second in categories.iter().skip(at + 1) {
            if first.column == second.column && first.table == second.table {
                continue;
            }
            // The same statement as for associations, so it is answered from memory.
            let keys = [(first, first.expression.clone()), (second, second.expression.clone())];
            let Some(cells) = scanner.grouped(&keys).await else { continue };
            for (measure_at, centred) in scanner.own_measures() {
                for (group, part, turned) in [(first, second, false), (second, first, true)] {
                    let column = (&centred.measure.column, &centred.measure.table);
                    if [group, part].iter().any(|a| (&a.column, &a.table) == column) {
                        continue;
                    }
                    *looks += 1;
                    let alpha = ALPHA / f64::from(*looks);
                    let compared = Compared::of(&cells, measure_at, turned);
                    found.extend(compared.and_then(|c| c.candidate(scanner, centred.measure, group, part, alpha)));
                }
            }
        }
    }
    found
}

/// Two groups in every part.
struct Compared<'a> {
    groups: (&'a str, &'a str),
    parts: Vec<(Summary, Summary)>,
}

impl<'a> Compared<'a> {
    fn of(cells: &'a [Group], measure: usize, turned: bool) -> Option<Self> {
        let mut table: BTreeMap<&str, BTreeMap<&str, Summary>> = BTreeMap::new();
        let mut sizes: BTreeMap<&str, u64> = BTreeMap::new();
        for cell in cells {
            let (first, second) = cell.key.split_once(SEPARATOR)?;
            let (group, part) = if turned { (second, first) } else { (first, second) };
            if let Some(summary) = cell.measures.get(measure).copied().flatten() {
                *sizes.entry(group).or_default() += summary.n;
                table.entry(part).or_default().insert(group, summary);
            }
        }
        if sizes.len() < 2 || sizes.len() > MOST_GROUPS || table.len() < 2 || table.len() > MOST_PARTS {
            return None;
        }
        let mut largest: Vec<(&str, u64)> = sizes.into_iter().collect();
        largest.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
        let (a, b) = (largest.first()?.0, largest.get(1)?.0);
        let parts = table.values().filter_map(|part| Some((*part.get(a)?, *part.get(b)?))).collect();
        Some(Self { groups: (a, b), parts })
    }

    fn candidate(
        &self,
        scanner: &Scanner<'_>,
        measure: &Attribute,
        group: &Attribute,
        part: &Attribute,
        alpha: f64,
    ) -> Option<Candidate> {
        let simpson = simpson_difference(&self.parts, alpha).ok()?;
        if simpson.reversal != Reversal::Reverses {
            return None;
        }
        let all = |pick: fn(&(Summary, Summary)) -> Summary| {
            Summary::merged(&self.parts.iter().map(pick).collect::<Vec<_>>()).map(|all| (all.mean, all.variance.sqrt()))
        };
        let ((a, spread), (b, _)) = (all(|pair| pair.0)?, all(|pair| pair.1)?);
        let (high, low) = if a > b { (self.groups.0, self.groups.1) } else { (self.groups.1, self.groups.0) };
        let claim = Claim::default()
            .say(&format!("Over all, {} is higher for {} {high} (", mean_of(measure), group.label))
            .figure(a.max(b), measure.unit)
            .say(&format!(") than for {low} ("))
            .figure(a.min(b), measure.unit)
            .say(&format!("), but with {} held fixed it is the other way round, in ", part.label))
            .count(simpson.agreeing)
            .say(" of ")
            .count(simpson.strata)
            .say(" parts: the comparison over all misleads.");
        let (average, name) = Scanner::average(measure);
        let sql = format!(
            "SELECT {} AS {}, {} AS {}, {average} AS {}, count(*) AS row_count {} WHERE {} IS NOT NULL AND {} IS NOT NULL \
             GROUP BY 1, 2 ORDER BY 1, 2",
            part.expression,
            quoted(scanner, &part.alias),
            group.expression,
            quoted(scanner, &group.alias),
            quoted(scanner, &name),
            scanner.subject.from(&[measure, group, part]),
            part.expression,
            group.expression,
        );
        let chart =
            ChartWish { kind: ChartType::Bar, x: part.alias.clone(), y: name, colour: Some(group.alias.clone()) };
        let effect = if spread > 0.0 { (simpson.adjusted.abs() / spread).min(1.0) } else { 0.0 };
        Some(made(claim, sql, chart, &simpson, effect, [measure, group, part]))
    }
}

async fn related(scanner: &Scanner<'_>, looks: &mut u32) -> Vec<Candidate> {
    let mut pooled = relations::all_pairs(scanner, None).await;
    pooled.sort_by(|a, b| b.2.r.abs().total_cmp(&a.2.r.abs()));
    pooled.truncate(MOST_RELATIONS);
    let mut found = Vec::new();
    for part in &scanner.subject.categories {
        for (i, j, within) in within_parts(scanner, part, &pooled).await {
            let Some((_, _, all)) = pooled.iter().find(|(a, b, _)| (*a, *b) == (i, j)) else { continue };
            *looks += 1;
            let strata: Vec<(u64, f64)> = within.iter().map(|pair| (pair.n as u64, pair.r)).collect();
            let alpha = ALPHA / f64::from(*looks);
            let Ok(simpson) = simpson_correlation((all.n as u64, all.r), &strata, alpha) else { continue };
            let (Some(a), Some(b)) = (scanner.measures.get(i), scanner.measures.get(j)) else { continue };
            let weak = simpson.pooled.abs() < 0.1 || simpson.adjusted.abs() < 0.1;
            if simpson.reversal == Reversal::Reverses && !weak {
                found.push(relation(scanner, a.measure, b.measure, part, &simpson));
            }
        }
    }
    found
}

/// The pairs again, in every part of a category.
async fn within_parts(
    scanner: &Scanner<'_>,
    part: &Attribute,
    wanted: &[(usize, usize, Pair)],
) -> Vec<(usize, usize, Vec<Pair>)> {
    let pairs: Vec<_> = relations::pairs(&scanner.measures)
        .into_iter()
        .filter(|(i, j, a, b)| {
            let column = (&part.column, &part.table);
            let other = [a, b].iter().all(|m| (&m.measure.column, &m.measure.table) != column);
            other && wanted.iter().any(|(x, y, _)| (x, y) == (i, j))
        })
        .collect();
    if pairs.is_empty() {
        return Vec::new();
    }
    let items: Vec<String> = pairs.iter().enumerate().map(|(at, (_, _, a, b))| pair_items(a, b, at)).collect();
    let attributes: Vec<&Attribute> = scanner.measures.iter().map(|m| m.measure).chain(std::iter::once(part)).collect();
    let sql = format!(
        "SELECT {} AS k0, {} {}{} GROUP BY 1 ORDER BY 1",
        part.expression,
        items.join(", "),
        scanner.subject.from(&attributes),
        scanner.filter(&[format!("{} IS NOT NULL", part.expression)]),
    );
    let Some(rows) = scanner.reader.rows(&sql).await else { return Vec::new() };
    if rows.truncated || rows.rows.len() > MOST_PARTS {
        return Vec::new();
    }
    let read = |at: usize, a: f64, b: f64| {
        let each = rows.rows.iter().filter(|row| key(row, 0).is_some());
        each.filter_map(|row| pair(row, 1 + 6 * at, (a, b))).collect::<Vec<Pair>>()
    };
    pairs.iter().enumerate().map(|(at, (i, j, a, b))| (*i, *j, read(at, a.centre, b.centre))).collect()
}

fn relation(scanner: &Scanner<'_>, a: &Attribute, b: &Attribute, part: &Attribute, simpson: &Simpson) -> Candidate {
    let direction = |r: f64| if r > 0.0 { "rises" } else { "falls" };
    let two = |r: f64| (r * 100.0).round() / 100.0;
    let claim = Claim::default()
        .say(&format!("Over all, {} {} with {} (r = ", b.label, direction(simpson.pooled), a.label))
        .figure(two(simpson.pooled), crate::explore::attribute::Unit::None)
        .say(&format!("), but within each {} it {} (r = ", part.label, direction(simpson.adjusted)))
        .figure(two(simpson.adjusted), crate::explore::attribute::Unit::None)
        .say("), in ")
        .count(simpson.agreeing)
        .say(" of ")
        .count(simpson.strata)
        .say(" parts: the relation over all misleads.");
    let named = |attribute: &Attribute| quoted(scanner, &attribute.alias);
    let sql = format!(
        "SELECT {} AS {}, {} AS {}, {} AS {} {} WHERE {} IS NOT NULL AND {} IS NOT NULL AND {} IS NOT NULL",
        part.expression,
        named(part),
        a.expression,
        named(a),
        b.expression,
        named(b),
        scanner.subject.from(&[a, b, part]),
        part.expression,
        a.expression,
        b.expression,
    );
    let chart = ChartWish {
        kind: ChartType::Scatter,
        x: a.alias.clone(),
        y: b.alias.clone(),
        colour: Some(part.alias.clone()),
    };
    made(claim, sql, chart, simpson, simpson.adjusted.abs(), [a, b, part])
}

fn made(
    claim: Claim,
    sql: String,
    chart: ChartWish,
    simpson: &Simpson,
    effect: f64,
    about: [&Attribute; 3],
) -> Candidate {
    let [first, second, part] = about;
    Candidate {
        kind: FindingKind::Paradox,
        claim: Claim { text: capitalized(&claim.text), ..claim },
        sql,
        reason: format!(
            "Hold {} fixed and see whether {} and {} still go the same way.",
            part.label, first.label, second.label
        ),
        chart,
        p_value: simpson.pooled_p.max(simpson.adjusted_p),
        effect,
        score: 0.0,
        featured: None,
        about: about.iter().map(|attribute| attribute.label.clone()).collect(),
    }
}
