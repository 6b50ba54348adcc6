//! More turns of phrase that are put plainly: 'paid late', 'the busiest vet', 'how long between brewing and packaging', 'our
//! clients' where the people who come are called otherwise. `spoken` asks here.

use crate::schema::{Col, ColumnKind, ColumnView, Schema};
use crate::spoken_everyday::table_called;
use crate::time_atoms::{atom_at, is_year};
use crate::tokens::{Kind, Token, tokenize};

/// Words of names that say by when something should have been done.
const DUE: [&str; 8] = ["due", "deadlin", "promis", "expect", "requir", "estim", "plan", "target"];
/// Who comes to be served, by what the table is called.
const SERVED: [&str; 15] = [
    "owner",
    "tenant",
    "guest",
    "patient",
    "member",
    "student",
    "player",
    "applicant",
    "donor",
    "subscriber",
    "passenger",
    "borrower",
    "visitor",
    "resident",
    "pupil",
];

/// Columns that say when.
fn moments(schema: &Schema) -> impl Iterator<Item = (Col, &ColumnView)> {
    let columns =
        schema.tables.iter().enumerate().flat_map(|(table, view)| {
            view.columns.iter().enumerate().map(move |(column, c)| (Col { table, column }, c))
        });
    columns.filter(|(_, c)| c.kind == ColumnKind::Time)
}

/// As it is written, which always links.
fn name(schema: &Schema, c: Col) -> String {
    schema.column(c).map(|c| c.name.clone()).unwrap_or_default()
}

fn is_moment(token: Option<&Token>, schema: &Schema) -> bool {
    token.is_some_and(|t| t.kind == Kind::Word && moments(schema).any(|(_, c)| c.words.contains(&t.stem)))
}

/// 'paid late', where a bill has the day on which it is due: paid later than that.
pub fn late(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|i| tokens.get(*i).is_some_and(|t| t.lower == "late"))?;
    let verb = tokens.get(at - 1)?;
    let done = moments(schema).filter(|(_, c)| c.words.contains(&verb.stem));
    let by = |table: usize| {
        let due = moments(schema)
            .filter(move |(c, view)| c.table == table && view.words.iter().any(|w| DUE.contains(&w.as_str())));
        due.collect::<Vec<_>>()
    };
    let found: Vec<(Col, &ColumnView)> = done.flat_map(|(c, _)| by(c.table)).collect();
    let [(column, due)] = found.as_slice() else { return None };
    let rest = tokens.get(at + 1..)?;
    // 'paid late, that is after the due date' says it itself.
    if rest.iter().any(|t| due.words.contains(&t.stem)) {
        return Some([tokens.get(..at)?, rest].concat());
    }
    let plain = tokenize(&format!("later than the {}", name(schema, *column)));
    Some([tokens.get(..at)?, &plain, rest].concat())
}

/// When rows of the one thing a question names ended, and when they should have.
fn ended_and_due(tokens: &[Token], schema: &Schema) -> Option<(String, String)> {
    let t = tokens.iter().find_map(|t| crate::spoken_durations::thing(Some(t), schema))?;
    let ended = schema.elapsed(t).map(|took| took.to).or_else(|| schema.done(t))?;
    let mut due = moments(schema)
        .filter(|(c, view)| c.table == t && *c != ended && view.words.iter().any(|w| DUE.contains(&w.as_str())));
    let (Some((due, _)), None) = (due.next(), due.next()) else { return None };
    Some((name(schema, ended), name(schema, due)))
}

/// 'overdue jobs', 'which jobs are overdue', where a job has a deadline and a day of delivery: those past the one without the other.
pub fn own_overdue(tokens: &[Token], at: usize, schema: &Schema) -> Option<Vec<Token>> {
    let noun = tokens.iter().position(|t| crate::spoken_durations::thing(Some(t), schema).is_some())?;
    let (ended, due) = ended_and_due(tokens, schema)?;
    let end = tokens.len() - tokens.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
    let helps =
        tokens.get(..at)?.iter().rev().take_while(|t| matches!(t.lower.as_str(), "are" | "is" | "that" | "were"));
    let from = at - helps.count();
    let rest = [tokens.get(..from)?, tokens.get(at + 1..end)?].concat();
    let plain = tokenize(&format!("without {ended} and with {due} before today"));
    // 'overdue invoices, with client and amount': what is shown beside them comes behind.
    let shown = rest.iter().position(|t| t.lower == "with" || t.is_punct(':')).unwrap_or(rest.len());
    let shown = shown - usize::from(shown.checked_sub(1).is_some_and(|i| rest.get(i).is_some_and(|t| t.is_punct(','))));
    let (rest, shown) = rest.split_at(shown);
    (noun < end).then(|| [rest, &plain, shown, tokens.get(end..).unwrap_or_default()].concat())
}

