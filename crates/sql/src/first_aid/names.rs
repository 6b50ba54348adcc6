//! Which real name a wrong one means: the one that fits, if there is exactly one.

/// A name that exists, and what its owner calls it.
pub(super) struct Candidate<'c> {
    pub(super) name: &'c str,
    pub(super) label: Option<&'c str>,
}

/// Why a name fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// The same up to capitals, blanks and underscores, or the heading of the column.
    Spelling,
    Plural,
    Letter,
    Synonym,
}

impl Fit {
    /// The end of a note: "the only column ...".
    pub(super) fn reason(self, kind: &str) -> String {
        match self {
            Fit::Spelling => format!("the only {kind} of that name in another spelling"),
            Fit::Plural => format!("the only {kind} of that name in singular or plural"),
            Fit::Letter => format!("the only {kind} one letter away"),
            Fit::Synonym => format!("the only {kind} whose name means the same"),
        }
    }
}

/// The candidate that fits. A name that only differs in spelling wins over all others; between any other two,
/// nothing is chosen.
pub(super) fn only_fit(
    wanted: &str,
    candidates: &[Candidate<'_>],
    synonyms: &dyn Fn(&str) -> Vec<String>,
) -> Option<(usize, Fit)> {
    let same: Vec<usize> =
        (0..candidates.len()).filter(|at| candidates.get(*at).is_some_and(|c| is_same(wanted, c))).collect();
    match same.as_slice() {
        [only] => return Some((*only, Fit::Spelling)),
        [] => {}
        _ => return None,
    }
    let fits = candidates.iter().enumerate().filter_map(|(at, c)| Some((at, near(wanted, c.name, synonyms)?)));
    match fits.collect::<Vec<_>>().as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

fn is_same(wanted: &str, candidate: &Candidate<'_>) -> bool {
    let wanted = squashed(wanted);
    !wanted.is_empty()
        && (squashed(candidate.name) == wanted || candidate.label.is_some_and(|label| squashed(label) == wanted))
}

fn near(wanted: &str, name: &str, synonyms: &dyn Fn(&str) -> Vec<String>) -> Option<Fit> {
    let (own, other) = (words(wanted), words(name));
    let singular = |words: &[String]| words.iter().map(|w| singular(w)).collect::<Vec<_>>();
    if singular(&own) == singular(&other) {
        return Some(Fit::Plural);
    }
    if is_one_letter_away(wanted, name) {
        return Some(Fit::Letter);
    }
    means_the_same(&own, &other, synonyms).then_some(Fit::Synonym)
}

/// Short names are a letter away from too much, and another digit is another thing: `sales_2023`, `sales_2024`.
fn is_one_letter_away(wanted: &str, name: &str) -> bool {
    let (wanted, name) = (wanted.to_lowercase(), name.to_lowercase());
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    wanted.chars().count() >= 4
        && name.chars().count() >= 4
        && digits(&wanted) == digits(&name)
        && strsim::damerau_levenshtein(&wanted, &name) == 1
}

/// The same words but for one, which is a synonym; or the whole is.
fn means_the_same(own: &[String], other: &[String], synonyms: &dyn Fn(&str) -> Vec<String>) -> bool {
    let is_synonym = |a: &str, b: &str| {
        let gives = |of: &str, wanted: &str| {
            let words = [synonyms(of), synonyms(&singular(of))].concat();
            words.iter().any(|word| squashed(&singular(&word.to_lowercase())) == squashed(&singular(wanted)))
        };
        gives(a, b) || gives(b, a)
    };
    if own.len() == other.len() {
        let differing: Vec<_> = own.iter().zip(other).filter(|(a, b)| singular(a) != singular(b)).collect();
        return matches!(differing.as_slice(), [(a, b)] if is_synonym(a, b));
    }
    is_synonym(&own.join("_"), &other.join("_"))
}

/// Lower case words of `snake_case`, `camelCase` and `two words`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_small = false;
    for c in name.chars() {
        let begins = !c.is_alphanumeric() || (c.is_uppercase() && after_small);
        after_small = c.is_lowercase() || c.is_ascii_digit();
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut()
            && c.is_alphanumeric()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn singular(word: &str) -> String {
    if word.len() <= 3 {
        return word.to_owned();
    }
    match word {
        _ if word.ends_with("ies") => format!("{}y", word.trim_end_matches("ies")),
        _ if ["ses", "xes", "ches", "shes"].iter().any(|end| word.ends_with(end)) => {
            word.strip_suffix("es").unwrap_or(word).to_owned()
        }
        _ if word.ends_with("ss") || word.ends_with("us") => word.to_owned(),
        _ => word.strip_suffix('s').unwrap_or(word).to_owned(),
    }
}

pub(super) fn squashed(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether `alias` could be short for the table: `c` or `cust` for customers, `oi` for order_items.
pub(super) fn is_short_for(alias: &str, table: &str) -> bool {
    let (alias, table) = (alias.to_lowercase(), table.rsplit('.').next().unwrap_or(table));
    let initials: String = words(table).iter().filter_map(|word| word.chars().next()).collect();
    !alias.is_empty() && (initials == alias || squashed(table).starts_with(&squashed(&alias)))
}
