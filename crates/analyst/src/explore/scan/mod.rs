//! Looks for patterns that may be worth telling: every pair of columns that could have to do with each other, tested,
//! corrected for the number of looks, ranked. What it finds are candidates; each still has to stand the validation.

mod drift;
mod groups;
mod moments;
mod paradoxes;
mod periods;
mod relations;
mod series;

pub use moments::{Pair, figure, key, pair, pair_sums, summary};
pub use periods::{FEWEST_PERIODS, Period};

use super::attribute::{Attribute, Unit};
use super::subject::Subject;
use super::wording::Claim;
use crate::statistics::Summary;
use async_trait::async_trait;
use moments::{Centred, groups as read_groups, items};
use std::collections::BTreeSet;
use std::sync::Arc;
use vouch_model::{ChartType, FindingKind, ResultSet};

/// Chance of a candidate on data where there is nothing, over all looks together.
pub const ALPHA: f64 = 0.01;
/// Candidates that are handed on.
const MOST_CANDIDATES: usize = 12;
/// Of which so many may be plain relations.
const MOST_RELATIONS: usize = 3;
/// Rows that are looked at when there are more: a pattern worth telling shows in them.
const ENOUGH_ROWS: u64 = 1_000_000;

/// Runs a statement of ours; `None` where it fails or time is up.
#[async_trait]
pub trait Reader: Send + Sync {
    async fn rows(&self, sql: &str) -> Option<Arc<ResultSet>>;
}

#[derive(Clone, Debug)]
pub struct Candidate {
    pub kind: FindingKind,
    pub claim: Claim,
    /// The statement that shows it.
    pub sql: String,
    /// Why one would run it.
    pub reason: String,
    pub chart: ChartWish,
    pub p_value: f64,
    /// 0 to 1, of the kind's own measure.
    pub effect: f64,
    pub score: f64,
    /// The one group that it is about, where it is about one.
    pub featured: Option<Featured>,
    /// Labels of what it speaks of.
    pub about: Vec<String>,
}

#[derive(Clone, Copy, Debug)]
pub struct Featured {
    pub summary: Summary,
    /// By a name, which says more than a number.
    pub named: bool,
}

/// How it is best drawn, by the names of the result's columns.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartWish {
    pub kind: ChartType,
    pub x: String,
    pub y: String,
    pub colour: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Scan {
    /// Best first.
    pub candidates: Vec<Candidate>,
    /// How many comparisons were made.
    pub looks: u32,
    pub notes: Vec<String>,
}

/// What the parts of a scan share.
struct Scanner<'a> {
    subject: &'a Subject,
    reader: &'a dyn Reader,
    measures: Vec<Centred<'a>>,
    /// `WHERE ...`, where only a part of the rows is looked at.
    sample: Option<String>,
}

pub async fn scan(subject: &Subject, reader: &dyn Reader) -> Scan {
    let mut scan = Scan::default();
    let sample = sample_of(subject);
    if sample.is_some() {
        scan.notes.push("The scan looked at a part of the rows; findings were computed over all of them.".to_owned());
    }
    let Some(measures) = centres(subject, reader).await else { return scan };
    let scanner = Scanner { subject, reader, measures, sample };
    let mut found = groups::look(&scanner, &mut scan.looks).await;
    let (related, twins) = relations::look(&scanner, &mut scan.looks).await;
    found.extend(related);
    found.extend(series::look(&scanner, &mut scan.looks).await);
    let paradoxes = paradoxes::look(&scanner, &mut scan.looks).await;
    // What turns round within the parts must not be told as if it held.
    let turned: Vec<&Candidate> = paradoxes.iter().filter(|p| significant(p, scan.looks)).collect();
    found.retain(|candidate| !turned.iter().any(|paradox| speaks_of_the_same(candidate, paradox)));
    found.extend(paradoxes);
    found.retain(|candidate| significant(candidate, scan.looks));
    for candidate in &mut found {
        candidate.score = score(candidate, subject);
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score));
    scan.candidates = varied(found, subject, &twins);
    scan
}

