//! The general knowledge of English that reading takes: what words mark, adjectives, synonyms, abbreviations.
//!
//! Owns the reading of `data/lexicon.txt`; says nothing about any database. `link` and `compose` look words up here.

use crate::lemma;
use crate::tokens::Token;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// What a word or phrase does in a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    HowMany,
    HowMuch,
    Count,
    CountVerb,
    Aggregate(Aggregate),
    AverageCount,
    /// What it is ranked or limited by is asked for as well: 'and what is that average'.
    ThatFigure,
    Each,
    By,
    Of,
    And,
    Or,
    Either,
    Both,
    Not,
    Without,
    Except,
    Compare(Relation),
    /// 'multiple': more than one.
    Several,
    Between,
    Than,
    /// 'the most orders' (true) and 'the fewest orders'.
    Most(bool),
    /// 'the highest price' (true) and 'the lowest price'.
    Extreme(bool),
    /// 'the most common colour' (true), 'the rarest'.
    Common(bool),
    /// 'ordered the most times' (true), 'the fewest times'.
    Times(bool),
    /// 'oldest', 'cheapest': a direction and the columns it may be about.
    Superlative(&'static Adjective),
    /// 'older', 'cheaper'.
    Comparative(&'static Adjective),
    /// 'recent', 'expensive'.
    Positive(&'static Adjective),
    Edge,
    Order,
    Descending,
    Ascending,
    Alphabetical,
    Relative,
    Preposition,
    Distinct,
    Share,
    Ratio,
    Contains,
    Starts,
    Ends,
    Null,
    NotNull,
    Any,
    Trend,
    All,
    Only,
    Change,
    ComparedWith,
    /// 'more in March or April', 'better': one of two figures, with no number to compare with.
    More,
    /// 'named', 'called': a name follows, known or not.
    Named,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aggregate {
    Count,
    Sum,
    Average,
    Min,
    Max,
    Median,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Relation {
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

impl Relation {
    pub fn sign(self) -> &'static str {
        match self {
            Relation::Equal => "=",
            Relation::NotEqual => "<>",
            Relation::Greater => ">",
            Relation::GreaterOrEqual => ">=",
            Relation::Less => "<",
            Relation::LessOrEqual => "<=",
        }
    }

    /// 'not more than' is 'at most'.
    pub fn negated(self) -> Relation {
        match self {
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
            Relation::Greater => Relation::LessOrEqual,
            Relation::GreaterOrEqual => Relation::Less,
            Relation::Less => Relation::GreaterOrEqual,
            Relation::LessOrEqual => Relation::Greater,
        }
    }

    /// The other way round, for columns that run against the adjective ('older' is an earlier birth date).
    pub fn mirrored(self) -> Relation {
        match self {
            Relation::Greater => Relation::Less,
            Relation::GreaterOrEqual => Relation::LessOrEqual,
            Relation::Less => Relation::Greater,
            Relation::LessOrEqual => Relation::GreaterOrEqual,
            same => same,
        }
    }
}

/// An adjective's direction and the columns it is about: 'old' is a high age or an early birth date.
#[derive(Debug, PartialEq)]
pub struct Adjective {
    /// Highest first for the superlative.
    pub descending: bool,
    /// Column words (stems) that run with the adjective, best first.
    pub with: Vec<Vec<String>>,
    /// Column words that run against it.
    pub against: Vec<Vec<String>>,
}

impl Adjective {
    /// Whether a word is among those it is about.
    pub fn measures(&self, word: &str) -> bool {
        let stem = crate::lemma::stem(word);
        self.with.iter().any(|words| words.contains(&stem))
    }
}

pub struct Lexicon {
    /// First word to phrases, longest first.
    marks: HashMap<String, Vec<(Vec<String>, Mark)>>,
    /// Stem to (stem, likeness).
    synonyms: HashMap<String, Vec<(String, f64)>>,
    abbreviations: HashMap<String, Vec<String>>,
    money: Vec<Vec<String>>,
    /// Phrases for how long something takes, with stems of which one must be said of what ended.
    elapsed: Vec<(Vec<String>, Vec<String>)>,
    /// Phrases for what is not over yet, as they are written: 'opened' is not 'open'.
    standing: Vec<Vec<String>>,
    stop: HashSet<String>,
    /// Stems of verbs that join two things and say no more than their key does.
    relating: HashSet<String>,
    units: HashSet<String>,
    /// Stems of words for those whose work something is.
    staff: HashSet<String>,
    /// What they do, as it is said, and what those do who come to be served.
    works: HashSet<String>,
    visits: HashSet<String>,
    /// A spelling to the others of the same value.
    values: HashMap<String, Vec<String>>,
    /// Words that names are made of.
    vocabulary: HashSet<String>,
}

static ADJECTIVES: LazyLock<Vec<(String, String, String, Adjective)>> =
    LazyLock::new(|| section("adjectives").filter_map(adjective).collect());

static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::load);

pub fn lexicon() -> &'static Lexicon {
    &LEXICON
}

/// The adjective with this superlative.
pub fn superlative(word: &str) -> Option<&'static Adjective> {
    ADJECTIVES.iter().find(|(forms, ..)| forms.split(',').any(|f| f.trim() == word)).map(|(.., adjective)| adjective)
}

fn section(name: &str) -> impl Iterator<Item = &'static str> {
    let heading = format!("[{name}]");
    include_str!("../data/lexicon.txt")
        .lines()
        .skip_while(move |l| l.trim() != heading)
        .skip(1)
        .take_while(|l| !l.starts_with('['))
        .map(str::trim)
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
}

