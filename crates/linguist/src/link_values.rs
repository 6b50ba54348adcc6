//! Which stored value a word of a person's question is, where the words around it say more than the word itself: a verb with a
//! day of its own is no status, a verb is about what follows it, and a word of every day may be a status all the same. And rows
//! are not how many of them there may be.

use crate::dates;
use crate::link::{Link, Linker, Span};
use crate::schema::{Col, ColumnKind};
use crate::spoken_everyday::table_called;
use crate::tokens::{Kind, Token};
use crate::values::ValueHit;

/// Words between a verb and what it was done to: 'passed the practical exam'.
const BETWEEN: usize = 4;
/// A shorter word of every day is never a value by itself.
const SHORT: usize = 4;

impl Linker<'_> {
    /// The values that the word at `start` may be.
    pub(crate) fn meant(&self, tokens: &[Token], start: usize, mut hits: Vec<ValueHit>) -> Vec<ValueHit> {
        let Some(verb) = tokens.get(start).filter(|t| t.kind == Kind::Word && !t.proper && t.lower.ends_with("ed"))
        else {
            return hits;
        };
        let dated = |hit: &ValueHit| hit.used == 1 && self.says_when(tokens, start, hit.col);
        hits.retain(|hit| !dated(hit));
        if let Some(of) = self.object(tokens, start)
            && !hits.iter().any(|hit| hit.col.table == of)
        {
            let there: Vec<ValueHit> =
                self.values.stemmed(verb).into_iter().filter(|hit| hit.col.table == of).collect();
            if !there.is_empty() {
                return there;
            }
        }
        hits
    }

    /// 'projects quoted in 2026' goes by the day of the quote, whatever became of them: the status says only that nothing has
    /// happened since.
    fn says_when(&self, tokens: &[Token], verb: usize, status: Col) -> bool {
        let Some(word) = tokens.get(verb) else { return false };
        // What is over has a status that says how: a day on which it was to be closed is no closing.
        if crate::standing::DONE.contains(&word.lower.as_str()) {
            return false;
        }
        let each = tokens.get(verb + 1).is_some_and(|t| matches!(t.lower.as_str(), "per" | "by" | "each" | "every"));
        let rest = tokens.get(verb + 1 + usize::from(each)..).unwrap_or_default();
        let today = self.setting.now.date();
        if dates::time_at(rest, today).is_none() && dates::grain_at(rest).is_none() {
            return false;
        }
        let columns = self.schema.tables.get(status.table).map_or(&[][..], |t| t.columns.as_slice());
        columns.iter().any(|c| c.kind == ColumnKind::Time && c.words.contains(&word.stem))
    }

    /// The table whose rows something was done to: 'who passed the practical exam'.
    fn object(&self, tokens: &[Token], verb: usize) -> Option<usize> {
        const OTHERS: [&str; 9] = ["by", "to", "for", "from", "with", "without", "no", "via", "in"];
        let near = tokens.get(verb + 1..)?.iter().take(BETWEEN);
        let near = near.take_while(|t| t.kind == Kind::Word && !OTHERS.contains(&t.lower.as_str()));
        near.into_iter().find_map(|t| table_called(Some(t), self.schema))
    }

    /// 'done lessons', 'candidates with an offer': a word of every day that is stored, where something is told of rows by it.
    pub(crate) fn tells_of_rows(&self, tokens: &[Token], at: usize, hit: &ValueHit) -> bool {
        let word = |i: Option<usize>| i.and_then(|i| tokens.get(i)).map_or("", |t| t.lower.as_str());
        const NEVER: [&str; 14] = [
            "other", "same", "total", "first", "last", "some", "current", "number", "more", "most", "each", "every",
            "such", "both",
        ];
        let long = tokens.get(at).is_some_and(|t| t.lower.len() >= SHORT && !NEVER.contains(&t.lower.as_str()));
        // 'have we done lessons with Olga' tells of us.
        let asked = matches!(word(Some(0)), "have" | "has" | "had" | "did" | "do" | "does");
        let before_rows = table_called(tokens.get(at + 1), self.schema) == Some(hit.col.table);
        let article = matches!(word(at.checked_sub(1)), "a" | "an" | "the");
        let had = matches!(word(at.checked_sub(2)), "with" | "have" | "has" | "had" | "got" | "get");
        // 'which hires are out', 'rooms that are still in'.
        let is = matches!(word(at.checked_sub(1)), "is" | "are" | "was" | "were" | "still" | "currently");
        let ends = tokens
            .get(at + 1)
            .is_none_or(|t| t.kind != Kind::Word || matches!(t.lower.as_str(), "at" | "right" | "now"));
        let rows = || tokens.iter().take(at).any(|t| table_called(Some(t), self.schema) == Some(hit.col.table));
        let whole = self.schema.for_people && !asked && hit.whole && hit.used == 1;
        whole && (long && (before_rows || article && had) || is && ends && rows())
    }

    /// 'how many students' are rows of students, not the `max_students` of a course.
    pub(crate) fn without_bounds(&self, tokens: &[Token], span: &mut Span) {
        const BOUNDS: [&str; 6] = ["max", "min", "maximum", "minimum", "capacity", "limit"];
        let said = tokens.iter().any(|t| BOUNDS.contains(&t.lower.as_str()));
        let rows = span.end == span.start + 1 && table_called(tokens.get(span.start), self.schema).is_some();
        if said || !rows {
            return;
        }
        let bound = |c: Col| {
            let words = crate::tokens::name_words(&self.schema.reference(c).column);
            words.iter().any(|w| BOUNDS.contains(&w.as_str()))
        };
        span.choices.retain(|choice| !matches!(choice.link, Link::Column(c) if bound(c)));
    }
}
