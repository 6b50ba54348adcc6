//! A question as words, numbers, ordinals, quoted texts and marks of punctuation.
//!
//! Owns how raw text is cut and how numbers are read ('1,000', '5k', '2 million', 'twenty'). Knows no schema and no
//! meaning beyond that; `link` and `compose` call it, and stored values and names are cut the same way so that both
//! sides of a comparison look alike.

use crate::lemma;
use unicode_normalization::UnicodeNormalization;

/// What a token is besides its text.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Word,
    Number(f64),
    /// 'first', '3rd'.
    Ordinal(f64),
    /// Text in quotation marks; the token's `text` is what stood between them.
    Quoted,
    Punct(char),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// As written.
    pub text: String,
    /// Lower case, without accents.
    pub lower: String,
    pub lemma: String,
    pub stem: String,
    pub kind: Kind,
    /// "customer's", "customers'".
    pub possessive: bool,
    /// Written with a capital although no sentence starts here.
    pub proper: bool,
}

impl Token {
    fn new(text: &str, kind: Kind, proper: bool) -> Self {
        let lower = fold(text);
        let lemma = lemma::lemma(&lower);
        let stem = lemma::stem(&lemma);
        Self { text: text.to_owned(), lower, lemma, stem, kind, possessive: false, proper }
    }

    /// The words between quotation marks, each in quotation marks of its own.
    pub fn quoted_words(&self) -> Vec<Self> {
        self.text.split_whitespace().map(|word| Self::new(word, Kind::Quoted, true)).collect()
    }

    pub fn number(&self) -> Option<f64> {
        match self.kind {
            Kind::Number(n) => Some(n),
            _ => None,
        }
    }

    pub fn is_punct(&self, mark: char) -> bool {
        self.kind == Kind::Punct(mark)
    }
}

/// Lower case without accents, the form in which texts are compared.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfd().filter(|c| !unicode_normalization::char::is_combining_mark(*c)).collect::<String>().to_lowercase()
}

/// The words of a name or a stored value, folded: `order_item`, `unitPrice` and "New York" all give two.
pub fn name_words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut current = String::new();
    let chars: Vec<char> = name.chars().collect();
    for (i, &c) in chars.iter().enumerate() {
        if !c.is_alphanumeric() {
            flush(&mut current, &mut words);
            continue;
        }
        let before = i.checked_sub(1).and_then(|j| chars.get(j)).copied();
        let after = chars.get(i + 1).copied();
        let hump = c.is_uppercase()
            && before.is_some_and(|b| b.is_lowercase() || (b.is_uppercase() && after.is_some_and(char::is_lowercase)));
        if hump {
            flush(&mut current, &mut words);
        }
        current.push(c);
    }
    flush(&mut current, &mut words);
    words
}

fn flush(current: &mut String, words: &mut Vec<String>) {
    if !current.is_empty() {
        words.push(fold(current));
        current.clear();
    }
}

/// How many signs behind a short name belong to it: one of the blood group 'AB+', two of 'C++'.
pub fn signs_behind(name: &[char], rest: &[char]) -> usize {
    const SHORT: usize = 2;
    let short = name.len() <= SHORT && !name.is_empty() && name.iter().all(char::is_ascii_uppercase);
    let signs = rest.iter().take_while(|c| matches!(c, '+' | '-')).count();
    let ends = rest.get(signs).is_none_or(|c| !c.is_alphanumeric());
    if short && ends && signs <= 2 { signs } else { 0 }
}

/// Cuts a question into tokens. Never fails: what is not understood becomes a word or is skipped.
pub fn tokenize(question: &str) -> Vec<Token> {
    let mut cutter = Cutter { chars: question.chars().collect(), at: 0, tokens: Vec::new() };
    cutter.run();
    join_numbers(cutter.tokens)
}

/// Verbs whose 'not' people write without the apostrophe: 'havent', 'didnt'.
const DENIED: [&str; 10] = ["have", "has", "had", "is", "are", "was", "were", "did", "does", "do"];

struct Cutter {
    chars: Vec<char>,
    at: usize,
    tokens: Vec<Token>,
}

impl Cutter {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn run(&mut self) {
        while let Some(c) = self.peek(0) {
            if self.quoted(c) || self.number(c) || self.word(c) {
                continue;
            }
            self.punctuation(c);
            self.at += 1;
        }
    }

