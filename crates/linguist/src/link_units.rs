//! Units that are said for the figure counted in them. `link_names` asks here.

use crate::lexicon::lexicon;
use crate::link::{Choice, Link, Linker};
use crate::schema::ColumnKind;
use crate::tokens::Token;

/// How well a unit stands for a figure where nothing else is counted in it.
const LONE_UNIT: f64 = 0.9;

impl Linker<'_> {
    /// 'km per month', where only one figure is in kilometres: that one. Behind a number, or 'in', it only says what is counted.
    pub(crate) fn means_figure(&self, tokens: &[Token], start: usize, choices: &mut [Choice]) {
        let before = start.checked_sub(1).and_then(|i| tokens.get(i));
        let counts = before.is_some_and(|t| t.number().is_some() || matches!(t.lower.as_str(), "in" | "per" | "many"));
        let unit = tokens.get(start).is_some_and(|t| lexicon().is_unit(&t.lower));
        let figure = |c: &&mut Choice| matches!(c.link, Link::Column(c) if self.schema.kind(c) == ColumnKind::Number);
        let mut figures = choices.iter_mut().filter(figure);
        if let (Some(only), None, true) = (figures.next(), figures.next(), unit && !counts && self.schema.for_people) {
            only.quality = only.quality.max(LONE_UNIT);
        }
    }
}
