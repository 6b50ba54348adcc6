//! Other wordings of a question, as further ways to take it. Where `phrasing` puts a turn into the reader's words for good,
//! what is here may be wrong: the question as it was asked is read as well, and the better reading wins. A few turns can mean
//! nothing else, and are taken for good as well.
//!
//! The turns are data (`data/rewordings.txt`), one a line: what is said, and how the reader would have it. The file says
//! how they are written.

use crate::lemma;
use crate::phrasing::{ends, sentence_ends};
use crate::schema::{ColumnKind, Schema};
use crate::spoken_everyday::table_called;
use crate::time_atoms::month_number;
use crate::tokens::{Kind, Token, tokenize};
use std::sync::LazyLock;

/// The feature of candidates that were read from other words than those that were said.
pub const REWORDED: &str = "reworded";
/// Turns that are also tried alone.
const ALONE: usize = 3;
/// The most words of a gap that is not said to be anything.
const GAP: usize = 9;
const AGGREGATES: [&str; 11] =
    ["average", "mean", "avg", "total", "sum", "maximum", "max", "minimum", "min", "highest", "lowest"];
/// Words before 'most' that leave nothing out.
const NO_VERBS: [&str; 19] = [
    "the", "at", "of", "with", "by", "for", "our", "their", "its", "his", "her", "in", "do", "does", "did", "is",
    "are", "was", "were",
];
/// Years that a question is about.
const YEARS: std::ops::Range<f64> = 1990.0..2060.0;
/// What points back at an answer.
const POINTING: [&str; 6] = ["it", "that", "this", "them", "those", "these"];
/// The most words of a column's name.
const NAME: usize = 3;

static TURNS: LazyLock<Vec<Turn>> = LazyLock::new(|| turns(include_str!("../data/rewordings.txt")));
static OF_PEOPLE: LazyLock<Vec<Turn>> = LazyLock::new(|| turns(include_str!("../data/rewordings_people.txt")));

fn turns(text: &str) -> Vec<Turn> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).filter_map(Turn::parse).collect()
}

/// The question with the turns that can mean nothing else, whoever asks.
pub fn plainly(tokens: Vec<Token>, schema: &Schema) -> Vec<Token> {
    for_good(&TURNS, tokens, schema)
}

/// The same for those that only people say.
pub fn of_people(tokens: Vec<Token>, schema: &Schema) -> Vec<Token> {
    for_good(&OF_PEOPLE, tokens, schema)
}

fn for_good(turns: &[Turn], tokens: Vec<Token>, schema: &Schema) -> Vec<Token> {
    let certain = turns.iter().filter(|turn| turn.certain);
    certain.fold(tokens, |said, turn| turn.applied(&said, schema).unwrap_or(said))
}

/// The question with every turn that fits, and with each of them alone where there are several.
pub fn reworded(tokens: &[Token], schema: &Schema) -> Vec<Vec<Token>> {
    let alone = TURNS.iter().filter_map(|turn| turn.applied(tokens, schema));
    let mut ways: Vec<Vec<Token>> = alone.take(ALONE).collect();
    if ways.is_empty() {
        return ways;
    }
    // What one turn makes of it may be what the next one is about.
    let again = TURNS.iter().chain(TURNS.iter());
    ways.push(again.fold(tokens.to_vec(), |said, turn| turn.applied(&said, schema).unwrap_or(said)));
    let mut seen: Vec<Vec<Token>> = vec![tokens.to_vec()];
    ways.retain(|way| {
        let new = !seen.contains(way);
        seen.push(way.clone());
        new
    });
    ways
}

struct Turn {
    certain: bool,
    /// Words of which some column's name must have one each.
    needs: Vec<String>,
    said: Vec<Item>,
    plain: Vec<Part>,
}

enum Item {
    /// Nothing stands before it in its sentence.
    Begin,
    /// A clause ends here.
    ClauseEnd,
    SentenceEnd,
    Words {
        any: Vec<Word>,
        optional: bool,
    },
    Gap {
        name: String,
        what: What,
    },
}

