//! How people say things: turns of phrase that are put plainly before a question is read, and words that say nothing of
//! their own beside what they stand with. Public question sets are read as they are written.

use crate::lexicon::{Mark, lexicon};
use crate::link::Link;
use crate::schema::Schema;
use crate::segment::Piece;
use crate::spoken_durations as durations;
use crate::spoken_events as events;
use crate::spoken_everyday as everyday;
use crate::spoken_known as known;
use crate::spoken_logs as logs;
use crate::spoken_periods as periods;
use crate::spoken_plain as plain;
use crate::spoken_sales as sales;
use crate::spoken_stock as stock;
use crate::spoken_trades as trades;
use crate::spoken_turns as turns;
use crate::tokens::{Kind, Token, tokenize};

/// Words between a verb and what it is about.
const NEAR: usize = 4;

/// The question in plainer words.
pub fn plainly(tokens: Vec<Token>, schema: &Schema) -> Vec<Token> {
    let turns = [
        trades::numbered,
        trades::weighed,
        trades::earned,
        trades::bought_of_us,
        trades::back_late,
        trades::last_seen,
        trades::most_common,
        trades::kept,
        logs::row_by_code,
        plain::since_start,
        plain::at_hour,
        plain::or_worse,
        plain::an_hour,
        plain::used_most,
        plain::took_most,
        plain::number_of_one,
        plain::total_of,
        plain::did_last,
        plain::works_here,
        logs::who_in_file,
        logs::each_did,
        logs::any_object,
        logs::so_many_such,
        logs::so_often,
        durations::stayed,
        durations::lasted,
        durations::longest,
        durations::coming,
        durations::next,
        events::but_not,
        events::did_most,
        events::how_often,
        events::at_such_times,
        events::growth,
        events::best_share,
        stock::worth_of_stock,
        stock::out_of_stock,
        stock::running_low,
        turns::on_time,
        turns::all_late,
        durations::which_lasts,
        sales::made_more,
        sales::not_paid,
        sales::we_made,
        sales::what_bought,
        sales::deal_of,
        events::did_nothing,
        sales::what_it_cost,
        events::units_spent,
        everyday::compound,
        everyday::happened_last,
        everyday::in_each,
        everyday::opted_out,
        everyday::past_or_ahead,
        periods::same_period,
        everyday::so_far,
        everyday::current_level,
        sales::each_first,
        sales::best_selling,
        everyday::of_each,
        everyday::once,
        sales::units_sold,
        everyday::took_longest,
        everyday::going_up,
        everyday::extreme_step,
        sales::worth_of_rows,
        sales::best_by_worth,
        sales::by_value,
        sales::more_in_sales,
        sales::has_spent,
        everyday::within_time,
        periods::busiest_step,
        periods::moments_counted,
        sales::basket,
        everyday::typical,
        everyday::figure_behind,
        everyday::first_of_each,
        everyday::only_one,
        turns::served,
        turns::late,
        turns::busiest,
        turns::between_moments,
        turns::runs_out,
        turns::so_long,
        turns::only_count,
        turns::best_steps,
        turns::two_times,
        turns::by_amount,
        turns::amount_of_row,
        known::missing,
        known::had_one,
        known::breakdown,
        hours_spent,
        trades::takes_minutes,
        on_average,
        how_long,
        rate,
        after_moment,
        overdue,
        outstanding,
    ];
    turns.into_iter().fold(tokens, |tokens, turn| turn(&tokens, schema).unwrap_or(tokens))
}

fn words<const N: usize>(parts: [&[Token]; N]) -> Vec<Token> {
    parts.concat()
}