fn words(phrase: &str) -> Vec<String> {
    phrase.split_whitespace().map(str::to_owned).collect()
}

fn stems(words: &str) -> Vec<String> {
    words.split_whitespace().map(|w| lemma::stem(&lemma::lemma(w))).collect()
}

fn adjective(line: &str) -> Option<(String, String, String, Adjective)> {
    let (forms, meaning) = line.split_once('=')?;
    let mut forms = forms.split('|').map(|f| f.trim().to_owned());
    let (superlative, comparative, positive) = (forms.next()?, forms.next()?, forms.next()?);
    let columns = |text: &str| text.split(',').map(stems).filter(|w| !w.is_empty()).collect::<Vec<_>>();
    let (first, second) = meaning.split_once(';').unwrap_or((meaning, ""));
    let (direction, with) = first.trim().split_once(' ')?;
    let against = second.trim().split_once(' ').map(|(_, c)| columns(c)).unwrap_or_default();
    Some((
        superlative,
        comparative,
        positive,
        Adjective { descending: direction == "max", with: columns(with), against },
    ))
}

impl Lexicon {
    fn load() -> Self {
        let mut marks: HashMap<String, Vec<(Vec<String>, Mark)>> = HashMap::new();
        let mut add = |phrases: &str, mark: &Mark| {
            for phrase in phrases.split(',').map(str::trim).filter(|p| !p.is_empty() && *p != "-") {
                let words: Vec<String> = phrase.split_whitespace().map(str::to_owned).collect();
                if let Some(first) = words.first() {
                    marks.entry(first.clone()).or_default().push((words.clone(), mark.clone()));
                }
            }
        };
        for line in section("marks") {
            // Phrases may hold '=' themselves ("<=", "="), so the meaning is what follows the last one.
            if let Some((phrases, meaning)) = line.rsplit_once(" = ")
                && let Some(mark) = mark(meaning.trim())
            {
                add(phrases, &mark);
            }
        }
        for (superlative, comparative, positive, adjective) in ADJECTIVES.iter() {
            add(superlative, &Mark::Superlative(adjective));
            add(comparative, &Mark::Comparative(adjective));
            add(positive, &Mark::Positive(adjective));
        }
        for phrases in marks.values_mut() {
            // Stable: of equal phrases the one further down the file wins only by length.
            phrases.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        }
        Self {
            marks,
            synonyms: synonyms(),
            abbreviations: section("abbreviations")
                .filter_map(|l| l.split_once(' '))
                .map(|(short, long)| (short.to_owned(), long.split_whitespace().map(str::to_owned).collect()))
                .collect(),
            money: phrases("money"),
            elapsed: section("elapsed").flat_map(durations).collect(),
            standing: section("standing").flat_map(|l| l.split(',')).map(words).filter(|w| !w.is_empty()).collect(),
            values: value_groups(),
            vocabulary: vocabulary(),
            relating: section("relating").flat_map(stems).collect(),
            staff: section("staff").flat_map(stems).collect(),
            works: section("works").flat_map(str::split_whitespace).map(str::to_owned).collect(),
            visits: section("visits").flat_map(str::split_whitespace).map(str::to_owned).collect(),
            units: section("units").flat_map(str::split_whitespace).map(str::to_owned).collect(),
            stop: section("stop").flat_map(str::split_whitespace).map(str::to_owned).collect(),
        }
    }

