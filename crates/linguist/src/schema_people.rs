//! What people take for granted of a catalog and public question sets do not: which time is when something happened, which numbers
//! are yes and no, which rows are people.

use crate::lemma;
use crate::schema::{Col, ColumnKind, ColumnView, Schema};
use crate::views::TableView;
use vouch_model::Column;

/// Whether the stem of a name is a word for people.
pub(crate) fn called_people(stem: &str) -> bool {
    const MORE: [&str; 78] = [
        "nurse",
        "doctor",
        "mechanic",
        "driver",
        "owner",
        "patron",
        "actor",
        "donor",
        "trainer",
        "teacher",
        "agent",
        "guest",
        "patient",
        "student",
        "author",
        "lawyer",
        "technician",
        "volunteer",
        "tenant",
        "subscriber",
        "passenger",
        "borrower",
        "visitor",
        "resident",
        "pupil",
        "applicant",
        "player",
        "pilot",
        "courier",
        "vet",
        "rep",
        "crew",
        "instructor",
        "coach",
        "contractor",
        "reader",
        "candidate",
        "recruiter",
        "supervisor",
        "dispatcher",
        "waiter",
        "chef",
        "therapist",
        "rider",
        "renter",
        "hirer",
        "buyer",
        "seller",
        "caller",
        "sender",
        "recipient",
        "requester",
        "assignee",
        "cashier",
        "barista",
        "engineer",
        "inspector",
        "installer",
        "electrician",
        "plumber",
        "cleaner",
        "tutor",
        "climber",
        "runner",
        "swimmer",
        "singer",
        "dancer",
        "judge",
        "referee",
        "skipper",
        "sailor",
        "groomer",
        "walker",
        "sitter",
        "keeper",
        "packer",
        "picker",
        "handler",
    ];
    crate::promises::PEOPLE.iter().chain(&MORE).any(|word| lemma::stem_of(word) == stem)
}

/// The time of a table's rows where another column says it better than `now`: what is called like the table ('return date' of
/// returns), or when a thing begins rather than when it was booked, entered or paid.
fn own_time(view: &TableView, now: usize) -> Option<usize> {
    const BEGINS: [&str; 7] = ["start", "begin", "held", "happened", "appointment", "visit", "departure"];
    const AROUND: [&str; 11] = [
        "booked",
        "created",
        "entered",
        "recorded",
        "paid",
        "payment",
        "ordered",
        "confirmed",
        "requested",
        "launch",
        "since",
    ];
    let stems = |list: &[&str]| list.iter().map(|w| lemma::stem_of(w)).collect::<Vec<String>>();
    let (begins, around) = (stems(&BEGINS), stems(&AROUND));
    // 'meterbills' are bills.
    let own = |w: &String| view.words.iter().any(|t| t == w || w.len() > 3 && t.ends_with(w.as_str()));
    let rank = |at: usize| {
        let column = view.columns.get(at).filter(|c| c.kind == ColumnKind::Time)?;
        let any = |list: &[String]| column.words.iter().any(|w| list.contains(w));
        Some(if column.words.iter().any(own) {
            3
        } else if any(&begins) {
            2
        } else if crate::views::comes_later(column) {
            -1
        } else {
            i32::from(!any(&around))
        })
    };
    let best = (0..view.columns.len())
        .filter_map(|at| Some((rank(at)?, at)))
        .max_by_key(|(rank, at)| (*rank, std::cmp::Reverse(*at)));
    let (best, at) = best?;
    (best > rank(now)?).then_some(at)
}

impl Schema {
    /// A name that stands in many rows of its table and is not what a row is, as that of people is of whom two have the same.
    pub(crate) fn stands_on_many(&self, col: Col) -> bool {
        let named = self.key(col.table).is_some() && self.display(col.table).contains(&col);
        let rows = self.catalog.tables.get(col.table).and_then(|t| t.row_count);
        let repeats = |c: &Column| {
            let most_differ = rows.zip(c.distinct_count).is_some_and(|(rows, names)| names * 10 > rows * 9);
            !c.unique && !most_differ
        };
        !named && self.kind(col) != ColumnKind::Key && self.column(col).is_some_and(repeats)
    }

