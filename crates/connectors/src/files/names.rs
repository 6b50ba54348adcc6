//! Identifiers out of headers, file names and sheet names.
//!
//! Owns what a usable name is: lower case, letters, digits and underscores, not starting with a digit, unique among
//! its neighbours. The original stays with the table as a label. Refuses nothing: every text gets a name.

use std::collections::HashSet;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A cleaned name, and the text it came from where that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub identifier: String,
    pub label: Option<String>,
}

/// Names for all columns of a table. Duplicates are numbered (`amount_2`), empty headers count (`column_3`).
pub fn column_names(headers: &[String]) -> Vec<Name> {
    let mut taken = HashSet::new();
    let named = headers.iter().enumerate().map(|(index, header)| {
        let header = header.trim();
        let wanted = match identifier(header) {
            empty if empty.is_empty() => format!("column_{}", index + 1),
            name => name,
        };
        let identifier = unique(wanted, &mut taken);
        let label = (!header.is_empty() && header != identifier).then(|| header.to_owned());
        Name { identifier, label }
    });
    named.collect()
}

/// A table's name that no earlier table has.
pub fn table_name(text: &str, taken: &mut HashSet<String>) -> Name {
    let wanted = match identifier(text) {
        empty if empty.is_empty() => "data".to_owned(),
        name => name,
    };
    let identifier = unique(wanted, taken);
    let label = (text != identifier).then(|| text.to_owned());
    Name { identifier, label }
}

fn unique(wanted: String, taken: &mut HashSet<String>) -> String {
    let mut name = wanted.clone();
    let mut number = 2;
    while !taken.insert(name.clone()) {
        name = format!("{wanted}_{number}");
        number += 1;
    }
    name
}

/// `Größe (cm)` becomes `groesse_cm`, `OrderDate` `order_date`, `2020` `_2020`.
fn identifier(text: &str) -> String {
    let spelled: String = text.chars().flat_map(spell_out).collect();
    let letters: Vec<char> = spelled.nfd().filter(|c| !is_combining_mark(*c)).nfc().collect();
    let mut name = String::new();
    for (index, &letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|i| letters.get(i));
        if !letter.is_alphanumeric() {
            // An apostrophe joins (`men's` is one word); everything else parts.
            if !matches!(letter, '\'' | '’') && !name.is_empty() && !name.ends_with('_') {
                name.push('_');
            }
            continue;
        }
        let after = letters.get(index + 1);
        let starts_word = letter.is_uppercase()
            && before
                .is_some_and(|b| b.is_lowercase() || (b.is_uppercase() && after.is_some_and(|a| a.is_lowercase())));
        if starts_word && !name.ends_with('_') {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    let name = name.trim_matches('_');
    if name.starts_with(|c: char| c.is_numeric()) { format!("_{name}") } else { name.to_owned() }
}

/// Letters that lose their sound without their mark, and signs that carry the meaning of a header.
fn spell_out(letter: char) -> Vec<char> {
    let text = match letter {
        'ä' => "ae",
        'ö' => "oe",
        'ü' => "ue",
        'Ä' => "Ae",
        'Ö' => "Oe",
        'Ü' => "Ue",
        'ß' => "ss",
        'æ' | 'Æ' => "ae",
        'ø' | 'Ø' => "oe",
        'å' | 'Å' => "aa",
        'ł' | 'Ł' => "l",
        'đ' | 'Đ' => "d",
        '%' => " percent ",
        '#' => " number ",
        '&' => " and ",
        '€' => " eur ",
        '£' => " gbp ",
        _ => return vec![letter],
    };
    text.chars().collect()
}

#[cfg(test)]
#[path = "names_tests.rs"]
mod tests;
