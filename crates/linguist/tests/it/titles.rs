//! Names that the index of values does not hold are looked up as a whole, small words and all.

use crate::catalogs::{now, school};
use vouch_linguist::{Probe, Setting};

/// Knows one student.
struct OneName(&'static str);

impl Probe for OneName {
    fn find_value(&self, table: &str, column: &str, text: &str) -> Vec<String> {
        let found = table == "student" && column == "name" && text.eq_ignore_ascii_case(self.0);
        found.then(|| self.0.to_owned()).into_iter().collect()
    }

    fn row_count(&self, _: &str, _: usize) -> Option<usize> {
        None
    }
}

fn sql(question: &str, name: &'static str) -> String {
    let now = now();
    let reading = school().read(question, &Setting { now: &now, previous: None, probe: &OneName(name) });
    reading.candidates.into_iter().next().map_or(String::new(), |best| best.sql)
}

#[test]
fn small_words_inside_a_name_do_not_end_it() {
    let sql = sql("What is the gender of student Anna of the Hill?", "Anna of the Hill");
    assert!(sql.contains("name = 'Anna of the Hill'"), "{sql}");
}

#[test]
fn a_name_does_not_reach_past_its_last_capital() {
    let sql = sql("What is the gender of student Anna in the year 2020?", "Anna in the");
    assert!(!sql.contains("Anna in the"), "{sql}");
}
