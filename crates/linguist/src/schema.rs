//! The catalog as the linguist sees it: words of names, the column that names a row, time columns, measures, keys.
//!
//! Built once per catalog in `Linguist::new`. Everything here follows from names, types and keys; no table is known
//! by name. `link`, `compose` and `join` read it.

use crate::exact::ExactNames;
use crate::form::{ColumnRef, Expr, Operand};
use crate::lemma;
use crate::naming::extra_words;
use crate::synonyms::Synonyms;
pub use crate::views::{ColumnKind, ColumnView, TableView};
use std::collections::HashMap;
use std::sync::Arc;
use vouch_model::{Catalog, Column};

/// A column by position; cheap to copy while candidates are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Col {
    pub table: usize,
    pub column: usize,
}

/// A table or a column, as what a word may point at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Element {
    Table(usize),
    Column(Col),
}

/// From one moment of a row to another, in hours or in days.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Took {
    pub from: Col,
    pub to: Col,
    pub in_hours: bool,
}

/// The place of a word that is in no name.
const OUTSIDE: u8 = 99;

/// One word of an element's name.
#[derive(Clone, Debug)]
pub struct Posting {
    pub element: Element,
    /// Which of its names: the spoken one is the first.
    pub name: u8,
    /// Which word of that name.
    pub word: u8,
    /// 1 for the name itself, less for label, comment, abbreviation.
    pub weight: f64,
}

pub struct Schema {
    pub catalog: Arc<Catalog>,
    pub tables: Vec<TableView>,
    pub postings: HashMap<String, Vec<Posting>>,
    /// Tables by name, in lower case.
    by_name: HashMap<String, usize>,
    pub(crate) parents: Vec<Vec<usize>>,
    /// The table whose worth was taken from the one amount it holds.
    pub(crate) assumed_worth: Option<usize>,
    /// And that is what was charged for something, where no table is called a sale.
    pub(crate) only_charged: bool,
    /// Asked by people, who say less than names do; public question sets are linked as they were learned.
    pub for_people: bool,
    /// Times that people do not mean where they say none, with their tables.
    pub(crate) other_times: Vec<(usize, usize)>,
    /// What rows would be worth by another table's prices.
    pub(crate) passed_over: Vec<(usize, Expr)>,
    /// Numbers that say yes or no.
    pub(crate) flags: Vec<Col>,
    /// Keys of which several connect the same two tables.
    pub parallel: Vec<Col>,
    pub exact: ExactNames,
}

impl Schema {
    pub fn new(catalog: Arc<Catalog>, synonyms: &Synonyms) -> Self {
        let tables = crate::views::views(&catalog, synonyms);
        let mut by_name = HashMap::new();
        for (i, table) in catalog.tables.iter().enumerate() {
            // As it is written as well, which is how it is looked up most of the time.
            by_name.entry(table.name.clone()).or_insert(i);
            by_name.entry(table.name.to_ascii_lowercase()).or_insert(i);
        }
        let exact = ExactNames::new(&catalog);
        let mut schema = Self {
            catalog,
            tables,
            postings: HashMap::new(),
            by_name,
            parents: Vec::new(),
            assumed_worth: None,
            only_charged: false,
            for_people: false,
            other_times: Vec::new(),
            passed_over: Vec::new(),
            flags: Vec::new(),
            parallel: Vec::new(),
            exact,
        };
        schema.parents = schema.all_parents();
        schema.parallel = schema.all_parallel();
        schema.index();
        schema.find_worth();
        schema
    }

    fn index(&mut self) {
        let mut index = Index::default();
        for (t, view) in self.tables.iter().enumerate() {
            let table = self.catalog.tables.get(t);
            index.names(Element::Table(t), std::iter::once(&view.words).chain(&view.others));
            index.extra(Element::Table(t), table.and_then(|t| t.label.as_deref()), &view.words, 0.8);
            for (c, column) in view.columns.iter().enumerate() {
                let element = Element::Column(Col { table: t, column: c });
                index.names(element, std::iter::once(&column.words).chain(column.others.iter().map(|o| &o.words)));
                if view.key == Some(c) && !column.words.iter().any(|w| w == "id") {
                    // 'the id' is whatever tells rows apart.
                    index.add("id", Posting { element, name: 0, word: 0, weight: 0.85 });
                }
                let source = table.and_then(|t| t.columns.get(c));
                index.extra(element, source.and_then(|s| s.label.as_deref()), &column.words, 0.8);
                index.extra(element, source.and_then(|s| s.comment.as_deref()), &column.words, 0.4);
            }
        }
        self.postings = index.postings;
    }

