use super::*;

fn logical(json: &str, types: &[&str]) -> String {
    let query: Logical = serde_json::from_str(json).unwrap();
    query.written("1-22-3", &types.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>())
}

#[test]
fn a_query_of_places_becomes_sql() {
    let types = ["text", "real"];
    assert_eq!(logical(r#"{"sel":0,"agg":0,"conds":[]}"#, &types), "SELECT col0 FROM table_1_22_3");
    assert_eq!(
        logical(r#"{"sel":1,"agg":5,"conds":[[0,0,"O'Hara"],[1,1,"1,200 votes"]]}"#, &types),
        "SELECT AVG(col1) FROM table_1_22_3 WHERE col0 = 'o''hara' AND col1 > 1200"
    );
    assert_eq!(
        logical(r#"{"sel":0,"agg":3,"conds":[[1,2,7]]}"#, &types),
        "SELECT COUNT(col0) FROM table_1_22_3 WHERE col1 < 7"
    );
}