/// 'how many tickets does an order contain on average': the average number of tickets per order.
fn on_average(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let is = |i: usize, word: &str| tokens.get(i).is_some_and(|t| t.lower == word);
    let end = (1..tokens.len()).find(|i| is(*i, "on") && is(i + 1, "average"))?;
    let how = (0..end).find(|i| is(*i, "how") && is(i + 1, "many"))?;
    let does = (how + 2..end).find(|i| is(*i, "does") || is(*i, "do") || is(*i, "are"))?;
    // 'how many shipments are on a trip on average'.
    let placed = |i: usize| ["there", "on", "in", "at", "per"].iter().any(|word| is(i, word));
    let on = if is(does, "are") { (does + 1..end).take_while(|i| placed(*i)).count() } else { 0 };
    if is(does, "are") && on == 0 {
        return None;
    }
    let does = does + on;
    let article = tokens.get(does + 1).is_some_and(|t| matches!(t.lower.as_str(), "a" | "an" | "the" | "each" | "one"));
    let whose = tokens.get(does + 1 + usize::from(article)..end - usize::from(on == 0))?;
    let counted = tokens.get(how + 2..does - on)?;
    let named = |side: &[Token]| !side.is_empty() && side.iter().all(|t| t.kind == Kind::Word);
    // 'how many days do members stay' counts no rows.
    let time = counted.iter().any(|t| seconds(&t.lower).is_some());
    let figure = counted.last().is_some_and(|t| is_figure(t, schema));
    if time
        || figure
        || !named(whose)
        || !named(counted)
        || whose.iter().any(|t| matches!(t.lower.as_str(), "it" | "they" | "we"))
    {
        return None;
    }
    let (average, per) = (tokenize("average number of"), tokenize("per"));
    Some(words([tokens.get(..how)?, &average, counted, &per, whose, tokens.get(end + 2..)?]))
}

/// 'how many hours did each agent book', where a column counts minutes: what they come to, in hours.
fn hours_spent(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let is = |i: usize, word: &str| tokens.get(i).is_some_and(|t| t.lower == word);
    let how = (0..tokens.len()).find(|i| is(*i, "how") && is(i + 1, "many"))?;
    let unit = tokens.get(how + 2).filter(|t| matches!(t.lower.as_str(), "hours" | "minutes"))?;
    let told = |t: usize| {
        let words = schema.tables.get(t).map_or(&[][..], |view| view.words.as_slice());
        !words.is_empty() && words.iter().all(|w| tokens.iter().any(|token| token.stem == *w))
    };
    let lasts = |c: &crate::schema::Col| {
        schema.kind(*c) == crate::schema::ColumnKind::Number && crate::compose::unit_of(schema, *c).is_some()
    };
    let columns = (0..schema.tables.len()).flat_map(|table| {
        let count = schema.tables.get(table).map_or(0, |t| t.columns.len());
        (0..count).map(move |column| crate::schema::Col { table, column })
    });
    let all: Vec<crate::schema::Col> = columns.filter(lasts).collect();
    let said: Vec<crate::schema::Col> = all.iter().copied().filter(|c| told(c.table)).collect();
    let (([column], _) | (_, [column])) = (said.as_slice(), all.as_slice()) else { return None };
    let average = tokens.iter().any(|t| t.lower == "average");
    let figure = if average { "average" } else { "total" };
    let name = schema.column(*column)?.name.as_str();
    let mut rest = tokens.get(how + 3..)?.to_vec();
    rest.retain(|t| !(average && matches!(t.lower.as_str(), "average")));
    if average {
        // What is left of 'on average'.
        let on = rest.iter().rposition(|t| t.lower == "on");
        on.filter(|at| rest.get(at + 1).is_none_or(|t| matches!(t.kind, Kind::Punct(_)))).map(|at| rest.remove(at));
    }
    let end = rest.len() - rest.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
    let plain = tokenize(&format!("{figure} {name}"));
    let asked = tokenize(&format!("in {}", unit.lower));
    Some(words([tokens.get(..how)?, &plain, rest.get(..end)?, &asked, rest.get(end..)?]))
}

/// 'pages' where a book has them in a column.
fn is_figure(token: &Token, schema: &Schema) -> bool {
    let number = |c: &crate::schema::ColumnView| c.kind == crate::schema::ColumnKind::Number;
    let table = schema.tables.iter().any(|t| t.words.contains(&token.stem));
    !table && schema.tables.iter().flat_map(|t| &t.columns).any(|c| number(c) && c.words.contains(&token.stem))
}

