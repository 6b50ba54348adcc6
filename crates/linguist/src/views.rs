//! What a table and a column are to somebody who speaks of them: words, kinds, and the columns with a role.
//!
//! Follows from names, synonyms, types and keys alone; `schema` builds its indices over it.

use crate::form::Expr;
use crate::lemma;
use crate::naming::{apart, stems, unabridged};
use crate::synonyms::Synonyms;
use vouch_model::{Catalog, Column, DataType, Table};

#[derive(Debug)]
pub struct TableView {
    pub words: Vec<String>,
    /// Its other names, where synonyms are given.
    pub others: Vec<Vec<String>>,
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
    /// Its other names, where synonyms are given.
    pub others: Vec<OtherName>,
    pub kind: ColumnKind,
    /// A foreign key with the name of the table it points at.
    pub names_parent: bool,
}

impl TableView {
    /// The words of one of its names, the spoken one first.
    pub fn name(&self, at: u8) -> Option<&[String]> {
        std::iter::once(&self.words).chain(&self.others).nth(usize::from(at)).map(Vec::as_slice)
    }
}

impl ColumnView {
    /// The same, with which of the words the table's name says.
    pub fn name(&self, at: u8) -> Option<(&[String], &[bool])> {
        match usize::from(at).checked_sub(1) {
            None => Some((&self.words, &self.said_by_table)),
            Some(other) => self.others.get(other).map(|o| (o.words.as_slice(), o.said_by_table.as_slice())),
        }
    }
}

/// One more name of a column, as [`ColumnView`] has its first.
#[derive(Debug)]
pub struct OtherName {
    pub words: Vec<String>,
    pub said_by_table: Vec<bool>,
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

pub fn views(catalog: &Catalog, synonyms: &Synonyms) -> Vec<TableView> {
    let making = Making { catalog, synonyms };
    catalog.tables.iter().map(|table| making.table(table)).collect()
}

/// What every view needs. Where synonyms are given, the first one is what a thing is called, and its name in the
/// database only one more synonym: who hands them over knows a better word.
struct Making<'a> {
    catalog: &'a Catalog,
    synonyms: &'a Synonyms,
}

