//! The words by which a message points back at what was found: 'it', 'their', 'those 3 prices', 'that person', 'each', 'which of
//! them'.

use crate::schema::Schema;
use crate::tokens::{Kind, Token, tokenize};

const POINTS: [&str; 8] = ["it", "they", "them", "those", "these", "he", "she", "him"];
pub const THIS: [&str; 4] = ["this", "that", "these", "those"];
/// What may be called so whatever it is.
const ANYTHING: [&str; 15] = [
    "one",
    "ones",
    "person",
    "people",
    "individual",
    "individuals",
    "guy",
    "man",
    "woman",
    "item",
    "items",
    "entry",
    "entries",
    "record",
    "records",
];
/// Behind 'this' and 'those' where no noun follows.
const NO_NOUN: [&str; 34] = [
    "are", "is", "was", "were", "has", "have", "had", "do", "does", "did", "can", "could", "will", "would", "with",
    "in", "on", "of", "that", "who", "which", "whose", "from", "by", "for", "and", "or", "at", "to", "than", "as",
    "not", "only", "there",
];
const TIMES: [&str; 12] =
    ["year", "month", "week", "quarter", "day", "time", "morning", "evening", "summer", "winter", "spring", "weekend"];
/// Before 'that', where it points and does not join.
const BEFORE_THAT: [&str; 18] = [
    "of", "for", "in", "by", "with", "from", "to", "on", "at", "about", "did", "does", "do", "is", "was", "has",
    "have", "and",
];
pub const OWNERS: [&str; 5] = ["its", "their", "theirs", "his", "her"];

/// Where a message points back: so many words, which stand for the rows (or whose they are).
pub struct Pointer {
    pub at: usize,
    length: usize,
    owner: bool,
    /// 'that employee': the noun is said.
    pub noun: bool,
}

impl Pointer {
    pub fn of(tokens: &[Token], schema: &Schema) -> Option<Self> {
        (0..tokens.len()).find_map(|at| Self::here(tokens, at, schema))
    }

    fn here(tokens: &[Token], at: usize, schema: &Schema) -> Option<Self> {
        let word = tokens.get(at).filter(|t| t.kind == Kind::Word)?.lower.as_str();
        let next = |ahead: usize| tokens.get(at + ahead).filter(|t| !matches!(t.kind, Kind::Punct(_)));
        if THIS.contains(&word) {
            let before = at.checked_sub(1).and_then(|i| tokens.get(i)).map_or("", |t| t.lower.as_str());
            if word == "that" && at > 0 && !BEFORE_THAT.contains(&before) {
                return None;
            }
            // 'those 3 prices', 'these two'.
            let counted = usize::from(next(1).is_some_and(|t| t.number().is_some()));
            let noun = next(1 + counted).filter(|t| t.kind == Kind::Word && !NO_NOUN.contains(&t.lower.as_str()));
            let known = |ahead: usize| next(ahead).is_some_and(|t| schema.postings.contains_key(&t.stem));
            // 'that person', 'that university'; but 'this lowest rate' names what it is.
            let named = known(1 + counted) || known(2 + counted) || known(3 + counted);
            let anything = noun.is_some_and(|t| ANYTHING.contains(&t.lower.as_str()) || !named) && !known(1 + counted);
            // 'of this table' is about all of it, 'this year' a time.
            if noun.is_some_and(|t| crate::courtesy::is_place(t, schema) || TIMES.contains(&t.lower.as_str())) {
                return None;
            }
            // 'how much did that cost us'.
            let last = next(2 + counted).is_none_or(|t| matches!(t.lower.as_str(), "us" | "me" | "in" | "on" | "for"));
            let verb = matches!(before, "did" | "does" | "do") && last;
            let length = 1 + counted + usize::from(anything);
            return Some(Self { at, length, owner: false, noun: noun.is_some() && !anything && !verb });
        }
        const DOES: [&str; 12] =
            ["have", "has", "had", "get", "got", "make", "made", "place", "placed", "sell", "sold", "do"];
        if word == "each" && next(1).is_none_or(|t| DOES.contains(&t.lower.as_str())) {
            return Some(Self { at, length: 1, owner: false, noun: false });
        }
        let owner = OWNERS.contains(&word) && (word != "her" || next(1).is_some());
        let points = owner || POINTS.contains(&word);
        (points && !own_noun(tokens, at, schema)).then_some(Self { at, length: 1, owner, noun: false })
    }

    /// 'how many stores does each have?': each of them.
    pub fn each(&self, tokens: &[Token]) -> bool {
        tokens.get(self.at).is_some_and(|t| t.lower == "each")
    }

    /// 'which of them', 'which one of those': so many words stand before it.
    pub fn which_of(&self, tokens: &[Token]) -> usize {
        let word = |back: usize| self.at.checked_sub(back).and_then(|i| tokens.get(i)).map_or("", |t| t.lower.as_str());
        match (word(3), word(2), word(1)) {
            (_, "which" | "who", "of") => 1,
            ("which" | "what", "one" | "ones", "of") => 2,
            _ => 0,
        }
    }

    /// The message with what was found in the place of what points at it.
    pub fn written(&self, tokens: &[Token], name: &str) -> Option<Vec<Token>> {
        let of = self.which_of(tokens);
        if of > 0 {
            let said = if self.noun { Vec::new() } else { tokenize(name) };
            let asked = tokenize("which");
            let before = tokens.get(..self.at.checked_sub(of + 1)?)?;
            return Some([before, &asked, &said, tokens.get(self.at + self.length..)?].concat());
        }
        let the = if self.each(tokens) { "each" } else { "the" };
        let mut said = tokenize(&if self.noun { the.to_owned() } else { format!("{the} {}", name) });
        if let (Some(last), true) = (said.last_mut(), self.owner) {
            last.possessive = true;
        }
        Some([tokens.get(..self.at)?, &said, tokens.get(self.at + self.length..)?].concat())
    }
}

/// 'customers who cancelled their orders': the message itself says whose. In 'the events they reported', 'how many
/// orders did it have' and 'how much did we refund them' it does not.
pub fn own_noun(tokens: &[Token], at: usize, schema: &Schema) -> bool {
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |t| t.lower.as_str());
    let helps = ["did", "does", "do", "has", "have", "had", "is", "was", "are", "were", "can", "will"];
    if word(Some(at)) == "them" || helps.contains(&word(at.checked_sub(1))) {
        return false;
    }
    let before = tokens.get(..at.saturating_sub(1)).unwrap_or_default();
    before.iter().any(|t| crate::spoken_everyday::table_called(Some(t), schema).is_some())
}
