//! Tokens of an identity provider (JWT): those that are accepted and what they give, and every way to be refused.

use crate::client::Client;
use crate::site::{Plan, Site};
use crate::support::finish;
use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value as Json, json};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::{Command, Stdio};

const ISSUER: &str = "https://login.example";
const AUDIENCE: &str = "vouch";
/// `{"alg":"none","typ":"JWT"}`
const NO_ALGORITHM: &str = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0";

/// One key pair of the provider.
struct Pair {
    id: &'static str,
    algorithm: Algorithm,
    key: EncodingKey,
    pem: Vec<u8>,
}

impl Pair {
    /// Made by openssl, as a provider might.
    fn new(id: &'static str, algorithm: Algorithm) -> Self {
        let options: &[&str] = match algorithm {
            Algorithm::RS256 => &["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"],
            Algorithm::ES256 => &["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
            _ => &["-algorithm", "ED25519"],
        };
        let pem = Command::new("openssl").arg("genpkey").args(options).output().unwrap().stdout;
        let key = match algorithm {
            Algorithm::RS256 => EncodingKey::from_rsa_pem(&pem),
            Algorithm::ES256 => EncodingKey::from_ec_pem(&pem),
            _ => EncodingKey::from_ed_pem(&pem),
        };
        Self { id, algorithm, key: key.unwrap(), pem }
    }

    fn public(&self) -> Json {
        let mut jwk = serde_json::to_value(Jwk::from_encoding_key(&self.key, self.algorithm).unwrap()).unwrap();
        jwk["kid"] = json!(self.id);
        jwk["use"] = json!("sig");
        jwk
    }

    fn sign(&self, claims: &Json) -> String {
        let header = Header { kid: Some(self.id.to_owned()), ..Header::new(self.algorithm) };
        encode(&header, claims, &self.key).unwrap()
    }
}

struct Provider {
    rsa: Pair,
    ec: Pair,
    ed: Pair,
}

impl Provider {
    fn new() -> Self {
        Self {
            rsa: Pair::new("rsa-1", Algorithm::RS256),
            ec: Pair::new("ec-1", Algorithm::ES256),
            ed: Pair::new("ed-1", Algorithm::EdDSA),
        }
    }

