//! The program with a model: the real command line and HTTP, against a model server that follows a script.

use crate::scripted::{KEY, Model, purpose, script};
use crate::support::{Server, folder, path, run_with};
use serde_json::json;
use vouch_testing::{Script, Turn};

const ASK: [&str; 3] = ["ask", "how many customers are there?", "--demo"];

#[test]
fn a_question_is_answered_with_a_model_and_its_key_stays_where_it_is() {
    let model = Model::start(script());
    let run = run_with(&model.variables(), &[&ASK[..], &["--json"]].concat());
    assert_eq!(run.code, Some(0), "{run:?}");
    let reply = run.json();
    assert_eq!(reply["explanation"], "There are 6,000 customers.");
    assert_eq!(reply["usage"]["minds"]["generate_sql"], "openai-compatible", "{:#}", reply["usage"]);
    assert_eq!((&reply["usage"]["input_tokens"], &reply["usage"]["output_tokens"]), (&json!(2_100), &json!(90)));
    let asked: Vec<&str> = model.server.requests().iter().map(purpose).collect();
    assert_eq!(asked.len(), 3, "{asked:?}");
    assert!(model.server.requests().iter().all(|r| r.header("authorization") == Some(&format!("Bearer {KEY}"))));

    let shown = run_with(&model.variables(), &["config", "show", "--json"]);
    assert!(!format!("{run:?}{shown:?}").contains(KEY));
    for file in std::fs::read_dir(model.data.path()).unwrap() {
        let kept = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!kept.windows(KEY.len()).any(|bytes| bytes == KEY.as_bytes()), "the key was stored");
    }
}

#[test]
fn an_answer_is_run_again_from_its_trace() {
    let model = Model::start(script());
    let id = run_with(&model.variables(), &[&ASK[..], &["--json"]].concat()).json()["query_id"].clone();
    let asked = model.server.requests().len();
    let here = [("VOUCH_DATA_DIR", model.data_path())];
    let again = run_with(&here, &["replay", id.as_str().unwrap(), "--json"]);
    assert_eq!(model.server.requests().len(), asked, "a replay asks nobody");
    assert_eq!(again.code, Some(0), "{again:?}");
    let reply = again.json();
    assert_eq!((&reply["same"], &reply["model_calls"]), (&json!(true), &json!(3)), "{reply:#}");
    let unknown = run_with(&here, &["replay", "no-such-id"]);
    assert_eq!(unknown.code, Some(1));
    assert!(unknown.stderr.contains("no-such-id"), "{unknown:?}");
}

#[test]
fn a_recording_answers_without_a_network_and_notices_drift() {
    let model = Model::start(script());
    let folder = folder(&[]);
    let recording = path(&folder, "recording");
    let recorded = run_with(&[model.variables(), vec![("VOUCH_RECORD", &recording)]].concat(), &ASK);
    assert_eq!(recorded.code, Some(0), "{recorded:?}");
    drop(model);
    for file in std::fs::read_dir(&recording).unwrap() {
        assert!(!std::fs::read_to_string(file.unwrap().path()).unwrap().contains(KEY));
    }
    // A data folder of its own: what was learned while recording must not answer in the recording's place.
    let data = path(&folder, "data");
    let here = [("VOUCH_DATA_DIR", data.as_str())];
    let same = run_with(&here, &[&ASK[..], &["--replay", &recording]].concat());
    assert_eq!(same.code, Some(0), "{same:?}");
    assert!(same.stdout.contains("There are 6,000 customers."), "{same:?}");
    let other = run_with(&here, &["ask", "how many customers live in Texas?", "--demo", "--replay", &recording]);
    assert_eq!(other.code, Some(1), "{other:?}");
    assert!(other.stdout.contains("recorded"), "{other:?}");
}

#[test]
fn the_doctor_says_which_models_answer() {
    let model = Model::start(script());
    let well = run_with(&model.variables(), &["doctor"]);
    assert_eq!(well.code, Some(0), "{well:?}");
    assert!(well.stdout.contains("scripted of openai-compatible answers"), "{well:?}");
    let gone = model.url.clone();
    drop(model);
    let variables = [("OPENAI_BASE_URL", gone.as_str()), ("VOUCH_MODEL", "x")];
    let unwell = run_with(&variables, &["doctor"]);
    assert_eq!(unwell.code, Some(1), "{unwell:?}");
    assert!(unwell.stdout.contains("✗ model of") && unwell.stdout.contains("server runs"), "{unwell:?}");
    let refusing = Model::start(Script::always(Turn::status(401, format!("Incorrect API key provided: {KEY}"))));
    let unwell = run_with(&refusing.variables(), &["doctor"]);
    assert!(unwell.stdout.contains("did not accept the key") && !unwell.stdout.contains(KEY), "{unwell:?}");
}

#[test]
fn a_mind_without_its_model_is_refused_with_what_to_set() {
    for (mind, variable) in [("anthropic", "ANTHROPIC_API_KEY"), ("openai", "OPENAI_API_KEY")] {
        let run = run_with(&[], &[&ASK[..], &["--mind", mind]].concat());
        assert_ne!(run.code, Some(0), "{run:?}");
        assert!(run.stderr.contains(variable), "{run:?}");
    }
    let model = Model::start(script());
    let builtin = run_with(&model.variables(), &[&ASK[..], &["--mind", "builtin"]].concat());
    assert_eq!(builtin.code, Some(0));
    assert!(model.server.requests().is_empty());
}

#[test]
fn query_is_one_call_and_query_agentic_three() {
    let model = Model::start(script());
    let server = Server::start_with(&model.variables());
    let simple = server.post("/query", &json!({"query": "how many customers are there?"}));
    assert_eq!(simple.status, 200, "{simple:?}");
    let reply = simple.json();
    assert_eq!((&reply["success"], &reply["method"]), (&json!(true), &json!("simple")), "{reply:#}");
    assert_eq!(reply["results"]["data"], json!([{"customer_count": 6_000}]));
    assert!(reply["validation"].is_object());
    assert_eq!(model.server.requests().len(), 1);
    // Another question: the first one is remembered by now.
    let full = server.post("/query-agentic", &json!({"query": "what is the number of our customers?"}));
    assert_eq!(full.json()["explanation"], "There are 6,000 customers.");
    assert_eq!(model.server.requests().len(), 4);
}

#[test]
fn prompts_and_rules_come_from_folders() {
    let model = Model::start(script());
    let own = folder(&[("explain.md", "Tell it like a poet: {{ question | fence(\"question\") }}")]);
    let rules = folder(&[("shop.yaml", "- term: customer\n  definition: A customer is anyone who ever ordered.\n")]);
    let own_path = own.path().display().to_string();
    let rules_path = rules.path().display().to_string();
    let folders = vec![("VOUCH_PROMPTS_DIR", own_path.as_str()), ("VOUCH_KNOWLEDGE_DIR", rules_path.as_str())];
    let run = run_with(&[model.variables(), folders].concat(), &ASK);
    assert_eq!(run.code, Some(0), "{run:?}");
    let requests = model.server.requests();
    assert!(requests.iter().any(|r| r.last_user().starts_with("Tell it like a poet")));
    assert!(requests.iter().any(|r| purpose(r) == "draft" && r.contains("anyone who ever ordered")));

    std::fs::write(own.path().join("explain.md"), "{{ nothing_like_it }}").unwrap();
    let broken = run_with(&[model.variables(), vec![("VOUCH_PROMPTS_DIR", &own_path)]].concat(), &ASK);
    assert_ne!(broken.code, Some(0));
    assert!(broken.stderr.contains("explain.md"), "{broken:?}");
}