    fn punctuation(&mut self, c: char) {
        // A dot ends a sentence only after a real word: "H. V. Smith" stays together.
        let ends_sentence = c != '.'
            || (self.peek(1).is_none_or(char::is_whitespace)
                && self.tokens.last().is_some_and(|t| t.lower.chars().count() > 2));
        // '# of orders'; 'order #12' is no count.
        let counts = c == '#' && self.peek(1).is_none_or(char::is_whitespace);
        if counts {
            self.tokens.push(Token::new("number", Kind::Word, false));
        } else if matches!(c, ',' | '?' | '.' | ';' | ':' | '!' | '(' | ')' | '/' | '&') && ends_sentence {
            self.tokens.push(Token::new(&c.to_string(), Kind::Punct(c), false));
        } else if matches!(c, '<' | '>' | '=') {
            let text: String = if self.peek(1) == Some('=') { format!("{c}=") } else { c.to_string() };
            self.at += text.len() - 1;
            self.tokens.push(Token::new(&text, Kind::Word, false));
        }
    }

    fn quoted(&mut self, open: char) -> bool {
        let close = match open {
            '"' | '`' => open,
            '“' | '”' => '”',
            '‘' | '’' => '’',
            '\'' => '\'',
            _ => return false,
        };
        let before_is_word =
            self.at.checked_sub(1).and_then(|i| self.chars.get(i)).is_some_and(|c| c.is_alphanumeric());
        if before_is_word && open != '"' {
            return false;
        }
        let rest = self.chars.get(self.at + 1..).unwrap_or_default();
        let ends = |i: usize, c: char| {
            let closes = c == close || (open == '“' && c == '"') || (open == '‘' && c == '\'');
            closes && !(matches!(c, '\'' | '’') && rest.get(i + 1).is_some_and(|n| n.is_alphanumeric()))
        };
        let Some(length) = rest.iter().enumerate().position(|(i, &c)| ends(i, c)) else { return false };
        let text: String = rest.iter().take(length).collect();
        self.at += length + 2;
        let text = text.trim().to_owned();
        if !text.is_empty() {
            self.tokens.push(Token::new(&text, Kind::Quoted, true));
        }
        true
    }

    fn number(&mut self, c: char) -> bool {
        let sign = usize::from(matches!(c, '$' | '€' | '£' | '-') && self.peek(1).is_some_and(|d| d.is_ascii_digit()));
        if sign == 0 && !c.is_ascii_digit() {
            return false;
        }
        if c == '-' && self.at > 0 && self.chars.get(self.at - 1).is_some_and(|b| !b.is_whitespace()) {
            return false;
        }
        let start = self.at + sign;
        let mut end = start;
        let digit = |i: usize| self.chars.get(i).is_some_and(char::is_ascii_digit);
        while digit(end)
            || (self.chars.get(end) == Some(&',') && (1..=3).all(|k| digit(end + k)) && !digit(end + 4))
            || (self.chars.get(end) == Some(&'.') && digit(end + 1))
        {
            end += 1;
        }
        if let Some(whole) = self.date_end(start, end).or_else(|| self.clock_end(start)) {
            let text: String = self.chars.get(start..whole).unwrap_or_default().iter().collect();
            // '2024-03-01T12:00'.
            let joined = matches!(self.chars.get(whole), Some('T' | 't')) && self.clock_end(whole + 1).is_some();
            self.at = whole + usize::from(joined);
            self.tokens.push(Token::new(&text, Kind::Word, false));
            return true;
        }
        let mut word_end = end;
        while self.chars.get(word_end).is_some_and(|c| c.is_alphanumeric() || *c == '_') {
            word_end += 1;
        }
        let suffix: String = self.chars.get(end..word_end).unwrap_or_default().iter().collect();
        let digits: String = self.chars.get(start..end).unwrap_or_default().iter().filter(|c| **c != ',').collect();
        let text: String = self.chars.get(start..word_end).unwrap_or_default().iter().collect();
        let minus = if c == '-' { -1.0 } else { 1.0 };
        let kind = match (digits.parse::<f64>(), fold(&suffix).as_str()) {
            (Ok(n), "") => Kind::Number(minus * n),
            (Ok(n), "k") => Kind::Number(minus * n * 1e3),
            (Ok(n), "m" | "mn" | "mio") => Kind::Number(minus * n * 1e6),
            (Ok(n), "b" | "bn") => Kind::Number(minus * n * 1e9),
            (Ok(n), "st" | "nd" | "rd" | "th") => Kind::Ordinal(n),
            _ => Kind::Word,
        };
        self.at = word_end;
        self.tokens.push(Token::new(&text, kind, false));
        true
    }

