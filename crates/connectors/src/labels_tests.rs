use super::*;

#[test]
fn a_label_comes_back_whatever_it_contains() {
    for label in ["Umsatz (€)", "a \"quoted\" one", "it's", "line\nbreak", "", "{\"vouch_label\": 1}"] {
        assert_eq!(read_comment(&label_comment(label)), (Some(label.to_owned()), None));
    }
}

#[test]
fn what_a_person_wrote_stays_a_comment() {
    for comment in ["Net revenue in EUR", "{\"unit\": \"EUR\"}", "{\"vouch_label\": 7}", "42"] {
        assert_eq!(read_comment(comment), (None, Some(comment.to_owned())));
    }
    assert_eq!(read_comment("  "), (None, None));
}
