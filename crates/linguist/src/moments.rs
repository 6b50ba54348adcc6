//! The part of the schema that knows moments: when a row began and ended, and how long lies between.

use crate::form::Expr;
use crate::lemma;
use crate::schema::{Col, ColumnKind, ColumnView, Schema, Took};

const BEGINS: [&str; 29] = [
    "start",
    "begin",
    "open",
    "creat",
    "admit",
    "admission",
    "dispatch",
    "order",
    "in",
    "depart",
    "departur",
    "pickup",
    "sent",
    "report",
    "submit",
    "request",
    "receiv",
    "rent",
    "check",
    "from",
    "issu",
    "join",
    "hir",
    "sow",
    "plant",
    "book",
    "fil",
    "invoic",
    "brew",
];
const ENDS: [&str; 26] = [
    "end",
    "finish",
    "clos",
    "resolv",
    "discharg",
    "deliver",
    "out",
    "arriv",
    "arrival",
    "dropoff",
    "return",
    "complet",
    "ship",
    "until",
    "to",
    "delivery",
    "complete",
    "solv",
    "resolution",
    "cancel",
    "harvest",
    "leav",
    "pay",
    "packag",
    "decid",
    "back",
];

fn says(column: &ColumnView, words: &[&str]) -> bool {
    column.words.iter().any(|w| words.contains(&w.as_str()))
}

impl Schema {
    fn moments(&self, t: usize) -> impl Iterator<Item = (Col, &ColumnView)> {
        let columns = self.tables.get(t).map_or(&[][..], |view| view.columns.as_slice());
        let times = columns.iter().enumerate().filter(|(_, c)| c.kind == ColumnKind::Time);
        times.map(move |(column, view)| (Col { table: t, column }, view))
    }

    /// Whether names say when rows began and ended, and not only that one moment lies before the other.
    pub fn is_plainly_timed(&self, t: usize) -> bool {
        let ends = |c: &ColumnView| says(c, &ENDS);
        let begins = |c: &ColumnView| says(c, &BEGINS) && !says(c, &ENDS);
        self.moments(t).any(|(_, c)| ends(c)) && self.moments(t).any(|(_, c)| begins(c))
    }

    /// How long a row took: from the moment it began to the one at which it ended, where its columns say both.
    pub fn elapsed(&self, t: usize) -> Option<Took> {
        let mut ends = self.moments(t).filter(|(_, c)| says(c, &ENDS));
        let mut begins = self.moments(t).filter(|(_, c)| says(c, &BEGINS) && !says(c, &ENDS));
        let (Some((to, _)), None, Some((from, _)), None) = (ends.next(), ends.next(), begins.next(), begins.next())
        else {
            return self.first_to_last(t).filter(|_| self.for_people);
        };
        Some(if self.for_people {
            self.in_order(from, to)
        } else {
            Took { from, to, in_hours: self.has_hours(from) && self.has_hours(to) }
        })
    }

    /// Of several moments the one at which a row plainly began and the one at which it plainly ended: a repair is over when it is
    /// finished, not when it was promised, paid or cancelled. Who arrives at a berth departs later, on a trip earlier: the data
    /// says which.
    fn first_to_last(&self, t: usize) -> Option<Took> {
        const BEGAN: [&str; 15] = [
            "start", "begin", "open", "creat", "admit", "dispatch", "drop", "bring", "arriv", "depart", "check",
            "pickup", "receiv", "request", "report",
        ];
        const ENDED: [&str; 14] = [
            "finish", "end", "clos", "complet", "resolv", "discharg", "deliver", "return", "depart", "arriv", "leav",
            "out", "back", "sold",
        ];
        const AHEAD: [&str; 8] = ["promis", "due", "expect", "estim", "plan", "expir", "target", "sched"];
        let times: Vec<(Col, &ColumnView)> = self.moments(t).filter(|(_, c)| !says(c, &AHEAD)).collect();
        let first = |words: &[&str], except: Option<Col>| {
            let named = |word: &str| {
                let mut found =
                    times.iter().filter(|(c, view)| Some(*c) != except && view.words.iter().any(|w| w == word));
                found.next().filter(|_| found.next().is_none()).map(|(c, _)| *c)
            };
            words.iter().find_map(|word| named(word))
        };
        let named = first(&ENDED, None).and_then(|to| first(&BEGAN, Some(to)).map(|from| (from, to)));
        // Of two moments one comes first, whatever they are called.
        let two = match times.as_slice() {
            [(a, _), (b, _)] if !self.is_people(t) => Some((*a, *b)),
            _ => None,
        };
        let (from, to) = named.or(two)?;
        Some(self.in_order(from, to))
    }