/// 'how long does a delivery take on average': the average duration of deliveries.
fn how_long(tokens: &[Token], _: &Schema) -> Option<Vec<Token>> {
    let is = |i: usize, words: &[&str]| tokens.get(i).is_some_and(|t| words.contains(&t.lower.as_str()));
    let how = (0..tokens.len()).find(|i| is(*i, &["how"]) && is(i + 1, &["long"]))?;
    let does = Some(how + 2).filter(|i| is(*i, &["do", "does", "did"]))?;
    let take = (does + 1..tokens.len()).find(|i| is(*i, &["take", "last", "stay"]))?;
    let whose = tokens.get(does + 1 + usize::from(is(does + 1, &["a", "an", "the", "each", "it"]))..take)?;
    let usual = is(take + 1, &["on"]) && is(take + 2, &["average"]);
    let rest = tokens.get(take + 1 + if usual { 2 } else { 0 }..)?;
    let (average, of) = (tokenize("average duration"), tokenize("of"));
    Some(if whose.is_empty() {
        words([tokens.get(..how)?, &average, rest])
    } else {
        words([tokens.get(..how)?, &average, &of, whose, rest])
    })
}

/// 'paid after the due date': later than that moment of the same row.
fn after_moment(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let moment = |token: &Token| moments(schema).any(|(_, c)| c.words.contains(&token.stem));
    let at = (1..tokens.len()).find(|i| {
        let article = tokens.get(i + 1).is_some_and(|t| matches!(t.lower.as_str(), "the" | "its" | "their"));
        let said = tokens.get(i + 1 + usize::from(article)).is_some_and(|t| t.kind == Kind::Word && moment(t));
        said && tokens.get(*i).is_some_and(|t| matches!(t.lower.as_str(), "after" | "before"))
    })?;
    let plain = if tokens.get(at)?.lower == "after" { "later than" } else { "earlier than" };
    Some(words([tokens.get(..at)?, &tokenize(plain), tokens.get(at + 1..)?]))
}

/// 'overdue bills': those that are due, and where what should have been done by then has no date.
fn overdue(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    const DONE: [&str; 9] = ["paid", "pay", "return", "settl", "complet", "deliver", "clos", "resolv", "finish"];
    let at = tokens.iter().position(|t| t.lower == "overdue")?;
    if let Some(own) = turns::own_overdue(tokens, at, schema) {
        return Some(own);
    }
    let due: Vec<usize> = moments(schema).filter(|(_, c)| c.words.iter().any(|w| w == "due")).map(|(t, _)| t).collect();
    let [table] = due.as_slice() else { return None };
    let done = moments(schema).filter(|(t, c)| t == table && c.words.iter().any(|w| DONE.contains(&w.as_str())));
    let done: Vec<&crate::schema::ColumnView> = done.map(|(_, c)| c).collect();
    let [done] = done.as_slice() else { return None };
    let verb = done.words.iter().find(|w| DONE.contains(&w.as_str()))?;
    let verb = if verb.starts_with("pa") { "paid".to_owned() } else { format!("{verb}ed") };
    let end = tokens.len() - tokens.iter().rev().take_while(|t| matches!(t.kind, Kind::Punct(_))).count();
    let told = tokenize(&format!("that are not {verb} and due before today"));
    let rest = tokens.get(at + 1..end).unwrap_or_default();
    // 'overdue invoices, with customer and amount': what is shown beside them comes behind.
    let shown = rest.iter().position(|t| t.lower == "with").unwrap_or(rest.len());
    let (rest, shown) = rest.split_at(shown);
    let comma = rest.last().is_some_and(|t| t.is_punct(','));
    let rest = rest.get(..rest.len() - usize::from(comma))?;
    // 'invoices that are overdue'.
    let before = tokens.get(..at)?;
    let relative = before
        .len()
        .checked_sub(2)
        .is_some_and(|i| matches!(before.get(i), Some(t) if t.lower == "that" || t.lower == "which"))
        && before.last().is_some_and(|t| matches!(t.lower.as_str(), "are" | "is" | "were"));
    let before = before.get(..before.len() - if relative { 2 } else { 0 })?;
    Some(words([before, rest, &told, shown, tokens.get(end.max(at + 1)..)?]))
}

