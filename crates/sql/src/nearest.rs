//! The real names nearest to a wrong one.

/// At most `limit` of `names` that a person may have meant by `wanted`, best first; empty when nothing is near.
pub fn nearest_names<'a>(_wanted: &str, _names: impl IntoIterator<Item = &'a str>, _limit: usize) -> Vec<&'a str> {
    todo!()
}