enum Word {
    Exactly(String),
    Lemma(String),
}

#[derive(Clone, Copy, PartialEq)]
enum What {
    Anything,
    /// Anything that points at nothing said before: 'break it down' goes on from an answer.
    Phrase,
    Word,
    Table,
    /// A column of numbers, by one to three words of its name.
    Figure,
    Column,
    /// A column of days or moments.
    Time,
    Number,
    /// A number that is a year.
    Year,
    /// A month by its name.
    Month,
    /// A word behind which 'the' may be left out: 'who took most orders'.
    Verb,
    /// 'average', 'total': what is made of a column of numbers.
    Aggregate,
    /// A word with a capital that begins no sentence.
    Proper,
    Quoted,
}

enum Part {
    Words(String),
    Gap(String),
    /// The last word of it in its plural.
    Many(String),
}

type Found<'a> = Vec<(&'a str, &'a [Token])>;

impl Turn {
    fn parse(line: &str) -> Option<Self> {
        let (line, certain) = line.strip_prefix("! ").map_or((line, false), |line| (line, true));
        let (said, plain) = line.split_once("=>")?;
        let (needs, said) = match said.split_once(':').filter(|(needs, _)| needs.starts_with("has ")) {
            Some((needs, said)) => (needs.split_whitespace().skip(1).map(crate::lemma::stem_of).collect(), said),
            None => (Vec::new(), said),
        };
        let said = said.split_whitespace().map(Item::parse).collect();
        let plain = plain.split_whitespace().map(|word| match word.strip_prefix('$') {
            Some(gap) => gap.strip_suffix('+').map_or(Part::Gap(gap.to_owned()), |gap| Part::Many(gap.to_owned())),
            None => Part::Words(word.to_owned()),
        });
        Some(Self { certain, needs, said, plain: plain.collect() })
    }

    fn applied(&self, tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
        let columns = || schema.tables.iter().flat_map(|t| &t.columns);
        if !self.needs.iter().all(|word| columns().any(|c| c.words.contains(word))) {
            return None;
        }
        let (from, to, found) = (0..tokens.len()).find_map(|from| {
            let mut found: Found<'_> = Vec::new();
            let to = Matching { tokens, schema }.end(&self.said, from, &mut found)?;
            Some((from, to, found))
        })?;
        let filled = |name: &String| Some(found.iter().find(|(gap, _)| gap == name)?.1);
        let mut plain: Vec<Token> = Vec::new();
        for part in &self.plain {
            match part {
                Part::Words(word) => plain.extend(tokenize(word)),
                Part::Gap(name) => plain.extend_from_slice(filled(name)?),
                Part::Many(name) => {
                    let (last, before) = filled(name)?.split_last()?;
                    plain.extend_from_slice(before);
                    plain.extend(tokenize(&lemma::plural(&last.lemma)));
                }
            }
        }
        Some([tokens.get(..from)?, &plain, tokens.get(to..)?].concat())
    }
}

impl Item {
    fn parse(text: &str) -> Self {
        match text {
            "^" => return Self::Begin,
            "$" => return Self::ClauseEnd,
            "." => return Self::SentenceEnd,
            _ => {}
        }
        if let Some(gap) = text.strip_prefix('<').and_then(|t| t.strip_suffix('>')) {
            let (name, what) = gap.split_once(':').unwrap_or((gap, ""));
            let what = match what {
                "phrase" => What::Phrase,
                "word" => What::Word,
                "table" => What::Table,
                "figure" => What::Figure,
                "column" => What::Column,
                "time" => What::Time,
                "number" => What::Number,
                "year" => What::Year,
                "month" => What::Month,
                "verb" => What::Verb,
                "aggregate" => What::Aggregate,
                "proper" => What::Proper,
                "quoted" => What::Quoted,
                _ => What::Anything,
            };
            return Self::Gap { name: name.to_owned(), what };
        }
        let (text, optional) = text.strip_suffix('?').filter(|t| !t.is_empty()).map_or((text, false), |t| (t, true));
        let any = text.split('|').map(|word| match word.strip_prefix('~') {
            Some(lemma) => Word::Lemma(lemma.to_owned()),
            None => Word::Exactly(word.to_owned()),
        });
        Self::Words { any: any.collect(), optional }
    }
}