    /// '9:30', '12:00:00.5Z' and '9:30am' are one token.
    fn clock_end(&self, start: usize) -> Option<usize> {
        let digits = |at: usize| (at..).take_while(|i| self.chars.get(*i).is_some_and(char::is_ascii_digit)).count();
        let two = |at: usize| self.chars.get(at) == Some(&':') && digits(at + 1) == 2;
        let hour = digits(start);
        let mut end = start + hour;
        if !(1..=2).contains(&hour) || !two(end) {
            return None;
        }
        end += 3;
        if two(end) {
            end += 3;
            if self.chars.get(end) == Some(&'.') && digits(end + 1) > 0 {
                end += 1 + digits(end + 1);
            }
        }
        let word: String =
            (end..).map_while(|i| self.chars.get(i)).take_while(|c| c.is_alphanumeric() || **c == ':').collect();
        match word.to_ascii_lowercase().as_str() {
            "" => Some(end),
            half @ ("am" | "pm" | "z") => Some(end + half.len()),
            _ => None,
        }
    }

    /// '2024-03-01', '03/15/2024' and '2024/3' are one token.
    fn date_end(&self, start: usize, end: usize) -> Option<usize> {
        let separator = self.chars.get(end).copied().filter(|c| matches!(c, '-' | '/'))?;
        let mut at = end;
        let mut parts = 1;
        while self.chars.get(at) == Some(&separator) && self.chars.get(at + 1).is_some_and(char::is_ascii_digit) {
            at += 1;
            while self.chars.get(at).is_some_and(char::is_ascii_digit) {
                at += 1;
            }
            parts += 1;
        }
        (parts == 3 || (parts == 2 && end - start == 4)).then_some(at)
    }

    fn word(&mut self, c: char) -> bool {
        if !c.is_alphanumeric() && c != '_' {
            return false;
        }
        let start = self.at;
        while self.peek(0).is_some_and(|c| c.is_alphanumeric() || c == '_') || self.joins_word(start) {
            self.at += 1;
        }
        self.code_tail(start);
        self.sign_tail(start);
        let mut base: String = self.chars.get(start..self.at).unwrap_or_default().iter().collect();
        // '6 a.m.'.
        let dotted = base.eq_ignore_ascii_case("m") && start > 0 && self.chars.get(start - 1) == Some(&'.');
        if let Some(half) = self.tokens.pop_if(|t| dotted && matches!(t.lower.as_str(), "a" | "p")) {
            base.insert_str(0, &half.text);
        }
        let proper = c.is_uppercase() && !self.sentence_start();
        let tail = self.apostrophe_tail();
        self.push_word(&base, tail.as_deref(), proper);
        true
    }

