//! The headings of a report, read before anything else: what they are called, how deep they lie, and which of them
//! are queries that the text cites.

use super::inline::text_of;
use crate::document::Entry;
use comrak::Anchorizer;
use comrak::nodes::{Node, NodeValue};
use std::collections::{HashMap, HashSet};

pub(super) struct Headings {
    entries: Vec<Entry>,
    handed_out: usize,
    ids: HashSet<String>,
    queries: HashMap<String, String>,
}

/// The title stands above the text already; a report that opens with it again would say it twice.
pub(super) fn drop_title(root: Node<'_>, title: &str) {
    let Some(first) = root.first_child() else { return };
    let level = match &first.data().value {
        NodeValue::Heading(heading) => heading.level,
        _ => return,
    };
    if level == 1 && text_of(first).trim().eq_ignore_ascii_case(title.trim()) {
        first.detach();
    }
}

impl Headings {
    pub fn of(root: Node<'_>) -> Self {
        let mut anchors = Anchorizer::new();
        let mut above: Vec<u8> = Vec::new();
        let mut found = Self { entries: Vec::new(), handed_out: 0, ids: HashSet::new(), queries: HashMap::new() };
        for node in root.descendants() {
            let level = match &node.data().value {
                NodeValue::Heading(heading) => heading.level,
                _ => continue,
            };
            // Depth by what stands above, not by the number of `#`: writers skip levels, readers should not notice.
            while above.last().is_some_and(|last| *last >= level) {
                above.pop();
            }
            above.push(level);
            let text = text_of(node);
            let query = query_name(&text);
            let id = match anchors.anchorize(query.unwrap_or(&text)) {
                id if id.is_empty() => anchors.anchorize("section"),
                id => id,
            };
            if let Some(name) = query {
                found.queries.entry(name.to_owned()).or_insert_with(|| id.clone());
            }
            found.ids.insert(id.clone());
            found.entries.push(Entry { depth: above.len(), id, query: query.is_some(), text });
        }
        found
    }

    /// The entry of the next heading, in the order of the text.
    pub fn next(&mut self) -> Option<Entry> {
        let entry = self.entries.get(self.handed_out).cloned();
        self.handed_out += 1;
        entry
    }

    pub fn has(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    /// The id of a query's heading, by its name.
    pub fn query(&self, name: &str) -> Option<&String> {
        self.queries.get(name)
    }

    pub fn into_outline(self) -> Vec<Entry> {
        self.entries
    }
}

/// `Q12` of `Q12` and of `Q12: revenue by month`.
fn query_name(heading: &str) -> Option<&str> {
    let heading = heading.trim();
    let digits = heading.strip_prefix('Q')?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let follows = digits.get(end..)?.chars().next();
    let alone = follows.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '.');
    if end == 0 || !alone {
        return None;
    }
    heading.get(..1 + end)
}
