use super::*;

struct Given(std::vec::IntoIter<String>);

impl LineSource for Given {
    fn next_line(&mut self) -> Result<Option<String>, ConnectorError> {
        Ok(self.0.next())
    }
}

fn read(text: &str, width: usize) -> Vec<Record> {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let format = Format { delimiter: b',', quote: Some(b'"'), backslash: false };
    let mut reader = RecordReader::new(Given(lines.into_iter()), format, Some(width));
    std::iter::from_fn(|| reader.next_record().unwrap()).collect()
}

#[test]
fn quotes_hold_delimiters_quotes_and_line_breaks() {
    let records = read("a,\"b,c\",d\n\"x \"\"y\"\"\",\"two\nlines\",z\nend,1,2", 3);
    assert_eq!(records[0].fields, ["a", "b,c", "d"]);
    assert_eq!(records[1].fields, ["x \"y\"", "two\nlines", "z"]);
    assert_eq!((records[2].line, records[2].fields.len()), (4, 3));
}

#[test]
fn a_quote_that_is_never_closed_does_not_swallow_the_file() {
    let records = read("1,\"two,3\n4,5,6\n7,8,9", 3);
    assert_eq!(records.len(), 3);
    assert_eq!(records[0].fields, ["1", "\"two", "3"]);
    assert!(records[0].trouble.is_some() && records[1].trouble.is_none());
    assert_eq!(records[2].line, 3);
}

#[test]
fn quotes_inside_quotes_are_kept() {
    let records = read("1,\"say \"hi\" now\",3", 3);
    assert_eq!(records[0].fields, ["1", "say \"hi\" now", "3"]);
}

#[test]
fn blank_lines_count_as_lines_and_not_as_records() {
    let records = read("1,2\n\n3,4", 2);
    assert_eq!(records.iter().map(|r| r.line).collect::<Vec<_>>(), [1, 3]);
}

#[test]
fn a_line_parted_otherwise_is_still_read() {
    let records = read("1,2,3\n4;5;6", 3);
    assert_eq!(records[1].fields, ["4", "5", "6"]);
    assert!(records[1].trouble.is_some());
}

#[test]
fn blanks_in_a_ragged_line_do_not_part_it() {
    let records = read("1,2,3\na b c,2\nd e f,2,3,4", 3);
    assert_eq!(records[1].fields, ["a b c", "2"]);
    assert_eq!(records[2].fields.len(), 4);
}