/// 'outstanding bills' are those that are not paid, unless something is called so.
fn outstanding(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = tokens.iter().position(|t| t.lower == "outstanding")?;
    let paid = moments(schema).any(|(_, c)| c.words.iter().any(|w| w == "paid" || w == "pay"));
    let named = schema.postings.contains_key(&tokens.get(at)?.stem);
    let said = tokens.iter().any(|t| t.lower == "unpaid");
    let plain = if said { Vec::new() } else { tokenize("unpaid") };
    if !paid || named {
        return None;
    }
    Some(words([tokens.get(..at)?, &plain, tokens.get(at + 1..)?]))
}

/// Columns that say when, with their tables.
fn moments(schema: &Schema) -> impl Iterator<Item = (usize, &crate::schema::ColumnView)> {
    let columns = schema.tables.iter().enumerate().flat_map(|(t, view)| view.columns.iter().map(move |c| (t, c)));
    columns.filter(|(_, c)| c.kind == crate::schema::ColumnKind::Time)
}

/// 'the cancellation rate by channel': the percentage of what is cancelled, unless a column says it.
fn rate(tokens: &[Token], schema: &Schema) -> Option<Vec<Token>> {
    let at = (1..tokens.len()).find(|i| {
        let ends = tokens.get(i + 1).is_none_or(|t| matches!(t.lower.as_str(), "by" | "per" | "in" | "?"));
        tokens.get(*i).is_some_and(|t| matches!(t.lower.as_str(), "rate" | "rates") || t.lower == "share" && ends)
    })?;
    let what = tokens.get(at - 1).filter(|t| t.kind == Kind::Word && !lexicon().is_stop(t))?;
    // A rating is no rate, although they have one stem.
    let is_rate = |c: crate::schema::Col| {
        let words = crate::tokens::name_words(&schema.reference(c).column);
        words.iter().any(|w| matches!(w.as_str(), "rate" | "rates" | "share"))
    };
    let says = |c: crate::schema::Col, view: &crate::schema::ColumnView| {
        let both = is_rate(c) && (view.words.len() == 1 || view.words.contains(&what.stem));
        both || view.words.contains(&what.stem) && view.words.len() == 1
    };
    // 'room rate': a figure of rooms, whatever it is called.
    let thing = |p: &crate::schema::Posting| match p.element {
        crate::schema::Element::Table(_) => true,
        crate::schema::Element::Column(c) => {
            schema.kind(c) != crate::schema::ColumnKind::Time && schema.flag(c).is_none()
        }
    };
    if schema.postings.get(&what.stem).is_some_and(|all| all.iter().any(thing)) {
        return None;
    }
    let columns = schema.tables.iter().enumerate().flat_map(|(table, t)| {
        t.columns.iter().enumerate().map(move |(column, view)| (crate::schema::Col { table, column }, view))
    });
    let number = |view: &crate::schema::ColumnView| view.kind == crate::schema::ColumnKind::Number;
    let stored = columns.into_iter().any(|(c, view)| number(view) && says(c, view) && schema.flag(c).is_none());
    if stored || lexicon().mark_at(tokens.get(at - 1..)?).is_some() {
        return None;
    }
    let percentage = tokenize("percentage of");
    if let Some(rows) = dated_like(what, schema) {
        return Some(words([tokens.get(..at - 1)?, &percentage, &tokenize(&rows), tokens.get(at + 1..)?]));
    }
    let part = tokenize(&flag_like(what, schema).unwrap_or_else(|| what.text.clone()));
    // 'the pass rate for practical exams', 'the rejection rate in Berlin': of these, not of what passed.
    let rest = tokens.get(at + 1..)?;
    let of_which =
        rest.first().is_some_and(|t| matches!(t.lower.as_str(), "for" | "in" | "at" | "of" | "among" | "on"))
            && crate::time_atoms::atom_at(rest.get(1..)?, jiff::civil::date(2000, 1, 1)).is_none();
    if of_which {
        return Some(words([tokens.get(..at - 1)?, &percentage, &part, &tokenize("among"), rest.get(1..)?]));
    }
    // 'the practical exam pass rate': the same, said in front.
    let plain = |i: &usize| {
        let word = tokens.get(*i).is_some_and(|t| t.kind == Kind::Word && !lexicon().is_stop(t));
        word && tokens.get(*i..).is_some_and(|rest| lexicon().mark_at(rest).is_none())
    };
    let from = (0..at - 1).rev().take_while(plain).last().unwrap_or(at - 1);
    let front = tokens.get(from..at - 1)?;
    let named = |t: &Token| schema.postings.contains_key(&t.stem);
    let among = if front.iter().all(named) { Vec::new() } else { [tokenize("among"), front.to_vec()].concat() };
    let kept = if among.is_empty() { at - 1 } else { from };
    Some(words([tokens.get(..kept)?, &percentage, &part, &among, rest]))
}

