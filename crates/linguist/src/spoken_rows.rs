//! Which rows are meant: tables with short names, sales that are rows, pieces that are no lines, the last one so far. `speaker` asks
//! here.

use crate::lemma;
use crate::speaker::Speaker;
use crate::spoken_everyday::{is, table_called};
use crate::tokens::{Kind, Token, name_words, tokenize};

impl Speaker<'_> {
    /// 'show me job PT-1050', 'tell me about wheel W42': the whole row, not the one column that is called so.
    pub(crate) fn record(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        const SHOWN: [&str; 17] = [
            "me",
            "us",
            "up",
            "all",
            "everything",
            "the",
            "our",
            "about",
            "details",
            "detail",
            "of",
            "record",
            "for",
            "on",
            "full",
            "row",
            "entry",
        ];
        let shows = ["show", "give", "tell", "display", "find", "pull", "details", "open"];
        let end = tokens.len() - tokens.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
        let from = 1 + tokens.iter().skip(1).take_while(|t| SHOWN.contains(&t.lower.as_str())).count();
        let found = (from..end.min(from + 2)).find_map(|at| {
            let hits = self.values.at(tokens.get(at..end)?).into_iter();
            let mut keys = hits.filter(|hit| hit.whole && at + hit.used == end && self.schema.tells_apart(hit.col));
            keys.next().map(|hit| (at, hit.col))
        });
        let (at, column) = found.filter(|_| is(tokens, 0, &shows))?;
        let called = |t: &Token| {
            let own = self.schema.view(column).is_some_and(|view| view.words.contains(&t.stem));
            own || table_called(Some(t), self.schema) == Some(column.table)
        };
        if at > from && !tokens.get(from).is_some_and(called) {
            return None;
        }
        let plain = tokenize(&format!("all details of {}", self.spelt(column.table)));
        Some([&plain, tokens.get(at..)?].concat())
    }

    /// 'the most expensive jobs' in a file of repairs, each of which has a `job_no`: the repairs.
    pub(crate) fn rows_of_file(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        const NUMBERED: [&str; 6] = ["no", "nr", "number", "id", "code", "ref"];
        let [view] = self.schema.tables.as_slice() else { return None };
        let own = |column: usize| {
            let column = self.schema.column(crate::schema::Col { table: 0, column })?;
            let words = name_words(&column.name);
            let (last, noun) = words.split_last()?;
            let [noun] = noun else { return None };
            (column.unique && NUMBERED.contains(&last.as_str())).then(|| noun.clone())
        };
        // 'bills' of `meterbills` are found by the name of the file.
        let file = self.schema.table_name(0).to_lowercase();
        let nouns: Vec<String> =
            (0..view.columns.len()).filter_map(own).filter(|noun| !file.contains(noun.as_str())).collect();
        let called = |token: &Token| {
            let named = token.kind == Kind::Word && !token.proper && nouns.contains(&token.lemma);
            // Who has a number is somebody, not a row.
            named
                && !crate::schema_people::called_people(&token.stem)
                && table_called(Some(token), self.schema).is_none()
        };
        let at = tokens.iter().position(called)?;
        // 'job number' is the column.
        if tokens.get(at + 1).is_some_and(|t| NUMBERED.contains(&t.lower.as_str())) {
            return None;
        }
        let one = tokens.get(at).is_some_and(|t| t.lower == t.lemma);
        Some([tokens.get(..at)?, &self.named(0, one), tokens.get(at + 1..)?].concat())
    }

    /// 'plants', where the table is called `plt`: its own name.
    pub(crate) fn in_full(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        let short = |token: &Token| {
            let known = token.kind != Kind::Word
                || !self.values.at(std::slice::from_ref(token)).is_empty()
                || !self.values.part(token).is_empty()
                || token.lemma.len() < 4
                || self.schema.postings.contains_key(&token.stem)
                || crate::lexicon::lexicon().is_stop(token);
            if known {
                return None;
            }
            let named = |t: &usize| {
                let name = name_words(self.schema.table_name(*t));
                let consonants = token.lemma.chars().filter(|c| !"aeiou".contains(*c)).count();
                let enough = |word: &String| word.len() * 2 >= consonants;
                matches!(name.as_slice(), [word] if enough(word) && crate::link_names::is_short_form(word, &token.lemma))
            };
            let mut tables = (0..self.schema.tables.len()).filter(named);
            tables.next().filter(|_| tables.next().is_none())
        };
        let whole: Vec<Token> = tokens
            .iter()
            .map(|token| {
                let name = short(token).and_then(|t| tokenize(self.schema.table_name(t)).pop());
                name.map_or_else(|| token.clone(), |name| Token { possessive: token.possessive, ..name })
            })
            .collect();
        (whole != tokens).then_some(whole)
    }

    /// 'how many sales', where each is a row.
    pub(crate) fn sales_as_rows(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        let row = lemma::stem_of("sale");
        let called = |t: &crate::schema::TableView| matches!(t.words.as_slice(), [word] if *word == row);
        let at = tokens.iter().position(|t| t.lower == "sales")?;
        let before = |n: usize| at.checked_sub(n).and_then(|i| tokens.get(i)).map_or("", |t| t.lower.as_str());
        let counted =
            matches!((before(2), before(1)), ("how", "many") | ("number", "of") | ("list" | "show", "all" | "the"));
        let all = matches!(before(1), "which" | "list") || before(1) == "all" && at == 1;
        if !(counted || all) || !self.schema.tables.iter().any(called) {
            return None;
        }
        Some([tokens.get(..at)?, &tokenize("sale"), tokens.get(at + 1..)?].concat())
    }

    /// 'how many brake pads did we sell': how many pieces, not how many lines; 'how many do we have' asks what is in stock.
    pub(crate) fn pieces(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        if !is(tokens, 0, &["how"]) || !is(tokens, 1, &["many"]) {
            return None;
        }
        let (thing, quantity) = crate::spoken_sales::goods(self.schema)?;
        let named = |at: usize| {
            let hits = self.values.at(tokens.get(at..).unwrap_or_default());
            hits.into_iter()
                .find(|hit| hit.col.table == thing && self.schema.display(thing).contains(&hit.col))
                .map(|hit| hit.used)
        };
        let used = named(2)?;
        let does = 2 + used;
        let sold = ["sell", "sold", "use", "used", "order", "ordered", "ship"];
        let we = is(tokens, does, &["did", "have"]) && is(tokens, does + 1, &["we"]) && is(tokens, does + 2, &sold);
        let were = is(tokens, does, &["were", "was"]) && is(tokens, does + 1, &sold);
        if !we && !were {
            return None;
        }
        let plain = tokenize(&format!("total {} of", self.schema.reference(quantity?).column));
        let end = does + if we { 3 } else { 2 };
        Some([&plain, tokens.get(2..does)?, tokens.get(end..)?].concat())
    }

    /// 'what was our last concert', where some are still to come: the last one before tomorrow.
    pub(crate) fn last_so_far(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        let at = (1..tokens.len())
            .find(|at| is(tokens, *at, &["last"]) && table_called(tokens.get(at + 1), self.schema).is_some())?;
        let t = table_called(tokens.get(at + 1), self.schema)?;
        let when = self.schema.happened(t)?;
        let last = self.schema.column(when)?.max.as_ref()?.to_json().as_str()?.get(..10)?.to_owned();
        let tomorrow = self.today.tomorrow().ok()?.to_string();
        let dated = tokens
            .iter()
            .any(|t| t.number().is_some() || matches!(t.lower.as_str(), "before" | "after" | "since" | "in"));
        if last < tomorrow || dated {
            return None;
        }
        let plain = tokenize(&format!("before {tomorrow}"));
        Some([tokens.get(..at + 2)?, &plain, tokens.get(at + 2..)?].concat())
    }
}
