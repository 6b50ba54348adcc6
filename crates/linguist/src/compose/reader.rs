//! Walks the pieces of a question from left to right and fills a draft.
//!
//! Every piece either opens a place (a mark such as 'per', 'with', 'sorted by') or fills one (a table, column, value,
//! number, time). What finds no place is kept as dangling, so that the score sees it.

use super::draft::{Ask, Draft, Filter, Group, Pending, Target};
use crate::form::Grain;
use crate::lexicon::{Aggregate, Mark, Relation};
use crate::link::Link;
use crate::schema::{Col, ColumnKind, Schema};
use crate::segment::Piece;
use crate::tokens::Token;

/// Where the next noun goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Head,
    Filter,
    Group,
    Order,
}

pub struct Reader<'a> {
    pub schema: &'a Schema,
    pub tokens: &'a [Token],
    pub pieces: &'a [Piece],
    pub at: usize,
    pub mode: Mode,
    pub draft: Draft,
    pub aggregates: Vec<Aggregate>,
    pub counting: bool,
    pub distinct: bool,
    pub negated: bool,
    /// 'without', 'have no': the next table is absent.
    pub absent: bool,
    pub or: bool,
    pub column: Option<Col>,
    pub relation: Option<Relation>,
    pub adjective: Option<&'static crate::lexicon::Adjective>,
    /// A superlative that waits for what it goes by: direction, and whether it counts ('most orders').
    pub extreme: Option<(bool, bool)>,
    pub like: Option<Mark>,
    pub null: bool,
    pub descending: Option<bool>,
    /// 'sort ... by': the next 'by' says what the order goes by.
    pub sorting: bool,
    /// 'the best channel by conversions': the order that 'by' opens is a ranking.
    pub one_wins: bool,
    /// What was compared last: 'above 10 or below 5'.
    pub compared: Option<Col>,
    /// Pieces that were read together with one before them.
    pub done: Vec<usize>,
}

pub fn read(schema: &Schema, tokens: &[Token], pieces: &[Piece]) -> Draft {
    let mut reader = Reader {
        schema,
        tokens,
        pieces,
        at: 0,
        mode: Mode::Head,
        draft: Draft::default(),
        aggregates: Vec::new(),
        counting: false,
        distinct: false,
        negated: false,
        absent: false,
        or: false,
        column: None,
        relation: None,
        adjective: None,
        extreme: None,
        like: None,
        null: false,
        descending: None,
        sorting: false,
        one_wins: false,
        compared: None,
        done: Vec::new(),
    };
    let word = tokens.first().map_or("", |t| t.lower.as_str());
    reader.draft.asks_who = word == "who";
    reader.draft.asks_when = word == "when";
    reader.draft.asks_where = word == "where";
    if ["did", "does", "do", "is", "are", "was", "were", "has", "have"].contains(&word) {
        reader.draft.ask = Ask::YesNo;
    }
    let which = ["which", "who", "what", "where"];
    reader.draft.asks_which = tokens.first().is_some_and(|t| which.contains(&t.lower.as_str()));
    while let Some(piece) = reader.pieces.get(reader.at) {
        if !reader.done.contains(&reader.at) {
            reader.step(piece);
        }
        reader.at += 1;
    }
    reader.finish();
    let mut draft = reader.draft;
    super::contrast::apply(&mut draft, schema, tokens, pieces);
    draft
}

