use super::*;

#[test]
fn declared_words_mean_what_people_mean_by_them() {
    for (words, wanted) in [
        ("INTEGER", Declared::Int),
        ("unsigned big int", Declared::Int),
        ("VARCHAR(70)", Declared::Text),
        ("", Declared::Any),
        ("DOUBLE PRECISION", Declared::Float),
        ("NUMERIC", Declared::Float),
        ("decimal(10, 2)", Declared::Decimal { precision: 10, scale: 2 }),
        ("NUMERIC(5)", Declared::Decimal { precision: 5, scale: 0 }),
        ("bool", Declared::Bool),
        ("datetime", Declared::Timestamp),
        ("DATE", Declared::Date),
        ("BLOB", Declared::Blob),
    ] {
        assert_eq!(Declared::of(words), wanted, "{words}");
    }
}

#[test]
fn a_date_is_read_only_if_it_is_written_the_same_again() {
    let read = |text: &str, as_what| declared(Value::Text(text.to_owned()), as_what);
    assert_eq!(read("2024-02-29", Declared::Date), Value::Date(19_782));
    assert!(matches!(read("2024-02-29 10:11:12", Declared::Timestamp), Value::Timestamp(_)));
    for odd in ["2024-02-30", "2024-2-9", "29.02.2024", "2024-02-29T10:11:12", "2024-02-29 10:11:12.500", "soon", ""] {
        assert_eq!(read(odd, Declared::Timestamp), Value::Text(odd.to_owned()), "{odd}");
        assert_eq!(read(odd, Declared::Date), Value::Text(odd.to_owned()), "{odd}");
    }
    assert_eq!(read("2024-02-29", Declared::Text), Value::Text("2024-02-29".to_owned()));
}