/// 'how many repairs were late', where a repair was promised for a day: finished later than that.
pub fn all_late(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| tokens.get(*at).is_some_and(|t| t.lower == "late"))?;
    let (ended, due) = ended_and_due(tokens, schema)?;
    let ends =
        tokens.get(at + 1).is_none_or(|t| t.kind != Kind::Word || matches!(t.lower.as_str(), "in" | "last" | "this"));
    let helps =
        tokens.get(..at)?.iter().rev().take_while(|t| matches!(t.lower.as_str(), "were" | "was" | "are" | "that"));
    let helps = helps.count();
    let plain = tokenize(&format!("with {ended} later than {due}"));
    let from = at - helps;
    (ends && helps > 0)
        .then(|| [tokens.get(..from).unwrap_or_default(), &plain, tokens.get(at + 1..).unwrap_or_default()].concat())
}

/// 'finished on time': no later than promised.
pub fn on_time(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|at| {
        tokens.get(*at).is_some_and(|t| t.lower == "on") && tokens.get(at + 1).is_some_and(|t| t.lower == "time")
    })?;
    let (ended, due) = ended_and_due(tokens, schema)?;
    let done =
        ["were", "was", "are", "that", "finished", "completed", "delivered", "done", "returned", "paid", "closed"];
    let helps = tokens.get(..at)?.iter().rev().take_while(|t| done.contains(&t.lower.as_str())).count();
    let plain = tokenize(&format!("with {ended} at most {due}"));
    let from = at - helps;
    (helps > 0)
        .then(|| [tokens.get(..from).unwrap_or_default(), &plain, tokens.get(at + 2..).unwrap_or_default()].concat())
}

/// 'the busiest vet': the one with the most of what only they have.
pub fn busiest(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = tokens.iter().position(|t| t.lower == "busiest")?;
    let noun = tokens.get(at + 1)?;
    let table = table_called(Some(noun), schema)?;
    let theirs = (0..schema.tables.len()).filter(|t| schema.parents(*t).contains(&table) && schema.time(*t).is_some());
    let theirs: Vec<usize> = theirs.collect();
    let [work] = theirs.as_slice() else { return None };
    let plain = tokenize(&format!("with the most {}", schema.table_name(*work)));
    Some([tokens.get(..at)?, std::slice::from_ref(noun), &plain, tokens.get(at + 2..)?].concat())
}

/// 'how long on average between brewing and packaging': the average days from the one to the other.
pub fn between_moments(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let is = |i: usize, words: &[&str]| tokens.get(i).is_some_and(|t| words.contains(&t.lower.as_str()));
    let between = (2..tokens.len()).find(|i| is(*i, &["between"]))?;
    let how = (0..between).rev().find(|i| is(*i, &["how"]) && is(i + 1, &["long", "many"]))?;
    let unit = tokens.get(how + 2).filter(|t| matches!(t.lower.as_str(), "days" | "hours" | "minutes"));
    if between - how > 6 || is(how + 1, &["many"]) && unit.is_none() {
        return None;
    }
    let and = (between + 2..(between + 6).min(tokens.len())).find(|i| is(*i, &["and"]))?;
    let (one, other) = (tokens.get(and - 1), tokens.get(and + 1));
    let article = usize::from(other.is_some_and(|t| matches!(t.lower.as_str(), "the" | "its" | "a" | "an")));
    if !is_moment(one, schema) || !is_moment(tokens.get(and + 1 + article), schema) {
        return None;
    }
    let unit = unit.map_or("days", |t| t.lower.as_str());
    let plain = tokenize(&format!("average {unit} from"));
    Some([tokens.get(..how)?, &plain, tokens.get(between + 1..and)?, &tokenize("to"), tokens.get(and + 1..)?].concat())
}

/// 'our clients', where nothing is called so and one table holds those who come: owners, tenants, guests.
pub fn served(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const CALLED: [&str; 2] = ["client", "customer"];
    let at = tokens.iter().position(|t| CALLED.contains(&t.lemma.as_str()))?;
    let named = |word: &str| schema.postings.contains_key(&crate::lemma::stem(word));
    if ["client", "customer", "buyer", "shopper", "consumer"].iter().any(|word| named(word)) {
        return None;
    }
    let people = (0..schema.tables.len()).filter(|t| {
        let last = schema.tables.get(*t).and_then(|v| v.words.last());
        last.is_some_and(|last| SERVED.iter().any(|word| crate::lemma::stem(word) == *last))
    });
    let people: Vec<usize> = people.collect();
    let [table] = people.as_slice() else { return None };
    let name = tokenize(schema.table_name(*table));
    Some([tokens.get(..at)?, &name, tokens.get(at + 1..)?].concat())
}

