use super::*;

#[test]
fn distinct_goes_and_quoted_words_stay() {
    assert_eq!(
        without_distinct("SELECT DISTINCT a FROM t WHERE b > = 'distinct'"),
        "SELECT  a FROM t WHERE b >= 'distinct'"
    );
}

#[test]
fn difficulty_follows_the_official_rules() {
    for (sql, expected) in [
        ("SELECT count(*) FROM head WHERE age > 56", Difficulty::Easy),
        ("SELECT name, age FROM head ORDER BY age", Difficulty::Medium),
        ("SELECT a FROM t JOIN u ON t.id = u.id WHERE u.b = 1", Difficulty::Medium),
        ("SELECT a FROM t WHERE b > (SELECT avg(b) FROM t)", Difficulty::Hard),
        ("SELECT a FROM t UNION SELECT a FROM u", Difficulty::Hard),
        ("SELECT a FROM t WHERE b = 1 OR c = 2 INTERSECT SELECT a FROM u", Difficulty::Extra),
        ("SELECT a FROM t GROUP BY a ORDER BY count(*) DESC LIMIT 1", Difficulty::Hard),
        ("SELECT a FROM t WHERE b BETWEEN 1 AND 2", Difficulty::Easy),
        ("SELECT a FROM t JOIN u ON t.id = u.id WHERE b < 3 OR b > 4", Difficulty::Hard),
        ("SELECT a FROM t JOIN u ON t.id = u.id WHERE b < u.c OR b > u.d", Difficulty::Medium),
    ] {
        assert_eq!(difficulty(sql), expected, "{sql}");
    }
}

#[test]
fn a_miss_has_one_name() {
    assert_eq!(difference("SELECT a FROM t", "SELECT b FROM t"), Miss::Column);
    assert_eq!(difference("SELECT a FROM t", "SELECT a FROM u"), Miss::Table);
    assert_eq!(difference("SELECT a FROM t", "SELECT a FROM t JOIN u ON t.x = u.x"), Miss::Join);
    assert_eq!(difference("SELECT count(*) FROM t", "SELECT max(a) FROM t"), Miss::Aggregate);
    assert_eq!(difference("SELECT a FROM t WHERE b = 'x'", "SELECT a FROM t WHERE b = 'y'"), Miss::Value);
}
