//! What CSV files hold: types, money, dates, codes, headers, ragged rows.

use crate::fixture::{Files, table};

#[test]
fn a_plain_csv_becomes_a_typed_table() {
    let loaded = Files::new()
        .with(
            "Orders 2024.csv",
            "Order ID,Order Date,Amount,Status,Paid\n1,2024-01-05,10.50,new,yes\n2,2024-02-10,7.25,done,no\n",
        )
        .load();
    assert_eq!(
        loaded.columns("orders_2024"),
        ["order_id BIGINT", "order_date DATE", "amount DECIMAL(18,2)", "status VARCHAR", "paid BOOLEAN"]
    );
    assert_eq!(
        loaded.rows("SELECT * FROM orders_2024"),
        table("1|2024-01-05|10.50|new|true\n2|2024-02-10|7.25|done|false")
    );
    assert_eq!(loaded.report.tables[0].rows, 2);
    assert_eq!(loaded.problems(), []);
    let label = loaded.one("SELECT comment FROM duckdb_columns() WHERE column_name = 'order_id'");
    assert_eq!(label, r#"{"vouch_label":"Order ID"}"#);
    let label = loaded.one("SELECT comment FROM duckdb_tables()");
    assert_eq!(label, r#"{"vouch_label":"Orders 2024"}"#);
}

#[test]
fn money_in_both_styles() {
    let us = Files::new().with("us.csv", "item,price\na,\"$1,234.50\"\nb,$7\nc,($12.25)\nd,-$3.10\n").load();
    assert_eq!(us.columns("us")[1], "price DECIMAL(18,2)");
    assert_eq!(us.rows("SELECT price FROM us"), table("1234.50\n7.00\n-12.25\n-3.10"));
    assert!(us.report.tables[0].notes.iter().any(|n| n.contains("USD")));
    let de = Files::new().with("de.csv", "ware;preis;menge\na;1.234,50 €;1.000\nb;7,00 €;12\nc;-3,10 €;2.500\n").load();
    assert_eq!(de.rows("SELECT preis, menge FROM de"), table("1234.50|1000\n7.00|12\n-3.10|2500"));
    let codes = Files::new().with("codes.csv", "a,b,c\nUSD 12.00,45%,1 234 567\nUSD 3.50,7.5%,12\n").load();
    assert_eq!(codes.rows("SELECT * FROM codes"), table("12.00|45.0|1234567\n3.50|7.5|12"));
}

#[test]
fn two_currencies_in_a_column_stay_text() {
    let loaded = Files::new().with("mixed.csv", "id,price\n1,$5.00\n2,€7.00\n").load();
    assert_eq!(loaded.columns("mixed")[1], "price VARCHAR");
}

#[test]
fn dates_in_the_usual_formats() {
    let text = "iso|eu|us|dots|named|slashed|compact_date|stamp|zoned|clock\n\
                2024-12-31|31/12/2024|12/31/2024|31.12.2024|Dec 31 2024|2024/12/31|20241231|2024-12-31 10:20:30|2024-12-31T10:00:00+02:00|09:30\n\
                2024-01-02|02/01/2024|01/02/2024|02.01.2024|Jan 2 2024|2024/01/02|20240102|2024-01-02 00:00:00|2024-01-02T00:00:00Z|23:59\n";
    let loaded = Files::new().with("days.txt", text).load();
    let types: Vec<String> = loaded.columns("days").iter().map(|c| c.split_once(' ').unwrap().1.to_owned()).collect();
    assert_eq!(
        types,
        ["DATE", "DATE", "DATE", "DATE", "DATE", "DATE", "DATE", "TIMESTAMP", "TIMESTAMP WITH TIME ZONE", "TIME"]
    );
    for column in ["iso", "eu", "us", "dots", "named", "slashed", "compact_date"] {
        assert_eq!(loaded.rows(&format!("SELECT {column} FROM days")), table("2024-12-31\n2024-01-02"), "{column}");
    }
    assert_eq!(loaded.one("SELECT epoch(zoned) FROM days LIMIT 1"), "1735632000.0");
}

#[test]
fn an_undecided_date_order_is_noted() {
    let loaded = Files::new().with("d.csv", "id,day\n1,03/04/2024\n2,05/06/2024\n").load();
    assert_eq!(
        loaded.report.tables[0].doubts,
        [
            "day: 03/04/2024 is read as March 4, but every date in it could be meant the other way round; if it is, write \
          dates as 2024-04-03"
        ]
    );
    assert!(loaded.report.tables[0].notes.contains(&loaded.report.tables[0].doubts[0]));
    let dotted = Files::new().with("d.csv", "id,day\n1,03.04.2024\n2,05.06.2024\n").load();
    assert_eq!(
        (dotted.one("SELECT min(day) FROM d").as_str(), dotted.report.tables[0].doubts.len()),
        ("2024-04-03", 0)
    );
    let decided = Files::new().with("d.csv", "id,day,due\n1,03/04/2024,25/04/2024\n").load();
    assert_eq!(decided.one("SELECT day FROM d"), "2024-04-03");
}

#[test]
fn thousands_that_could_be_decimals_are_noted() {
    let doubts = |text: &str| {
        let loaded = Files::new().with("n.csv", text).load();
        (loaded.one("SELECT min(menge) FROM n"), loaded.report.tables[0].doubts.join("\n"))
    };
    let (least, doubt) = doubts("ware;menge\na;1.234\nb;2.500\n");
    assert_eq!(least, "1.234");
    assert_eq!(
        doubt,
        "menge: 1.234 is read with three decimals, but every number in it could be meant in thousands; if it is, write \
         1234"
    );
    let (least, doubt) = doubts("ware;menge\na;1,234\nb;2,500\n");
    assert_eq!(least, "1234");
    assert!(doubt.starts_with("menge: 1,234 is read as 1234, but"), "{doubt}");
    // Where one value decides, or the file as a whole does, there is nothing to ask.
    for (text, least) in [
        ("ware;menge\na;1.234\nb;2.50\n", "1.234"),
        ("ware;menge\na;1.234\nb;0.500\n", "0.500"),
        ("ware;menge;preis\na;1.234;3,5\nb;2.500;4,25\n", "1234"),
        ("ware,menge\na,\"1,234\"\nb,\"2,500\"\n", "1234"),
        ("ware,menge\na,12\nb,7\n", "7"),
    ] {
        assert_eq!(doubts(text), (least.to_owned(), String::new()), "{text}");
    }
}

#[test]
fn codes_keep_their_zeros_and_their_length() {
    let loaded = Files::new()
        .with("codes.csv", "zip,phone,iban_no,flag\n01234,+4930123456,1234567890123456789,0\n90210,+4930123457,1234567890123456780,1\n")
        .load();
    assert_eq!(loaded.columns("codes"), ["zip VARCHAR", "phone VARCHAR", "iban_no VARCHAR", "flag BIGINT"]);
    assert_eq!(loaded.one("SELECT zip FROM codes"), "01234");
}

#[test]
fn markers_are_null_only_in_typed_columns() {
    let loaded = Files::new().with("m.csv", "country,amount\nNA,1\nDE,N/A\nFR,-\n,4\n").load();
    assert_eq!(loaded.rows("SELECT * FROM m"), table("NA|1\nDE|~\nFR|~\n~|4"));
}

#[test]
fn ragged_rows_are_kept_and_reported_with_their_line() {
    let loaded = Files::new().with("r.csv", "a,b,c\n1,2,3\n4,5\n6,7,8,9\n\n10,11,12\n").load();
    assert_eq!(loaded.rows("SELECT * FROM r"), table("1|2|3\n4|5|~\n6|7|8\n10|11|12"));
    let problems = loaded.problems();
    assert_eq!(problems.iter().map(|p| p.0).collect::<Vec<_>>(), [3, 4]);
    assert!(problems[0].1.contains("2 of 3 fields") && problems[1].1.contains("left out: 9"));
}

#[test]
fn a_delimiter_too_many_or_too_few_shifts_no_cell() {
    let mut text = String::from("day,units,name,note\n");
    (1..=40).for_each(|i| text.push_str(&format!("2024-01-{:02},{i},n{i},\n", i % 28 + 1)));
    text.push_str("2024-02-01,,7,doubled,\n2024-02-028,glued,\n2024-02-03,9,Smith, Ann,\n");
    let loaded = Files::new().with("s.csv", text).load();
    assert_eq!(loaded.columns("s"), ["day DATE", "units BIGINT", "name VARCHAR", "note VARCHAR"]);
    let sql = "SELECT * FROM s WHERE name IN ('doubled', 'glued') OR name LIKE 'Smith%'";
    assert_eq!(loaded.rows(sql), table("2024-02-01|7|doubled|~\n~|~|glued|~\n2024-02-03|9|Smith, Ann|~"));
    assert_eq!(loaded.problems().iter().map(|p| p.0).collect::<Vec<_>>(), [42, 43, 43, 44]);
}

#[test]
fn every_row_may_end_with_a_delimiter() {
    let loaded = Files::new().with("e.csv", "a,b\n1,2,\n3,4,\n").load();
    assert_eq!((loaded.columns("e").len(), loaded.problems().len()), (2, 0));
}

#[test]
fn a_rare_misfit_is_empty_and_reported_many_make_a_text_column() {
    let mut rare = String::from("id,amount\n");
    (1..=300).for_each(|i| {
        rare.push_str(&format!("{i},{}\n", if i == 250 { "lots".to_owned() } else { format!("{i}.50") }))
    });
    let loaded = Files::new().with("rare.csv", rare).load();
    assert_eq!(loaded.columns("rare")[1], "amount DECIMAL(18,2)");
    assert_eq!(loaded.one("SELECT count(*) FROM rare WHERE amount IS NULL"), "1");
    assert_eq!(loaded.problems(), [(251, "'lots' in column amount is not a number; the cell is empty".to_owned())]);
    let many = Files::new().with("many.csv", "id,amount\n1,5\n2,lots\n3,7\n").load();
    assert_eq!(many.columns("many")[1], "amount VARCHAR");
    assert_eq!(many.problems(), []);
}

#[test]
fn a_broken_quote_costs_one_row_its_beauty_and_no_row_its_place() {
    let loaded =
        Files::new().with("q.csv", "id,name,city\n1,\"Ann,Rome\n2,Bob,Oslo\n3,\"Cy \"the\" Kid\",Bern\n").load();
    assert_eq!(loaded.rows("SELECT * FROM q"), table("1|\"Ann|Rome\n2|Bob|Oslo\n3|Cy \"the\" Kid|Bern"));
    assert_eq!(loaded.problems().iter().map(|p| p.0).collect::<Vec<_>>(), [2, 4]);
}

#[test]
fn titles_comments_and_repeated_headers() {
    let text = "Quarterly report\n# made by hand\n\nregion;amount;units\nnorth;5;1\nregion;amount;units\nsouth;6;2\n";
    let loaded = Files::new().with("t.csv", text).load();
    assert_eq!(loaded.rows("SELECT * FROM t"), table("north|5|1\nsouth|6|2"));
    assert_eq!(loaded.problems(), [(6, "repeats the header; it was left out".to_owned())]);
    assert!(loaded.report.tables[0].notes.contains(&"2 lines above the header were left out".to_owned()));
}

#[test]
fn headers_may_be_missing_doubled_or_empty() {
    let none = Files::new().with("n.csv", "1,2.5,2024-01-01\n2,3.5,2024-01-02\n").load();
    assert_eq!(none.columns("n"), ["column_1 BIGINT", "column_2 DECIMAL(18,1)", "column_3 DATE"]);
    let odd = Files::new().with("o.csv", "Amount,amount,,Größe (cm),select,2020\n1,2,3,4,5,6\n").load();
    let names: Vec<String> = odd.columns("o").iter().map(|c| c.split_once(' ').unwrap().0.to_owned()).collect();
    assert_eq!(names, ["amount", "amount_2", "column_3", "groesse_cm", "select", "_2020"]);
}

#[test]
fn three_hundred_columns() {
    let header: Vec<String> = (1..=300).map(|i| format!("Metric {i}")).collect();
    let row: Vec<String> = (1..=300).map(|i| i.to_string()).collect();
    let loaded = Files::new().with("wide.csv", format!("{}\n{1}\n{1}\n", header.join(","), row.join(","))).load();
    assert_eq!(loaded.columns("wide").len(), 300);
    assert_eq!(loaded.one("SELECT metric_300 FROM wide"), "300");
}

#[test]
fn header_only_is_an_empty_table() {
    let loaded = Files::new().with("h.csv", "id,name\n").load();
    assert_eq!((loaded.columns("h").len(), loaded.report.tables[0].rows), (2, 0));
}

#[test]
fn a_cell_of_five_megabytes_is_loaded() {
    let loaded = Files::new().with("long.csv", format!("id,text\n1,{}\n2,short\n", "x".repeat(5_000_000))).load();
    assert_eq!(loaded.rows("SELECT length(text) FROM long"), table("5000000\n5"));
}