/// 'leases run out': they end, where the rows say when.
pub fn runs_out(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let is = |i: usize, words: &[&str]| tokens.get(i).is_some_and(|t| words.contains(&t.lower.as_str()));
    let at = (0..tokens.len()).find(|i| is(*i, &["run", "runs", "running"]) && is(i + 1, &["out"]));
    let expires = (0..tokens.len()).find(|i| is(*i, &["expire", "expires", "expiring"]));
    let (at, length) = at.map(|at| (at, 2)).or(expires.map(|at| (at, 1)))?;
    let word = ["end", "until", "expiry", "expire", "expiration"]
        .into_iter()
        .find(|word| moments(schema).any(|(_, c)| c.words.contains(&crate::lemma::stem(word))))?;
    let ends: Vec<Col> =
        moments(schema).filter(|(_, c)| c.words.contains(&crate::lemma::stem(word))).map(|(c, _)| c).collect();
    let [column] = ends.as_slice() else { return None };
    let plain = tokenize(&format!("with {}", name(schema, *column)));
    Some([tokens.get(..at)?, &plain, tokens.get(at + length..)?].concat())
}

/// 'between 20 and 25 km long': what is long is counted in kilometres.
pub fn so_long(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let unit = |t: Option<&Token>| t.is_some_and(|t| crate::lexicon::lexicon().is_unit(&t.lower));
    let at = (2..tokens.len()).find(|i| {
        let long = tokens.get(*i).is_some_and(|t| matches!(t.lower.as_str(), "long" | "wide" | "deep" | "tall"));
        long && unit(tokens.get(i - 1)) && tokens.get(i - 2).is_some_and(|t| t.number().is_some())
    })?;
    Some([tokens.get(..at)?, tokens.get(at + 1..)?].concat())
}

/// 'how many hours last month? Only count lessons that were held': of those lessons.
pub fn only_count(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let is = |i: usize, word: &str| tokens.get(i).is_some_and(|t| t.lower == word);
    let at = (1..tokens.len()).find(|i| is(*i, "only") && is(i + 1, "count"))?;
    let before = tokens.get(..at)?;
    let end = before.len() - before.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
    Some([tokens.get(..end)?, &tokenize("for"), tokens.get(at + 2..)?].concat())
}

/// 'top customers by amount', where lines have a price and nothing else is called so: by what they come to.
pub fn by_amount(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let is = |i: usize, word: &str| tokens.get(i).is_some_and(|t| t.lower == word);
    let at = (1..tokens.len()).find(|i| is(*i, "amount") && is(i - 1, "by") && !is(i + 1, "of"))?;
    let called = |view: &ColumnView| view.words.iter().any(|w| w == "amount");
    let priced = schema.tables.iter().filter(|t| t.worth.is_some()).count() == 1;
    let own =
        schema.tables.iter().any(|t| t.columns.iter().any(|c| called(c) && (c.words.len() == 1 || t.worth.is_some())));
    if !priced || own {
        return None;
    }
    Some([tokens.get(..at)?, &tokenize("revenue"), tokens.get(at + 1..)?].concat())
}

/// 'with date, vehicle and amount', where nothing is called an amount and one column says what a row came to: that one.
pub fn amount_of_row(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let is = |i: usize, words: &[&str]| tokens.get(i).is_some_and(|t| words.contains(&t.lower.as_str()));
    let at = (1..tokens.len()).find(|i| is(*i, &["amount", "amounts"]) && !is(i + 1, &["of"]))?;
    if schema.postings.contains_key(&tokens.get(at)?.stem) {
        return None;
    }
    let mut worth = schema.tables.iter().filter_map(|t| t.worth.as_ref());
    let (Some(crate::form::Expr::Column(column)), None) = (worth.next(), worth.next()) else { return None };
    let grouped = tokens.iter().any(|t| matches!(t.lower.as_str(), "per" | "by" | "each"));
    let added = is(at - 1, &["total", "average", "by", "highest", "lowest", "median"]) || !grouped;
    let plain = if added { column.column.clone() } else { format!("total {}", column.column) };
    Some([tokens.get(..at)?, &tokenize(&plain), tokens.get(at + 1..)?].concat())
}