fn significant(candidate: &Candidate, looks: u32) -> bool {
    candidate.p_value * f64::from(looks.max(1)) < ALPHA
}

fn speaks_of_the_same(candidate: &Candidate, paradox: &Candidate) -> bool {
    let plain = matches!(candidate.kind, FindingKind::Driver | FindingKind::Difference | FindingKind::Relation);
    plain && candidate.about.iter().all(|label| paradox.about.contains(label))
}

fn score(candidate: &Candidate, subject: &Subject) -> f64 {
    let weight = match candidate.kind {
        FindingKind::Paradox => 1.4,
        FindingKind::Break => 1.2,
        FindingKind::Driver | FindingKind::Outlier => 1.1,
        FindingKind::Trend => 1.0,
        FindingKind::Difference | FindingKind::Relation => 0.8,
        FindingKind::Association | FindingKind::Other => 0.65,
    };
    let relevance: f64 = candidate.about.iter().filter_map(|label| subject.attribute(label)).map(|a| a.relevance).sum();
    weight * candidate.effect * (1.0 + 2.0 * relevance.clamp(0.0, 3.0))
}

/// The best first, but not the same thing in five forms: two of a category, two of a measure (more of what was asked
/// about), one of each pair.
fn varied(found: Vec<Candidate>, subject: &Subject, twins: &[(String, String)]) -> Vec<Candidate> {
    let asked = subject.target().map(|target| target.label.clone());
    let topics = |candidate: &Candidate| -> BTreeSet<String> {
        candidate.about.iter().map(|label| stands_for(label, asked.as_deref(), twins)).collect()
    };
    let mut kept: Vec<Candidate> = Vec::new();
    // What was asked about, where there is anything to say about it.
    let on_topic = |candidate: &Candidate| asked.as_ref().is_some_and(|asked| candidate.about.contains(asked));
    let found: Vec<Candidate> = match found.iter().any(on_topic) {
        true => found.into_iter().filter(on_topic).collect(),
        false => found,
    };
    for candidate in found {
        // Of two names for one group of rows the one that is a name stays.
        if let Some(other) = kept.iter_mut().find(|other| features_the_same(&candidate, other)) {
            let better = |of: &Candidate| of.featured.is_some_and(|featured| featured.named);
            if better(&candidate) && !better(other) {
                *other = candidate;
            }
            continue;
        }
        let relations = kept.iter().filter(|other| other.kind == FindingKind::Relation).count();
        if candidate.kind == FindingKind::Relation && relations >= MOST_RELATIONS {
            continue;
        }
        let about = topics(&candidate);
        let often = |label: &String| {
            let most = if Some(label) == asked.as_ref() { 5 } else { 2 };
            kept.iter().filter(|other| topics(other).contains(label)).count() >= most
        };
        let same = kept.iter().any(|other| {
            let topics = topics(other);
            let shared = about.intersection(&topics).count();
            shared >= about.len().min(topics.len()) && shared > 0
        });
        if !same && !about.iter().any(often) {
            kept.push(candidate);
        }
        if kept.len() == MOST_CANDIDATES {
            break;
        }
    }
    kept
}

/// A code and the discount that only it gives are one group of rows under two names.
fn features_the_same(one: &Candidate, other: &Candidate) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs());
    match (one.featured.map(|f| f.summary), other.featured.map(|f| f.summary)) {
        (Some(a), Some(b)) => one.about.first() == other.about.first() && a.n == b.n && near(a.mean, b.mean),
        _ => false,
    }
}

/// The first by name of the figures that one moves with. What was asked about stands for itself.
fn stands_for(label: &str, asked: Option<&str>, twins: &[(String, String)]) -> String {
    let other = |(a, b): &'_ (String, String)| match (a == label, b == label) {
        (true, _) => Some(b.clone()),
        (_, true) => Some(a.clone()),
        _ => None,
    };
    let twins = twins.iter().filter_map(other).filter(|twin| Some(twin.as_str()) != asked && Some(label) != asked);
    twins.chain([label.to_owned()]).min().unwrap_or_default()
}

