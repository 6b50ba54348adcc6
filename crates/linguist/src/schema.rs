//! The catalog as the linguist sees it: words of names, the column that names a row, time columns, measures, keys.
//!
//! Built once per catalog in `Linguist::new`. Everything here follows from names, types and keys; no table is known
//! by name. `link`, `compose` and `join` read it.

use crate::exact::ExactNames;
use crate::form::{ColumnRef, Expr};
use crate::lemma;
use crate::naming::{extra_words, stems};
use std::collections::HashMap;
use std::sync::Arc;
use vouch_model::{Catalog, Column, DataType};

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

/// One word of an element's name.
#[derive(Clone, Debug)]
pub struct Posting {
    pub element: Element,
    /// Which word of the name, and how many that name has.
    pub word: u8,
    /// 1 for the name itself, less for label, comment, abbreviation.
    pub weight: f64,
}

#[derive(Debug)]
pub struct TableView {
    pub words: Vec<String>,
    pub columns: Vec<ColumnView>,
    /// The column people know a row by.
    pub name_columns: Vec<usize>,
    pub key: Option<usize>,
    /// The column that says when, where there is one.
    pub time: Option<usize>,
    /// Quantity times price, where nothing else says what a row is worth.
    pub worth: Option<Expr>,
}

#[derive(Debug)]
pub struct ColumnView {
    /// Stems of the name, abbreviations written out.
    pub words: Vec<String>,
    /// Which of them the table's own name already says.
    pub said_by_table: Vec<bool>,
    pub kind: ColumnKind,
    /// A foreign key with the name of the table it points at.
    pub names_parent: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Primary and foreign keys, ids.
    Key,
    Number,
    /// A whole number that is a year.
    Year,
    Text,
    Time,
    Bool,
    Other,
}

pub struct Schema {
    pub catalog: Arc<Catalog>,
    pub tables: Vec<TableView>,
    pub postings: HashMap<String, Vec<Posting>>,
    /// Tables by name, in lower case.
    by_name: HashMap<String, usize>,
    parents: Vec<Vec<usize>>,
    /// Keys of which several connect the same two tables.
    pub parallel: Vec<Col>,
    pub exact: ExactNames,
}

