//! Who it is that booked the most seats, which people live in York, whose boat is the longest, who works part time and who has been
//! here the longest. `speaker` asks here.

use crate::lemma;
use crate::schema::{Col, ColumnKind, ColumnView};
use crate::speaker::Speaker;
use crate::spoken_everyday::{is, table_called};
use crate::tokens::{Kind, Token, name_words, tokenize};

const WINS: [&str; 16] = [
    "most", "least", "fewest", "highest", "lowest", "biggest", "largest", "smallest", "best", "worst", "longest",
    "shortest", "oldest", "youngest", "earliest", "latest",
];

/// What only those do whose work it is; who is served may take, do and finish as well.
pub(crate) fn at_work(tokens: &[Token]) -> bool {
    const WORKED: [&str; 24] = [
        "worked",
        "works",
        "handled",
        "handles",
        "served",
        "serves",
        "repaired",
        "taught",
        "teaches",
        "drove",
        "drives",
        "sold",
        "delivered",
        "inspected",
        "treated",
        "supervises",
        "answered",
        "answers",
        "resolved",
        "resolves",
        "escalated",
        "fixed",
        "solved",
        "dealt",
    ];
    let said = |words: &[&str]| tokens.iter().take(3).any(|t| words.contains(&t.lower.as_str()));
    // Whoever calls makes the call, whoever takes it is called.
    said(&WORKED) || said(&["took", "takes"]) && said(&["call", "calls"])
}

