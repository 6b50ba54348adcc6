//! Turns of phrase about people, which need the data to be put plainly: who it is that booked the most seats, which people live in
//! York, who is older than seventy where only a birthday is known. `reading` asks here before anything else is read.

use crate::lemma;
use crate::schema::{Col, ColumnKind, ColumnView, Element, Schema};
use crate::spoken_everyday::{is, table_called};
use crate::tokens::{Kind, Token, name_words, tokenize};
use crate::values::ValueIndex;
use jiff::civil::Date;
use std::collections::BTreeMap;

/// Steps from what is done to whoever does it.
const FAR: usize = 3;
/// Whose work it is, by what their table is called.
const STAFF: [&str; 50] = [
    "translator", "interpreter", "designer", "developer", "editor", "writer", "dentist", "hygienist", "guide", "chef",
    "waiter", "cleaner", "stylist", "photographer", "electrician", "plumber", "clerk", "officer",
    "employee", "staff", "worker", "mechanic", "nurse", "doctor", "technician", "agent", "driver", "teacher", "trainer",
    "lawyer", "attorney", "rep", "representative", "seller", "salesperson", "vet", "pilot", "courier", "instructor",
    "coach", "crew", "manager", "consultant", "physician", "engineer", "inspector", "reviewer", "therapist", "actor",
    "author",
];
/// What is done by those whose work it is.
const WORKS: [&str; 34] = [
    "repaired", "fixed", "handled", "treated", "taught", "teaches", "teach", "sold", "sells", "works", "worked",
    "served", "delivered", "drove", "drives", "wrote", "performed", "earns", "earned", "completed", "finished", "closed",
    "resolved", "did", "does", "supervises", "manages", "assigned", "reviewed", "inspected", "played", "plays", "took",
    "serves",
];
/// What is done by those who come to be served.
const COMES: [&str; 33] = [
    "paid", "pays", "pay", "spent", "spends", "owes", "owe", "booked", "book", "ordered", "order", "bought", "buys", "got",
    "received", "gave", "donated", "returned", "owns", "own", "came", "visited", "borrowed", "rented", "enrolled",
    "registered", "cancelled", "canceled", "had", "reserved", "subscribed", "signed", "purchased",
];
const WINS: [&str; 16] = [
    "most", "least", "fewest", "highest", "lowest", "biggest", "largest", "smallest", "best", "worst", "longest",
    "shortest", "oldest", "youngest", "earliest", "latest",
];

/// Words between people and how old they are.
const HELPS: [&str; 6] = ["are", "is", "who", "that", "aged", "which"];

/// What turns of phrase are held against.
pub struct Speaker<'a> {
    pub schema: &'a Schema,
    pub values: &'a ValueIndex,
    pub today: Date,
}

