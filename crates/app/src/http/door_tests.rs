use super::*;
use axum::http::HeaderValue;

fn allowed(host: Option<&str>, origin: Option<&str>) -> bool {
    let mut headers = HeaderMap::new();
    for (name, value) in [(header::HOST, host), (header::ORIGIN, origin)] {
        if let Some(value) = value {
            headers.insert(name, HeaderValue::from_str(value).unwrap());
        }
    }
    verdict(&headers, None, &["data.example".to_owned()], &["https://app.example".to_owned()]).is_ok()
}

#[test]
fn our_own_names_and_addresses_may_be_asked() {
    for host in [
        "localhost",
        "data.example",
        "Data.Example:443",
        "10.0.0.5:8080",
        "localhost:8080",
        "LOCALHOST:1",
        "127.0.0.1:8080",
        "127.8.9.1",
        "[::1]:8080",
    ] {
        assert!(allowed(Some(host), None), "{host}");
    }
}

#[test]
fn a_name_that_was_pointed_here_may_not() {
    for host in ["evil.example", "localhost.evil.example", "evil.localhost", "127.0.0.1.evil.example:8080"] {
        assert!(!allowed(Some(host), None), "{host}");
    }
    for host in ["localhost@evil.example", "data.example.evil.example", "x@localhost", "", "[::1", "localhost:x"] {
        assert!(!allowed(Some(host), None), "{host}");
    }
    assert!(!allowed(None, None));
}

#[test]
fn only_our_own_page_may_send_its_origin() {
    assert!(allowed(Some("127.0.0.1:8080"), Some("http://127.0.0.1:8080")));
    assert!(allowed(Some("localhost:8080"), Some("http://localhost:8080")));
    assert!(allowed(Some("data.example"), Some("https://data.example")), "behind a proxy that speaks TLS");
    assert!(allowed(Some("data.example"), Some("https://app.example")), "a site that the settings list");
    for origin in [
        "http://evil.example",
        "ftp://127.0.0.1:8080",
        "http://app.example",
        "http://127.0.0.1:9090",
        "http://localhost:8080",
        "http://127.0.0.1:8080.evil.example",
        "null",
        "",
        "file://",
    ] {
        assert!(!allowed(Some("127.0.0.1:8080"), Some(origin)), "{origin}");
    }
}

#[test]
fn the_request_target_counts_before_the_header() {
    let mut headers = HeaderMap::new();
    headers.insert(header::HOST, HeaderValue::from_static("localhost"));
    let target: Authority = "evil.example".parse().unwrap();
    assert!(verdict(&headers, Some(&target), &[], &[]).is_err());
}
