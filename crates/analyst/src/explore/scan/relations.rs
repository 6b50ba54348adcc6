//! Two figures that go together over the rows.

use super::drift::drift;
use super::groups::quoted;
use super::moments::{Centred, Pair, pair, pair_items};
use super::{Candidate, ChartWish, Scanner};
use crate::explore::attribute::{Attribute, Unit};
use crate::explore::wording::{Claim, capitalized};
use crate::statistics::pearson;
use vouch_model::{ChartType, FindingKind};

/// Weaker relations are not worth a word; stronger ones are one figure twice.
const WORTH_A_WORD: f64 = 0.25;
const SAME_FIGURE: f64 = 0.985;
/// Two amounts of money this close are mostly a price and what it makes.
const ARITHMETIC: f64 = 0.7;
/// Two figures of one family this close are two ways to measure one thing, or a part and its whole.
const ONE_FAMILY: f64 = 0.6;
/// What a relation counts between figures of one family: a lowest and a highest temperature.
const AKIN: f64 = 0.35;
/// Rows a relation needs.
const FEWEST_ROWS: f64 = 12.0;

/// What is said of one figure goes for another that moves this closely with it.
const TWINS: f64 = 0.9;

/// Candidates, and the labels of figures that move together so closely that one stands for both.
pub async fn look(scanner: &Scanner<'_>, looks: &mut u32) -> (Vec<Candidate>, Vec<(String, String)>) {
    let target = scanner.subject.target();
    let (mut found, mut twins) = (Vec::new(), Vec::new());
    let drift = drift(scanner).await;
    for (first, second, relation) in all_pairs(scanner, None).await {
        *looks += 1;
        let (a, b) = (scanner.measures.get(first), scanner.measures.get(second));
        let (Some(a), Some(b)) = (a, b) else { continue };
        if relation.n >= FEWEST_ROWS && relation.r.abs() >= TWINS {
            twins.push((a.measure.label.clone(), b.measure.label.clone()));
        }
        // Whatever drifts through the years goes together with whatever else does.
        if !drift.explains(first, second) {
            found.extend(candidate(scanner, a.measure, b.measure, &relation, target));
        }
    }
    (found, twins)
}

/// Every pair of figures, over all rows or over those of a condition.
pub async fn all_pairs(scanner: &Scanner<'_>, condition: Option<String>) -> Vec<(usize, usize, Pair)> {
    let pairs = pairs(&scanner.measures);
    if pairs.is_empty() {
        return Vec::new();
    }
    let items: Vec<String> = pairs.iter().enumerate().map(|(at, (_, _, a, b))| pair_items(a, b, at)).collect();
    let attributes: Vec<&Attribute> = scanner.measures.iter().map(|m| m.measure).collect();
    let conditions: Vec<String> = condition.into_iter().collect();
    let from = scanner.subject.from(&attributes);
    let sql = format!("SELECT {} {from}{}", items.join(", "), scanner.filter(&conditions));
    let Some(rows) = scanner.reader.rows(&sql).await else { return Vec::new() };
    let Some(row) = rows.rows.first() else { return Vec::new() };
    let read = pairs.iter().enumerate();
    read.filter_map(|(at, (i, j, a, b))| Some((*i, *j, pair(row, 6 * at, (a.centre, b.centre))?))).collect()
}

/// Pairs worth a look: different columns, at least one of them the rows' own, not both yes-or-no.
pub fn pairs<'a>(measures: &'a [Centred<'a>]) -> Vec<(usize, usize, &'a Centred<'a>, &'a Centred<'a>)> {
    let mut found = Vec::new();
    for (i, a) in measures.iter().enumerate() {
        for (j, b) in measures.iter().enumerate().skip(i + 1) {
            let (x, y) = (a.measure, b.measure);
            let same = x.column == y.column && x.table == y.table;
            let shares = x.unit == Unit::Share && y.unit == Unit::Share;
            if !same && !shares && (x.own || y.own) {
                found.push((i, j, a, b));
            }
        }
    }
    found
}

fn candidate(
    scanner: &Scanner<'_>,
    a: &Attribute,
    b: &Attribute,
    relation: &Pair,
    target: Option<&Attribute>,
) -> Option<Candidate> {
    let strength = relation.r.abs();
    let akin = are_akin(a, b);
    let money = a.unit == Unit::Dollars && b.unit == Unit::Dollars;
    let arithmetic = (money || akin) && strength > if money { ARITHMETIC } else { ONE_FAMILY };
    if relation.n < FEWEST_ROWS || arithmetic || !(WORTH_A_WORD..SAME_FIGURE).contains(&strength) {
        return None;
    }
    let test = pearson(relation.n as u64, relation.r).ok()?;
    // What is explained stands second: what was asked about, else what is the rows' own.
    let turn = target == Some(a) || (target != Some(b) && a.own && !b.own);
    let (a, b) = if turn { (b, a) } else { (a, b) };
    let explains = target.is_some_and(|target| target == b);
    let direction = if relation.r > 0.0 { "rises" } else { "falls" };
    let claim = if explains {
        Claim::default()
            .say(&format!("{} explains ", capitalized(&a.label)))
            .share(relation.r * relation.r)
            .say(&format!(" of the differences in {}, which {direction} with it (r = ", b.label))
    } else {
        Claim::default().say(&format!("{} {direction} with {} (r = ", capitalized(&b.label), a.label))
    };
    let claim = claim.figure((relation.r * 100.0).round() / 100.0, Unit::None).say(", over ");
    let claim = claim.count(relation.n as u64).say(" rows).");
    let (x, y) = (quoted(scanner, &a.alias), quoted(scanner, &b.alias));
    let sql = format!(
        "SELECT {} AS {x}, {} AS {y} {} WHERE {} IS NOT NULL AND {} IS NOT NULL",
        a.expression,
        b.expression,
        scanner.subject.from(&[a, b]),
        a.expression,
        b.expression,
    );
    Some(Candidate {
        kind: if explains && strength * strength >= 0.06 { FindingKind::Driver } else { FindingKind::Relation },
        claim,
        sql,
        reason: format!("See how {} and {} go together.", a.label, b.label),
        chart: ChartWish { kind: ChartType::Scatter, x: a.alias.clone(), y: b.alias.clone(), colour: None },
        p_value: test.p_value,
        effect: strength * if akin { AKIN } else { 1.0 },
        score: 0.0,
        featured: None,
        about: vec![a.label.clone(), b.label.clone()],
    })
}

/// Their names share a word that says something.
fn are_akin(a: &Attribute, b: &Attribute) -> bool {
    let words = |attribute: &Attribute| -> Vec<String> {
        attribute.label.split_whitespace().filter(|word| word.chars().count() > 2).map(str::to_owned).collect()
    };
    let other = words(b);
    words(a).iter().any(|word| other.contains(word))
}