impl Speaker<'_> {
    pub fn plainly(&self, tokens: Vec<Token>) -> Vec<Token> {
        let turns = [Self::in_full, Self::sales_as_rows, Self::part_time, Self::who, Self::people, Self::how_old, Self::older_than, Self::inactive, Self::longest_here, Self::last_so_far, Self::whose, Self::pieces, Self::still_ours, Self::birthdays, Self::came_often];
        turns.into_iter().fold(tokens, |tokens, turn| turn(self, &tokens).unwrap_or(tokens))
    }

    /// 'plants', where the table is called `plt`: its own name.
    fn in_full(&self, tokens: &[Token]) -> Option<Vec<Token>> {
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
    fn sales_as_rows(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        let row = lemma::stem_of("sale");
        let called = |t: &crate::schema::TableView| matches!(t.words.as_slice(), [word] if *word == row);
        let at = tokens.iter().position(|t| t.lower == "sales")?;
        let before = |n: usize| at.checked_sub(n).and_then(|i| tokens.get(i)).map_or("", |t| t.lower.as_str());
        let counted = matches!((before(2), before(1)), ("how", "many") | ("number", "of") | ("list" | "show", "all" | "the"));
        let all = matches!(before(1), "which" | "list") || before(1) == "all" && at == 1;
        if !(counted || all) || !self.schema.tables.iter().any(called) {
            return None;
        }
        Some([tokens.get(..at)?, &tokenize("sale"), tokens.get(at + 1..)?].concat())
    }

    /// 'who booked the most seats': which patron.
    fn who(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        const POINTS: [&str; 12] =
            ["it", "they", "them", "those", "these", "that", "this", "there", "he", "she", "him", "her"];
        let bare = is(tokens, 1, &["is", "are", "was", "were", "else"]);
        let dated = |at: usize| is(tokens, at + 1, &["year", "month", "week", "quarter", "summer", "winter", "spring"]);
        let points = (0..tokens.len()).any(|at| is(tokens, at, &POINTS) && !(is(tokens, at, &["this"]) && dated(at)));
        if !is(tokens, 0, &["who"]) || bare || points {
            return None;
        }
        // 'who paid the most for a booking' is no sum of them, 'who looks after the boats' no owner of one.
        let single = (2..tokens.len()).any(|i| {
            is(tokens, i, &["for"]) && is(tokens, i + 1, &["a", "an", "one"]) && is(tokens, i - 1, &["most", "least"])
        });
        if single || is(tokens, 1, &["looks", "look", "cares", "runs"]) {
            return None;
        }
        let person = self.person(tokens, 0)?;
        // 'who played with Vera Dunmore' is not she.
        let theirs = |i: usize| self.values.at(tokens.get(i..).unwrap_or_default()).iter().any(|hit| hit.col.table == person);
        if (1..tokens.len()).any(|i| is(tokens, i, &["with"]) && theirs(i + 1)) {
            return None;
        }
        let one = tokens.iter().any(|t| WINS.contains(&t.lower.as_str()));
        Some([&tokenize("which"), &self.named(person, one), tokens.get(1..)?].concat())
    }

    /// 'how many people live in York': how many patrons do.
    fn people(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        let at = tokens.iter().position(|t| matches!(t.lower.as_str(), "people" | "persons"))?;
        let called = |words: &[String]| words.contains(&lemma::stem_of("people"));
        let named = |t: &crate::schema::TableView| called(&t.words) || t.columns.iter().any(|c| called(&c.words));
        if self.schema.tables.iter().any(named) {
            return None;
        }
        let most = at.checked_sub(1).is_some_and(|i| is(tokens, i, &["most", "more", "fewer", "other"]));
        if most || tokens.iter().any(|t| t.lower == "per") {
            return None;
        }
        let person = self.person(tokens, at)?;
        // 'how many people played' says more than that they are players.
        let own = |verb: &Token| {
            let words = self.schema.tables.get(person).map_or(&[][..], |view| view.words.as_slice());
            verb.kind == Kind::Word && words.iter().any(|w| w.starts_with(&verb.stem))
        };
        if tokens.get(at + 1).is_some_and(own) {
            return None;
        }
        Some([tokens.get(..at)?, &self.named(person, false), tokens.get(at + 1..)?].concat())
    }

    /// 'who works part time', where a column says who works full time.
    fn part_time(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        let glued = tokens.iter().position(|t| t.lower == "part-time").map(|at| (at, 1));
        let two = (0..tokens.len()).find(|at| is(tokens, *at, &["part"]) && is(tokens, at + 1, &["time"])).map(|at| (at, 2));
        let (at, used) = glued.or(two)?;
        let full = [lemma::stem_of("full"), lemma::stem_of("time")];
        let flag = |c: &ColumnView| c.kind == ColumnKind::Bool && full.iter().all(|w| c.words.contains(w));
        let mut tables = (0..self.schema.tables.len()).filter(|t| self.schema.tables.get(*t).is_some_and(|v| v.columns.iter().any(flag)));
        let (Some(t), None) = (tables.next(), tables.next()) else { return None };
        // 'who works part time', 'part time mechanics'.
        let verbs = tokens.get(..at)?.iter().rev().take_while(|t| matches!(t.lower.as_str(), "work" | "works" | "working" | "are" | "is"));
        let before = tokens.get(..at - verbs.count())?;
        let noun = tokens.get(at + used).filter(|n| table_called(Some(n), self.schema) == Some(t)).cloned();
        let behind = tokens.get(at + used + usize::from(noun.is_some())..)?;
        let who: Vec<Token> = match before {
            [who] if who.lower == "who" => [tokenize("which"), self.named(t, false)].concat(),
            before => before.to_vec(),
        };
        let noun: Vec<Token> = noun.into_iter().collect();
        Some([&who, &noun, &tokenize("that are not full time"), behind].concat())
    }

    /// 'inactive donors': those that are not active.
    fn inactive(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        let at = tokens.iter().position(|t| t.lower == "inactive")?;
        let active = lemma::stem_of("active");
        let flag = |c: &ColumnView| c.kind == ColumnKind::Bool && c.words.contains(&active);
        let flags = self.schema.tables.iter().flat_map(|t| &t.columns).any(flag);
        let stored = !self.values.at(tokens.get(at..)?).is_empty();
        if !flags || stored {
            return None;
        }
        // 'inactive donors' are donors who are not active.
        let noun = tokens.get(at + 1).filter(|t| table_called(Some(t), self.schema).is_some());
        let plain = tokenize(if noun.is_some() { "that are not active" } else { "not active" });
        let noun: Vec<Token> = noun.into_iter().cloned().collect();
        Some([tokens.get(..at)?, &noun, &plain, tokens.get(at + 1 + noun.len()..)?].concat())
    }

    /// 'how many members do we have now', where some have left: those who have not.
    fn still_ours(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        const GONE: [&str; 9] = ["left", "leave", "sold", "resigned", "retired", "died", "deceased", "terminated", "disposed"];
        let end = tokens.len() - tokens.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
        let at = |back: usize, words: &[&str]| end.checked_sub(back).is_some_and(|i| is(tokens, i, words));
        let now = if at(1, &["now", "currently"]) {
            1 + usize::from(at(2, &["right"]))
        } else if at(1, &["moment"]) && at(2, &["the"]) && at(3, &["at"]) {
            3
        } else {
            return None;
        };
        let we = end.checked_sub(now + 2).filter(|i| is(tokens, *i, &["we"]) && is(tokens, i + 1, &["have", "own", "employ"]))?;
        let have = we - usize::from(we > 0 && is(tokens, we - 1, &["do"]));
        let t = table_called(tokens.get(have.checked_sub(1)?), self.schema)?;
        let gone = |c: &ColumnView| c.kind == ColumnKind::Time && GONE.iter().any(|w| c.words.contains(&lemma::stem_of(w)));
        let column = self.schema.tables.get(t)?.columns.iter().position(gone)?;
        let name = self.schema.reference(Col { table: t, column }).column;
        Some([tokens.get(..have)?, &tokenize(&format!("without {name}")), tokens.get(end..)?].concat())
    }

    /// 'who has a birthday this month', 'whose birthday is in december', 'members with a birthday in May': born in that month.
    fn birthdays(&self, tokens: &[Token]) -> Option<Vec<Token>> {
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

    /// 'how often did Ana Reyes come': how many jobs she has.
    fn came_often(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        if !is(tokens, 0, &["how"]) || !is(tokens, 1, &["often"]) || !is(tokens, 2, &["did", "has", "does"]) {
            return None;
        }
        let hit = self.values.at(tokens.get(3..)?).into_iter().find(|hit| self.schema.tells_apart(hit.col))?;
        let verb = tokens.get(3 + hit.used).filter(|t| matches!(t.lower.as_str(), "come" | "came" | "visit" | "visited"))?;
        let rows = crate::spoken_events::events(verb, hit.col.table, self.schema)?;
        let counted = name_words(self.schema.table_name(rows)).join(" ");
        let name = tokens.get(3..3 + hit.used)?;
        Some([&tokenize(&format!("how many {counted} does")), name, &tokenize("have"), tokens.get(4 + hit.used..)?].concat())
    }

    /// 'whose boat is the longest': which owner has the longest boat.
    fn whose(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        const WINS: [&str; 14] = [
            "longest", "shortest", "oldest", "newest", "biggest", "largest", "smallest", "fastest", "heaviest", "cheapest",
            "highest", "lowest", "latest", "earliest",
        ];
        let verb = (2..tokens.len().min(5)).find(|at| is(tokens, *at, &["is", "was", "are", "were"]))?;
        let the = usize::from(is(tokens, verb + 1, &["the"]));
        let (from, most) = match tokens.get(verb + 1 + the)?.lower.as_str() {
            "most" => (verb + 1 + the, 2),
            word if WINS.contains(&word) => (verb + 1 + the, 1),
            _ => return None,
        };
        let thing = is(tokens, 0, &["whose"]).then(|| table_called(tokens.get(verb - 1), self.schema)).flatten()?;
        let owners = self.upward(thing);
        let mut people = self.persons().into_iter().filter(|t| *t != thing && owners.contains_key(t) && !self.is_staff(*t));
        let (Some(owner), None) = (people.next(), people.next()) else { return None };
        let which = tokenize(&format!("which {} has the", self.spelt(owner)));
        let noun = tokens.get(1..verb)?;
        Some([&which, tokens.get(from..from + most)?, noun, tokens.get(from + most..)?].concat())
    }

    /// 'how many brake pads did we sell': how many pieces, not how many lines; 'how many do we have' asks what is in stock.
    fn pieces(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        if !is(tokens, 0, &["how"]) || !is(tokens, 1, &["many"]) {
            return None;
        }
        let (thing, quantity) = crate::spoken_sales::goods(self.schema)?;
        let named = |at: usize| {
            let hits = self.values.at(tokens.get(at..).unwrap_or_default());
            hits.into_iter().find(|hit| hit.col.table == thing && self.schema.display(thing).contains(&hit.col)).map(|hit| hit.used)
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

    /// When rows of a table came: a member joined, somebody was hired, a customer is one since.
    fn came(&self, t: usize) -> Option<Col> {
        const CAME: [&str; 9] = ["hired", "hire", "joined", "join", "since", "registered", "employed", "start", "signed"];
        let columns = self.schema.tables.get(t)?.columns.as_slice();
        let said = |c: &ColumnView, word: &str| c.kind == ColumnKind::Time && c.words.contains(&lemma::stem_of(word));
        let column = CAME.iter().find_map(|word| columns.iter().position(|c| said(c, word)))?;
        Some(Col { table: t, column })
    }

    /// 'who has been with us the longest', 'who has worked here longest', 'our longest standing client': who came first.
    fn longest_here(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        let at = (0..tokens.len()).find(|at| is(tokens, *at, &["longest"]))?;
        let standing = is(tokens, at + 1, &["standing", "serving"]);
        let glued = tokens.get(at).is_some_and(|t| t.lower.starts_with("longest-"));
        if standing || glued {
            let noun = at + 1 + usize::from(standing);
            let came = self.came(table_called(tokens.get(noun), self.schema)?)?;
            let plain = tokenize(&format!("with the earliest {}", self.schema.reference(came).column));
            return Some([tokens.get(..at)?, tokens.get(noun..=noun)?, &plain, tokens.get(noun + 1..)?].concat());
        }
        let ends = tokens.get(at + 1).is_none_or(|t| matches!(t.kind, Kind::Punct(_)));
        let from = (1..at).find(|i| is(tokens, *i, &["has", "have"]) && is(tokens, i + 1, &["been", "worked"]))?;
        let here = tokens.get(from + 2..at)?.iter().all(|t| matches!(t.lower.as_str(), "with" | "us" | "here" | "the" | "for" | "around"));
        if !ends || !here {
            return None;
        }
        let worked = is(tokens, from + 1, &["worked"]);
        let named = (0..from).rev().find_map(|i| table_called(tokens.get(i), self.schema)).filter(|t| self.came(*t).is_some());
        let mut people: Vec<usize> = self.persons().into_iter().filter(|t| self.came(*t).is_some()).collect();
        if worked {
            people.retain(|t| self.is_staff(*t));
        }
        let only = match people.as_slice() {
            [only] => Some(*only),
            _ => None,
        };
        let t = named.or(only)?;
        let column = self.schema.reference(self.came(t)?).column;
        // 'hired' and 'joined' are verbs; `member_since` is not.
        let verb = name_words(&column).len() == 1 && column.to_lowercase().ends_with("ed");
        let who = self.spelt(t);
        let plain = if verb { format!("which {who} {column} the earliest") } else { format!("which {who} has the earliest {column}") };
        Some([&tokenize(&plain), tokens.get(at + 1..)?].concat())
    }

    /// 'what was our last concert', where some are still to come: the last one before tomorrow.
    fn last_so_far(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        let at = (1..tokens.len()).find(|at| {
            is(tokens, *at, &["last"]) && table_called(tokens.get(at + 1), self.schema).is_some()
        })?;
        let t = table_called(tokens.get(at + 1), self.schema)?;
        let when = self.schema.happened(t)?;
        let last = self.schema.column(when)?.max.as_ref()?.to_json().as_str()?.get(..10)?.to_owned();
        let tomorrow = self.today.tomorrow().ok()?.to_string();
        let dated = tokens.iter().any(|t| t.number().is_some() || matches!(t.lower.as_str(), "before" | "after" | "since" | "in"));
        if last < tomorrow || dated {
            return None;
        }
        let plain = tokenize(&format!("before {tomorrow}"));
        Some([tokens.get(..at + 2)?, &plain, tokens.get(at + 2..)?].concat())
    }

    fn is_staff(&self, t: usize) -> bool {
        let last = self.schema.tables.get(t).and_then(|v| v.words.last());
        last.is_some_and(|last| STAFF.iter().any(|word| lemma::stem_of(word) == *last))
    }

    fn spelt(&self, t: usize) -> String {
        self.named(t, true).iter().map(|t| t.text.clone()).collect::<Vec<_>>().join(" ")
    }

    /// The words of a table of people, for one of them or several.
    fn named(&self, t: usize, one: bool) -> Vec<Token> {
        let known = self.schema.tables.get(t).map_or(&[][..], |view| view.words.as_slice());
        let mut words = name_words(self.schema.table_name(t));
        words.retain(|word| known.contains(&lemma::stem_of(word)));
        if let Some(last) = words.last_mut() {
            *last = if one { lemma::lemma(last) } else { lemma::plural(last) };
        }
        tokenize(&words.join(" "))
    }

    /// Tables whose rows are people with a name.
    fn persons(&self) -> Vec<usize> {
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
    fn person(&self, tokens: &[Token], at: usize) -> Option<usize> {
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
        let works = verbs.clone().any(|t| WORKS.contains(&t.lower.as_str()));
        let comes = verbs.clone().any(|t| COMES.contains(&t.lower.as_str()));
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
    fn spoken_of(&self, tokens: &[Token], except: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut tables, mut others) = (Vec::new(), Vec::new());
        for (i, token) in tokens.iter().enumerate().filter(|(i, t)| *i != except && t.kind == Kind::Word) {
            if crate::lexicon::lexicon().is_stop(token) {
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
    fn upward(&self, from: usize) -> BTreeMap<usize, usize> {
        let mut seen = BTreeMap::from([(from, 0)]);
        let mut edge = vec![from];
        for step in 1..=FAR {
            edge = edge.iter().flat_map(|t| self.schema.parents(*t)).filter(|t| !seen.contains_key(t)).collect();
            seen.extend(edge.iter().map(|t| (*t, step)));
        }
        seen
    }

    /// The birthday of those the question names, or the only one there is.
    fn birth(&self, tokens: &[Token]) -> Option<Col> {
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

    /// 'how old are our patrons on average': their average age.
    fn how_old(&self, tokens: &[Token]) -> Option<Vec<Token>> {
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
    fn older_than(&self, tokens: &[Token]) -> Option<Vec<Token>> {
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
        Some([tokens.get(..from)?, &plain, tokens.get(end..)?].concat())
    }
}