    /// The longest phrase that starts at the first token, and how many tokens it takes.
    pub fn mark_at(&self, tokens: &[Token]) -> Option<(usize, &Mark)> {
        let first = tokens.first()?;
        let matches =
            |words: &[String]| words.len() <= tokens.len() && words.iter().zip(tokens).all(|(w, t)| *w == t.lower);
        let exact = self.marks.get(&first.lower).into_iter().flatten();
        exact.filter(|(words, _)| matches(words)).map(|(words, mark)| (words.len(), mark)).next()
    }

    /// Words that say what is to be done with others.
    pub fn steering(&self) -> impl Iterator<Item = &str> {
        let marks = self.marks.values().flatten().flat_map(|(words, _)| words);
        // Short ones say so little that a name is as likely.
        let stop = self.stop.iter().filter(|word| word.len() > 4);
        let others = [&self.units, &self.works, &self.visits, &self.vocabulary];
        marks.chain(stop).chain(others.into_iter().flatten()).map(String::as_str)
    }

    /// Stems that may stand for this one, with how well.
    pub fn synonyms(&self, stem: &str) -> &[(String, f64)] {
        self.synonyms.get(stem).map_or(&[], Vec::as_slice)
    }

    pub fn expand(&self, word: &str) -> Option<&[String]> {
        self.abbreviations.get(word).map(Vec::as_slice)
    }

    /// Length of a money phrase ('order value') at the start of the tokens.
    pub fn money_at(&self, tokens: &[Token]) -> Option<usize> {
        longest(&self.money, tokens)
    }

    /// Length of a phrase for how long something takes ('length of stay'), and stems of which one must be said of what ended;
    /// none where it may be anything.
    pub fn elapsed_at(&self, tokens: &[Token]) -> Option<(usize, &[String])> {
        let said = self.elapsed.iter().filter(|(phrase, _)| starts(tokens, phrase));
        said.max_by_key(|(phrase, _)| phrase.len()).map(|(phrase, of)| (phrase.len(), of.as_slice()))
    }

    /// Length of a phrase for what is not over yet ('still working').
    pub fn standing_at(&self, tokens: &[Token]) -> Option<usize> {
        let matches =
            |words: &&Vec<String>| words.len() <= tokens.len() && words.iter().zip(tokens).all(|(w, t)| *w == t.lower);
        self.standing.iter().filter(matches).map(Vec::len).max()
    }

    /// Other ways in which data may write a word: 'women' as 'F'. Folded.
    pub fn value_spellings(&self, word: &str) -> &[String] {
        self.values.get(word).map_or(&[], Vec::as_slice)
    }

    /// A word that stands for itself in a name, so that it is not two.
    pub fn knows(&self, word: &str) -> bool {
        self.vocabulary.contains(word) || self.vocabulary.contains(&lemma::lemma(word))
    }

    pub fn relates(&self, verb: &Token) -> bool {
        self.relating.contains(&verb.stem)
    }

    pub fn is_unit(&self, word: &str) -> bool {
        self.units.contains(word)
    }

    /// Whether the stem of a name says whose work it is: nurses, mechanics.
    pub fn is_staff(&self, stem: &str) -> bool {
        self.staff.contains(stem)
    }

    /// 'repaired', 'teaches': done by those whose work it is.
    pub fn is_work(&self, token: &Token) -> bool {
        self.works.contains(&token.lower)
    }

    /// 'paid', 'booked': done by those who come to be served.
    pub fn is_visit(&self, token: &Token) -> bool {
        self.visits.contains(&token.lower)
    }

    pub fn is_stop(&self, token: &Token) -> bool {
        self.stop.contains(&token.lower) || (!token.lower.ends_with('s') && self.stop.contains(&token.lemma))
    }
}

fn phrases(name: &str) -> Vec<Vec<String>> {
    section(name).flat_map(|l| l.split(',')).map(stems).filter(|w| !w.is_empty()).collect()
}

fn longest(phrases: &[Vec<String>], tokens: &[Token]) -> Option<usize> {
    phrases.iter().filter(|phrase| starts(tokens, phrase)).map(Vec::len).max()
}

fn starts(tokens: &[Token], phrase: &[String]) -> bool {
    phrase.len() <= tokens.len() && phrase.iter().zip(tokens).all(|(w, t)| *w == t.stem)
}

/// The phrases of a line, each with the stems behind its '='.
fn durations(line: &str) -> Vec<(Vec<String>, Vec<String>)> {
    let (phrases, of) = line.split_once('=').unwrap_or((line, ""));
    let of = stems(of);
    phrases.split(',').map(|phrase| (stems(phrase), of.clone())).collect()
}

