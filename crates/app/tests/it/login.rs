//! What a browser brings: the page's cookie, other sites' requests, and the headers that every answer must carry.

use crate::client::{Answer, Client};
use crate::site::Plan;
use serde_json::json;

const ELSEWHERE: &str = "https://evil.example";
const FRIEND: &str = "https://app.example";

#[test]
fn the_page_logs_in_with_a_key_and_then_has_a_cookie() {
    let plan = Plan::new();
    let key = plan.key("me", &[]);
    let site = plan.start();
    let own = format!("http://127.0.0.1:{}", site.port);
    assert_eq!(site.nobody().post("/api/v1/login", &json!({"key": "vk_1_2"})).status, 401);
    assert_eq!(site.nobody().get("/api/v1/settings").json()["login_needed"], true);
    let page = site.nobody().and("origin", &own);
    let login = page.post("/api/v1/login", &json!({"key": key.key}));
    assert_eq!((login.status, &login.json()["name"]), (200, &json!("me")), "{login:?}");
    let set = login.header("set-cookie").unwrap();
    let parts: Vec<&str> = set.split("; ").collect();
    for part in ["HttpOnly", "SameSite=Strict", "Path=/"] {
        assert!(parts.contains(&part), "{set}");
    }
    assert!(!parts.contains(&"Secure") && !set.contains(&key.key), "{set}");
    let secure = site.nobody().and("origin", &format!("https://127.0.0.1:{}", site.port));
    let secure = secure.post("/api/v1/login", &json!({"key": key.key}));
    assert!(secure.header("set-cookie").unwrap().ends_with("; Secure"), "{secure:?}");

    let cookie = parts[0];
    let logged_in = page.and("cookie", &format!("other=1; {cookie}; more=2"));
    assert_eq!(logged_in.get("/api/v1/settings").json()["caller"]["name"], "me");
    let ask = logged_in.ask("how many customers?");
    // As EventSource does: a cookie is all it can send.
    let events: Vec<_> = site.nobody().and("cookie", cookie).stream(&ask, None).collect();
    assert_eq!(events.last().unwrap().name, "done");
    // Another site may make a browser send the cookie; it cannot hide that it did.
    for (method, path) in [("GET", format!("/api/v1/ask/{ask}")), ("POST", "/api/v1/ask".to_owned())] {
        for origin in [ELSEWHERE, "null", "http://127.0.0.1:1"] {
            let forged = site.nobody().and("cookie", cookie).and("origin", origin);
            let refused =
                forged.send(method, &path, &[], json!({"query": "how many customers?"}).to_string().as_bytes());
            assert_eq!((refused.status, refused.code().as_str()), (403, "WRONG_ORIGIN"), "{origin}: {refused:?}");
        }
    }
    let logout = logged_in.post("/api/v1/logout", &json!({}));
    assert_eq!(logout.status, 204);
    assert!(logout.header("set-cookie").unwrap().contains("Max-Age=0"), "{logout:?}");
    assert_eq!(logged_in.get(&format!("/api/v1/ask/{ask}")).status, 401, "the cookie itself is worth nothing now");
    // A key that is sent on purpose counts before a cookie that is sent by itself.
    let both = Client::with_key(site.port, "vk_1_2").and("cookie", secure.header("set-cookie").unwrap());
    assert_eq!(both.get("/api/v1/sources").status, 401);
}

fn preflight(client: &Client, origin: &str) -> Answer {
    let asks = [
        ("origin", origin),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "authorization,content-type"),
    ];
    client.send("OPTIONS", "/api/v1/ask", &asks, b"")
}

#[test]
fn pages_of_other_sites_may_call_only_where_they_are_listed() {
    let shut = Plan::new().start();
    let own = format!("http://127.0.0.1:{}", shut.port);
    for origin in [own.as_str(), ELSEWHERE, FRIEND] {
        let answers = [preflight(&shut.nobody(), origin), shut.nobody().and("origin", origin).get("/health")];
        for answer in answers {
            assert_eq!(answer.header("access-control-allow-origin"), None, "{origin}: {answer:?}");
            assert_eq!(answer.status == 403, origin != own, "{origin}: {answer:?}");
        }
    }
    let open = Plan::new().variable("VOUCH_CORS_ORIGINS", &format!("{FRIEND}, http://localhost:3000")).start();
    for origin in [FRIEND, "http://localhost:3000"] {
        let asked = preflight(&open.nobody(), origin);
        assert_eq!((asked.status, asked.header("access-control-allow-origin")), (200, Some(origin)), "{asked:?}");
        assert!(asked.header("access-control-allow-headers").unwrap().contains("authorization"), "{asked:?}");
        assert!(asked.header("access-control-allow-methods").unwrap().contains("POST"), "{asked:?}");
        let answer = open.nobody().and("origin", origin).get("/api/v1/sources");
        assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, Some(origin)));
        // Without cookies: those are for our own page.
        assert_eq!(answer.header("access-control-allow-credentials"), None);
    }
    for origin in [ELSEWHERE, "https://app.example.evil.example", "http://app.example", "null"] {
        for answer in [preflight(&open.nobody(), origin), open.nobody().and("origin", origin).get("/api/v1/sources")] {
            assert_eq!((answer.status, answer.header("access-control-allow-origin")), (403, None), "{origin}");
        }
    }
}

