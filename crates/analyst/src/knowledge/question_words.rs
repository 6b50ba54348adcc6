//! A question cut into words for comparing it with other questions, where a name search would be too forgiving: signs,
//! quoted texts and numbers are kept exactly, and nothing is stemmed.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The words of a question in lower case, with contractions undone and auxiliary verbs in one form. What stood in
/// quotation marks stays as it was and keeps its marks; signs that mean something are words of their own.
pub fn words(question: &str) -> Vec<String> {
    let chars: Vec<char> = question.nfc().map(plain_mark).collect();
    let mut cutter = Cutter { chars: &chars, at: 0, words: Vec::new() };
    cutter.run();
    cutter.words
}

/// Typographic marks as their plain forms.
fn plain_mark(c: char) -> char {
    match c {
        '’' | '‘' | 'ʼ' => '\'',
        '“' | '”' | '„' | '«' | '»' => '"',
        '–' | '—' | '−' => '-',
        other => other,
    }
}

struct Cutter<'a> {
    chars: &'a [char],
    at: usize,
    words: Vec<String>,
}

impl Cutter<'_> {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.chars.get(self.at + ahead).copied()
    }

    fn before(&self) -> Option<char> {
        self.at.checked_sub(1).and_then(|at| self.chars.get(at)).copied()
    }

    fn run(&mut self) {
        while let Some(c) = self.peek(0) {
            if self.quoted(c) {
                continue;
            }
            let digit_next = self.peek(1).is_some_and(|d| d.is_ascii_digit());
            let apart = !self.before().is_some_and(char::is_alphanumeric);
            if c.is_alphanumeric() || (matches!(c, '-' | '.') && digit_next && apart) {
                self.word();
                continue;
            }
            self.at += 1;
            let between_letters = !apart && self.peek(0).is_some_and(char::is_alphabetic);
            let is_silent = c.is_whitespace()
                || c.is_control()
                || matches!(c, '.' | ',' | ';' | ':' | '?' | '!' | '_' | '\'' | '"' | '`' | '¿' | '¡' | '…');
            // "!=" and "!active" negate; at the end of a sentence it says nothing.
            let negates = c == '!' && self.peek(0).is_some_and(|next| next == '=' || next.is_alphanumeric());
            if c == '&' {
                self.words.push("and".to_owned());
            } else if negates || !(is_silent || (c == '-' && between_letters)) {
                self.words.push(c.to_string());
            }
        }
    }

    fn quoted(&mut self, mark: char) -> bool {
        let opens = mark == '"' || (matches!(mark, '\'' | '`') && !self.before().is_some_and(char::is_alphanumeric));
        if !opens {
            return false;
        }
        let rest = self.chars.get(self.at + 1..).unwrap_or_default();
        let closes = |at: usize| mark == '"' || !rest.get(at + 1).is_some_and(|next| next.is_alphanumeric());
        let Some(length) = rest.iter().enumerate().position(|(at, c)| *c == mark && closes(at)) else { return false };
        let inner: String = rest.iter().take(length).collect();
        self.words.push(format!("\"{}\"", inner.replace('"', "\"\"")));
        self.at += length + 2;
        true
    }

    /// Letters and digits, with the marks that hold them together: "don't", "1,000.50", "2024-01-05", "example.com".
    fn word(&mut self) {
        let start = self.at;
        let mut previous = self.peek(0).unwrap_or_default();
        self.at += 1;
        while let Some(c) = self.peek(0) {
            let next = self.peek(1);
            let digits = previous.is_ascii_digit() && next.is_some_and(|n| n.is_ascii_digit());
            let holds = match c {
                '\'' | '.' => previous.is_alphanumeric() && next.is_some_and(char::is_alphanumeric),
                ',' | '-' | '/' | ':' => digits,
                other => other.is_alphanumeric() || is_combining_mark(other),
            };
            if !holds {
                break;
            }
            previous = c;
            self.at += 1;
        }
        let text: String = self.chars.get(start..self.at).unwrap_or_default().iter().collect();
        let expanded = expanded(&text.to_lowercase());
        self.words.extend(expanded.split(' ').map(|word| one_form(&plain_number(word))));
    }
}

/// "don't" -> "do not", "what's" -> "what is", "customer's" -> "customer".
fn expanded(word: &str) -> String {
    match word {
        "can't" | "cannot" => return "can not".to_owned(),
        "won't" => return "will not".to_owned(),
        "what's" | "who's" | "where's" | "how's" | "it's" | "that's" | "there's" | "which's" => {
            return word.replace("'s", " is");
        }
        _ => {}
    }
    let endings = [("n't", " not"), ("'re", " is"), ("'ve", " have"), ("'ll", " will"), ("'d", " would"), ("'s", "")];
    let found = endings.iter().find_map(|(ending, full)| Some(format!("{}{full}", word.strip_suffix(ending)?)));
    found.unwrap_or_else(|| word.to_owned())
}

/// Number and person of a verb follow its subject and say nothing; its tense does.
fn one_form(word: &str) -> String {
    match word {
        "are" | "am" => "is",
        "were" => "was",
        "has" => "have",
        "does" => "do",
        "1st" => "first",
        "2nd" => "second",
        "3rd" => "third",
        "4th" => "fourth",
        "5th" => "fifth",
        other => other,
    }
    .to_owned()
}

/// "1,000.50" -> "1000.50". Zeros at the end stay, since it may be a version; so does what is no plain number, a date.
fn plain_number(word: &str) -> String {
    let (sign, digits) = word.strip_prefix('-').map_or(("", word), |rest| ("-", rest));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let is_number = all_digits(fraction)
        && all_digits(first)
        && !(first.is_empty() && fraction.is_empty())
        && (!whole.contains(',') || (1..=3).contains(&first.len()))
        && groups.all(|group| group.len() == 3 && all_digits(group));
    if !is_number {
        return word.to_owned();
    }
    let whole = whole.replace(',', "");
    let whole = if whole.is_empty() { "0" } else { whole.as_str() };
    if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

/// From 0 up.
const SMALL: &str = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen \
    sixteen seventeen eighteen nineteen";
/// From 20 up.
const TENS: &str = "twenty thirty forty fifty sixty seventy eighty ninety";

/// "twenty five" -> "25", "2 million" -> "2000000". Parts that make no number together stay apart.
pub fn joined_numbers(words: Vec<String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::with_capacity(words.len());
    // The word before was a bare ten, which a digit may complete.
    let mut open_ten = false;
    for word in words {
        let small = SMALL.split(' ').position(|w| w == word);
        let ten = TENS.split(' ').position(|w| w == word).map(|at| (at + 2) * 10);
        let factor = match word.as_str() {
            "hundred" => Some(100.0),
            "thousand" => Some(1e3),
            "million" => Some(1e6),
            "billion" => Some(1e9),
            _ => None,
        };
        let last: Option<f64> = joined.last().and_then(|before| before.parse().ok());
        match (small, ten, factor, last) {
            (Some(small @ 1..=9), _, _, Some(before)) if open_ten => {
                replace_last(&mut joined, before + small as f64);
                open_ten = false;
            }
            (_, _, Some(factor), Some(before)) => {
                replace_last(&mut joined, before * factor);
                open_ten = false;
            }
            (small, ten, _, _) => {
                open_ten = ten.is_some();
                joined.push(small.or(ten).map_or(word, |number| number.to_string()));
            }
        }
    }
    joined
}

fn replace_last(words: &mut Vec<String>, number: f64) {
    words.pop();
    words.push(number.to_string());
}