impl<'a> Reader<'a> {
    /// 'Which buildings does Emma manage? Give the short names.': the second sentence says what to show.
    pub(super) fn new_sentence(&mut self, piece: &Piece) {
        let ended = piece.start > 0
            && self
                .tokens
                .get(piece.start - 1)
                .is_some_and(|t| matches!(t.kind, crate::tokens::Kind::Punct('?' | '.')))
            || piece.start > 1
                && self
                    .tokens
                    .get(piece.start - 2)
                    .is_some_and(|t| matches!(t.kind, crate::tokens::Kind::Punct('?' | '.')));
        let began = self.pieces.get(..self.at).unwrap_or_default().last().is_some_and(|p| {
            self.tokens
                .get(p.end..piece.start)
                .unwrap_or_default()
                .iter()
                .any(|t| matches!(t.kind, crate::tokens::Kind::Punct('?' | '.')))
        });
        if !ended && !began {
            return;
        }
        if let (Some((up, counts)), false) = (self.extreme, self.schema.for_people) {
            // 'Which robot weighs the most? Give its name.' is not by name.
            self.extreme = None;
            self.trailing_extreme(up, counts);
        }
        self.mode = Mode::Head;
        let tables_only =
            self.draft.items.iter().all(|i| i.aggregate.is_none() && matches!(i.target, Target::Table(_)));
        let more = self.pieces.get(self.at..).unwrap_or_default().iter().any(|p| matches!(p.link, Link::Column(_)));
        // 'Which courses last more than 15 hours? List the titles.': the second sentence says all that is shown.
        let word = self.tokens.get(piece.start).map_or("", |t| t.lower.as_str());
        let before = piece.start.checked_sub(1).and_then(|i| self.tokens.get(i)).map_or("", |t| t.lower.as_str());
        let shows = |w: &str| {
            matches!(w, "list" | "give" | "show" | "return" | "find" | "tell" | "state" | "report" | "display")
        };
        let plain = self.draft.items.iter().all(|i| i.aggregate.is_none());
        let says_what = (shows(word) || shows(before)) && self.draft.asks_which && plain && !self.schema.for_people;
        if (tables_only || says_what) && more && self.draft.groups.is_empty() {
            let tables = std::mem::take(&mut self.draft.items);
            self.draft.context.extend(tables.iter().filter_map(super::measures::table_of));
        }
        if began {
            self.draft.earlier = self.draft.items.len();
        }
    }

    pub(super) fn step(&mut self, piece: &'a Piece) {
        self.new_sentence(piece);
        match &piece.link {
            Link::Mark(mark) => self.mark(mark),
            Link::Table(t) => self.table(*t),
            Link::Column(c) => self.column(*c),
            Link::Worth(t) => {
                self.say(Target::Worth(*t));
                self.noun(Target::Worth(*t));
            }
            Link::Elapsed(t) => self.elapsed(*t),
            Link::Age(c, on) => self.noun(Target::Age(*c, *on)),
            Link::Standing(standing) => self.standing(&standing.condition),
            Link::Names(t) => self.names(*t),
            Link::Value(value) => self.value(value),
            Link::Number(n) if self.behind_pattern() => {
                // 'post codes starting with 4'.
                let text = crate::write::number(*n);
                self.text(&text);
            }
            Link::Number(n) => {
                let known = self.draft.having.len();
                self.number(*n);
                if known > 0 && self.draft.having.len() > known {
                    self.draft.either |= std::mem::take(&mut self.or);
                }
            }
            Link::Ordinal(n) => self.nth(*n),
            Link::Time(range) => self.time(range),
            Link::Grain(grain) => self.grain(*grain),
            Link::Quoted(text) => self.text(text),
        }
    }

    /// Keeps what the person called it.
    fn say(&mut self, target: Target) {
        let words = self.pieces.get(self.at).and_then(|p| self.tokens.get(p.start..p.end)).unwrap_or_default();
        let words = words.iter().map(|t| t.lower.as_str());
        let name: Vec<&str> = words.filter(|w| w.bytes().all(|b| b.is_ascii_alphanumeric())).collect();
        if !name.is_empty() {
            self.draft.said.push((target, name.join("_")));
        }
    }

