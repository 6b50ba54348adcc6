use super::*;

#[test]
fn orders_that_people_know() {
    let rank = |labels: &[&str]| rank_all(labels.iter().copied());
    assert_eq!(rank(&["Wed", "Mon"]), Some(vec![3.0, 1.0]));
    assert_eq!(rank(&["Low", "high", "Medium"]), Some(vec![1.0, 3.0, 2.0]));
    assert_eq!(rank(&["18-24", "under 18", "65+", "25 to 34"]), Some(vec![18.0, 17.5, 65.0, 25.0]));
    assert_eq!(rank(&["Chair", "Monday"]), None);
    assert_eq!(rank(&["Monday"]), None, "one label has no order");
    assert_eq!(rank(&["3 chairs", "4 tables"]), None);
}
