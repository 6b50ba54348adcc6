use super::*;

#[test]
fn the_prefix_is_taken_out_of_the_url() {
    for (url, place, prefix) in [
        ("redis://host", "redis://host", "vouch:"),
        ("redis://host/1?prefix=a:", "redis://host/1", "a:"),
        ("redis://host?protocol=resp3&prefix=a", "redis://host?protocol=resp3", "a"),
        ("redis://host?prefix=", "redis://host", ""),
    ] {
        assert_eq!(split_prefix(url), (place.to_owned(), prefix.to_owned()), "{url}");
    }
}