struct Matching<'a> {
    tokens: &'a [Token],
    schema: &'a Schema,
}

impl<'a> Matching<'a> {
    /// Where the words end that `items` describe from here on; what fills their gaps goes into `found`.
    fn end<'t>(&self, items: &'t [Item], at: usize, found: &mut Found<'a>) -> Option<usize>
    where
        't: 'a,
    {
        let Some((item, rest)) = items.split_first() else { return Some(at) };
        match item {
            Item::Begin => (at == 0 || sentence_ends(self.tokens, at - 1)).then(|| self.end(rest, at, found)).flatten(),
            Item::ClauseEnd => ends(self.tokens, at).then(|| self.end(rest, at, found)).flatten(),
            Item::SentenceEnd => sentence_ends(self.tokens, at).then(|| self.end(rest, at, found)).flatten(),
            Item::Words { any, optional } => {
                let token = self.tokens.get(at);
                let fits = token.is_some_and(|token| any.iter().any(|word| word.is(token)));
                let taken = fits.then(|| self.end(rest, at + 1, found)).flatten();
                taken.or_else(|| optional.then(|| self.end(rest, at, found)).flatten())
            }
            Item::Gap { name, what } => {
                let longest = match what {
                    What::Anything | What::Phrase => GAP,
                    What::Figure | What::Column | What::Time => NAME,
                    _ => 1,
                };
                // Names are taken as long as they are, gaps as short as they may be.
                let mut lengths: Vec<usize> = (1..=longest).collect();
                if longest == NAME {
                    lengths.reverse();
                }
                lengths.into_iter().find_map(|length| {
                    let words = self.tokens.get(at..at + length).filter(|words| self.is(*what, words))?;
                    let before = found.len();
                    found.push((name, words));
                    let end = self.end(rest, at + length, found);
                    if end.is_none() {
                        found.truncate(before);
                    }
                    end
                })
            }
        }
    }

    fn is(&self, what: What, words: &[Token]) -> bool {
        let Some(first) = words.first() else { return false };
        let plain = words.iter().all(|t| t.kind == Kind::Word);
        let named = |fits: &dyn Fn(ColumnKind) -> bool| {
            let mut columns = self.schema.tables.iter().flat_map(|t| &t.columns);
            columns.any(|c| fits(c.kind) && words.iter().all(|t| c.words.contains(&t.stem)))
        };
        let thing = || words.len() == 1 && table_called(Some(first), self.schema).is_some();
        match what {
            What::Anything => !words.iter().any(|t| matches!(t.kind, Kind::Punct(_))),
            What::Phrase => self.is(What::Anything, words) && !POINTING.contains(&first.lower.as_str()),
            What::Word => first.kind == Kind::Word,
            What::Table => thing(),
            What::Figure => plain && !thing() && named(&|kind| kind == ColumnKind::Number),
            What::Column => plain && !thing() && named(&|_| true),
            What::Time => plain && !thing() && named(&|kind| kind == ColumnKind::Time),
            What::Month => month_number(Some(first)).is_some(),
            What::Proper => first.proper,
            What::Number => first.number().is_some(),
            What::Year => first.text.len() == 4 && first.number().is_some_and(|n| YEARS.contains(&n)),
            What::Verb => first.kind == Kind::Word && !NO_VERBS.contains(&first.lower.as_str()),
            What::Aggregate => AGGREGATES.contains(&first.lower.as_str()),
            What::Quoted => first.kind == Kind::Quoted,
        }
    }
}

impl Word {
    fn is(&self, token: &Token) -> bool {
        match self {
            Self::Exactly(word) => token.lower == *word,
            Self::Lemma(lemma) => token.lemma == *lemma || token.lower == *lemma,
        }
    }
}

#[cfg(test)]
#[path = "reword_tests.rs"]
mod tests;