    /// 'how many boats came in 2026' is not about when their insurance expires: what lies ahead, and a birthday, is no time at
    /// which something happened.
    pub(crate) fn choose_times(&mut self) {
        const AHEAD: [&str; 12] = [
            "expire",
            "expiry",
            "expiration",
            "due",
            "valid",
            "until",
            "birth",
            "birthday",
            "birthdate",
            "born",
            "dob",
            "warranty",
        ];
        let ahead: Vec<String> = AHEAD.iter().map(|w| lemma::stem_of(w)).collect();
        for t in 0..self.tables.len() {
            // A bike that was built in 2020 came when somebody brought it.
            let made = self.birth(t).map(|c| c.column);
            let Some(view) = self.tables.get_mut(t) else { continue };
            let before = view.time;
            view.time = before.and_then(|now| own_time(view, now)).or(before);
            if view.time.is_some() && view.time == made {
                self.other_times.extend(before.map(|column| (t, column)));
                view.time = None;
                continue;
            }
            let happens = |c: &ColumnView| c.kind == ColumnKind::Time && !c.words.iter().any(|w| ahead.contains(w));
            let lies_ahead = view
                .time
                .and_then(|at| view.columns.get(at))
                .is_some_and(|c| c.kind == ColumnKind::Time && !happens(c));
            if lies_ahead {
                view.time = view.columns.iter().position(happens);
            }
            if view.time != before {
                self.other_times.extend(before.map(|column| (t, column)));
            }
        }
    }

    /// SQLite keeps yes and no as 1 and 0.
    pub(crate) fn find_flags(&mut self) {
        if self.catalog.dialect != vouch_model::Dialect::Sqlite {
            return;
        }
        let all = (0..self.tables.len()).flat_map(|table| {
            let columns = self.tables.get(table).map_or(0, |t| t.columns.len());
            (0..columns).map(move |column| Col { table, column })
        });
        let bound = |value: &Option<vouch_model::Value>| value.as_ref().and_then(vouch_model::Value::as_f64);
        let flags = all.filter(|c| {
            let known = self.column(*c).is_some_and(|c| bound(&c.min) == Some(0.0) && bound(&c.max) == Some(1.0));
            let whole = self.column(*c).is_some_and(|c| c.data_type == vouch_model::DataType::Int);
            known && whole && self.kind(*c) == ColumnKind::Number && !self.counts(*c)
        });
        let flags: Vec<Col> = flags.collect();
        for c in &flags {
            if let Some(view) = self.tables.get_mut(c.table).and_then(|t| t.columns.get_mut(c.column)) {
                view.kind = ColumnKind::Bool;
            }
        }
        self.flags = flags;
    }

    /// How many there are of something, even if nobody has two.
    fn counts(&self, c: Col) -> bool {
        const AMOUNTS: [&str; 16] = [
            "count", "number", "num", "quantity", "qty", "amount", "total", "level", "stock", "score", "rank", "year",
            "age", "price", "cost", "times",
        ];
        let words = self.view(c).map_or(&[][..], |view| view.words.as_slice());
        words.iter().any(|w| AMOUNTS.iter().any(|a| lemma::stem_of(a) == *w))
    }

    /// Rows that are people: customers, nurses, members.
    pub fn is_people(&self, t: usize) -> bool {
        let words = self.tables.get(t).map_or(&[][..], |view| view.words.as_slice());
        words.iter().any(|word| called_people(word)) || self.looks_like_people(t)
    }

    /// Rows with a birthday, or with a first and a last name.
    pub(crate) fn looks_like_people(&self, t: usize) -> bool {
        let columns = self.tables.get(t).map_or(&[][..], |view| view.columns.as_slice());
        let has = |words: &[&str]| columns.iter().any(|c| words.iter().all(|w| c.words.contains(&lemma::stem_of(w))));
        let born = columns.iter().any(|c| {
            c.kind == ColumnKind::Time
                && ["birth", "born", "birthday"].iter().any(|w| c.words.contains(&lemma::stem_of(w)))
        });
        born || has(&["first", "name"]) && has(&["last", "name"])
    }