    fn keys(&self) -> String {
        json!({"keys": [self.rsa.public(), self.ec.public(), self.ed.public()]}).to_string()
    }
}

fn now() -> i64 {
    jiff::Timestamp::now().as_second()
}

/// What a good token says; `with` changes or adds a claim, and null takes it away.
fn claims(with: &[(&str, Json)]) -> Json {
    let mut claims = json!({
        "iss": ISSUER, "aud": AUDIENCE, "sub": "ada", "name": "Ada", "exp": now() + 300, "nbf": now() - 5,
        "role": "analyst",
    });
    for (name, value) in with {
        match value {
            Json::Null => drop(claims.as_object_mut().unwrap().remove(*name)),
            value => claims[*name] = value.clone(),
        }
    }
    claims
}

fn plan(jwks: &str) -> Plan {
    let plan = Plan::new().variable("VOUCH_JWT_ISSUER", ISSUER).variable("VOUCH_JWT_AUDIENCE", AUDIENCE);
    plan.variable("VOUCH_JWT_JWKS", jwks)
}

fn plan_with_file(provider: &Provider) -> Plan {
    let plan = Plan::new();
    let file = plan.folder().join("jwks.json");
    std::fs::write(&file, provider.keys()).unwrap();
    plan.variable("VOUCH_JWT_ISSUER", ISSUER)
        .variable("VOUCH_JWT_AUDIENCE", AUDIENCE)
        .variable("VOUCH_JWT_JWKS", &file.display().to_string())
}

fn bearer(site: &Site, token: &str) -> Client {
    Client::with_key(site.port, token)
}

#[test]
fn tokens_of_every_usual_kind_are_accepted_and_their_claims_count() {
    let provider = Provider::new();
    let site = plan_with_file(&provider).start();
    assert_eq!(site.nobody().get("/api/v1/sources").status, 401, "no keys, but a provider: the door is shut");
    for pair in [&provider.rsa, &provider.ec, &provider.ed] {
        let answer = bearer(&site, &pair.sign(&claims(&[]))).get("/api/v1/sources");
        assert_eq!(answer.status, 200, "{}: {answer:?}", pair.id);
    }
    let said = claims(&[
        ("role", json!("admin")),
        ("client_id", json!(7)),
        ("sources", json!(["elsewhere"])),
        ("aud", json!(["other", AUDIENCE])),
    ]);
    let caller = bearer(&site, &provider.ec.sign(&said)).get("/api/v1/settings").json()["caller"].clone();
    assert_eq!(caller, json!({"name": "Ada", "role": "admin", "client_id": "7", "sources": ["elsewhere"]}));
    let other = bearer(&site, &provider.ec.sign(&said));
    assert_eq!(other.get("/api/v1/sources").json()["sources"], json!([]));
    assert_eq!(other.get("/api/v1/keys").status, 200, "an admin");
    assert_eq!(other.get("/api/v1/audit").status, 403, "of one client only");
    assert_eq!(other.post("/api/v1/ask", &json!({"query": "how many?", "client_id": 8})).status, 403);
    // What a token does not say it does not give.
    let least = bearer(&site, &provider.rsa.sign(&claims(&[("role", Json::Null), ("name", Json::Null)])));
    let caller = least.get("/api/v1/settings").json()["caller"].clone();
    assert_eq!((&caller["role"], &caller["name"]), (&json!("viewer"), &json!("ada")));
    assert_eq!(least.post("/api/v1/sql", &json!({"sql": "SELECT 1"})).status, 403);
}

#[test]
fn other_claims_can_be_chosen() {
    let provider = Provider::new();
    let plan = plan_with_file(&provider).variable("VOUCH_JWT_ROLE_CLAIM", "https://vouch/role");
    let site = plan.variable("VOUCH_JWT_CLIENT_CLAIM", "org").start();
    let said = claims(&[("https://vouch/role", json!("admin")), ("role", json!("viewer")), ("org", json!("acme"))]);
    let caller = bearer(&site, &provider.ed.sign(&said)).get("/api/v1/settings").json()["caller"].clone();
    assert_eq!((&caller["role"], &caller["client_id"]), (&json!("admin"), &json!("acme")));
}

#[test]
fn a_token_that_is_not_right_in_every_way_is_refused_with_the_reason() {
    let provider = Provider::new();
    let site = plan_with_file(&provider).start();
    let good = provider.rsa.sign(&claims(&[]));
    let parts: Vec<&str> = good.split('.').collect();
    let signed = |with: &[(&str, Json)]| provider.rsa.sign(&claims(with));
    let public = {
        let mut command = Command::new("openssl");
        command.args(["pkey", "-pubout"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(&provider.rsa.pem).unwrap();
        child.wait_with_output().unwrap().stdout
    };
    assert!(public.starts_with(b"-----BEGIN PUBLIC KEY"));
    let by_secret = |secret: &[u8]| {
        let header = Header { kid: Some("rsa-1".to_owned()), ..Header::new(Algorithm::HS256) };
        encode(&header, &claims(&[]), &EncodingKey::from_secret(secret)).unwrap()
    };
    let admin = signed(&[("role", json!("admin"))]);
    let impostor = Pair::new("rsa-1", Algorithm::RS256);
    let unknown = Pair::new("rsa-9", Algorithm::RS256);
    let nameless = encode(&Header::new(Algorithm::RS256), &claims(&[]), &provider.rsa.key).unwrap();
    let cross = {
        let header = Header { kid: Some("ec-1".to_owned()), ..Header::new(Algorithm::RS256) };
        encode(&header, &claims(&[]), &provider.rsa.key).unwrap()
    };
    let refused = [
        (signed(&[("iss", json!("https://evil.example"))]), "another issuer"),
        (signed(&[("iss", Json::Null)]), "lacks one of"),
        (signed(&[("aud", json!("another"))]), "another audience"),
        (signed(&[("aud", Json::Null)]), "lacks one of"),
        (signed(&[("exp", json!(now() - 60))]), "expired"),
        (signed(&[("exp", Json::Null)]), "lacks one of"),
        (signed(&[("nbf", json!(now() + 300))]), "not valid yet"),
        (signed(&[("sub", Json::Null)]), "lacks one of"),
        (signed(&[("sub", json!(""))]), "names nobody"),
        (signed(&[("role", json!("root"))]), "role"),
        (signed(&[("sources", json!("demo"))]), "sources"),
        (signed(&[("client_id", json!({"a": 1}))]), "client"),
        (by_secret(&public), "algorithm"),
        (by_secret(b""), "algorithm"),
        (format!("{NO_ALGORITHM}.{}.", parts[1]), "cannot be read"),
        (format!("{NO_ALGORITHM}.{}.{}", parts[1], parts[2]), "cannot be read"),
        (format!("{}.{}.{}", parts[0], admin.split('.').nth(1).unwrap(), parts[2]), "signature"),
        (format!("{}.{}.", parts[0], parts[1]), "not accepted"),
        (impostor.sign(&claims(&[])), "signature"),
        (unknown.sign(&claims(&[])), "key is not known"),
        (nameless, "key is not known"),
        (cross, "not accepted"),
        ("a.b.c".to_owned(), "cannot be read"),
        ("..".to_owned(), "cannot be read"),
    ];
    for (token, reason) in refused {
        let answer = bearer(&site, &token).get("/api/v1/sources");
        assert_eq!((answer.status, answer.code().as_str()), (401, "UNAUTHORIZED"), "{reason}: {answer:?}");
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(reason), "{reason}: {message}");
        assert!(!message.contains(&token), "{message}");
    }
    assert_eq!(bearer(&site, &good).get("/api/v1/sources").status, 200);
}

#[test]
fn people_of_one_provider_are_strangers_to_each_other() {
    let provider = Provider::new();
    let site = plan_with_file(&provider).start();
    let person = |name: &str| bearer(&site, &provider.ed.sign(&claims(&[("sub", json!(name))])));
    let (ada, eve) = (person("ada"), person("eve"));
    let ask = ada.ask("how many customers?");
    assert_eq!(ada.ended(&ask)["status"], "finished");
    assert_eq!(eve.get(&format!("/api/v1/ask/{ask}")).status, 404);
    // The page wants a key: a token has an end of its own that a cookie would outlive.
    let token = provider.ed.sign(&claims(&[]));
    assert_eq!(site.nobody().post("/api/v1/login", &json!({"key": token})).status, 400);
}

#[test]
fn keys_of_the_provider_are_fetched_from_its_address() {
    let provider = Provider::new();
    let (listener, keys) = (TcpListener::bind("127.0.0.1:0").unwrap(), provider.keys());
    let address = listener.local_addr().unwrap();
    let fetched = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let count = std::sync::Arc::clone(&fetched);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut request = [0; 4096];
            let _ = stream.read(&mut request);
            count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let head = format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", keys.len());
            let _ = stream.write_all(format!("{head}{keys}").as_bytes());
        }
    });
    let site = plan(&format!("http://{address}/.well-known/jwks.json")).start();
    for _ in 0..3 {
        assert_eq!(bearer(&site, &provider.rsa.sign(&claims(&[]))).get("/api/v1/sources").status, 200);
    }
    // A token that names an unknown key must not be a way to make the server call its provider all the time.
    let unknown = Pair::new("rsa-9", Algorithm::RS256);
    for _ in 0..3 {
        assert_eq!(bearer(&site, &unknown.sign(&claims(&[]))).get("/api/v1/sources").status, 401);
    }
    assert_eq!(fetched.load(std::sync::atomic::Ordering::Relaxed), 1);
    drop(site);
    let nowhere = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let site = plan(&format!("http://{nowhere}/jwks.json")).start();
    let answer = bearer(&site, &provider.rsa.sign(&claims(&[]))).get("/api/v1/sources");
    assert_eq!((answer.status, answer.header("retry-after")), (503, Some("1")), "{answer:?}");
}

#[test]
fn a_provider_is_described_wholly_or_not_at_all() {
    let plan = Plan::new().variable("VOUCH_JWT_ISSUER", ISSUER);
    let refused = finish(plan.command(&["serve", "--demo", "--port", "0"]).output().unwrap());
    assert_ne!(refused.code, Some(0));
    assert!(refused.stderr.contains("jwt_audience") && refused.stderr.contains("jwt_jwks"), "{refused:?}");
}
