//! The words of a question that say something of all rows of a name, and where it says what.

use crate::form::{ColumnRef, Condition, Expr, Operand};
use crate::schema::{ColumnKind, Schema};
use crate::tokens::{Kind, Token, tokenize};
use jiff::civil::Date;

/// Whether words are a time does not depend on the day.
const ANY_DAY: Date = jiff::civil::date(2000, 1, 1);

/// Words after which 'only' is said of a place or a time that narrows.
const PLACED: [&str; 9] = ["from", "in", "at", "on", "of", "for", "by", "with", "and"];

/// The words that say it.
pub(crate) struct Said<'a> {
    pub tokens: &'a [Token],
    pub schema: &'a Schema,
}

impl Said<'_> {
    /// Where the question says a condition.
    pub(crate) fn mentioned(&self, condition: &Condition) -> Option<usize> {
        let words = |column: &ColumnRef| {
            let view = self.schema.find(column).and_then(|c| self.schema.view(c));
            let words = view.map_or(&[][..], |v| v.words.as_slice());
            self.tokens.iter().position(|t| words.contains(&t.stem))
        };
        let text = |text: &str| {
            let said = tokenize(text);
            let same = |window: &[Token]| window.iter().zip(&said).all(|(a, b)| a.lower == b.lower || a.stem == b.stem);
            (!said.is_empty()).then(|| self.tokens.windows(said.len()).position(same)).flatten()
        };
        let time = |at: &usize| {
            let rest = self.tokens.get(*at..).unwrap_or_default();
            crate::dates::time_at(rest, ANY_DAY).is_some() || crate::dates::recurs_at(rest).is_some()
        };
        match condition {
            Condition::OneOf { column, values, .. } => {
                let value = values.iter().find_map(|v| match v {
                    Operand::Text(value) => text(value),
                    _ => None,
                });
                value.or_else(|| words(column))
            }
            Condition::Like { pattern, .. } => text(pattern.trim_matches('%')),
            Condition::Period { .. } | Condition::Recurs { .. } => (0..self.tokens.len()).find(time),
            Condition::Compare { left: Expr::Column(column), right: Operand::Number(n), .. } => {
                self.tokens.iter().position(|t| t.number() == Some(*n)).or_else(|| words(column))
            }
            Condition::Between { left: Expr::Column(column), .. } | Condition::Null { column, .. } => words(column),
            Condition::Not(inner) => self.mentioned(inner),
            _ => None,
        }
    }

    /// Where something is said not to have been done.
    fn denial(&self) -> Option<usize> {
        (0..self.tokens.len()).find(|at| self.denies(*at) || self.at(*at) == "none")
    }

    /// 'have never', 'did not', 'without', 'but no': something that is done, or not. 'is not' says what something is.
    pub(crate) fn denies(&self, at: usize) -> bool {
        match self.at(at) {
            "never" | "without" | "no" | "nobody" | "noone" => true,
            "not" => {
                at > 0 && matches!(self.at(at - 1), "have" | "has" | "had" | "did" | "do" | "does" | "but" | "and")
            }
            _ => false,
        }
    }

    /// 'never had an x-ray at Harbour': both; 'went to Harbour but never had an x-ray': the x-ray.
    pub(crate) fn is_denied(&self, condition: &Condition) -> bool {
        let Some(from) = self.denial() else { return false };
        let to = (from + 1..self.tokens.len()).find(|at| self.at(*at) == "but").unwrap_or(self.tokens.len());
        self.mentioned(condition).is_none_or(|at| at > from && at < to)
    }

    pub(crate) fn names_column(&self, at: usize) -> bool {
        let columns = self.schema.tables.iter().flat_map(|t| &t.columns);
        columns.filter(|c| c.kind == ColumnKind::Text).any(|c| c.words.last().is_some_and(|w| w == self.stem(at)))
    }

    pub(crate) fn all_at(&self, row: &str) -> Option<usize> {
        const NEAR: usize = 5;
        (0..self.tokens.len()).find(|at| {
            // 'is every lead remote'.
            let subject = *at == 1 && self.at(1) != "each" && !self.names_column(2);
            let named = subject || (at + 1..at + NEAR).any(|noun| self.stem(noun) == row);
            matches!(self.at(*at), "all" | "every" | "each") && named
        })
    }

    /// Something is said behind a condition.
    pub(crate) fn goes_on(&self, from: usize, condition: &Condition) -> bool {
        let value = match condition {
            Condition::OneOf { values, .. } => values.iter().find_map(|v| match v {
                Operand::Text(text) => Some(tokenize(text).len()),
                _ => None,
            }),
            _ => None,
        };
        let rest = self.tokens.get(from + value.unwrap_or(1)..).unwrap_or_default();
        let timed = matches!(condition, Condition::Period { .. } | Condition::Recurs { .. });
        let said = |t: &Token| matches!(t.kind, Kind::Word) && !crate::lexicon::lexicon().is_stop(t);
        !timed && rest.iter().any(|t| said(t) && t.number().is_none())
    }

    pub(crate) fn at(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.lower.as_str())
    }

    pub(crate) fn stem(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.stem.as_str())
    }

    pub(crate) fn step(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.lemma.as_str())
    }

    /// What a row is called.
    pub(crate) fn row(&self, at: usize) -> bool {
        let [table] = self.schema.tables.as_slice() else { return false };
        !self.stem(at).is_empty() && table.words.last().is_some_and(|w| w == self.stem(at))
    }

    pub(crate) fn has(&self, at: usize) -> bool {
        matches!(self.at(at), "with" | "have" | "has" | "had")
    }

    pub(crate) fn never(&self) -> bool {
        (0..self.tokens.len())
            .any(|at| matches!(self.at(at), "never" | "without") || self.at(at) == "no" && at > 0 && self.has(at - 1))
    }

    /// 'both', 'who have been to Grantley as well as Ashford'.
    pub(crate) fn both(&self) -> bool {
        let as_well = |at: usize| self.at(at) == "as" && self.at(at + 1) == "well" && self.at(at + 2) == "as";
        (0..self.tokens.len())
            .any(|at| self.at(at) == "both" || as_well(at) && (0..at).any(|before| self.clause(before)))
    }

    /// 'always', 'every time', 'every single call', 'all their calls', 'whose calls were all resolved'; where the word 'always' is.
    pub(crate) fn always(&self) -> Option<Option<usize>> {
        (0..self.tokens.len()).find_map(|at| {
            let next = |skipped: &[&str]| at + 1 + usize::from(skipped.contains(&self.at(at + 1)));
            let said = match self.at(at) {
                "always" => return Some(Some(at)),
                "every" | "each" => {
                    let noun = next(&["single"]);
                    self.at(at + 1) == "time" || self.row(noun) || self.row(noun + 1)
                }
                "all" => {
                    let whose = at > 0 && matches!(self.at(at - 1), "is" | "are" | "was" | "were" | "been");
                    let of = next(&["of"]);
                    let theirs = self.theirs(of);
                    whose || self.row(of) || theirs && (self.row(of + 1) || self.row(of + 2))
                }
                _ => false,
            };
            said.then_some(None)
        })
    }

    /// What begins a clause about the name.
    pub(crate) fn clause(&self, at: usize) -> bool {
        matches!(self.at(at), "who" | "that" | "which" | "have" | "has" | "had" | "did" | "does")
    }

    pub(crate) fn theirs(&self, at: usize) -> bool {
        matches!(self.at(at), "the" | "their" | "his" | "her" | "its")
    }

    /// 'who only came for a checkup'.
    pub(crate) fn only(&self, column: &ColumnRef) -> Option<usize> {
        let words = self.schema.find(column).and_then(|c| self.schema.view(c)).map_or(&[][..], |v| v.words.as_slice());
        // 'show only visitors who ...', 'visitors from only Harbor', 'came only once'.
        let theirs = |at: usize| {
            let named = self.tokens.get(at).is_some_and(|t| words.contains(&t.stem));
            let verb =
                self.tokens.get(at).is_some_and(|t| t.kind == Kind::Word && (0..at).any(|before| self.clause(before)));
            let asked = matches!(self.at(at), "who" | "that" | "which" | "ever") || self.has(at);
            named || asked || verb && !PLACED.contains(&self.at(at))
        };
        let counted = |at: usize| match self.tokens.get(at) {
            Some(t) => {
                let one = matches!(t.lower.as_str(), "once" | "one" | "twice" | "a" | "an" | "count" | "please");
                one || t.number().is_some() || matches!(t.kind, Kind::Punct(_))
            }
            None => true,
        };
        let said = |at: &usize| matches!(self.at(*at), "only" | "exclusively") && theirs(at - 1) && !counted(at + 1);
        (1..self.tokens.len()).find(said)
    }
}