fn vocabulary() -> HashSet<String> {
    let synonyms = section("synonyms").filter_map(|l| l.split_once(' ')).map(|(_, words)| words);
    let adjectives = section("adjectives").filter_map(|l| l.split_once('=')).map(|(_, columns)| columns);
    let abbreviations = section("abbreviations");
    let texts = synonyms.chain(adjectives).chain(abbreviations).chain(section("words"));
    let words = texts.flat_map(|t| t.split(|c: char| !c.is_alphanumeric())).filter(|w| w.len() > 2);
    words.map(str::to_owned).collect()
}

fn value_groups() -> HashMap<String, Vec<String>> {
    let mut all: HashMap<String, Vec<String>> = HashMap::new();
    for line in section("values") {
        let words: Vec<String> = line.split_whitespace().map(|w| w.replace('_', " ")).collect();
        for word in &words {
            let others = words.iter().filter(|w| *w != word).cloned();
            all.entry(word.clone()).or_default().extend(others);
        }
    }
    all
}

fn synonyms() -> HashMap<String, Vec<(String, f64)>> {
    let mut all: HashMap<String, Vec<(String, f64)>> = HashMap::new();
    for line in section("synonyms") {
        let Some((weight, words)) = line.split_once(' ') else { continue };
        let weight: f64 = weight.parse().unwrap_or(0.5);
        let words = stems(words);
        // The first word of a line is its centre: the others stand for it fully, for each other less.
        for (i, a) in words.iter().enumerate() {
            for (j, b) in words.iter().enumerate() {
                if a != b {
                    let likeness = if i == 0 || j == 0 { weight } else { weight * 0.8 };
                    all.entry(a.clone()).or_default().push((b.clone(), likeness));
                }
            }
        }
    }
    for list in all.values_mut() {
        list.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        list.dedup_by(|later, first| later.0 == first.0);
    }
    all
}

fn mark(name: &str) -> Option<Mark> {
    Some(match name {
        "howmany" => Mark::HowMany,
        "howmuch" => Mark::HowMuch,
        "count" => Mark::Count,
        "countverb" => Mark::CountVerb,
        "sum" => Mark::Aggregate(Aggregate::Sum),
        "avg" => Mark::Aggregate(Aggregate::Average),
        "max" => Mark::Aggregate(Aggregate::Max),
        "min" => Mark::Aggregate(Aggregate::Min),
        "median" => Mark::Aggregate(Aggregate::Median),
        "avgcount" => Mark::AverageCount,
        "thatfigure" => Mark::ThatFigure,
        "each" => Mark::Each,
        "by" => Mark::By,
        "of" => Mark::Of,
        "and" => Mark::And,
        "or" => Mark::Or,
        "either" => Mark::Either,
        "both" => Mark::Both,
        "not" => Mark::Not,
        "without" => Mark::Without,
        "except" => Mark::Except,
        "gt" => Mark::Compare(Relation::Greater),
        "lt" => Mark::Compare(Relation::Less),
        "ge" => Mark::Compare(Relation::GreaterOrEqual),
        "le" => Mark::Compare(Relation::LessOrEqual),
        "eq" => Mark::Compare(Relation::Equal),
        "ne" => Mark::Compare(Relation::NotEqual),
        "several" => Mark::Several,
        "between" => Mark::Between,
        "than" => Mark::Than,
        "most" => Mark::Most(true),
        "fewest" => Mark::Most(false),
        "highest" => Mark::Extreme(true),
        "lowest" => Mark::Extreme(false),
        "commonest" => Mark::Common(true),
        "rarest" => Mark::Common(false),
        "mosttimes" => Mark::Times(true),
        "fewesttimes" => Mark::Times(false),
        "edge" => Mark::Edge,
        "order" => Mark::Order,
        "desc" => Mark::Descending,
        "asc" => Mark::Ascending,
        "alpha" => Mark::Alphabetical,
        "rel" => Mark::Relative,
        "prep" => Mark::Preposition,
        "distinct" => Mark::Distinct,
        "share" => Mark::Share,
        "ratio" => Mark::Ratio,
        "contains" => Mark::Contains,
        "starts" => Mark::Starts,
        "ends" => Mark::Ends,
        "null" => Mark::Null,
        "notnull" => Mark::NotNull,
        "any" => Mark::Any,
        "trend" => Mark::Trend,
        "all" => Mark::All,
        "only" => Mark::Only,
        "change" => Mark::Change,
        "compare" => Mark::ComparedWith,
        "more" => Mark::More,
        "named" => Mark::Named,
        _ => return None,
    })
}