#[test]
fn it_answers_to_its_own_names_only() {
    let site = Plan::new().variable("VOUCH_ALLOWED_HOSTS", "vouch.example, data.example").start();
    let port = site.port;
    for host in ["vouch.example", "DATA.example:443", &format!("localhost:{port}"), "[::1]:80", "10.1.2.3"] {
        assert_eq!(site.nobody().and("host", host).get("/health").status, 200, "{host}");
    }
    for host in ["evil.example", "vouch.example.evil.example", "user@vouch.example", "vouch.example:x", ""] {
        let refused = site.nobody().and("host", host).get("/health");
        assert!(refused.status == 403 || refused.status == 400, "{host}: {refused:?}");
    }
}

#[test]
fn every_answer_is_locked_down_and_has_the_requests_id() {
    let plan = Plan::new().variable("VOUCH_CORS_ORIGINS", FRIEND);
    let key = plan.key("me", &["--role", "admin"]);
    let site = plan.start();
    let me = site.with(&key).and("x-request-id", "test-1.a_B");
    let ask = me.ask("how many customers?");
    me.ended(&ask);
    let export = format!("/api/v1/ask/{ask}/export?format=csv");
    let answers = [
        ("a page", me.get("/")),
        ("JSON", me.get("/api/v1/sources")),
        ("health", me.get("/health")),
        ("figures", me.get("/metrics")),
        ("the description", me.get("/openapi.json")),
        ("the docs", me.get("/docs/")),
        ("a file", me.get(&export)),
        ("an event stream", me.get(&format!("/api/v1/ask/{ask}/stream"))),
        ("not found", me.get("/nothing")),
        ("not allowed", me.get("/api/v1/ask")),
        ("wrong", me.post("/api/v1/ask", &json!({}))),
        ("too large", me.send("POST", "/api/v1/ask", &[], &vec![b' '; 100_000])),
        ("refused", me.and("host", "evil.example").get("/")),
        ("cross-site", me.and("origin", ELSEWHERE).get("/")),
        ("a stranger", site.nobody().and("x-request-id", "test-1.a_B").get("/api/v1/sources")),
        ("preflight", preflight(&me, FRIEND)),
        ("MCP", me.get("/mcp")),
    ];
    for (what, answer) in &answers {
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{what}: {answer:?}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{what}");
        assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{what}");
        let policy = answer.header("content-security-policy").unwrap_or_else(|| panic!("{what}"));
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{what}: {policy}");
        assert!(answer.header("cache-control").is_some(), "{what}");
        assert_eq!(answer.header("x-request-id"), Some("test-1.a_B"), "{what}");
        assert_eq!(answer.header("server"), None, "{what}");
    }
    assert_eq!(answers[1].1.header("cache-control"), Some("no-store"));
    // One that could not stand in a log is not taken over.
    for odd in ["", "a b", "<script>", &"x".repeat(101)] {
        let given = site.with(&key).and("x-request-id", odd).get("/health");
        let id = given.header("x-request-id").unwrap();
        assert!(id != odd && id.len() == 32, "{id}");
    }
}

#[test]
fn seed_000s_paths_refuse_in_their_own_shape() {
    let site = Plan::new().start();
    for path in ["/query", "/query-agentic"] {
        for (name, value) in [("host", "evil.example"), ("origin", ELSEWHERE)] {
            let refused = site.nobody().and(name, value).post(path, &json!({"query": "how many customers?"}));
            let body = refused.json();
            assert_eq!((refused.status, &body["success"]), (403, &json!(false)), "{body}");
            assert!(body["error"].is_string() && body["error_code"].is_string(), "{body}");
        }
    }
}