    /// Whether rows of a file without a key share their names, three and more of them.
    pub fn repeats_names(&self, c: Col) -> bool {
        let rows = self.catalog.tables.get(c.table).and_then(|t| t.row_count);
        let different = self.column(c).and_then(|c| c.distinct_count);
        let keyless = self.key(c.table).is_none() && self.tables.len() == 1;
        // 'transactions over 500' are not their descriptions.
        let table = self.tables.get(c.table).map_or(&[][..], |view| view.words.as_slice());
        let named = self.view(c).is_some_and(|v| v.words.iter().all(|w| table.contains(w)));
        self.for_people
            && keyless
            && named
            && rows.zip(different).is_some_and(|(rows, different)| rows >= different * 3)
    }

    /// The one column of a single file that holds people: who paid, drove, applied. Of several the one whose work it is, or who
    /// it is done for.
    pub fn person_column(&self, at_work: bool) -> Option<Col> {
        let [_] = self.tables.as_slice() else { return None };
        self.person_in(0, at_work)
    }

    /// The same in any table whose rows are not people themselves.
    pub(crate) fn person_in(&self, table: usize, at_work: bool) -> Option<Col> {
        let view = self.tables.get(table).filter(|_| !self.is_people(table))?;
        let person = |c: &ColumnView| {
            let last = c.words.last().is_some_and(|w| called_people(w) || w.ends_with("holder") || w == "person");
            c.kind == ColumnKind::Text && last
        };
        let columns = view.columns.iter().enumerate().filter(|(_, c)| person(c));
        let mut found: Vec<(usize, &ColumnView)> = columns.collect();
        if found.len() > 1 {
            let staff = |c: &ColumnView| c.words.last().is_some_and(|w| crate::lexicon::lexicon().is_staff(w));
            found.retain(|(_, c)| staff(c) == at_work);
        }
        match found.as_slice() {
            [(column, _)] => Some(Col { table, column: *column }),
            _ => None,
        }
    }

    /// The hours of a row, where a column says what one hour of it is worth.
    pub(crate) fn hours_of(&self, rate: Col) -> Option<Col> {
        let words = crate::tokens::name_words(&self.reference(rate).column);
        let hourly = words.iter().any(|w| w == "hourly") && self.for_people;
        let columns = self.tables.get(rate.table).filter(|_| hourly)?.columns.as_slice();
        let hours = [crate::lemma::stem_of("hours")];
        let column = columns.iter().position(|c| c.kind == ColumnKind::Number && c.words == hours)?;
        Some(Col { table: rate.table, column })
    }

    /// A key or a name: what rows are told apart by.
    pub fn tells_apart(&self, c: Col) -> bool {
        self.key(c.table) == Some(c) || self.display(c.table).contains(&c)
    }

    /// When a row happened: its own time, or that of what it belongs to, but not when somebody joined.
    pub fn happened(&self, t: usize) -> Option<Col> {
        let parents = self.parents(t).into_iter().filter(|p| !self.is_people(*p));
        self.time(t).or_else(|| parents.into_iter().find_map(|p| self.time(p)))
    }

    /// The line of an order belongs to the order, which says when, before anything else, and rather to what there are many of than
    /// to what is only listed once.
    pub(crate) fn order_parents(&mut self) {
        let rows: Vec<u64> = self.catalog.tables.iter().map(|t| t.row_count.unwrap_or(0)).collect();
        for (t, parents) in self.parents.iter_mut().enumerate() {
            let words = |t: usize| self.tables.get(t).map_or(&[][..], |view| view.words.as_slice());
            parents.sort_by_key(|p| {
                let kin = words(*p).iter().any(|w| words(t).contains(w));
                let timed = self.tables.get(*p).is_some_and(|view| view.time.is_some());
                std::cmp::Reverse((timed, kin, rows.get(*p).copied()))
            });
        }
    }
}
