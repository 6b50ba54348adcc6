//! What a column's name says to a person: a title in words, the unit, and whether its figures may be added up.
//!
//! Only names and the range of values are looked at; where a name is not clear, nothing is claimed.

/// What stands before or after a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Plain,
    Currency(&'static str),
    /// 12 means 12 %.
    Percent,
    /// 0.12 means 12 %.
    Fraction,
}

const CURRENCIES: &[(&str, &str, &str)] = &[
    ("usd", "$", "USD"),
    ("dollar", "$", "USD"),
    ("dollars", "$", "USD"),
    ("eur", "€", "EUR"),
    ("euro", "€", "EUR"),
    ("euros", "€", "EUR"),
    ("gbp", "£", "GBP"),
    ("jpy", "¥", "JPY"),
    ("inr", "₹", "INR"),
];

/// Figures that mean something when summed. Anything unknown is averaged instead, which is never absurd.
const ADDITIVE: &[&str] = &[
    "total",
    "sum",
    "count",
    "cnt",
    "number",
    "num",
    "revenue",
    "sales",
    "amount",
    "amt",
    "quantity",
    "qty",
    "orders",
    "units",
    "spend",
    "cost",
    "costs",
    "profit",
    "income",
    "visits",
    "clicks",
    "views",
    "sessions",
    "customers",
    "users",
    "signups",
    "items",
    "sold",
    "volume",
    "hours",
    "minutes",
    "downloads",
    "tickets",
    "returns",
    "refunds",
    "payments",
    "events",
    "population",
    "n",
];

const NOT_ADDITIVE: &[&str] = &[
    "avg",
    "average",
    "mean",
    "median",
    "rate",
    "ratio",
    "share",
    "percent",
    "percentage",
    "pct",
    "price",
    "score",
    "rating",
    "min",
    "max",
    "minimum",
    "maximum",
    "margin",
    "age",
    "temperature",
    "per",
    "cumulative",
    "running",
    "balance",
    "stddev",
    "std",
    "variance",
    "p50",
    "p90",
    "p95",
    "p99",
    "rank",
    "index",
    "growth",
    "change",
    "distinct",
    "unique",
];

const AGGREGATE: &[&str] = &[
    "total",
    "sum",
    "count",
    "cnt",
    "number",
    "num",
    "avg",
    "average",
    "mean",
    "median",
    "min",
    "max",
    "share",
    "percent",
    "pct",
    "percentage",
    "rate",
    "n",
    "frequency",
];

const ACRONYMS: &[&str] =
    &["id", "gdp", "url", "ytd", "yoy", "mom", "kpi", "usd", "eur", "gbp", "vat", "sku", "ip", "us", "uk", "eu"];

/// Units of measure that stand at the end of names.
const MEASURES: &[&str] = &[
    "mm", "cm", "km", "kg", "g", "mg", "ml", "ms", "kb", "mb", "gb", "tb", "kwh", "mwh", "sqm", "m2", "sqft", "mph",
    "kmh",
];

/// `total_revenue` and `totalRevenue` as `["total", "revenue"]`.
pub(crate) fn split(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before_lower = false;
    for c in name.chars() {
        let starts = c.is_uppercase() && before_lower;
        if starts || !(c.is_alphanumeric() || c == '%') {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric() || c == '%') {
            word.extend(c.to_lowercase());
        }
        before_lower = c.is_lowercase() || c.is_numeric();
    }
    words.retain(|word| !word.is_empty());
    words
}

fn says(name: &str, any_of: &[&str]) -> bool {
    split(name).iter().any(|word| any_of.contains(&word.as_str()))
}

pub(crate) fn is_additive(name: &str) -> bool {
    says(name, ADDITIVE) && !says(name, NOT_ADDITIVE)
}

/// The name of something computed over rows, as `count(*)` or `avg_price`.
pub(crate) fn is_aggregate(name: &str) -> bool {
    says(name, AGGREGATE)
}

pub(crate) fn is_cumulative(name: &str) -> bool {
    says(name, &["cumulative", "running", "cumulated", "cum"])
}

pub(crate) fn is_share(name: &str) -> bool {
    says(name, &["share", "proportion"])
}

/// Names under which whole numbers identify things instead of measuring them.
pub(crate) fn is_id(name: &str) -> bool {
    let words = split(name);
    let last = words.last().map_or("", String::as_str);
    matches!(
        last,
        "id" | "ids"
            | "uuid"
            | "guid"
            | "key"
            | "pk"
            | "sku"
            | "isbn"
            | "zip"
            | "zipcode"
            | "postcode"
            | "phone"
            | "code"
            | "nr"
            | "no"
    ) || (words.len() == 1
        && last.len() > 3
        && last.ends_with("id")
        && !matches!(last, "paid" | "grid" | "void" | "fluid" | "acid" | "bid"))
}

