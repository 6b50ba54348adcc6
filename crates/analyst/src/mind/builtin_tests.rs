use super::*;

fn pending(labels: &[&str]) -> Clarification {
    let choice = |label: &&str| Choice { label: (*label).to_owned(), question: format!("show {label}"), reading: None };
    Clarification { choices: labels.iter().map(choice).collect(), ..Clarification::default() }
}

fn picked(labels: &[&str], reply: &str) -> Option<String> {
    chosen(&pending(labels), reply).map(|choice| choice.label.clone())
}

#[test]
fn a_choice_is_named_by_place_label_or_a_yes() {
    let two = ["all sales", "all returns"];
    for (reply, label) in
        [("1", "all sales"), ("the second one", "all returns"), ("last", "all returns"), ("ALL SALES", "all sales")]
    {
        assert_eq!(picked(&two, reply).as_deref(), Some(label), "{reply}");
    }
    for reply in ["yes", "Yes, please!", "ok", "that's right", "Yes, I do", "exactly."] {
        assert_eq!(picked(&["all sales"], reply).as_deref(), Some("all sales"), "{reply}");
        assert_eq!(picked(&two, reply), None, "a yes to two readings chooses none: {reply}");
    }
    for reply in ["no", "3", "yes in Texas", "sales by store", ""] {
        assert_eq!(picked(&["all sales"], reply), None, "{reply}");
    }
}

/// It used to run the statement that was denied.
#[test]
fn a_no_is_no_word_to_add() {
    for reply in ["no", "No.", "nope", "none of these", "no, thanks", "neither"] {
        assert!(denies(reply), "{reply}");
    }
    for reply in ["no returns", "not in Texas", "none in 2025", "yes"] {
        assert!(!denies(reply), "{reply}");
    }
}