/// 'cancellation' where one table says when its rows were cancelled: 'bookings that were cancelled'.
fn dated_like(what: &Token, schema: &Schema) -> Option<String> {
    const ROOT: usize = 5;
    let root = what.lower.get(..ROOT)?;
    let words = |c: &crate::schema::Col| crate::tokens::name_words(&schema.reference(*c).column);
    let said = |c: &crate::schema::Col| words(c).into_iter().find(|w| w.starts_with(root) && w.ends_with("ed"));
    let columns = (0..schema.tables.len()).flat_map(|table| {
        let count = schema.tables.get(table).map_or(0, |t| t.columns.len());
        (0..count).map(move |column| crate::schema::Col { table, column })
    });
    let mut dated = columns.filter(|c| schema.kind(*c) == crate::schema::ColumnKind::Time && said(c).is_some());
    let (Some(column), None) = (dated.next(), dated.next()) else { return None };
    let rows = crate::tokens::name_words(schema.table_name(column.table)).join(" ");
    Some(format!("{rows} that were {}", said(&column)?))
}

/// 'cancellation' where a column of yes and no is called `cancelled`.
fn flag_like(what: &Token, schema: &Schema) -> Option<String> {
    const ROOT: usize = 5;
    let root = what.lower.get(..ROOT)?;
    let flags = schema.tables.iter().flat_map(|t| &t.columns).filter(|c| c.words.len() == 1 && is_flag(schema, c));
    let word = flags.flat_map(|c| &c.words).find(|w| w.starts_with(root))?;
    Some(format!("{word}ed"))
}

fn is_flag(schema: &Schema, view: &crate::schema::ColumnView) -> bool {
    schema.tables.iter().enumerate().any(|(table, t)| {
        let at = t.columns.iter().position(|c| std::ptr::eq(c, view));
        at.is_some_and(|column| schema.flag(crate::schema::Col { table, column }).is_some())
    })
}

/// Positions of words that no piece covers and that need none: units behind their number, and verbs that only join what
/// does something to what it is done to.
pub fn silent(tokens: &[Token], pieces: &[Piece]) -> Vec<usize> {
    let covered = |i: usize| pieces.iter().any(|p| (p.start..p.end).contains(&i));
    let free = (0..tokens.len()).filter(|i| !covered(*i));
    let says_nothing = |i: &usize| {
        is_unit(tokens, pieces, *i)
            || joins(tokens, pieces, *i)
            || is_spelt_out(tokens, *i)
            || is_head(tokens, pieces, *i)
            || is_now(tokens, pieces, *i)
            || crate::reading_rows::asks_difference(tokens) == Some(*i)
    };
    free.filter(says_nothing).collect()
}

/// 'faculty members', 'the snatch score', 'each settlement case': what it is was said by the word before.
fn is_head(tokens: &[Token], pieces: &[Piece], at: usize) -> bool {
    const HEADS: [&str; 8] = ["member", "members", "score", "scores", "record", "records", "case", "cases"];
    // 'the refund amount', 'the editing stage'.
    const OF_COLUMNS: [&str; 8] = ["amount", "amounts", "figure", "figures", "level", "levels", "stage", "stages"];
    let behind = |p: &&Piece| p.end == at;
    let is_one_of = |words: &[&str]| tokens.get(at).is_some_and(|t| words.contains(&t.lower.as_str()));
    pieces.iter().filter(behind).any(|p| match p.link {
        Link::Table(_) => is_one_of(&HEADS),
        Link::Column(_) => is_one_of(&HEADS) || is_one_of(&OF_COLUMNS),
        Link::Value(_) => is_one_of(&["stage", "level"]),
        _ => false,
    })
}

