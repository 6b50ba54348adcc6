use super::*;

fn scales(text: &str) -> Option<(Option<u32>, Option<u32>)> {
    read_number(text).map(|n| (n.point, n.comma))
}

#[test]
fn plain_numbers_need_no_cleaning() {
    for text in ["0", "-12", "+3", "3.25", ".5", "1e9", "-1.5E-07"] {
        assert!(!read_number(text).unwrap().decorated, "{text}");
    }
    assert_eq!(scales("3.25"), Some((Some(2), None)));
    assert_eq!(scales("17"), Some((Some(0), Some(0))));
}

#[test]
fn separators_say_which_style_they_fit() {
    assert_eq!(scales("1,234.50"), Some((Some(2), None)));
    assert_eq!(scales("1.234,50"), Some((None, Some(2))));
    assert_eq!(scales("1,234"), Some((Some(0), Some(3))));
    assert_eq!(scales("1.234"), Some((Some(3), Some(0))));
    assert_eq!(scales("12,5"), Some((None, Some(1))));
    assert_eq!(scales("1 234 567,89"), Some((None, Some(2))));
    assert_eq!(scales("1'234.50"), Some((Some(2), None)));
    assert_eq!(scales("1,234,567"), Some((Some(0), None)));
}

#[test]
fn money_percent_and_accounting() {
    assert_eq!(read_number("$1,234.50").unwrap().currency, Some("USD"));
    assert_eq!(read_number("1.234,50 €").unwrap().currency, Some("EUR"));
    assert_eq!(read_number("USD 12").unwrap().currency, Some("USD"));
    assert_eq!(read_number("-£3.10").unwrap().currency, Some("GBP"));
    assert!(read_number("12.5%").unwrap().percent);
    assert_eq!(scales("(1,200.00)"), Some((Some(2), None)));
    assert_eq!(scales("12.00-"), Some((Some(2), None)));
}

#[test]
fn codes_and_words_are_not_quantities() {
    assert!(read_number("007").unwrap().leading_zero);
    assert!(read_number("+4930123456").unwrap().dial_prefix);
    for text in [
        "",
        "abc",
        "1.2.3",
        "12 apples",
        "10.0.0.1",
        "2024-01-02",
        "1,23,4",
        "--5",
        "5.",
        "N/A",
        "1-2",
        "$",
        "(-5)",
        "1,2345.0",
    ] {
        assert_eq!(read_number(text), None, "{text}");
    }
}
