//! Names as words: `CustomerID`, `customer_id` and `customerid` speak of a customer, and so does `customers`.

/// Lower-case words of a name, cut at underscores, spaces, dashes, and where small letters meet capitals.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let letters: Vec<char> = name.chars().collect();
    for (i, &letter) in letters.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|i| letters.get(i)).copied().unwrap_or('_');
        let after = letters.get(i + 1).copied().unwrap_or('_');
        let new_word = letter.is_uppercase()
            && (before.is_lowercase() || before.is_numeric() || (before.is_uppercase() && after.is_lowercase()));
        if !letter.is_alphanumeric() || new_word {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// `categories` -> `category`; a word that is no plural comes back as it is.
pub(super) fn singular(word: &str) -> String {
    let cut = |end: &str, put: &str| word.strip_suffix(end).map(|stem| format!("{stem}{put}"));
    if word.len() < 4 || word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") {
        return word.to_owned();
    }
    cut("ies", "y")
        .or_else(|| ["sses", "xes", "ches", "shes", "zes"].iter().any(|e| word.ends_with(e)).then(|| cut("es", ""))?)
        .or_else(|| cut("s", ""))
        .unwrap_or_else(|| word.to_owned())
}

/// The words of a table's name, the last as singular, without the prefixes of warehouses.
pub(super) fn table_words(name: &str) -> Vec<String> {
    let mut words = words(name);
    if words.len() > 1 && words.first().is_some_and(|w| ["dim", "fact", "tbl", "stg", "raw"].contains(&w.as_str())) {
        words.remove(0);
    }
    if let Some(last) = words.last_mut() {
        *last = singular(last);
    }
    words
}

const KEY_ENDINGS: [&str; 9] = ["id", "key", "code", "no", "num", "number", "uuid", "ref", "fk"];

/// Whether a name ends like the name of a key.
pub(super) fn ends_like_key(words: &[String]) -> bool {
    words.last().is_some_and(|last| KEY_ENDINGS.contains(&last.as_str()) || glued_id(last).is_some())
}

/// What a key's name speaks of: `ship_customer_id` of `ship customer`, `customerid` of `customer`.
pub(super) fn subject(words: &[String]) -> Vec<String> {
    let Some((last, rest)) = words.split_last() else { return Vec::new() };
    let mut subject = rest.to_vec();
    if !KEY_ENDINGS.contains(&last.as_str()) {
        subject.push(glued_id(last).unwrap_or(last).to_owned());
    }
    if let Some(last) = subject.last_mut() {
        *last = singular(last);
    }
    subject
}

fn glued_id(word: &str) -> Option<&str> {
    word.strip_suffix("id").filter(|stem| stem.len() >= 3)
}