    pub fn peek(&self, ahead: usize) -> Option<&'a Link> {
        self.pieces.get(self.at + ahead).map(|p| &p.link)
    }

    pub fn dangle(&mut self) {
        self.draft.dangling.push(self.at);
    }

    /// The next piece that is not a joining word.
    pub(super) fn next_noun(&self) -> Option<&'a Link> {
        let rest = self.pieces.get(self.at + 1..).unwrap_or_default();
        rest.iter()
            .map(|p| &p.link)
            .find(|l| !matches!(l, Link::Mark(Mark::Of | Mark::All | Mark::Distinct | Mark::Aggregate(_) | Mark::Both)))
    }

    pub(super) fn mark(&mut self, mark: &Mark) {
        match mark {
            Mark::HowMany => {
                self.draft.ask = Ask::Count;
                self.counting = true;
            }
            Mark::HowMuch => self.draft.ask = Ask::Amount,
            // 'flats by number of bedrooms', where a flat has them in a column.
            Mark::Count if self.mode == Mode::Group && self.counted_in_column() => {}
            // 'storms that had a death count of at least 10', where deaths are a number.
            Mark::CountVerb if self.behind_figure() => {}
            Mark::Count | Mark::CountVerb => self.counting = true,
            Mark::Aggregate(f) => {
                self.draft.aggregate_words += 1;
                let ranks = self.mode == Mode::Filter
                    && self.relation.is_none()
                    && !self.draft.items.is_empty()
                    && self.draft.items.iter().all(|i| i.aggregate.is_none());
                if let (true, Aggregate::Max | Aggregate::Min) = (ranks, f) {
                    // 'the stadium that has the maximum capacity'.
                    self.extreme = Some((*f == Aggregate::Max, false));
                } else if !self.limits_figure(*f) && !self.against_aggregate(*f) {
                    self.aggregates.push(*f);
                }
            }
            // 'more than the average number of points', where points are a column.
            Mark::AverageCount
                if (self.relation.is_some() || self.compared_apart().is_some())
                    && self.against_aggregate(Aggregate::Average) => {}
            Mark::AverageCount => {
                self.draft.average_count = true;
                self.counting = true;
            }
            Mark::Each if self.each_of_values() => {}
            Mark::Each => {
                self.mode = Mode::Group;
                self.draft.each = true;
            }
            Mark::By => self.by(),
            Mark::And => self.and(),
            Mark::Or => self.or = true,
            Mark::Not => self.negated = true,
            Mark::Without => {
                self.absent = true;
                self.mode = Mode::Filter;
            }
            Mark::Except => {
                self.negated = true;
                self.mode = Mode::Filter;
            }
            Mark::Compare(relation) => {
                self.relation = Some(if self.negated { relation.negated() } else { *relation });
                self.negated = false;
            }
            Mark::Comparative(adjective) => {
                self.adjective = Some(adjective);
                self.relation = Some(if adjective.descending { Relation::Greater } else { Relation::Less });
            }
            Mark::Several => {
                self.relation = Some(Relation::Greater);
                self.number(1.0);
            }
            Mark::Between => self.between(),
            // 'the maximum and minimum number of cities' asks for two figures.
            Mark::Most(up) if !self.aggregates.is_empty() => {
                self.aggregates.push(if *up { Aggregate::Max } else { Aggregate::Min });
            }
            Mark::Most(up) => self.extreme = Some((*up, true)),
            Mark::Extreme(up) => self.extreme_mark(*up),
            Mark::Superlative(adjective) => self.superlative(adjective),
            Mark::Common(up) => self.common(*up),
            Mark::Times(up) => self.most_times(*up),
            Mark::Edge => self.edge(),
            Mark::Order => self.order_mark(),
            Mark::Descending => self.direction(true),
            Mark::Ascending => self.direction(false),
            Mark::Alphabetical => {
                self.draft.alphabetical = true;
                self.direction(false);
            }
            // 'Which customers' asks; 'customers which' relates.
            Mark::Relative if self.at == 0 && self.draft.asks_which => {}
            Mark::Relative => self.mode = Mode::Filter,
            Mark::Preposition => self.preposition(),
            Mark::Distinct => self.distinct = true,
            Mark::Share | Mark::Ratio => {
                self.draft.share = true;
                self.draft.ratio = *mark == Mark::Ratio;
            }
            Mark::Contains | Mark::Starts | Mark::Ends => self.pattern_mark(mark),
            Mark::Null => self.null_mark(false),
            Mark::NotNull => self.null_mark(true),
            // 'in which season did any player get hurt' asks for the season.
            Mark::Any if self.tokens.iter().take(2).any(|t| matches!(t.lower.as_str(), "which" | "what")) => {}
            Mark::Any => self.draft.ask = Ask::YesNo,
            Mark::Trend => self.draft.trend = true,
            Mark::All if self.against_all() => {}
            Mark::All => self.draft.all |= self.mode == Mode::Head && self.draft.items.is_empty(),
            Mark::Positive(adjective) => self.positive(adjective),
            Mark::ComparedWith => self.draft.compare = true,
            Mark::Change | Mark::More => self.dangle(),
            Mark::ThatFigure => self.draft.that_figure = true,
            Mark::Named => self.named(),
            Mark::Both => self.draft.both = true,
            Mark::Of | Mark::Either | Mark::Than | Mark::Only => {}
        }
    }

    /// Nothing stands between this piece and a pattern that waits for its text.
    fn behind_pattern(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|i| self.pieces.get(i)).map(|p| &p.link);
        let pattern = matches!(before, Some(Link::Mark(Mark::Contains | Mark::Starts | Mark::Ends)));
        pattern && self.like.is_some() && !self.schema.for_people
    }

    fn behind_figure(&self) -> bool {
        let start = self.pieces.get(self.at).map(|p| p.start);
        let before = self.at.checked_sub(1).and_then(|i| self.pieces.get(i)).filter(|p| Some(p.end) == start);
        let figure = |p: &Piece| matches!(p.link, Link::Column(c) if self.schema.kind(c) == ColumnKind::Number);
        !self.schema.for_people && before.is_some_and(figure)
    }

    fn counted_in_column(&self) -> bool {
        let number = matches!(self.peek(1), Some(Link::Column(c)) if self.schema.kind(*c) == ColumnKind::Number);
        self.schema.for_people && number
    }

    pub(super) fn and(&mut self) {
        if self.mode == Mode::Group || self.mode == Mode::Order {
            // 'by region and month' goes on grouping; 'by region and the average price' does not.
            let more = match self.peek(1) {
                Some(Link::Column(c)) => self.mode == Mode::Order || self.schema.kind(*c) != ColumnKind::Number,
                Some(Link::Grain(_) | Link::Table(_)) => self.mode == Mode::Group,
                _ => false,
            };
            if !more {
                self.mode = Mode::Head;
            }
        }
        // 'of X and its Y' inside a filter comes back to what is shown only with a new verb; values go on.
    }

    pub(super) fn preposition(&mut self) {
        self.unknown_place();
        if matches!(
            self.next_noun(),
            Some(Link::Value(_) | Link::Time(_) | Link::Table(_) | Link::Quoted(_) | Link::Number(_))
        ) {
            self.mode = Mode::Filter;
        } else if self.mode == Mode::Group {
            self.mode = Mode::Head;
        } else if matches!(self.next_noun(), Some(Link::Column(_)))
            && self.draft.items.iter().any(|i| i.aggregate.is_some())
        {
            self.mode = Mode::Filter;
        }
    }

    pub fn limit(&mut self, n: f64) {
        if (1.0..=10_000.0).contains(&n) {
            self.draft.limit = Some(n as u64);
        }
    }

    pub fn limit_default(&mut self) {
        self.draft.limit = self.draft.limit.or(Some(1));
    }

    pub(super) fn grain(&mut self, grain: Grain) {
        let start = self.pieces.get(self.at).map_or(0, |p| p.start);
        let before = self.at.checked_sub(1).and_then(|i| self.pieces.get(i));
        if before.is_some_and(|p| p.end == start && matches!(p.link, Link::Number(_))) {
            // 'longer than 2 hours'.
            return;
        }
        if self.days_between(grain) {
            return;
        }
        let asked = start < 3
            && start
                .checked_sub(1)
                .and_then(|i| self.tokens.get(i))
                .is_some_and(|t| matches!(t.lower.as_str(), "which" | "what"));
        if asked {
            self.draft.asks_grain = Some(grain);
            return;
        }
        if self.counting && self.mode != Mode::Group {
            self.push_items(Target::Steps(grain));
            return;
        }
        if self.is_unit(grain) {
            return;
        }
        if let (Grain::Day, Some(when)) = (grain, self.ranked_day()) {
            self.push_items(Target::Column(when));
            return;
        }
        if !self.draft.groups.contains(&Group::Grain(grain)) {
            self.group_by(Group::Grain(grain));
        }
        if self.mode == Mode::Group && !matches!(self.peek(1), Some(Link::Mark(Mark::And))) {
            self.mode = Mode::Head;
        }
    }

    /// 'the hottest day': the date of the row that wins.
    fn ranked_day(&self) -> Option<Col> {
        let before = self.pieces.get(self.at.checked_sub(1)?)?;
        let Link::Mark(Mark::Superlative(adjective)) = before.link else { return None };
        let about = |words: &Vec<String>, t: &usize| {
            let columns = self.schema.tables.get(*t).map_or(&[][..], |v| v.columns.as_slice());
            columns.iter().any(|c| c.kind == ColumnKind::Number && words.iter().all(|w| c.words.contains(w)))
        };
        let mut tables = 0..self.schema.tables.len();
        let table = tables.find(|t| adjective.with.iter().any(|words| about(words, t)))?;
        self.schema.time(table)
    }

    pub fn push_filter(&mut self, condition: Pending) {
        let or = std::mem::take(&mut self.or);
        let at = self.pieces.get(self.at).map_or(0, |p| p.start);
        self.draft.filters.push(Filter { condition, or, at });
    }
}
