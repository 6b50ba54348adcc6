use super::*;

#[test]
fn messages_are_classified_and_lose_their_drawings() {
    for (message, code, said) in [
        (
            "Binder Error: Referenced column \"zz\" not found in FROM clause!\nCandidate bindings: \"i\"\n\nLINE 1: select zz\n   ^",
            ErrorCode::ColumnNotFound,
            "Referenced column \"zz\" not found in FROM clause! Candidate bindings: \"i\"",
        ),
        (
            "Catalog Error: Table with name nope does not exist!\nDid you mean \"pg_enum\"?\n\nLINE 1: x",
            ErrorCode::TableNotFound,
            "Table with name nope does not exist!",
        ),
        (
            "Catalog Error: Scalar Function with name nofn does not exist!",
            ErrorCode::FunctionNotFound,
            "Scalar Function with name nofn does not exist!",
        ),
        (
            "Binder Error: Ambiguous reference to column name \"i\"",
            ErrorCode::AmbiguousColumn,
            "Ambiguous reference to column name \"i\"",
        ),
        (
            "Conversion Error: Could not convert string 'a' to INT32",
            ErrorCode::TypeMismatch,
            "Could not convert string 'a' to INT32",
        ),
        (
            "Binder Error: Cannot compare values of type DATE and type INTEGER",
            ErrorCode::TypeMismatch,
            "Cannot compare values of type DATE and type INTEGER",
        ),
        (
            "Parser Error: syntax error at or near \"sele\"\n\nLINE 1: sele 1\n^",
            ErrorCode::SyntaxError,
            "syntax error at or near \"sele\"",
        ),
        ("Out of Range Error: Overflow in addition", ErrorCode::ExecutionError, "Overflow in addition"),
    ] {
        match statement(message) {
            ConnectorError::Statement { code: got, message: text } => assert_eq!((got, text.as_str()), (code, said)),
            other => panic!("{message}: {other:?}"),
        }
    }
    let full = statement("Out of Memory Error: could not allocate block of size 256.0 KiB (47.6 MiB/47.6 MiB used)");
    assert!(matches!(full, ConnectorError::TooLarge { .. }));
}

#[test]
fn an_engine_that_gave_up_is_known_by_what_it_says() {
    for message in [
        "FATAL Error: Failed: database has been invalidated because of a previous fatal error. The database must be restarted",
        "INTERNAL Error: Failed: database has been invalidated because of a previous fatal error.",
    ] {
        assert!(is_fatal(message), "{message}");
    }
    for message in [
        "Binder Error: Referenced column \"fatal\" not found",
        "Conversion Error: Could not convert string 'FATAL Error: x'",
    ] {
        assert!(!is_fatal(message), "{message}");
    }
}