    /// As people ask: they say less than names do, and mean what rows are worth.
    pub fn assume_worth(&mut self) {
        self.for_people = true;
        self.number_nameless();
        self.choose_times();
        self.order_parents();
        self.find_flags();
        self.prefer_own_prices();
        self.assume_own_worth();
    }

    /// A flight is known by its `flt_no`, a room by its `room_number`, whatever id they have beside it.
    fn number_nameless(&mut self) {
        let number = lemma::stem_of("number");
        for t in 0..self.tables.len() {
            let Some(view) = self.tables.get(t).filter(|view| view.name_columns.is_empty()) else { continue };
            let key = view.key.and_then(|column| self.column(Col { table: t, column }));
            let numbered = view.columns.iter().position(|c| {
                let own = c.words.iter().zip(&c.said_by_table).all(|(w, said)| *said || *w == number);
                c.kind == ColumnKind::Text && c.words.len() > 1 && c.words.last() == Some(&number) && own
            });
            if key.is_some_and(|c| c.data_type.is_text()) {
                continue;
            }
            if let (Some(at), Some(view)) = (numbered, self.tables.get_mut(t)) {
                view.name_columns = vec![at];
            }
        }
    }

    /// As public question sets are read: names link as they are written, and only quantities and prices say what a row is worth.
    pub fn forget_assumed_worth(&mut self) {
        self.parents = self.all_parents();
        for (t, worth) in std::mem::take(&mut self.passed_over) {
            if let Some(view) = self.tables.get_mut(t) {
                view.worth = Some(worth);
            }
        }
        self.for_people = false;
        self.count_strays();
        for (t, column) in std::mem::take(&mut self.other_times) {
            if let Some(view) = self.tables.get_mut(t) {
                view.time = Some(column);
            }
        }
        for c in std::mem::take(&mut self.flags) {
            if let Some(view) = self.tables.get_mut(c.table).and_then(|t| t.columns.get_mut(c.column)) {
                view.kind = ColumnKind::Number;
            }
        }
        if let Some(view) = self.assumed_worth.take().and_then(|t| self.tables.get_mut(t)) {
            view.worth = None;
        }
    }

    pub fn numeric_with(&self, t: usize, words: &[&str]) -> Option<Col> {
        let view = self.tables.get(t)?;
        words.iter().find_map(|wanted| {
            let stem = lemma::stem(wanted);
            let column = view.columns.iter().position(|c| c.kind == ColumnKind::Number && c.words.contains(&stem))?;
            Some(Col { table: t, column })
        })
    }

