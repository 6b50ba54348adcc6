use super::nearest_names;

const COLUMNS: [&str; 7] = ["amount", "customer_id", "order_date", "order_id", "status", "total_price", "unitPrice"];

fn nearest(wanted: &str) -> Vec<&'static str> {
    nearest_names(wanted, COLUMNS, 3)
}

#[test]
fn slips_of_the_finger_find_the_name() {
    assert_eq!(nearest("amuont"), ["amount"]);
    assert_eq!(nearest("STATUS_"), ["status"]);
    assert_eq!(nearest("order_dat").first(), Some(&"order_date"));
}

#[test]
fn a_part_or_another_number_of_the_name_finds_it() {
    assert_eq!(nearest("customer"), ["customer_id"]);
    assert_eq!(nearest("amounts"), ["amount"]);
    assert_eq!(nearest("unit_price"), ["unitPrice"]);
    assert_eq!(nearest("price"), ["total_price", "unitPrice"]);
}

#[test]
fn what_is_far_is_not_offered() {
    assert!(nearest("zebra").is_empty());
    assert!(nearest("").is_empty());
    assert!(nearest_names("id", ["order_id_of_customer"], 3).is_empty());
}