impl Schema {
    pub fn new(catalog: Arc<Catalog>) -> Self {
        let tables = catalog.tables.iter().map(|t| view(t, &catalog)).collect();
        let mut by_name = HashMap::new();
        for (i, table) in catalog.tables.iter().enumerate() {
            by_name.entry(table.name.to_ascii_lowercase()).or_insert(i);
        }
        let exact = ExactNames::new(&catalog);
        let mut schema = Self {
            catalog,
            tables,
            postings: HashMap::new(),
            by_name,
            parents: Vec::new(),
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
        let mut postings: HashMap<String, Vec<Posting>> = HashMap::new();
        let mut add = |stem: &str, element, word: usize, weight| {
            let word = u8::try_from(word).unwrap_or(u8::MAX);
            postings.entry(stem.to_owned()).or_default().push(Posting { element, word, weight });
        };
        for (t, view) in self.tables.iter().enumerate() {
            view.words.iter().enumerate().for_each(|(i, w)| add(w, Element::Table(t), i, 1.0));
            let table = self.catalog.tables.get(t);
            for word in extra_words(table.and_then(|t| t.label.as_deref()), &view.words) {
                add(&word, Element::Table(t), 99, 0.8);
            }
            for (c, column) in view.columns.iter().enumerate() {
                let element = Element::Column(Col { table: t, column: c });
                column.words.iter().enumerate().for_each(|(i, w)| add(w, element, i, 1.0));
                if view.key == Some(c) && !column.words.iter().any(|w| w == "id") {
                    // 'the id' is whatever tells rows apart.
                    add("id", element, 0, 0.85);
                }
                let source = table.and_then(|t| t.columns.get(c));
                for word in extra_words(source.and_then(|s| s.label.as_deref()), &column.words) {
                    add(&word, element, 99, 0.8);
                }
                for word in extra_words(source.and_then(|s| s.comment.as_deref()), &column.words) {
                    add(&word, element, 99, 0.4);
                }
            }
        }
        self.postings = postings;
    }

    /// Finds quantity and price columns whose product is what a row is worth.
    fn find_worth(&mut self) {
        for t in 0..self.tables.len() {
            let worth = self.worth_of(t);
            if let Some(view) = self.tables.get_mut(t) {
                view.worth = worth;
            }
        }
    }

    fn worth_of(&self, t: usize) -> Option<Expr> {
        let quantity = self.numeric_with(t, &["quantity"]).or_else(|| self.units(t))?;
        // A line that carries its own total needs no arithmetic.
        if let Some(total) = self.numeric_with(t, &["total", "amount", "revenue"]).filter(|c| *c != quantity) {
            return self.numeric_with(t, &["price"]).map(|_| self.expr(total));
        }
        let own_price = self.numeric_with(t, &["price"]);
        let price = own_price.or_else(|| {
            let parents = self.parents(t);
            parents.into_iter().find_map(|p| self.numeric_with(p, &["price"]))
        })?;
        let product = |a: Expr, b: Expr| Expr::Arithmetic { sign: '*', left: Box::new(a), right: Box::new(b) };
        let gross = product(self.expr(quantity), self.expr(price));
        let Some(discount) = self.numeric_with(t, &["discount"]) else { return Some(gross) };
        let column = self.column(discount)?;
        let words = &self.view(discount)?.words;
        let top = column.max.as_ref().and_then(vouch_model::Value::as_f64).unwrap_or(1.0);
        let one_minus =
            |part: Expr| Expr::Arithmetic { sign: '-', left: Box::new(Expr::Number(1.0)), right: Box::new(part) };
        let percent = words.iter().any(|w| w == "percent" || w == "pct");
        if top <= 1.0 {
            Some(product(gross, one_minus(self.expr(discount))))
        } else if percent || top <= 100.0 {
            let part = Expr::Arithmetic {
                sign: '/',
                left: Box::new(self.expr(discount)),
                right: Box::new(Expr::Number(100.0)),
            };
            Some(product(gross, one_minus(part)))
        } else {
            Some(Expr::Arithmetic { sign: '-', left: Box::new(gross), right: Box::new(self.expr(discount)) })
        }
    }

    /// A column that is called 'units' and nothing else; 'unit_cost' counts nothing.
    fn units(&self, t: usize) -> Option<Col> {
        let columns = &self.tables.get(t)?.columns;
        let column = columns.iter().position(|c| c.kind == ColumnKind::Number && matches!(c.words.as_slice(), [w] | [w, _] if w == "unit" && !c.words.iter().any(|x| matches!(x.as_str(), "cost" | "pric"))))?;
        Some(Col { table: t, column })
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

    /// Tables that this one points at with a foreign key.
    pub fn parents(&self, t: usize) -> Vec<usize> {
        self.parents.get(t).cloned().unwrap_or_default()
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

    pub fn key(&self, t: usize) -> Option<Col> {
        self.tables.get(t)?.key.map(|column| Col { table: t, column })
    }

    pub fn time(&self, t: usize) -> Option<Col> {
        self.tables.get(t)?.time.map(|column| Col { table: t, column })
    }
}

fn view(table: &vouch_model::Table, catalog: &Catalog) -> TableView {
    let words = table_words(&table.name);
    let columns: Vec<ColumnView> = table.columns.iter().map(|c| column_view(c, table, &words, catalog)).collect();
    let key = match table.primary_key.as_slice() {
        [only] => table.columns.iter().position(|c| c.name.eq_ignore_ascii_case(only)),
        _ => table.columns.iter().position(|c| c.unique && c.name.to_ascii_lowercase().ends_with("id")),
    };
    let name_columns = name_columns(&columns, table, &words);
    let time = time_column(&columns, &words);
    TableView { words, columns, name_columns, key, time, worth: None }
}

/// Words of a table's name without marks of bookkeeping such as `tbl_` and `dim_`.
fn table_words(name: &str) -> Vec<String> {
    let words = stems(name);
    let noise = ["tbl", "table", "dim", "fact", "ref", "reference", "stg", "vw", "view"];
    let kept: Vec<String> = words.iter().filter(|w| !noise.contains(&w.as_str())).cloned().collect();
    if kept.is_empty() { words } else { kept }
}

fn column_view(column: &Column, table: &vouch_model::Table, table_words: &[String], catalog: &Catalog) -> ColumnView {
    let mut words = stems(&column.name);
    if column.data_type == DataType::Bool && words.len() > 1 {
        // 'has_pool', 'is_active': the verb says nothing.
        words.retain(|w| !matches!(w.as_str(), "be" | "hav" | "is" | "has" | "have"));
    }
    if words.len() > 1 {
        // 'sold_on', 'created_at': the preposition is not what people say.
        let kept: Vec<String> =
            words.iter().filter(|w| !matches!(w.as_str(), "on" | "at" | "in" | "by" | "of" | "to")).cloned().collect();
        if !kept.is_empty() {
            words = kept;
        }
    }
    // 'dname' of a department: the letter is the table's.
    let initial = |w: &String| words.len() > 1 && w.len() < 4 && table_words.iter().any(|t| t.starts_with(w.as_str()));
    let said_by_table = words.iter().map(|w| table_words.contains(w) || initial(w)).collect();
    let is_key = table.primary_key.iter().any(|k| k.eq_ignore_ascii_case(&column.name))
        || catalog.foreign_keys.iter().any(|k| {
            k.table.eq_ignore_ascii_case(&table.name) && k.columns.iter().any(|c| c.eq_ignore_ascii_case(&column.name))
        })
        || words.last().is_some_and(|w| w == "id");
    let year_like = words.iter().any(|w| w == "year") && !words.iter().any(|w| w == "number" || w == "work");
    let kind = match &column.data_type {
        DataType::Date | DataType::Timestamp { .. } => ColumnKind::Time,
        DataType::Text if date_samples(column) => ColumnKind::Time,
        _ if is_key && !year_like => ColumnKind::Key,
        DataType::Int | DataType::Float | DataType::Decimal { .. } | DataType::Text if year_like && is_year(column) => {
            ColumnKind::Year
        }
        DataType::Int | DataType::Decimal { .. } | DataType::Float => ColumnKind::Number,
        DataType::Bool => ColumnKind::Bool,
        DataType::Text | DataType::Uuid => ColumnKind::Text,
        DataType::Other(_) => ColumnKind::Text,
        _ => ColumnKind::Other,
    };
    let names_parent = catalog.foreign_keys.iter().any(|k| {
        k.table.eq_ignore_ascii_case(&table.name)
            && matches!(k.columns.as_slice(), [only] if only.eq_ignore_ascii_case(&column.name))
            && !k.to_table.eq_ignore_ascii_case(&table.name)
            && stems_of(&k.to_table) == words
    });
    ColumnView { words, said_by_table, kind, names_parent }
}

fn stems_of(table: &str) -> Vec<String> {
    table_words(table)
}

fn is_year(column: &Column) -> bool {
    let in_range = |v: &Option<vouch_model::Value>| {
        v.as_ref().and_then(vouch_model::Value::as_f64).is_none_or(|x| (1000.0..=2200.0).contains(&x))
    };
    in_range(&column.min)
        && in_range(&column.max)
        && column.samples.iter().all(|s| s.len() == 4 && s.bytes().all(|b| b.is_ascii_digit()))
}

/// A text column whose samples are ISO dates is a date for all purposes.
fn date_samples(column: &Column) -> bool {
    let iso = |s: &String| {
        let bytes = s.as_bytes();
        bytes.len() >= 10
            && bytes
                .iter()
                .take(10)
                .enumerate()
                .all(|(i, b)| if i == 4 || i == 7 { *b == b'-' } else { b.is_ascii_digit() })
    };
    !column.samples.is_empty() && column.samples.iter().all(iso)
}

fn name_columns(columns: &[ColumnView], table: &vouch_model::Table, table_words: &[String]) -> Vec<usize> {
    let ends = |c: &ColumnView, word: &str| c.words.last().is_some_and(|w| w == word);
    let name = lemma::stem("name");
    let text = |c: &ColumnView| c.kind == ColumnKind::Text;
    // A name may be the key itself.
    let is_name = |i: usize, c: &ColumnView| {
        let typed = table.columns.get(i).is_some_and(|c| c.data_type.is_text());
        text(c) || c.kind == ColumnKind::Key && typed && c.words.last() == Some(&name)
    };
    let find =
        |test: &dyn Fn(&ColumnView) -> bool| columns.iter().enumerate().position(|(i, c)| is_name(i, c) && test(c));
    let own = |c: &ColumnView| c.words.iter().zip(&c.said_by_table).all(|(w, said)| *said || *w == name);
    if let Some(i) = find(&|c| ends(c, &name) && own(c)) {
        return vec![i];
    }
    let first = find(&|c| c.words.contains(&"first".to_owned()) && ends(c, &name));
    let last = find(&|c| c.words.contains(&"last".to_owned()) && ends(c, &name));
    if let (Some(first), Some(last)) = (first, last) {
        return vec![first, last];
    }
    let title = lemma::stem("title");
    let naming =
        |w: &String| matches!(w.as_str(), "label" | "description" | "company" | "full" | "display") || *w == name;
    // 'agent_name' names the agent of a listing, not the listing, unless no two listings share it.
    let labels: [&dyn Fn(&ColumnView) -> bool; 3] =
        [&|c| ends(c, &title) && c.words.len() == 1, &|c| c.words.as_slice() == table_words, &|c| {
            c.words.iter().all(|w| naming(w) || table_words.contains(w))
        }];
    if let Some(i) = labels.iter().find_map(|test| find(*test)) {
        return vec![i];
    }
    let unique =
        columns.iter().enumerate().position(|(i, c)| text(c) && table.columns.get(i).is_some_and(|c| c.unique));
    let named = find(&|c| ends(c, &name) || ends(c, &title));
    let distinct = |i: &usize| {
        let column = table.columns.get(*i);
        let rows = table.row_count.unwrap_or(0);
        column.and_then(|c| c.distinct_count).is_some_and(|d| rows > 0 && d * 10 >= rows * 9)
    };
    named.filter(distinct).or(unique).into_iter().collect()
}

/// The time column of a table: its own date first, bookkeeping ones ('updated_at') last.
fn time_column(columns: &[ColumnView], table_words: &[String]) -> Option<usize> {
    let rank = |c: &ColumnView| {
        let has = |w: &str| c.words.iter().any(|x| *x == lemma::stem(w));
        let mut score = 0;
        score -= if has("updated") || has("modified") || has("birth") || has("birthday") || has("end") || has("expiry")
        {
            5
        } else {
            0
        };
        score += if c.words.iter().any(|w| table_words.contains(w)) { 2 } else { 0 };
        score += if c.words.len() == 1 { 2 } else { 0 };
        score += if c.kind == ColumnKind::Time { 1 } else { -1 };
        score
    };
    let times = columns.iter().enumerate().filter(|(_, c)| matches!(c.kind, ColumnKind::Time | ColumnKind::Year));
    times.max_by_key(|(i, c)| (rank(c), std::cmp::Reverse(*i))).map(|(i, _)| i)
}
