//! Turns of phrase that need the data to be put plainly, and what they ask of it: who the people are, what they did, when they were
//! born and when they came. `reading` asks here before anything else is read.

use crate::lemma;
use crate::lexicon::lexicon;
use crate::schema::{Col, ColumnKind, ColumnView, Element, Schema};
use crate::spoken_everyday::table_called;
use crate::tokens::{Kind, Token, name_words, tokenize};
use crate::values::ValueIndex;
use jiff::civil::Date;
use std::collections::BTreeMap;

/// Steps from what is done to whoever does it.
const FAR: usize = 3;

/// What turns of phrase are held against.
pub struct Speaker<'a> {
    pub schema: &'a Schema,
    pub values: &'a ValueIndex,
    pub today: Date,
}

impl Speaker<'_> {
    pub fn plainly(&self, tokens: Vec<Token>) -> Vec<Token> {
        let turns = [
            Self::record,
            Self::in_full,
            Self::rows_of_file,
            Self::sales_as_rows,
            Self::part_time,
            Self::who,
            Self::each_of_kind,
            Self::people,
            Self::how_old,
            Self::older_than,
            Self::inactive,
            Self::longest_here,
            Self::last_so_far,
            Self::whose,
            Self::pieces,
            Self::still_ours,
            Self::birthdays,
            Self::came_often,
        ];
        turns.into_iter().fold(tokens, |tokens, turn| turn(self, &tokens).unwrap_or(tokens))
    }

    /// The words of a table of people, for one of them or several.
    pub(crate) fn named(&self, t: usize, one: bool) -> Vec<Token> {
        let known = self.schema.tables.get(t).map_or(&[][..], |view| view.words.as_slice());
        let mut words = name_words(self.schema.table_name(t));
        words.retain(|word| known.contains(&lemma::stem_of(word)));
        if let Some(last) = words.last_mut() {
            *last = if one { lemma::lemma(last) } else { lemma::plural(last) };
        }
        tokenize(&words.join(" "))
    }

    pub(crate) fn spelt(&self, t: usize) -> String {
        self.named(t, true).iter().map(|t| t.text.clone()).collect::<Vec<_>>().join(" ")
    }

    /// Tables whose rows are people with a name.
    pub(crate) fn persons(&self) -> Vec<usize> {
        let named = |t: &usize| {
            let text = |c: &Col| self.schema.kind(*c) == ColumnKind::Text && self.schema.key(*t) != Some(*c);
            self.schema.display(*t).iter().any(text)
        };
        let last = |t: &usize| {
            let word = self.schema.tables.get(*t).and_then(|v| v.words.last());
            word.is_some_and(|word| crate::schema_people::called_people(word)) || self.schema.looks_like_people(*t)
        };
        (0..self.schema.tables.len()).filter(|t| last(t) && named(t)).collect()
    }

    /// The people that a question is about, by what it says they did; `at` is the word that stands for them.
    pub(crate) fn person(&self, tokens: &[Token], at: usize) -> Option<usize> {
        let persons = self.persons();
        let said = tokens.iter().any(|t| table_called(Some(t), self.schema).is_some_and(|t| persons.contains(&t)));
        if persons.is_empty() || said {
            return None;
        }
        let (tables, others) = self.spoken_of(tokens, at);
        let anchors = if tables.is_empty() { others } else { tables };
        let near: BTreeMap<usize, usize> = anchors.iter().flat_map(|t| self.upward(*t)).collect();
        let mut found: Vec<usize> = persons.iter().copied().filter(|t| near.contains_key(t)).collect();
        if anchors.is_empty() {
            found.clone_from(&persons);
        }
        if let [only] = found.as_slice() {
            return Some(*only);
        }
        let verbs = tokens.get(at + 1..)?.iter().take(3);
        let works = verbs.clone().any(|t| lexicon().is_work(t));
        let comes = verbs.clone().any(|t| lexicon().is_visit(t));
        let staff = |t: &usize| self.is_staff(*t);
        // Who translated is a translator.
        let doer = |t: &&usize| {
            let last = self.schema.tables.get(**t).and_then(|v| v.words.last());
            let verb = tokens.get(at + 1).filter(|t| t.stem.len() > 3);
            last.zip(verb).is_some_and(|(last, verb)| last.starts_with(&verb.stem))
        };
        if let Some(t) = found.iter().find(doer) {
            return Some(*t);
        }
        // Who makes an order is no clerk where there are none.
        let comes = comes || !works && !found.iter().any(staff);
        found.retain(|t| comes && !staff(t) || works && !comes && staff(t));
        // Who ordered is the customer, not the shop's owner behind them.
        let step = |t: &usize| near.get(t).copied().unwrap_or(FAR);
        let nearest = found.iter().map(step).min()?;
        found.retain(|t| step(t) == nearest);
        // Nor a company whose customers they are.
        let all = found.clone();
        found.retain(|t| !all.iter().any(|other| other != t && self.schema.parents(*other).contains(t)));
        match found.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The tables that a question names, and those that it names a column or a value of.
    pub(crate) fn spoken_of(&self, tokens: &[Token], except: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut tables, mut others) = (Vec::new(), Vec::new());
        for (i, token) in tokens.iter().enumerate().filter(|(i, t)| *i != except && t.kind == Kind::Word) {
            if lexicon().is_stop(token) {
                continue;
            }
            if let Some(t) = table_called(Some(token), self.schema) {
                tables.push(t);
                continue;
            }
            let postings = self.schema.postings.get(&token.stem).map_or(&[][..], Vec::as_slice);
            others.extend(postings.iter().filter(|p| p.weight >= 1.0).map(|p| match p.element {
                Element::Table(t) => t,
                Element::Column(c) => c.table,
            }));
            let stored = self.values.at(tokens.get(i..).unwrap_or_default());
            others.extend(stored.into_iter().filter(|hit| hit.score > 0.9).map(|hit| hit.col.table));
        }
        (tables, others)
    }

    /// What a row belongs to, with how many steps that is away, itself included.
    pub(crate) fn upward(&self, from: usize) -> BTreeMap<usize, usize> {
        let mut seen = BTreeMap::from([(from, 0)]);
        let mut edge = vec![from];
        for step in 1..=FAR {
            edge = edge.iter().flat_map(|t| self.schema.parents(*t)).filter(|t| !seen.contains_key(t)).collect();
            seen.extend(edge.iter().map(|t| (*t, step)));
        }
        seen
    }

    pub(crate) fn is_staff(&self, t: usize) -> bool {
        let last = self.schema.tables.get(t).and_then(|v| v.words.last());
        last.is_some_and(|last| lexicon().is_staff(last))
    }

    /// When rows of a table came: a member joined, somebody was hired, a customer is one since.
    pub(crate) fn came(&self, t: usize) -> Option<Col> {
        const CAME: [&str; 9] =
            ["hired", "hire", "joined", "join", "since", "registered", "employed", "start", "signed"];
        let columns = self.schema.tables.get(t)?.columns.as_slice();
        let said = |c: &ColumnView, word: &str| c.kind == ColumnKind::Time && c.words.contains(&lemma::stem_of(word));
        let column = CAME.iter().find_map(|word| columns.iter().position(|c| said(c, word)))?;
        Some(Col { table: t, column })
    }

    /// The birthday of those the question names, or the only one there is.
    pub(crate) fn birth(&self, tokens: &[Token]) -> Option<Col> {
        let named = tokens.iter().filter_map(|t| table_called(Some(t), self.schema));
        let mut named: Vec<usize> = named.collect();
        if named.is_empty() {
            let called = |i: usize| self.values.at(tokens.get(i..).unwrap_or_default());
            let rows = (0..tokens.len()).flat_map(called).filter(|hit| self.schema.tells_apart(hit.col));
            named.extend(rows.map(|hit| hit.col.table));
        }
        if let Some(born) = named.iter().find_map(|t| self.schema.birth(*t)) {
            return Some(born);
        }
        let all: Vec<Col> = (0..self.schema.tables.len()).filter_map(|t| self.schema.birth(t)).collect();
        match all.as_slice() {
            [only] if named.is_empty() => Some(*only),
            _ => None,
        }
    }
}