/// 'last year vs this year', 'in 2025 compared to 2026': two times side by side.
pub fn two_times(tokens: &[Token], _schema: &Schema) -> Option<Vec<Token>> {
    let is = |i: usize, words: &[&str]| tokens.get(i).is_some_and(|t| words.contains(&t.lower.as_str()));
    // How many words a time takes does not hang on when it is asked.
    let time = |at: usize| atom_at(tokens.get(at..)?, jiff::civil::date(2000, 1, 1));
    let (from, at, behind) = (1..tokens.len()).find_map(|at| {
        let behind = if is(at, &["vs", "versus"]) {
            at + 1 + usize::from(is(at + 1, &["."]))
        } else if is(at, &["compared"]) && is(at + 1, &["to", "with"]) {
            at + 2
        } else {
            return None;
        };
        let from = (at.saturating_sub(3)..at).find(|from| time(*from).is_some_and(|atom| from + atom.used == at))?;
        Some((from, at, behind))
    })?;
    let placed = |at: usize| is(at, &["in", "for", "during", "of", "from"]);
    let other = behind + usize::from(placed(behind));
    let bare = |at: usize| time(at).is_some_and(|atom| atom.year_only);
    let second = time(other)?;
    let (before, after) = (bare(from) && !from.checked_sub(1).is_some_and(placed), second.year_only);
    let word = |said: bool| if said { tokenize("in") } else { Vec::new() };
    // 'March vs April 2025' are of one year.
    let year = tokens.get(other + second.used - 1..other + second.used)?;
    let shares = !second.year_only && year.iter().all(is_year) && !tokens.get(from..at)?.iter().any(is_year);
    let year = if shares { year } else { &[] };
    let first = [&word(before), tokens.get(from..at)?, year].concat();
    let rest = tokens.get(other..)?;
    Some([tokens.get(..from)?, &first, &tokenize("compared to"), &word(after), rest].concat())
}

/// 'the top 3 days by conversions', '5 months with the most orders', 'which day had the most orders': what each step of time comes
/// to, and the best of them.
pub fn best_steps(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let (from, figure, step, limit) = (0..tokens.len()).find_map(|at| ranked_step(tokens, schema, at))?;
    let rest = tokens.get(figure..)?;
    let ending = rest.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
    let rest = rest.get(..rest.len() - ending).filter(|rest| !rest.is_empty())?;
    if limit == "1" {
        let few = figure.checked_sub(1).and_then(|i| tokens.get(i)).filter(|t| FEW.contains(&t.lower.as_str()));
        let most = few.map_or("most", |t| t.lower.as_str());
        return Some([tokens.get(..from)?, &tokenize(&format!("the {step} with the {most}")), rest].concat());
    }
    let first = rest.first()?;
    let counted = match first.lower.as_str() {
        "number" | "total" | "average" | "sum" | "count" => "",
        _ if table_called(Some(first), schema).is_some() => "number of",
        _ => "total",
    };
    let plain = tokenize(&format!("per {step}, top {limit}"));
    Some([tokens.get(..from)?, &tokenize(counted), rest, &plain].concat())
}

const FEW: [&str; 3] = ["fewest", "least", "lowest"];

/// Where the turn begins, where its figure does, which step of time it ranks, and how many of them are asked for.
fn ranked_step(tokens: &[Token], schema: &Schema, at: usize) -> Option<(usize, usize, &'static str, String)> {
    const STEPS: [(&str, &str); 5] =
        [("days", "day"), ("weeks", "week"), ("months", "month"), ("quarters", "quarter"), ("years", "year")];
    const MONEY: [&str; 6] = ["revenue", "sales", "turnover", "income", "spending", "earnings"];
    let is = |i: usize, words: &[&str]| tokens.get(i).is_some_and(|t| words.contains(&t.lower.as_str()));
    let (_, step) = STEPS.iter().find(|(many, one)| is(at, &[many, one]))?;
    let before = at.checked_sub(1)?;
    let number = tokens.get(before).filter(|t| t.number().is_some()).map(|t| t.text.clone());
    let top = before.checked_sub(1).filter(|i| is(*i, &["top", "best"]));
    if let (Some(limit), Some(top)) = (&number, top.filter(|_| is(at + 1, &["by"]))) {
        return Some((top, at + 2, step, limit.clone()));
    }
    let most = is(at + 1, &["with", "had", "have", "has", "saw"]) && is(at + 2, &["the"]);
    // The highest temperature of a month is no sum; its revenue is.
    let few = is(at + 3, &["fewest", "least"]) || is(at + 3, &["lowest"]) && is(at + 4, &MONEY);
    let few = few && number.is_none();
    let adds_up = few || is(at + 3, &["most"]) || is(at + 3, &["highest"]) && is(at + 4, &MONEY);
    let counted = is(at + 4, &MONEY) || tokens.get(at + 4).is_some_and(|t| table_called(Some(t), schema).is_some());
    let asked = |i: usize| is(i, &["which", "what", "the"]);
    match number {
        _ if !most || !adds_up => None,
        Some(limit) => Some((before.checked_sub(1).filter(|i| asked(*i)).unwrap_or(before), at + 4, step, limit)),
        None => (counted && is(before, &["which", "what"])).then(|| (before, at + 4, *step, "1".to_owned())),
    }
}