impl Making<'_> {
    fn table(&self, table: &Table) -> TableView {
        let mut names = self.synonyms.table(&table.name).into_iter().map(table_words);
        let words = names.next().unwrap_or_default();
        let mut others: Vec<Vec<String>> = names.collect();
        others.extend(apart(&table.name).filter(|other| *other != words));
        others.extend(unabridged(&table.name).map(without_noise).filter(|other| *other != words));
        let columns: Vec<ColumnView> = table.columns.iter().map(|c| self.column(c, table, &words)).collect();
        if self.catalog.tables.len() == 1 {
            // Of one file people say 'how many rows'; unless a column is called so.
            let is_column = |word: &Vec<String>| columns.iter().any(|column| column.words.contains(&word.concat()));
            others.extend(["rows", "records", "entries"].map(table_words).into_iter().filter(|word| !is_column(word)));
            let money = columns.iter().any(|c| c.kind == ColumnKind::Number && c.words.iter().any(|w| w == "amount"));
            if money && columns.iter().any(|c| c.kind == ColumnKind::Time) {
                // Each row of a statement is a transaction.
                others.extend(["transactions"].map(table_words).into_iter().filter(|word| !is_column(word)));
            }
        }
        let key = match table.primary_key.as_slice() {
            [only] => table.columns.iter().position(|c| c.name.eq_ignore_ascii_case(only)),
            _ => {
                let unique = |test: &dyn Fn(&Column, &ColumnView) -> bool| {
                    table.columns.iter().zip(&columns).position(|(c, view)| c.unique && test(c, view))
                };
                let id = unique(&|c, view| c.name.to_ascii_lowercase().ends_with("id") || ends_in_id(view));
                id.or_else(|| unique(&|_, view| numbers_rows(view)))
            }
        };
        // A survey whose rows are numbered by `respondent_id` is one of respondents.
        if let Some([noun, id]) = key.and_then(|k| columns.get(k)).map(|c| c.words.as_slice())
            && id == "id"
            && !words.contains(noun)
            && !others.contains(&vec![noun.clone()])
        {
            others.push(vec![noun.clone()]);
        }
        let name_columns = name_columns(&columns, table, &words);
        let time = time_column(&columns, &words);
        TableView { words, others, columns, name_columns, key, time, worth: None }
    }

    fn column(&self, column: &Column, table: &Table, table_words_of: &[String]) -> ColumnView {
        let name = |name: &str| {
            let words = column_words(name, column);
            let said_by_table = said_by_table(&words, table_words_of);
            OtherName { words, said_by_table }
        };
        let mut names = self.synonyms.column(&table.name, &column.name).into_iter().map(name);
        let first = names.next().unwrap_or_else(|| name(&column.name));
        let mut others: Vec<OtherName> = names.collect();
        let written = apart(&column.name).into_iter().chain(unabridged(&column.name));
        others.extend(written.filter(|other| *other != first.words).map(|words| {
            let said_by_table = said_by_table(&words, table_words_of);
            OtherName { words, said_by_table }
        }));
        let kind = self.kind(column, table, &first.words);
        // Of money that went out people say that they spent it.
        if let Some(said) = flow(column).filter(|_| kind == ColumnKind::Number) {
            let words = table_words(said);
            others.push(OtherName { said_by_table: said_by_table(&words, table_words_of), words });
        }
        let names_parent = self.names_parent(column, table, &first.words);
        ColumnView { words: first.words, said_by_table: first.said_by_table, others, kind, names_parent }
    }

    fn kind(&self, column: &Column, table: &Table, words: &[String]) -> ColumnKind {
        let keys = &self.catalog.foreign_keys;
        let is_key = table.primary_key.iter().any(|k| k.eq_ignore_ascii_case(&column.name))
            || keys.iter().any(|k| {
                k.table.eq_ignore_ascii_case(&table.name)
                    && k.columns.iter().any(|c| c.eq_ignore_ascii_case(&column.name))
            })
            || words.last().is_some_and(|w| w == "id");
        let year_like = words.iter().any(|w| w == "year") && !words.iter().any(|w| w == "number" || w == "work");
        match &column.data_type {
            DataType::Date | DataType::Timestamp { .. } => ColumnKind::Time,
            DataType::Text if date_samples(column) => ColumnKind::Time,
            _ if is_key && !year_like => ColumnKind::Key,
            DataType::Int | DataType::Float | DataType::Decimal { .. } | DataType::Text
                if year_like && is_year(column) =>
            {
                ColumnKind::Year
            }
            DataType::Int | DataType::Decimal { .. } | DataType::Float => ColumnKind::Number,
            DataType::Bool => ColumnKind::Bool,
            DataType::Text | DataType::Uuid => ColumnKind::Text,
            DataType::Other(_) => ColumnKind::Text,
            _ => ColumnKind::Other,
        }
    }

    fn names_parent(&self, column: &Column, table: &Table, words: &[String]) -> bool {
        self.catalog.foreign_keys.iter().any(|k| {
            let called = |name: &&str| table_words(name) == words;
            k.table.eq_ignore_ascii_case(&table.name)
                && matches!(k.columns.as_slice(), [only] if only.eq_ignore_ascii_case(&column.name))
                && !k.to_table.eq_ignore_ascii_case(&table.name)
                && self.synonyms.table(&k.to_table).first().is_some_and(called)
        })
    }
}

/// `Paid Out`, `debit`: which way the money went.
fn flow(column: &Column) -> Option<&'static str> {
    let words = crate::tokens::name_words(&column.name);
    let money = words.iter().any(|w| matches!(w.as_str(), "paid" | "money" | "amount" | "cash"));
    match words.last().map(String::as_str) {
        Some("out") if money => Some("spend"),
        Some("in") if money => Some("income"),
        Some("debit" | "debits" | "withdrawal" | "withdrawals") => Some("spend"),
        _ => None,
    }
}

