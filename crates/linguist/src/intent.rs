//! What kind of message it is, before any query is tried: small talk, a question about the catalog, an instruction
//! to change something, or a question about the data.

use crate::ReadIntent;
use crate::schema::Schema;
use crate::tokens::{Kind, Token};

/// The intent where the words alone decide it.
pub fn intent(tokens: &[Token], schema: &Schema) -> Option<ReadIntent> {
    let words: Vec<&str> =
        tokens.iter().filter(|t| !matches!(t.kind, Kind::Punct(_))).map(|t| t.lower.as_str()).collect();
    if words.is_empty() {
        return Some(ReadIntent::General);
    }
    if small_talk(&words) {
        return Some(ReadIntent::General);
    }
    if instruction(&words) {
        return Some(ReadIntent::Write);
    }
    catalog(&words, tokens, schema).then_some(ReadIntent::Catalog)
}

fn small_talk(words: &[&str]) -> bool {
    const ALONE: [&str; 22] = [
        "hi",
        "hello",
        "hey",
        "thanks",
        "thank",
        "bye",
        "goodbye",
        "help",
        "ok",
        "okay",
        "cool",
        "great",
        "nice",
        "yo",
        "greetings",
        "cheers",
        "awesome",
        "perfect",
        "please",
        "good",
        "welcome",
        "sup",
    ];
    let first = words.first().copied().unwrap_or("");
    if words.len() <= 4 && ALONE.contains(&first) {
        return true;
    }
    let text = words.join(" ");
    const PHRASES: [&str; 14] = [
        "what can you do",
        "who are you",
        "what are you",
        "how are you",
        "how do you work",
        "what is vouch",
        "can you help",
        "help me",
        "good morning",
        "good evening",
        "good afternoon",
        "thank you",
        "what can i ask",
        "how does this work",
    ];
    PHRASES.iter().any(|p| text.starts_with(p)) && words.len() <= 7
}

/// A verb of change at the head of the sentence, after at most a little politeness.
fn instruction(words: &[&str]) -> bool {
    const VERBS: [&str; 23] = [
        "cancel",
        "mark",
        "send",
        "delete",
        "drop",
        "remove",
        "update",
        "insert",
        "truncate",
        "alter",
        "erase",
        "wipe",
        "destroy",
        "overwrite",
        "modify",
        "rename",
        "purge",
        "add",
        "create",
        "set",
        "change",
        "grant",
        "replace",
    ];
    const POLITE: [&str; 16] = [
        "please", "can", "could", "would", "you", "i", "want", "to", "need", "now", "just", "kindly", "go", "ahead",
        "and", "let's",
    ];
    let head = words.iter().find(|w| !POLITE.contains(w)).copied().unwrap_or("");
    let joined = words.join(" ");
    // 'the drop out rate' changes nothing.
    let object = words.len() > 1 && !joined.starts_with("drop out") && !joined.starts_with("drop off");
    (VERBS.contains(&head) && object)
        || joined.contains("drop table")
        || joined.contains("delete from")
        || joined.contains("insert into")
}

fn catalog(words: &[&str], tokens: &[Token], schema: &Schema) -> bool {
    let has = |w: &str| words.contains(&w);
    let named = |w: &str| schema.postings.contains_key(&crate::lemma::stem(&crate::lemma::lemma(w)));
    let about_tables = (has("tables") || has("table")) && !named("table");
    let about_columns = (has("columns") || has("column") || has("fields")) && !named("column") && !named("field");
    let about_schema = (has("schema") || has("database") || has("dataset")) && !named("schema") && !named("dataset");
    let first = words.first().copied().unwrap_or("");
    let asks = matches!(
        first,
        "what" | "which" | "how" | "list" | "show" | "describe" | "give" | "tell" | "explain" | "do" | "is" | "are"
    );
    if (about_tables || about_columns) && asks {
        // 'show the customers table' asks for rows; 'which tables', 'how many columns' ask about the catalog.
        let rows = matches!(first, "show" | "list" | "give") && has("table") && !about_columns;
        return !rows || has("all") && has("tables");
    }
    if about_schema && words.len() <= 8 && asks && (has("in") || has("about") || has("the")) {
        let links = tokens.iter().filter(|t| schema.postings.contains_key(&t.stem) && t.lower.len() > 3).count();
        return links == 0;
    }
    let describes = matches!(first, "describe" | "explain") && words.len() <= 4;
    describes || (words.len() <= 5 && words.join(" ").starts_with("what data"))
}
