//! JSON in one form, so that the same request always has the same hash, and where two requests differ.

use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use vouch_model::hex;

/// Characters of a value shown on either side of a difference.
const SHOWN: usize = 40;

/// Names in their order, no white space.
pub(crate) fn canonical(json: &Json) -> String {
    match json {
        Json::Object(fields) => {
            let mut names: Vec<&String> = fields.keys().collect();
            names.sort();
            let fields = names.into_iter().map(|name| {
                let value = fields.get(name).map(canonical).unwrap_or_default();
                format!("{}:{value}", Json::from(name.as_str()))
            });
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
        Json::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        leaf => leaf.to_string(),
    }
}

pub(crate) fn hash(json: &Json) -> String {
    Sha256::digest(canonical(json)).get(..8).map(hex).unwrap_or_default()
}

/// Where the two differ: `messages[0].text: recorded "...", asked "..."`.
pub(crate) fn differences(recorded: &Json, asked: &Json) -> Vec<String> {
    let mut found = Vec::new();
    walk("", recorded, asked, &mut found);
    found
}

fn walk(path: &str, recorded: &Json, asked: &Json, found: &mut Vec<String>) {
    match (recorded, asked) {
        (Json::Object(before), Json::Object(now)) => {
            let mut names: Vec<&String> =
                before.keys().chain(now.keys().filter(|name| !before.contains_key(*name))).collect();
            names.sort();
            for name in names {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                walk(&path, before.get(name).unwrap_or(&Json::Null), now.get(name).unwrap_or(&Json::Null), found);
            }
        }
        (Json::Array(before), Json::Array(now)) => {
            for at in 0..before.len().max(now.len()) {
                let path = format!("{path}[{at}]");
                walk(&path, before.get(at).unwrap_or(&Json::Null), now.get(at).unwrap_or(&Json::Null), found);
            }
        }
        (before, now) if before == now => {}
        (Json::String(before), Json::String(now)) => {
            let same = before.chars().zip(now.chars()).take_while(|(a, b)| a == b).count();
            let from = same.saturating_sub(SHOWN / 2);
            found.push(format!("{path}: recorded {}, asked {}", excerpt(before, from), excerpt(now, from)));
        }
        (before, now) => {
            let (before, now) = (before.to_string(), now.to_string());
            found.push(format!("{path}: recorded {}, asked {}", excerpt(&before, 0), excerpt(&now, 0)));
        }
    }
}

fn excerpt(text: &str, from: usize) -> String {
    let shown: String = text.chars().skip(from).take(SHOWN).collect();
    let before = if from > 0 { "…" } else { "" };
    let after = if text.chars().nth(from + SHOWN).is_some() { "…" } else { "" };
    format!("{:?}", format!("{before}{shown}{after}"))
}
