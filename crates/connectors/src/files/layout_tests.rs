use super::*;

fn format_of(text: &str) -> (char, TableShape) {
    let lines: Vec<&str> = text.lines().collect();
    let format = find_format(&lines, "csv");
    let rows: Vec<Vec<String>> = sample_records(&lines, format, None).into_iter().map(|r| r.fields).collect();
    (char::from(format.delimiter), find_table(&rows))
}

#[test]
fn delimiters_are_found() {
    assert_eq!(format_of("a,b,c\n1,2,3\n4,5,6").0, ',');
    assert_eq!(format_of("name;amount\nx;1,50\ny;2,75\nz;3,00").0, ';');
    assert_eq!(format_of("a\tb\n1,5\t2\n2,5\t3").0, '\t');
    assert_eq!(format_of("a|b|c\nx, y|2|3\nz|5|6").0, '|');
    assert_eq!(format_of("when,what\n2024-01-01 10:00:00,a\n2024-01-02 11:00:00,b").0, ',');
}

#[test]
fn titles_above_the_header_are_skipped() {
    let (_, shape) =
        format_of("Sales report 2024\nmade by finance\n\nregion,amount,units\nnorth,5,1\nsouth,6,2\neast,7,3");
    assert_eq!((shape.skipped, shape.headers), (2, vec!["region".to_owned(), "amount".to_owned(), "units".to_owned()]));
}

#[test]
fn a_file_may_have_no_header() {
    assert!(!format_of("1,2.5,2024-01-01\n2,3.5,2024-01-02\n3,4.5,2024-01-03").1.has_header);
    assert!(format_of("id,price,day\n2,3.5,2024-01-02\n3,4.5,2024-01-03").1.has_header);
    assert!(format_of("name,city\nann,rome\nbob,oslo").1.has_header);
    assert!(format_of("region,2019,2020\nnorth,55,61\nsouth,12,9").1.has_header);
}

#[test]
fn text_without_structure_is_one_column() {
    let (_, shape) = format_of("alpha\nbeta\ngamma");
    assert_eq!(shape.width, 1);
}