/// 'in transit at the moment': what a status says is so now.
fn is_now(tokens: &[Token], pieces: &[Piece], at: usize) -> bool {
    const NEAR: usize = 2;
    let now = tokens.get(at).is_some_and(|t| matches!(t.lower.as_str(), "moment" | "now" | "currently" | "presently"));
    now && pieces.iter().any(|p| matches!(p.link, Link::Value(_)) && (p.end..=p.end + NEAR).contains(&at))
}

fn is_unit(tokens: &[Token], pieces: &[Piece], at: usize) -> bool {
    let asked = at.checked_sub(1).and_then(|i| tokens.get(i)).is_some_and(|t| t.lower == "in");
    let behind = asked || pieces.iter().any(|p| p.end == at && matches!(p.link, Link::Number(_)));
    behind && tokens.get(at).is_some_and(|t| lexicon().is_unit(&t.lower))
}

/// 'revenue (yield times price)': what is spelt out behind it needs no column of its own.
fn is_spelt_out(tokens: &[Token], at: usize) -> bool {
    let money = tokens.get(at).is_some_and(|t| matches!(t.lower.as_str(), "revenue" | "value" | "income" | "turnover"));
    let opens = |t: &Token| t.is_punct('(');
    let behind = tokens.iter().skip(at + 1).skip_while(|t| !opens(t));
    money && behind.into_iter().any(|t| matches!(t.lower.as_str(), "times" | "multiplied" | "x"))
}

fn joins(tokens: &[Token], pieces: &[Piece], at: usize) -> bool {
    let Some(verb) = tokens.get(at).filter(|t| lexicon().relates(t)) else { return false };
    let noun = |p: &&Piece| {
        matches!(p.link, Link::Table(_) | Link::Column(_) | Link::Value(_) | Link::Worth(_) | Link::Names(_))
    };
    if !pieces.iter().any(|p| p.end <= at && noun(&p)) {
        return false;
    }
    let next = pieces.iter().find(|p| {
        let small = matches!(
            p.link,
            Link::Number(_)
                | Link::Mark(Mark::Of | Mark::By | Mark::Each | Mark::Preposition | Mark::All | Mark::Compare(_))
                // 'gives the most reviews', 'holds the longest record'.
                | Link::Mark(Mark::Most(_) | Mark::Extreme(_) | Mark::Superlative(_) | Mark::Count | Mark::Distinct)
        );
        p.start > at && !small
    });
    let about = next.is_some_and(|p| noun(&p) && p.start <= at + NEAR);
    // 'does each trainer teach?', 'has each stadium held?'
    let asks = |t: &Token| matches!(t.lower.as_str(), "does" | "do" | "did" | "has" | "have");
    let asked = tokens.iter().take(at).any(asks);
    let last = next.is_none() && !verb.lower.ends_with("ed");
    // 'the longest distance we fly', 'fuel burned last month'.
    let ours = tokens.get(at - 1).is_some_and(|t| matches!(t.lower.as_str(), "we" | "they" | "you"));
    let behind = pieces.iter().any(|p| p.end == at && matches!(p.link, Link::Column(_))) && verb.lower.ends_with("ed");
    about || asked && last || ours || behind
}

/// 'in hours': the unit that figures are asked for in, and its seconds.
pub fn asked_unit(tokens: &[Token]) -> Option<(&str, f64)> {
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    let mut asked = pairs.filter(|(a, _)| a.lower == "in").map(|(_, b)| b.lower.as_str());
    asked.find_map(|word| Some((word, seconds(word)?)).filter(|_| word.ends_with('s')))
}

/// How many seconds a unit of time has, where a word is one.
pub fn seconds(word: &str) -> Option<f64> {
    Some(match word {
        "ms" | "millis" | "milliseconds" | "millisecond" => 0.001,
        "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
        "min" | "mins" | "minute" | "minutes" => 60.0,
        "h" | "hr" | "hrs" | "hour" | "hours" => 3_600.0,
        "day" | "days" => 86_400.0,
        _ => return None,
    })
}