pub(crate) fn unit(name: &str, least: f64, greatest: f64) -> Unit {
    let words = split(name);
    let has = |any_of: &[&str]| words.iter().any(|word| any_of.contains(&word.as_str()));
    if has(&["percent", "percentage", "pct", "%"]) {
        // Below 1 it may be either kind; then the bare figure is the honest one.
        return if greatest.abs().max(least.abs()) > 1.0 { Unit::Percent } else { Unit::Plain };
    }
    let ratio = has(&["share", "rate", "ratio", "fraction", "proportion", "margin"]);
    if ratio && !has(&["exchange", "heart", "hourly", "daily"]) && least >= -1.0 && greatest <= 1.0 {
        return Unit::Fraction;
    }
    CURRENCIES.iter().find(|(word, ..)| has(&[word])).map_or(Unit::Plain, |(_, symbol, _)| Unit::Currency(symbol))
}

/// A column's name as a person would write it above a column of figures.
pub(crate) fn title(name: &str) -> String {
    let name = name.trim();
    if let Some(words) = call(name) {
        return words;
    }
    if name.contains(' ') && !name.contains('_') {
        return clip(&capitalize(name));
    }
    let mut words: Vec<String> = split(name);
    let currency =
        |last: &String| CURRENCIES.iter().find(|(word, ..)| word == last).map(|(.., code)| (*code).to_owned());
    let measure = |last: &String| MEASURES.contains(&last.as_str()).then(|| last.clone());
    let code = words.last().and_then(|last| currency(last).or_else(|| measure(last))).filter(|_| words.len() > 1);
    if code.is_some() && words.len() > 1 {
        words.pop();
    }
    // `is_member` is asked of a row; as a heading it is "Member".
    if words.len() > 1 && matches!(words.first().map(String::as_str), Some("is" | "has")) {
        words.remove(0);
    }
    let count = words.len();
    let spelled: Vec<String> = words.iter().enumerate().map(|(at, word)| spell(word, at, count)).collect();
    let mut text = capitalize(&spelled.join(" "));
    if text.is_empty() {
        return if name.is_empty() { "Value".to_owned() } else { clip(name) };
    }
    if let Some(code) = code.filter(|code| !text.eq_ignore_ascii_case(code)) {
        text = format!("{text} ({code})");
    }
    clip(&text)
}

fn spell(word: &str, at: usize, count: usize) -> String {
    let first = at == 0;
    let spelled = match word {
        "avg" => "average",
        "cnt" => "count",
        "num" | "n" if first && count > 1 => "number of",
        "n" if count == 1 => "count",
        "qty" => "quantity",
        "amt" => "amount",
        "yr" => "year",
        "pct" | "percent" | "percentage" if count > 1 => "%",
        "dow" => "weekday",
        word if ACRONYMS.contains(&word) => return word.to_uppercase(),
        word => word,
    };
    spelled.to_owned()
}

/// `sum(amount)`, `count(*)`, `count_star()` and `date_trunc('month', d)` are what engines call unnamed columns.
fn call(name: &str) -> Option<String> {
    let (function, rest) = name.split_once('(')?;
    let inside = rest.strip_suffix(')')?;
    let function = function.trim().to_lowercase();
    let of = |what: &str, joint: &str| {
        let argument = inside.trim_matches(['"', '`', ' ']);
        let plain = argument.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
        let argument = argument.rsplit('.').next().unwrap_or(argument);
        (plain && !argument.is_empty())
            .then(|| clip(&capitalize(&format!("{what}{joint}{}", lower_first(&title(argument))))))
    };
    match function.as_str() {
        "count_star" => Some("Count".to_owned()),
        "count" if inside.trim() == "*" => Some("Count".to_owned()),
        "count" => of("number of", " "),
        "sum" => of("total", " "),
        "avg" | "mean" => of("average", " "),
        "median" => of("median", " "),
        "min" => of("lowest", " "),
        "max" => of("highest", " "),
        "date_trunc" => inside.split('\'').nth(1).map(capitalize),
        "year" | "month" | "quarter" | "week" | "day" | "hour" => Some(capitalize(&function)),
        _ => None,
    }
}

pub(crate) fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// For use inside a sentence; `USD` and `GDP` stay as they are, and a heading's `Major Genre` is `major genre`.
pub(crate) fn lower_first(text: &str) -> String {
    let is_heading = text.split(' ').all(|word| word.chars().next().is_some_and(char::is_uppercase));
    match text.split_once(' ') {
        Some(_) if is_heading => text.split(' ').map(lower_word).collect::<Vec<_>>().join(" "),
        _ => lower_word(text),
    }
}

fn lower_word(text: &str) -> String {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return String::new() };
    if chars.clone().next().is_some_and(char::is_uppercase) {
        return text.to_owned();
    }
    first.to_lowercase().chain(chars).collect()
}

/// Titles longer than this crowd out the picture.
const LONGEST_TITLE: usize = 60;

fn clip(text: &str) -> String {
    shorten(text, LONGEST_TITLE)
}

/// Controls, and the two separators that end a line in JavaScript: no label has a use for them, and Vega puts
/// labels into expressions, where they would end the text.
pub(crate) fn breaks(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// At most `longest` characters, the last an ellipsis where something was cut.
pub(crate) fn shorten(text: &str, longest: usize) -> String {
    let text: String = text.chars().map(|c| if breaks(c) { ' ' } else { c }).collect();
    if text.chars().count() <= longest {
        return text;
    }
    let kept: String = text.chars().take(longest.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