    fn all_parents(&self) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new(); self.tables.len()];
        for key in &self.catalog.foreign_keys {
            let (Some(child), Some(parent)) = (self.table_index(&key.table), self.table_index(&key.to_table)) else {
                continue;
            };
            if let Some(list) = all.get_mut(child).filter(|_| child != parent) {
                list.push(parent);
            }
        }
        all
    }

    fn all_parallel(&self) -> Vec<Col> {
        let keys = &self.catalog.foreign_keys;
        let same = |a: &vouch_model::ForeignKey, b: &vouch_model::ForeignKey| {
            a.table.eq_ignore_ascii_case(&b.table) && a.to_table.eq_ignore_ascii_case(&b.to_table)
        };
        let several = keys.iter().filter(|k| keys.iter().filter(|o| same(k, o)).count() > 1);
        let column = |k: &vouch_model::ForeignKey| {
            self.find(&ColumnRef { table: k.table.clone(), column: k.columns.first()?.clone() })
        };
        several.filter_map(column).collect()
    }

    /// The words of a key that tell it from others to the same table: those of its name, and what stands before the table's
    /// name where they are written as one (`fromstop`).
    pub fn role_words(&self, c: Col) -> Vec<String> {
        let mut words = self.view(c).map_or(&[][..], |v| v.words.as_slice()).to_vec();
        let name = self.column(c).map_or(String::new(), |c| c.name.to_lowercase());
        let target = self.parents(c.table).into_iter().map(|t| self.table_name(t).to_lowercase());
        let mut before = target.filter_map(|table| {
            let singular = crate::lemma::lemma(&table);
            let rest = name.trim_end_matches("id").trim_end_matches('_');
            rest.strip_suffix(&table).or_else(|| rest.strip_suffix(&singular)).map(str::to_owned)
        });
        let role = before.find(|b| b.len() > 1 && b.bytes().all(|b| b.is_ascii_alphabetic()));
        words.extend(role.map(|role| lemma::stem_of(&role)));
        words
    }

    /// Tables that this one points at with a foreign key.
    pub fn parents(&self, t: usize) -> Vec<usize> {
        self.parents.get(t).cloned().unwrap_or_default()
    }

    /// A text that many rows share, also where it points at another table.
    pub fn is_kind(&self, c: Col) -> bool {
        let text = self.column(c).is_some_and(|c| c.data_type.is_text());
        self.kind(c) == ColumnKind::Text || self.kind(c) == ColumnKind::Key && (text || self.parallel.contains(&c))
    }

    /// A column of numbers with a blank here and there is one of numbers. People would be misled by an average that takes blanks
    /// for zeros.
    fn count_strays(&mut self) {
        for (view, table) in self.tables.iter_mut().zip(&self.catalog.tables) {
            for (column, stored) in view.columns.iter_mut().zip(&table.columns) {
                let mixed = matches!(&stored.data_type, vouch_model::DataType::Other(name) if name == "mixed");
                let called = |w: &String| ["zip", "code", "number", "id", "phone"].map(lemma::stem).contains(w);
                if mixed && column.kind == ColumnKind::Text && !column.words.iter().any(called) {
                    column.kind = ColumnKind::Number;
                }
            }
        }
    }

    /// Rows of the one table are rows of the other's, at one remove or at two.
    pub fn belongs(&self, child: usize, to: usize) -> bool {
        let parents = self.parents(child);
        child != to && parents.iter().any(|p| *p == to || self.parents(*p).contains(&to))
    }

    pub fn table_name(&self, t: usize) -> &str {
        self.catalog.tables.get(t).map_or("", |t| t.name.as_str())
    }

    pub fn table_index(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).or_else(|| self.by_name.get(&name.to_ascii_lowercase())).copied()
    }

    pub fn column(&self, col: Col) -> Option<&Column> {
        self.catalog.tables.get(col.table)?.columns.get(col.column)
    }

    pub fn view(&self, col: Col) -> Option<&ColumnView> {
        self.tables.get(col.table)?.columns.get(col.column)
    }

    pub fn kind(&self, col: Col) -> ColumnKind {
        self.view(col).map_or(ColumnKind::Other, |v| v.kind)
    }

    pub fn reference(&self, col: Col) -> ColumnRef {
        let column = self.column(col).map_or("", |c| c.name.as_str());
        ColumnRef { table: self.table_name(col.table).to_owned(), column: column.to_owned() }
    }

    pub fn expr(&self, col: Col) -> Expr {
        Expr::Column(self.reference(col))
    }

    pub fn find(&self, reference: &ColumnRef) -> Option<Col> {
        let table = self.table_index(&reference.table)?;
        let columns = &self.catalog.tables.get(table)?.columns;
        let column = columns.iter().position(|c| c.name.eq_ignore_ascii_case(&reference.column))?;
        Some(Col { table, column })
    }

    /// The columns that show a row of the table to a person: its name, else its key, else its first column.
    pub fn display(&self, t: usize) -> Vec<Col> {
        let Some(view) = self.tables.get(t) else { return Vec::new() };
        let columns =
            if view.name_columns.is_empty() { vec![view.key.unwrap_or(0)] } else { view.name_columns.clone() };
        columns.into_iter().map(|column| Col { table: t, column }).collect()
    }

    /// A key that is called like the table it points at: who says 'nurse' means the nurse, not her number.
    pub fn names_parent(&self, c: Col) -> bool {
        self.view(c).is_some_and(|v| v.names_parent)
    }

    /// Where a column points at a row of its own table ('manager_id'): the column it points at.
    pub fn self_key(&self, c: Col) -> Option<Col> {
        let (ours, catalog) = (self.reference(c), &self.catalog);
        let key = catalog.foreign_keys.iter().find(|k| {
            let own = k.table.eq_ignore_ascii_case(&k.to_table) && k.table.eq_ignore_ascii_case(&ours.table);
            own && matches!(k.columns.as_slice(), [only] if only.eq_ignore_ascii_case(&ours.column))
        })?;
        self.find(&ColumnRef { table: key.to_table.clone(), column: key.to_columns.first()?.clone() })
    }

    /// The table that a foreign key points at.
    pub fn points_at(&self, c: Col) -> Option<usize> {
        let ours = self.reference(c);
        let key = self.catalog.foreign_keys.iter().find(|k| {
            let own = k.table.eq_ignore_ascii_case(&ours.table);
            own && matches!(k.columns.as_slice(), [only] if only.eq_ignore_ascii_case(&ours.column))
        })?;
        self.table_index(&key.to_table)
    }

    /// The column of one table that points at a row of another.
    pub fn key_to(&self, from: usize, to: usize) -> Option<Col> {
        let (ours, theirs) = (self.table_name(from), self.table_name(to));
        let key = self.catalog.foreign_keys.iter().find(|k| {
            k.table.eq_ignore_ascii_case(ours) && k.to_table.eq_ignore_ascii_case(theirs) && k.columns.len() == 1
        })?;
        self.find(&ColumnRef { table: key.table.clone(), column: key.columns.first()?.clone() })
    }

    pub fn key(&self, t: usize) -> Option<Col> {
        self.tables.get(t)?.key.map(|column| Col { table: t, column })
    }

    /// What a column that says yes or no holds for yes.
    pub fn flag(&self, c: Col) -> Option<Operand> {
        const YES: [&str; 4] = ["yes", "y", "true", "t"];
        const NO: [&str; 4] = ["no", "n", "false", "f"];
        let column = self.column(c)?;
        let number = |v: &Option<vouch_model::Value>| v.as_ref().and_then(vouch_model::Value::as_f64);
        let is = |text: &String, words: &[&str]| words.contains(&text.to_lowercase().as_str());
        match self.kind(c) {
            ColumnKind::Bool => Some(Operand::Bool(true)),
            ColumnKind::Number if column.distinct_count == Some(2) => {
                (number(&column.min) == Some(0.0) && number(&column.max) == Some(1.0)).then_some(Operand::Number(1.0))
            }
            ColumnKind::Text if column.samples.iter().any(|s| is(s, &NO)) => {
                column.samples.iter().find(|s| is(s, &YES)).map(|yes| Operand::Text(yes.clone()))
            }
            _ => None,
        }
    }

    pub fn time(&self, t: usize) -> Option<Col> {
        self.tables.get(t)?.time.map(|column| Col { table: t, column })
    }
}

/// The postings as they are gathered.
#[derive(Default)]
struct Index {
    postings: HashMap<String, Vec<Posting>>,
}

impl Index {
    fn add(&mut self, stem: &str, posting: Posting) {
        self.postings.entry(stem.to_owned()).or_default().push(posting);
    }

    fn names<'a>(&mut self, element: Element, names: impl Iterator<Item = &'a Vec<String>>) {
        let small = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
        for (name, words) in names.enumerate() {
            for (word, stem) in words.iter().enumerate() {
                self.add(stem, Posting { element, name: small(name), word: small(word), weight: 1.0 });
            }
        }
    }

    /// Words that are in no name but say what the thing is.
    fn extra(&mut self, element: Element, text: Option<&str>, known: &[String], weight: f64) {
        for word in extra_words(text, known) {
            self.add(&word, Posting { element, name: 0, word: OUTSIDE, weight });
        }
    }
}