    /// What began before it ended: the earliest beginning is no later than the earliest end.
    fn in_order(&self, from: Col, to: Col) -> Took {
        let first = |c: Col| self.column(c).and_then(|c| c.min.as_ref()).map(|v| v.to_json().to_string());
        let turned = matches!((first(from), first(to)), (Some(from), Some(to)) if to < from);
        let (from, to) = if turned { (to, from) } else { (from, to) };
        Took { from, to, in_hours: self.has_hours(from) && self.has_hours(to) }
    }

    /// Whether a row takes time of that kind: nobody waits from the day a shop opened to the day it closed for a delivery.
    pub fn takes_time(&self, t: usize, of: &[String]) -> bool {
        let said = |words: &[String]| words.iter().any(|w| of.contains(w));
        let end = self.elapsed(t).and_then(|took| self.view(took.to));
        end.is_some_and(|end| of.is_empty() || said(&end.words) || self.tables.get(t).is_some_and(|t| said(&t.words)))
    }

    /// The moment at which what ended at this one began.
    pub fn began(&self, end: Col) -> Option<Col> {
        let begins = self.moments(end.table).filter(|(c, view)| *c != end && says(view, &BEGINS));
        let begins: Vec<Col> = begins.map(|(c, _)| c).collect();
        match begins.as_slice() {
            [only] => Some(*only),
            _ => self.time(end.table).filter(|c| *c != end && self.kind(*c) == ColumnKind::Time),
        }
    }

    pub fn took(&self, took: Took) -> Expr {
        Expr::Elapsed { from: self.reference(took.from), to: self.reference(took.to), in_hours: took.in_hours }
    }

    /// How old a row is: when it was born or made.
    pub fn age(&self, c: Col, on: jiff::civil::Date) -> Expr {
        Expr::Age { of: self.reference(c), on: on.to_string() }
    }

    /// When rows of a table were born or made, where no column says how old they are.
    pub fn birth(&self, t: usize) -> Option<Col> {
        const BORN: [&str; 6] = ["birth", "born", "birthday", "birthdate", "dob", "birthyear"];
        const MADE: [&str; 6] = ["built", "model", "manufactured", "construction", "made", "production"];
        let columns = self.tables.get(t)?.columns.as_slice();
        let says_any = |c: &ColumnView, words: &[&str]| words.iter().any(|w| c.words.contains(&lemma::stem_of(w)));
        if columns.iter().any(|c| c.words.iter().any(|w| w == "age") && c.kind == ColumnKind::Number) {
            return None;
        }
        let year = |c: &ColumnView| c.words.iter().any(|w| w == "year");
        let stored = |c: &ColumnView| {
            let when = matches!(c.kind, ColumnKind::Time | ColumnKind::Year) || c.kind == ColumnKind::Number && year(c);
            when && (says_any(c, &BORN) || year(c) && says_any(c, &MADE))
        };
        let column = columns.iter().position(stored)?;
        Some(Col { table: t, column })
    }

    /// Its values say the time of day.
    pub fn has_hours(&self, c: Col) -> bool {
        self.column(c).is_some_and(|c| {
            let first = c.min.as_ref().map(|value| value.to_json().to_string());
            matches!(c.data_type, vouch_model::DataType::Timestamp { .. })
                || c.samples.iter().chain(&first).any(|text| text.contains(':'))
        })
    }

    /// The column that a key points at.
    pub fn key_target(&self, key: Col) -> Option<Col> {
        let ours = self.reference(key);
        let found = self.catalog.foreign_keys.iter().find(|k| {
            let own = k.table.eq_ignore_ascii_case(&ours.table);
            own && matches!(k.columns.as_slice(), [only] if only.eq_ignore_ascii_case(&ours.column))
        })?;
        self.find(&crate::form::ColumnRef { table: found.to_table.clone(), column: found.to_columns.first()?.clone() })
    }
}
