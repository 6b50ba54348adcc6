#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use super::*;
use reqwest::header::HeaderValue;

fn classify(status: u16, body: &str) -> Failure {
    let classifier = Classifier { vendor: "v".to_owned(), scrubber: Scrubber::default() };
    classifier.refusal(status, &read_body(body.as_bytes()), None, "m")
}

/// Bodies as the vendors send them.
#[test]
fn each_vendors_refusals_find_who_must_act() {
    for (status, body, code) in [
        (401, r#"{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}"#, "MODEL_KEY"),
        (
            401,
            r#"{"error":{"message":"Incorrect API key provided","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}"#,
            "MODEL_KEY",
        ),
        (401, r#"{"statusCode":401,"message":"Access denied due to invalid subscription key"}"#, "MODEL_KEY"),
        (403, "<html>forbidden</html>", "MODEL_KEY"),
        (
            403,
            r#"{"error":{"message":"Project does not have access to model gpt-9","code":"model_not_found"}}"#,
            "MODEL_UNKNOWN",
        ),
        (404, r#"{"type":"error","error":{"type":"not_found_error","message":"model: claude-9"}}"#, "MODEL_UNKNOWN"),
        (
            404,
            r#"{"error":{"message":"The model `gpt-9` does not exist","type":"invalid_request_error","code":"model_not_found"}}"#,
            "MODEL_UNKNOWN",
        ),
        (404, r#"{"error":"model 'llama9' not found"}"#, "MODEL_UNKNOWN"),
        (
            404,
            r#"{"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist."}}"#,
            "MODEL_UNKNOWN",
        ),
        (404, r#"{"detail":"Not Found"}"#, "MODEL_BAD_REQUEST"),
        (404, "404 page not found", "MODEL_BAD_REQUEST"),
        (
            413,
            r#"{"error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}"#,
            "MODEL_CONTEXT_TOO_LONG",
        ),
        (
            400,
            r#"{"error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#,
            "MODEL_CONTEXT_TOO_LONG",
        ),
        (
            400,
            r#"{"error":{"message":"This model's maximum context length is 8192 tokens.","code":"context_length_exceeded"}}"#,
            "MODEL_CONTEXT_TOO_LONG",
        ),
        (
            400,
            r#"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}"#,
            "MODEL_CONTEXT_TOO_LONG",
        ),
        (
            400,
            r#"{"object":"error","message":"temperature must be non-negative","type":"BadRequestError","code":400}"#,
            "MODEL_BAD_REQUEST",
        ),
        (422, r#"{"detail":[{"msg":"field required"}]}"#, "MODEL_BAD_REQUEST"),
        (302, "", "MODEL_BAD_REQUEST"),
        (413, "", "MODEL_CONTEXT_TOO_LONG"),
    ] {
        let failure = classify(status, body);
        assert_eq!((failure.error.code(), failure.again), (code, Again::Never), "{status} {body}");
    }
}

#[test]
fn only_what_may_pass_is_tried_again() {
    for (status, code) in [
        (408, "MODEL_UNAVAILABLE"),
        (429, "MODEL_RATE_LIMITED"),
        (500, "MODEL_UNAVAILABLE"),
        (529, "MODEL_UNAVAILABLE"),
    ] {
        let failure = classify(status, "");
        assert_eq!((failure.error.code(), failure.again), (code, Again::After(None)), "{status}");
    }
    // Money does not come back within seconds.
    assert_eq!(classify(429, r#"{"error":{"code":"insufficient_quota","message":"x"}}"#).again, Again::Never);
}

#[test]
fn errors_within_a_reply_count_like_their_status() {
    let classifier = Classifier { vendor: "v".to_owned(), scrubber: Scrubber::default() };
    for (kind, code) in [
        ("overloaded_error", "MODEL_UNAVAILABLE"),
        ("api_error", "MODEL_UNAVAILABLE"),
        ("rate_limit_exceeded", "MODEL_RATE_LIMITED"),
        ("error context_length_exceeded", "MODEL_CONTEXT_TOO_LONG"),
        ("invalid_request_error", "MODEL_BAD_REQUEST"),
        ("BadRequestError 400", "MODEL_BAD_REQUEST"),
        ("", "MODEL_UNAVAILABLE"),
    ] {
        let body = ErrorBody { kind: kind.to_owned(), message: String::new() };
        assert_eq!(classifier.fault(Fault::Failed(body), "m").error.code(), code, "{kind}");
    }
}

#[test]
fn a_server_says_how_long_to_wait_in_three_ways() {
    let now = httpdate::parse_http_date("Sun, 15 Nov 2026 10:00:00 GMT").unwrap();
    let ask = |name: &'static str, value: &'static str| {
        let mut headers = HeaderMap::new();
        headers.insert(name, HeaderValue::from_static(value));
        wait_asked(&headers, now)
    };
    assert_eq!(ask("retry-after", "7"), Some(Duration::from_secs(7)));
    assert_eq!(ask("retry-after", "0.5"), Some(Duration::from_millis(500)));
    assert_eq!(ask("retry-after-ms", "250"), Some(Duration::from_millis(250)));
    assert_eq!(ask("retry-after", "Sun, 15 Nov 2026 10:00:30 GMT"), Some(Duration::from_secs(30)));
    assert_eq!(ask("retry-after", "Sun, 15 Nov 2026 09:00:00 GMT"), Some(Duration::ZERO));
    for nonsense in ["-5", "soon", "NaN", "inf", "1e999", ""] {
        assert_eq!(ask("retry-after", nonsense), None, "{nonsense}");
    }
}

#[test]
fn a_long_or_strange_body_makes_a_short_message() {
    let failure = classify(500, &"x\n\u{0}".repeat(10_000));
    assert!(failure.error.to_string().len() < 700, "{}", failure.error);
    assert!(!failure.error.to_string().contains('\n'));
}
