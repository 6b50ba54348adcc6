//! Evidence from what a statement keeps of a question: numbers, values and turns of phrase that were said and are nowhere in it.
//!
//! Where a person asks, these are promises (see `promises`). Statements of public question sets drop words at will; how much
//! each is worth there is learned. Read off the finished statement, so that it makes no difference which room lost the word.

use crate::form::Expr;
use crate::link::Link;
use crate::promises::Promises;
use crate::schema::ColumnKind;
use crate::score::Features;
use crate::segment::Piece;
use crate::tokens::{Kind, Token};
use std::ops::Deref;

/// The same that promises are judged by, for another purpose.
pub struct Kept<'a>(pub Promises<'a>);

impl<'a> Deref for Kept<'a> {
    type Target = Promises<'a>;

    fn deref(&self) -> &Promises<'a> {
        &self.0
    }
}

impl Kept<'_> {
    pub fn features(&self) -> Features {
        let flag = |b: bool| f64::from(u8::from(b));
        let has = |parts: &[&str]| parts.iter().any(|part| self.sql.contains(part));
        let (numbers, ones) = self.numbers_lost();
        let mut features = vec![
            ("number_lost", numbers),
            ("one_lost", ones),
            ("value_lost", self.values_lost()),
            ("quoted_lost", self.quoted_lost()),
            ("average_lost", flag(self.says(&["average", "avg", "mean"]) && !has(&["AVG("]))),
            ("total_lost", flag(self.says(&["total", "sum"]) && !has(&["SUM(", "COUNT("]))),
            ("or_lost", flag(self.says(&["or"]) && !has(&[" OR ", " IN (", ">=", "<=", "UNION"]))),
            ("both_lost", flag(self.says(&["both"]) && !has(&["INTERSECT", "EXISTS", " AND "]))),
            ("limit_unordered", flag(self.query.limit.is_some() && self.query.order.is_empty())),
            ("when_lost", flag(self.asks_when() && !self.shows_time())),
            ("extremes_lost", self.extremes_lost()),
            ("compare_lost", self.compare_lost()),
            ("order_lost", flag(self.says(&SORTED) && !has(&["ORDER BY"]))),
            ("grouped_lost", flag(self.says(&["grouped"]) && self.query.group.is_empty())),
            ("pattern_lost", flag(self.says(&PATTERN) && !has(&["LIKE"]))),
            ("owner_shown", self.owners_shown()),
            ("whole_lost", flag(self.says(&WHOLE) && !self.query.select.is_empty())),
        ];
        features.extend(self.senseless());
        features.retain(|(_, value)| *value != 0.0);
        features
    }

    /// What nobody can mean, see `promises_sense`.
    fn senseless(&self) -> Features {
        let promises = &self.0;
        let found = |what: Option<String>| f64::from(u8::from(what.is_some()));
        vec![
            ("two_at_once", found(promises.contradiction())),
            ("odd_group", found(promises.odd_group())),
            ("unfit", found(promises.unfit())),
            ("counted_figure", found(promises.counted_figure())),
            ("nothing_left", found(promises.nothing_left())),
            ("counted_one", found(promises.counted_one())),
            ("bare_flag", found(promises.bare_flag())),
        ]
    }

    /// One of the words, where it is no part of a name or value.
    fn says(&self, words: &[&str]) -> bool {
        self.said(words) > 0
    }

    fn said(&self, words: &[&str]) -> usize {
        let free = |at: usize| {
            let piece = self.pieces.iter().find(|p| p.start <= at && at < p.end);
            piece.is_none_or(|p| matches!(p.link, Link::Mark(_)))
        };
        let said = |(at, token): &(usize, &Token)| words.contains(&token.lower.as_str()) && free(*at);
        self.tokens.iter().enumerate().filter(said).count()
    }

    /// Numbers that the statement knows nothing of, and how often that is a 'one', which may be a pronoun.
    fn numbers_lost(&self) -> (f64, f64) {
        let (mut numbers, mut ones) = (0.0, 0.0);
        for (at, token) in self.tokens.iter().enumerate() {
            let Kind::Number(n) = token.kind else { continue };
            let piece = self.pieces.iter().find(|p| p.start <= at && at < p.end);
            let part = piece.is_some_and(|p| matches!(p.link, Link::Value(_) | Link::Quoted(_) | Link::Time(_)));
            if part || self.holds_number(&crate::write::number(n)) {
                continue;
            }
            *(if token.lower == "one" { &mut ones } else { &mut numbers }) += 1.0;
        }
        (numbers, ones)
    }

    /// As a number of its own, not as a part of a longer one or of a name.
    fn holds_number(&self, number: &str) -> bool {
        let part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        self.sql.match_indices(number).any(|(at, found)| {
            let before = self.sql.get(..at).and_then(|s| s.chars().next_back());
            let after = self.sql.get(at + found.len()..).and_then(|s| s.chars().next());
            !before.is_some_and(part) && !after.is_some_and(part)
        })
    }

    fn values_lost(&self) -> f64 {
        let lost = |p: &&Piece| match &p.link {
            Link::Value(value) => !self.sql.contains(&value.text.replace('\'', "''")),
            _ => false,
        };
        self.pieces.iter().filter(lost).count() as f64
    }

    /// Texts in quotation marks that no text of the statement holds: a letter is in every statement.
    fn quoted_lost(&self) -> f64 {
        let sql = self.sql.to_lowercase();
        let texts: Vec<&str> = sql.split('\'').skip(1).step_by(2).collect();
        let holds = |word: &str| texts.iter().any(|text| text.contains(word)) || word.len() > 2 && sql.contains(word);
        let lost = |t: &&Token| t.kind == Kind::Quoted && !holds(&t.lower);
        self.tokens.iter().filter(lost).count() as f64
    }

    fn asks_when(&self) -> bool {
        self.tokens.first().is_some_and(|t| t.lower == "when")
    }

    fn shows_time(&self) -> bool {
        const WHEN: [&str; 5] = ["date", "year", "time", "day", "month"];
        self.query.select.iter().any(|s| {
            let column = match &s.expr {
                Expr::Column(c) => Some(c),
                Expr::Aggregate { of, .. } => match &**of {
                    Expr::Column(c) => Some(c),
                    _ => None,
                },
                _ => return matches!(s.expr, Expr::Bucket { .. }),
            };
            let name = column.map_or(String::new(), |c| c.column.to_lowercase());
            let kind = column.and_then(|c| self.schema.find(c)).map(|c| self.schema.kind(c));
            matches!(kind, Some(ColumnKind::Time | ColumnKind::Year)) || WHEN.iter().any(|w| name.contains(w))
        })
    }

    /// Superlatives beyond those that the statement ranks by.
    fn extremes_lost(&self) -> f64 {
        const EXTREMES: [&str; 22] = [
            "most", "least", "fewest", "highest", "lowest", "largest", "smallest", "biggest", "greatest", "maximum",
            "minimum", "oldest", "youngest", "longest", "shortest", "latest", "earliest", "cheapest", "newest", "best",
            "worst", "top",
        ];
        // 'at least two'.
        let limits = |w: &&[Token]| matches!(w, [at, most] if at.lower == "at" && matches!(most.lower.as_str(), "most" | "least"));
        let said = self.said(&EXTREMES).saturating_sub(self.tokens.windows(2).filter(limits).count());
        let kept = ["LIMIT", "MAX(", "MIN("].iter().map(|part| self.sql.matches(part).count()).sum::<usize>();
        // 'in order, highest first'.
        let kept = kept + usize::from(self.query.limit.is_none() && !self.query.order.is_empty());
        said.saturating_sub(kept) as f64
    }

    /// 'more than' beyond what the statement compares.
    fn compare_lost(&self) -> f64 {
        let said = self.said(&["than"]) + self.said(&["above", "below", "exceeds", "exceed"]);
        let kept = self.sql.matches(['>', '<']).count() + self.sql.matches("BETWEEN").count();
        said.saturating_sub(kept) as f64
    }

    /// Columns shown beside others although the wording makes them the owner of those: 'the age of the user'.
    fn owners_shown(&self) -> f64 {
        let shown = |p: &Piece| match p.link {
            Link::Column(c) => {
                let reference = self.schema.reference(c);
                self.query.select.iter().any(|s| matches!(&s.expr, Expr::Column(r) if *r == reference))
            }
            Link::Names(_) => true,
            _ => false,
        };
        let owner = |(i, p): &(usize, &Piece)| {
            let of = |back: usize| {
                let at = p.start.checked_sub(back);
                at.and_then(|at| self.tokens.get(at)).is_some_and(|t| matches!(t.lower.as_str(), "of" | "for"))
            };
            let article = p.start.checked_sub(1).and_then(|at| self.tokens.get(at));
            let article = article.is_some_and(|t| matches!(t.lower.as_str(), "the" | "all" | "each" | "a" | "an"));
            let listed = self.tokens.get(p.end).is_some_and(|t| t.lower == "and" || t.is_punct(','));
            (of(1) || article && of(2)) && !listed && self.pieces.iter().take(*i).any(shown)
        };
        self.pieces.iter().enumerate().filter(owner).filter(|(_, p)| shown(p)).count() as f64
    }
}

const SORTED: [&str; 10] = [
    "sorted",
    "ordered",
    "sort",
    "descending",
    "ascending",
    "alphabetical",
    "alphabetically",
    "decreasing",
    "increasing",
    "arranged",
];

const WHOLE: [&str; 6] = ["information", "info", "details", "everything", "records", "contents"];

const PATTERN: [&str; 6] = ["substring", "letter", "letters", "prefix", "phrase", "string"];