/// `Member No`, `asset_tag`: what tells rows apart where nothing is called an id.
fn numbers_rows(view: &ColumnView) -> bool {
    view.words.len() > 1
        && view.words.last().is_some_and(|w| ["number", "code", "tag", "key"].map(lemma::stem).contains(w))
}

fn ends_in_id(view: &ColumnView) -> bool {
    view.words.last().is_some_and(|w| w == "id")
}

/// Words of a table's name without marks of bookkeeping such as `tbl_` and `dim_`.
fn table_words(name: &str) -> Vec<String> {
    without_noise(stems(name))
}

fn without_noise(words: Vec<String>) -> Vec<String> {
    let noise = ["tbl", "table", "dim", "fact", "ref", "reference", "stg", "vw", "view", "lk", "lkp", "lookup"];
    let kept: Vec<String> = words.iter().filter(|w| !noise.contains(&w.as_str())).cloned().collect();
    if kept.is_empty() { words } else { kept }
}

fn column_words(name: &str, column: &Column) -> Vec<String> {
    let mut words = stems(name);
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
    words
}

fn said_by_table(words: &[String], table_words: &[String]) -> Vec<bool> {
    // 'dname' of a department: the letter is the table's.
    let initial = |w: &String| words.len() > 1 && w.len() < 4 && table_words.iter().any(|t| t.starts_with(w.as_str()));
    words.iter().map(|w| table_words.contains(w) || initial(w)).collect()
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

fn name_columns(columns: &[ColumnView], table: &Table, table_words: &[String]) -> Vec<usize> {
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
    let called = |c: &ColumnView, words: [&str; 2]| words.iter().any(|w| c.words.contains(&lemma::stem_of(w)));
    let first = find(&|c| called(c, ["first", "given"]) && ends(c, &name));
    let last = find(&|c| called(c, ["last", "family"]) && ends(c, &name));
    if let (Some(first), Some(last)) = (first, last) {
        return vec![first, last];
    }
    // A lawyer's `title` is not her name where she has a `full_name`.
    if let Some(i) = find(&|c| ends(c, &name) && c.words.iter().any(|w| w == "full") && c.words.len() == 2) {
        return vec![i];
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

/// Moments that come after the one at which a row happened: what was changed, ended, or is still to come.
const LATER: [&str; 20] = [
    "updated",
    "modified",
    "end",
    "expiry",
    "churned",
    "cancelled",
    "canceled",
    "left",
    "returned",
    "deceased",
    "retired",
    "refunded",
    "closed",
    "resolved",
    "completed",
    "withdrawn",
    "graduated",
    "terminated",
    "archived",
    "deleted",
];

/// When something was over, changed or taken back.
pub(crate) fn comes_later(column: &ColumnView) -> bool {
    LATER.iter().any(|w| column.words.contains(&lemma::stem_of(w)))
}

/// The time column of a table: its own date first, bookkeeping ones ('updated_at') last.
fn time_column(columns: &[ColumnView], table_words: &[String]) -> Option<usize> {
    let rank = |c: &ColumnView| {
        let mut score = 0;
        score -= if comes_later(c) { 5 } else { 0 };
        score += if c.words.iter().any(|w| table_words.contains(w)) { 2 } else { 0 };
        score += if c.words.len() == 1 { 2 } else { 0 };
        score += if c.kind == ColumnKind::Time { 1 } else { -1 };
        score
    };
    // Nobody says 'patients in 2023' of those who were born then.
    let birth =
        |c: &ColumnView| c.words.iter().any(|w| ["birth", "birthday", "birthdate", "dob"].map(lemma::stem).contains(w));
    let is_time = |c: &ColumnView| matches!(c.kind, ColumnKind::Time | ColumnKind::Year) && !birth(c);
    let times = columns.iter().enumerate().filter(|(_, c)| is_time(c));
    times.max_by_key(|(i, c)| (rank(c), std::cmp::Reverse(*i))).map(|(i, _)| i)
}