impl Speaker<'_> {
    /// 'who booked the most seats': which patron.
    pub(crate) fn who(&self, tokens: &[Token]) -> Option<Vec<Token>> {
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
        if let Some(name) = self.who_is_noted(tokens) {
            return Some([&tokenize(&format!("which {name}")), tokens.get(1..)?].concat());
        }
        let person = self.person(tokens, 0)?;
        // 'who played with Vera Dunmore' is not she.
        let theirs =
            |i: usize| self.values.at(tokens.get(i..).unwrap_or_default()).iter().any(|hit| hit.col.table == person);
        if (1..tokens.len()).any(|i| is(tokens, i, &["with"]) && theirs(i + 1)) {
            return None;
        }
        let one = tokens.iter().any(|t| WINS.contains(&t.lower.as_str()));
        Some([&tokenize("which"), &self.named(person, one), tokens.get(1..)?].concat())
    }

    /// 'who worked the most hours', where the shifts themselves say which employee: not the client they were worked for.
    fn who_is_noted(&self, tokens: &[Token]) -> Option<String> {
        let at_work = at_work(tokens.get(1..)?);
        let (tables, others) = self.spoken_of(tokens, 0);
        let anchors = if tables.is_empty() { others } else { tables };
        let (first, rest) = anchors.split_first()?;
        let column = self.schema.person_in(*first, true).filter(|_| at_work && rest.iter().all(|t| t == first))?;
        let parents = self.schema.parents(*first);
        // Where those who work here are rows of their own, a name beside their number says something else.
        let noted = !self.persons().iter().any(|t| self.is_staff(*t) && parents.contains(t));
        noted.then(|| name_words(&self.schema.reference(column).column).join(" "))
    }

    /// 'how many events did each waiter work', where a waiter is a role of those who are noted by name: each of these.
    pub(crate) fn each_of_kind(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        let at = (1..tokens.len()).find(|at| {
            is(tokens, at - 1, &["each", "every"]) && tokens.get(*at).is_some_and(|t| t.kind == Kind::Word && !t.proper)
        })?;
        let kind = tokens.get(at)?;
        let alone = !is(tokens, at + 1, &["and", "or"]) && table_called(tokens.get(at + 1), self.schema).is_none();
        let somebody =
            crate::schema_people::called_people(&kind.stem) || crate::lexicon::lexicon().is_staff(&kind.stem);
        if self.schema.postings.contains_key(&kind.stem) || !somebody || !alone {
            return None;
        }
        let hits = self.values.at(tokens.get(at..)?);
        let (first, rest) = hits.split_first().filter(|(first, _)| first.whole && first.used == 1)?;
        let column = self.schema.person_in(first.col.table, true).filter(|_| rest.is_empty())?;
        let called = |c: Col| name_words(&self.schema.reference(c).column).join(" ");
        let who = tokenize(&called(column));
        let told = tokenize(&format!("with {} {}", called(first.col), first.text));
        let end = tokens.len() - usize::from(is(tokens, tokens.len() - 1, &["?"]));
        Some([tokens.get(..at)?, &who, tokens.get(at + 1..end)?, &told].concat())
    }

    /// 'how many people live in York': how many patrons do.
    pub(crate) fn people(&self, tokens: &[Token]) -> Option<Vec<Token>> {
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

    /// 'whose boat is the longest': which owner has the longest boat.
    pub(crate) fn whose(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        const WINS: [&str; 14] = [
            "longest", "shortest", "oldest", "newest", "biggest", "largest", "smallest", "fastest", "heaviest",
            "cheapest", "highest", "lowest", "latest", "earliest",
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
        let mut people =
            self.persons().into_iter().filter(|t| *t != thing && owners.contains_key(t) && !self.is_staff(*t));
        let (Some(owner), None) = (people.next(), people.next()) else { return None };
        let which = tokenize(&format!("which {} has the", self.spelt(owner)));
        let noun = tokens.get(1..verb)?;
        Some([&which, tokens.get(from..from + most)?, noun, tokens.get(from + most..)?].concat())
    }

    /// 'who works part time', where a column says who works full time.
    pub(crate) fn part_time(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        let glued = tokens.iter().position(|t| t.lower == "part-time").map(|at| (at, 1));
        let two =
            (0..tokens.len()).find(|at| is(tokens, *at, &["part"]) && is(tokens, at + 1, &["time"])).map(|at| (at, 2));
        let (at, used) = glued.or(two)?;
        let full = [lemma::stem_of("full"), lemma::stem_of("time")];
        let flag = |c: &ColumnView| c.kind == ColumnKind::Bool && full.iter().all(|w| c.words.contains(w));
        let mut tables = (0..self.schema.tables.len())
            .filter(|t| self.schema.tables.get(*t).is_some_and(|v| v.columns.iter().any(flag)));
        let (Some(t), None) = (tables.next(), tables.next()) else { return None };
        // 'who works part time', 'part time mechanics'.
        let verbs = tokens
            .get(..at)?
            .iter()
            .rev()
            .take_while(|t| matches!(t.lower.as_str(), "work" | "works" | "working" | "are" | "is"));
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
    pub(crate) fn inactive(&self, tokens: &[Token]) -> Option<Vec<Token>> {
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

    /// 'how often did Ana Reyes come': how many jobs she has.
    pub(crate) fn came_often(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        if !is(tokens, 0, &["how"]) || !is(tokens, 1, &["often"]) || !is(tokens, 2, &["did", "has", "does"]) {
            return None;
        }
        let hit = self.values.at(tokens.get(3..)?).into_iter().find(|hit| self.schema.tells_apart(hit.col))?;
        let verb =
            tokens.get(3 + hit.used).filter(|t| matches!(t.lower.as_str(), "come" | "came" | "visit" | "visited"))?;
        let rows = crate::spoken_events::events(verb, hit.col.table, self.schema)?;
        let counted = name_words(self.schema.table_name(rows)).join(" ");
        let name = tokens.get(3..3 + hit.used)?;
        Some(
            [&tokenize(&format!("how many {counted} does")), name, &tokenize("have"), tokens.get(4 + hit.used..)?]
                .concat(),
        )
    }

    /// 'who has been with us the longest', 'who has worked here longest', 'our longest standing client': who came first.
    pub(crate) fn longest_here(&self, tokens: &[Token]) -> Option<Vec<Token>> {
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
        let here = tokens
            .get(from + 2..at)?
            .iter()
            .all(|t| matches!(t.lower.as_str(), "with" | "us" | "here" | "the" | "for" | "around"));
        if !ends || !here {
            return None;
        }
        let worked = is(tokens, from + 1, &["worked"]);
        let named =
            (0..from).rev().find_map(|i| table_called(tokens.get(i), self.schema)).filter(|t| self.came(*t).is_some());
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
        let plain = if verb {
            format!("which {who} {column} the earliest")
        } else {
            format!("which {who} has the earliest {column}")
        };
        Some([&tokenize(&plain), tokens.get(at + 1..)?].concat())
    }

    /// 'how many members do we have now', where some have left: those who have not.
    pub(crate) fn still_ours(&self, tokens: &[Token]) -> Option<Vec<Token>> {
        const GONE: [&str; 9] =
            ["left", "leave", "sold", "resigned", "retired", "died", "deceased", "terminated", "disposed"];
        let end = tokens.len() - tokens.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
        let at = |back: usize, words: &[&str]| end.checked_sub(back).is_some_and(|i| is(tokens, i, words));
        let now = if at(1, &["now", "currently"]) {
            1 + usize::from(at(2, &["right"]))
        } else if at(1, &["moment"]) && at(2, &["the"]) && at(3, &["at"]) {
            3
        } else {
            return None;
        };
        let we = end
            .checked_sub(now + 2)
            .filter(|i| is(tokens, *i, &["we"]) && is(tokens, i + 1, &["have", "own", "employ"]))?;
        let have = we - usize::from(we > 0 && is(tokens, we - 1, &["do"]));
        let t = table_called(tokens.get(have.checked_sub(1)?), self.schema)?;
        let gone =
            |c: &ColumnView| c.kind == ColumnKind::Time && GONE.iter().any(|w| c.words.contains(&lemma::stem_of(w)));
        let column = self.schema.tables.get(t)?.columns.iter().position(gone)?;
        let name = self.schema.reference(Col { table: t, column }).column;
        Some([tokens.get(..have)?, &tokenize(&format!("without {name}")), tokens.get(end..)?].concat())
    }
}