/// A condition that picks a part of the rows of a large table, always the same part.
fn sample_of(subject: &Subject) -> Option<String> {
    let rows = subject.row_count.filter(|rows| *rows > 2 * ENOUGH_ROWS)?;
    let every = rows / ENOUGH_ROWS;
    let key = subject.table.primary_key.first().filter(|_| subject.table.primary_key.len() == 1);
    let column = key.or_else(|| subject.table.columns.iter().find(|c| c.unique).map(|c| &c.name))?;
    let name = super::attribute::qualified(Some(&subject.table.name), column, subject.dialect);
    match subject.dialect {
        vouch_model::Dialect::DuckDb => Some(format!("hash({name}) % {every} = 0")),
        _ => None,
    }
}

async fn centres<'a>(subject: &'a Subject, reader: &dyn Reader) -> Option<Vec<Centred<'a>>> {
    if subject.measures.is_empty() {
        return Some(Vec::new());
    }
    let all: Vec<&Attribute> = subject.measures.iter().collect();
    let items: Vec<String> = all.iter().map(|m| format!("avg({})", m.expression)).collect();
    let rows = reader.rows(&format!("SELECT {} {}", items.join(", "), subject.from(&all))).await?;
    let row = rows.rows.first()?;
    let centred = all.into_iter().enumerate();
    Some(centred.filter_map(|(at, measure)| Some(Centred { measure, centre: figure(row, at)? })).collect())
}

impl Scanner<'_> {
    /// Figures that may be averaged over the rows.
    fn own_measures(&self) -> impl Iterator<Item = (usize, &Centred<'_>)> {
        self.measures.iter().enumerate().filter(|(_, m)| m.measure.own)
    }

    fn filter(&self, conditions: &[String]) -> String {
        let all: Vec<&str> = conditions.iter().chain(&self.sample).map(String::as_str).collect();
        if all.is_empty() { String::new() } else { format!(" WHERE {}", all.join(" AND ")) }
    }

    /// Summaries of every measure for each value of the keys.
    async fn grouped(&self, keys: &[(&Attribute, String)]) -> Option<Vec<moments::Group>> {
        let named: Vec<String> = keys.iter().enumerate().map(|(i, (_, e))| format!("{e} AS k{i}")).collect();
        let sums = self.measures.iter().enumerate().map(|(i, m)| items(m, i));
        let select: Vec<String> = named.into_iter().chain(["count(*) AS n".to_owned()]).chain(sums).collect();
        let attributes: Vec<&Attribute> =
            keys.iter().map(|(a, _)| *a).chain(self.measures.iter().map(|m| m.measure)).collect();
        let present: Vec<String> = keys.iter().map(|(_, e)| format!("{e} IS NOT NULL")).collect();
        let positions: Vec<String> = (1..=keys.len()).map(|i| i.to_string()).collect();
        let positions = positions.join(", ");
        let sql = format!(
            "SELECT {} {}{} GROUP BY {positions} ORDER BY {positions}",
            select.join(", "),
            self.subject.from(&attributes),
            self.filter(&present),
        );
        let rows = self.reader.rows(&sql).await?;
        // A cut list of groups would be tested as if it were whole.
        (!rows.truncated).then(|| read_groups(&rows, keys.len(), &self.measures))
    }

    /// `avg(x) AS y`, in the way a person would write it.
    fn average(measure: &Attribute) -> (String, String) {
        let name = match measure.unit {
            Unit::Share if measure.alias.ends_with("rate") => measure.alias.clone(),
            Unit::Share => format!("share_{}", measure.alias),
            _ => format!("avg_{}", measure.alias),
        };
        (format!("avg({})", measure.expression), name)
    }
}