    /// 'M-2024-007': the number of a file or a bill is one word.
    fn code_tail(&mut self, start: usize) {
        let begin = self.chars.get(start..self.at).unwrap_or_default();
        let code = begin.len() < 6 && begin.iter().all(char::is_ascii_uppercase);
        while code && self.peek(0) == Some('-') && self.peek(1).is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
            while self.peek(0).is_some_and(|c| c.is_ascii_alphanumeric()) {
                self.at += 1;
            }
        }
    }

    /// 'A+', 'O-', 'C++': the sign belongs to the name.
    fn sign_tail(&mut self, start: usize) {
        let begin = self.chars.get(start..self.at).unwrap_or_default();
        let rest = self.chars.get(self.at..).unwrap_or_default();
        self.at += signs_behind(begin, rest);
    }

    /// A dot or an at-sign inside an address: 'example.org', 'a@b.com'.
    fn joins_word(&self, start: usize) -> bool {
        matches!(self.peek(0), Some('.' | '@'))
            && self.at > start + 1
            && self.peek(1).is_some_and(char::is_alphanumeric)
            && self.peek(1).is_some_and(char::is_lowercase)
    }

    /// What follows an apostrophe that belongs to the word: "s", "t", "re"; empty for "customers'".
    fn apostrophe_tail(&mut self) -> Option<String> {
        if !matches!(self.peek(0), Some('\'' | '’' | '‘')) {
            return None;
        }
        let tail: String =
            self.chars.get(self.at + 1..).unwrap_or_default().iter().take_while(|c| c.is_alphanumeric()).collect();
        let tail = fold(&tail);
        if tail.is_empty() {
            let plural = self.at > 0 && self.chars.get(self.at - 1) == Some(&'s');
            self.at += usize::from(plural);
            return plural.then(String::new);
        }
        self.at += 1 + tail.chars().count();
        Some(tail)
    }

    fn push_word(&mut self, base: &str, tail: Option<&str>, proper: bool) {
        let lower = fold(base);
        let negated = lower.strip_suffix('n').filter(|_| tail == Some("t"));
        let word = |text: &str| Token::new(text, Kind::Word, proper);
        if let Some(stem) = negated {
            let verb = match stem {
                "ca" => "can",
                "wo" => "will",
                other => other,
            };
            self.tokens.extend([word(verb), word("not")]);
            return;
        }
        if let (None, Some(verb)) = (tail, lower.strip_suffix("nt").filter(|verb| DENIED.contains(verb))) {
            self.tokens.extend([word(verb), word("not")]);
            return;
        }
        // 'whats the price' is written in a hurry.
        if let (None, Some(asked)) =
            (tail, lower.strip_suffix('s').filter(|w| matches!(*w, "what" | "who" | "where" | "how")))
        {
            self.tokens.extend([word(asked), word("is")]);
            return;
        }
        let is_after = ["what", "who", "where", "there", "that", "it", "he", "she", "how", "let", "which", "when"];
        match tail {
            Some("s") if is_after.contains(&lower.as_str()) => self.tokens.extend([word(base), word("is")]),
            Some("re") => self.tokens.extend([word(base), word("are")]),
            Some("ve") => self.tokens.extend([word(base), word("have")]),
            Some("m") => self.tokens.extend([word(base), word("am")]),
            Some("ll" | "d") => self.tokens.push(word(base)),
            Some("s" | "") => {
                let mut token = word(base);
                token.possessive = true;
                self.tokens.push(token);
            }
            // O'Brien, D'Angelo: one name.
            Some(other) => {
                let mut last = word(other);
                self.tokens.push(word(base));
                last.possessive = self.apostrophe_tail().is_some_and(|t| t == "s");
                self.tokens.push(last);
            }
            None => self.tokens.push(word(base)),
        }
    }

    fn sentence_start(&self) -> bool {
        self.tokens.last().is_none_or(|t| matches!(t.kind, Kind::Punct('.' | '?' | '!' | ':' | ';')))
    }
}

/// Joins 'two hundred thousand', '2 million' and marks number and ordinal words.
fn join_numbers(tokens: Vec<Token>) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    for mut token in tokens {
        if token.kind == Kind::Word {
            let pronoun = token.lower == "one"
                && out
                    .last()
                    .is_some_and(|t| matches!(t.lower.as_str(), "which" | "the" | "each" | "any" | "this" | "no"));
            if let Some(n) = number_word(&token.lower).filter(|_| !pronoun) {
                token.kind = Kind::Number(n);
            } else if let Some(n) = ordinal_word(&token.lower) {
                token.kind = Kind::Ordinal(n);
            }
        }
        let merged = match (out.last().map(|t| &t.kind), &token.kind) {
            (Some(Kind::Number(a)), Kind::Number(b)) if is_scale(&token.lower) => Some(a * b),
            (Some(Kind::Number(a)), Kind::Number(b))
                if number_word(&token.lower).is_some() && *a >= 20.0 && *b < 10.0 && a % 10.0 == 0.0 =>
            {
                Some(a + b)
            }
            _ => None,
        };
        match (merged, out.last_mut()) {
            (Some(n), Some(last)) => {
                last.kind = Kind::Number(n);
                last.text = format!("{} {}", last.text, token.text);
            }
            _ => out.push(token),
        }
    }
    out
}

fn is_scale(word: &str) -> bool {
    matches!(word, "hundred" | "thousand" | "million" | "billion" | "millions" | "thousands" | "k" | "mio" | "bn")
}

fn number_word(word: &str) -> Option<f64> {
    const SMALL: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    const TENS: [&str; 7] = ["thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    if let Some(i) = SMALL.iter().position(|w| *w == word) {
        return Some(i as f64);
    }
    if let Some(i) = TENS.iter().position(|w| *w == word) {
        return Some((i as f64 + 3.0) * 10.0);
    }
    match word {
        "once" => Some(1.0),
        "twice" => Some(2.0),
        "thrice" => Some(3.0),
        "dozen" => Some(12.0),
        "hundred" => Some(100.0),
        "thousand" | "thousands" => Some(1e3),
        "million" | "millions" => Some(1e6),
        "billion" => Some(1e9),
        _ => None,
    }
}

fn ordinal_word(word: &str) -> Option<f64> {
    const ORDINALS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    ORDINALS.iter().position(|w| *w == word).map(|i| i as f64 + 1.0)
}

#[cfg(test)]
#[path = "tokens_tests.rs"]
mod tests;
