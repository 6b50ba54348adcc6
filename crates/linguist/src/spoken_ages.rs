//! How old people and things are where only a birthday or a year is known: 'how old is she', 'older than 70', 'a birthday in May'.
//! `speaker` asks here.

use crate::schema::ColumnKind;
use crate::speaker::Speaker;
use crate::spoken_everyday::{is, table_called};
use crate::tokens::{Kind, Token, tokenize};

/// Words between people and how old they are.
const HELPS: [&str; 6] = ["are", "is", "who", "that", "aged", "which"];

impl Speaker<'_> {
    /// 'how old are our patrons on average': their average age.
    pub(crate) fn how_old(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        let at = (0..tokens.len()).find(|at| is(tokens, *at, &["how"]) && is(tokens, at + 1, &["old"]))?;
        let verb = usize::from(is(tokens, at + 2, &["is", "are", "was", "were"]));
        self.birth(tokens)?;
        let rest = tokens.get(at + 2 + verb..).filter(|rest| !rest.is_empty())?;
        let average = (0..rest.len()).find(|i| is(rest, *i, &["on"]) && is(rest, i + 1, &["average"]));
        if let Some(cut) = average {
            let (whose, behind) = (rest.get(..cut)?, rest.get(cut + 2..)?);
            return Some([tokens.get(..at)?, &tokenize("average age of"), whose, behind].concat());
        }
        if let Some(cut) = (0..rest.len()).find(|i| is(rest, *i, &["average", "typical"])) {
            let whose = rest.get(cut + 1..)?;
            return Some([tokens.get(..at)?, &tokenize("average age of"), whose].concat());
        }
        Some([tokens.get(..at)?, &tokenize("age of"), rest].concat())
    }

    /// 'patrons older than 70', 'members under 30': born before, or after, the day that long ago.
    pub(crate) fn older_than(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        let number = |at: usize| tokens.get(at).and_then(Token::number).filter(|n| (1.0..=150.0).contains(n));
        let behind = |at: usize| {
            let years = usize::from(is(tokens, at, &["years", "year"]));
            at + years + usize::from(years > 0 && is(tokens, at + 1, &["old"]))
        };
        let born = self.birth(tokens)?;
        let year = self.schema.column(born).is_some_and(|c| c.data_type.is_numeric());
        let (at, n, before, end) = (1..tokens.len()).find_map(|at| {
            let compared = is(tokens, at, &["older", "younger"]) && is(tokens, at + 1, &["than"]);
            if let Some(n) = number(at + 2).filter(|_| compared) {
                return Some((at, n, is(tokens, at, &["older"]), behind(at + 3)));
            }
            let held = is(tokens, at, &["over", "under", "above", "below"]);
            let n = number(at + 1).filter(|_| held && !year)?;
            let end = behind(at + 2);
            let helps = tokens.get(..at)?.iter().rev().take_while(|t| HELPS.contains(&t.lower.as_str())).count();
            let before = (at - helps).checked_sub(1).and_then(|i| tokens.get(i));
            let noun = table_called(before, self.schema) == Some(born.table);
            let over = tokens.get(end).is_none_or(|t| {
                t.kind != Kind::Word || crate::lexicon::lexicon().is_stop(t) || is(tokens, end, &["live", "lives"])
            });
            (noun && over).then(|| (at, n, is(tokens, at, &["over", "above"]), end))
        })?;
        let from = at - tokens.get(1..at)?.iter().rev().take_while(|t| HELPS.contains(&t.lower.as_str())).count();
        let day = self.today.checked_sub(jiff::Span::new().years(n as i64)).ok()?;
        let name = self.schema.column(born)?.name.as_str();
        let side = if before { "before" } else { "after" };
        let when = if year { day.year().to_string() } else { day.to_string() };
        let plain = tokenize(&format!("with {name} {side} {when}"));
        // 'who is older than 60' names nobody yet.
        let who = from == 1 && is(tokens, 0, &["who"]);
        let head = if who {
            [tokenize("which"), self.named(born.table, false)].concat()
        } else {
            tokens.get(..from)?.to_vec()
        };
        Some([&head, &plain, tokens.get(end..)?].concat())
    }

    /// 'who has a birthday this month', 'whose birthday is in december', 'members with a birthday in May': born in that month.
    pub(crate) fn birthdays(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        let at = tokens.iter().position(|t| matches!(t.lower.as_str(), "birthday" | "birthdays"))?;
        let mut people = self.persons().into_iter().filter_map(|t| self.schema.birth(t));
        let only = people.next().filter(|_| people.next().is_none());
        let born = self.birth(tokens).or(only).filter(|c| self.schema.kind(*c) == ColumnKind::Time)?;
        let when = at + 1 + usize::from(is(tokens, at + 1, &["is", "are"]));
        is(tokens, when, &["in", "this", "next"]).then_some(())?;
        let noun = (0..at).find(|i| table_called(tokens.get(*i), self.schema) == Some(born.table));
        let asks = is(tokens, 0, &["who", "whose"]);
        let head = match noun {
            Some(noun) => tokens.get(..=noun)?.to_vec(),
            None if asks => [tokenize("which"), self.named(born.table, false)].concat(),
            None => return None,
        };
        let plain = tokenize(&format!("with {}", self.schema.reference(born).column));
        Some([&head, &plain, tokens.get(when..)?].concat())
    }
}
