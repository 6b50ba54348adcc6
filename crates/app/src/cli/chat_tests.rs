use super::*;

fn choice(question: &str) -> Choice {
    Choice { label: question.to_owned(), question: question.to_owned(), reading: None }
}

#[test]
fn a_number_picks_the_choice_shown_under_it() {
    let choices = [choice("net revenue"), choice("gross revenue")];
    assert_eq!(read_line("2", &choices), Line::Question("gross revenue".into()));
    assert_eq!(read_line(" 1. ", &choices), Line::Question("net revenue".into()));
}

#[test]
fn a_number_without_such_a_choice_is_a_question() {
    assert_eq!(read_line("3", &[choice("a")]), Line::Question("3".into()));
    assert_eq!(read_line("0", &[choice("a")]), Line::Question("0".into()));
    assert_eq!(read_line("2024", &[]), Line::Question("2024".into()));
}

#[test]
fn commands_start_with_a_slash() {
    assert_eq!(read_line("/quit", &[]), Line::Quit);
    assert_eq!(read_line("/new", &[]), Line::New);
    assert_eq!(read_line("/drop", &[]), Line::Unknown("/drop".into()));
    assert_eq!(read_line("   ", &[]), Line::Nothing);
    assert_eq!(read_line("and/or", &[]), Line::Question("and/or".into()));
}
