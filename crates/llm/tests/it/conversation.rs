//! What is said and heard when all goes well.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::support::{Provider, ask, call, for_every_provider, pieces, text_of, tool, with_output};
use serde_json::json;
use std::time::Duration;
use vouch_llm::{
    ChatRequest, Chunk, Effort, Message, Part, StopReason, TokenUsage, ToolCall, complete, connect, probe,
};
use vouch_testing::{Chunking, Script, Stop, Turn, Usage};

/// Between two parts of a reply.
const PAUSE: Duration = Duration::from_millis(2);

for_every_provider!(
    pieces_come_in_order,
    tool_calls_come_whole,
    interleaved_tool_calls_are_told_apart,
    usage_tells_cached_tokens_apart,
    what_is_stable_comes_first_and_is_marked,
    a_schema_goes_where_the_vendor_wants_it,
    a_refused_schema_is_put_into_words_and_remembered,
    a_refused_temperature_is_left_out_and_remembered,
    the_reason_for_the_end_is_known,
    a_conversation_with_tools_is_sent_whole,
    another_model_is_asked_for_by_name,
    connections_are_used_again,
    a_probe_says_who_answers,
);

async fn pieces_come_in_order(provider: Provider) {
    let said = "Größte Städte: 東京, São Paulo 🌇 and so on.";
    // What arrives together is passed on together, so it must not.
    let slowly = Turn::text(said).thinking("Let me see.").delta(3).chunking(Chunking::Every(200)).pause(PAUSE);
    let (server, model) = provider.with(Script::always(slowly)).await;
    let (pieces, error) = pieces(&*model, &ask("Which?"), &call()).await;
    assert_eq!(error, None);
    let kinds: Vec<&str> = pieces
        .iter()
        .map(|piece| match piece {
            Chunk::Thinking { .. } => "thinking",
            Chunk::Text { .. } => "text",
            Chunk::ToolCall { .. } => "tool",
            Chunk::End { .. } => "end",
        })
        .collect();
    let mut runs = kinds.clone();
    runs.dedup();
    assert_eq!(runs, ["thinking", "text", "end"]);
    assert!(kinds.iter().filter(|kind| **kind == "text").count() > 5, "not in pieces: {kinds:?}");
    assert_eq!(text_of(&pieces), said);
    let reply = complete(&*model, &ask("Which?"), &call()).await.unwrap();
    assert_eq!((reply.text.as_str(), reply.thinking.as_str()), (said, "Let me see."));
    assert_eq!(reply.stop, StopReason::Finished);
    assert_eq!(server.requests()[0].body["stream"], true);
    assert_eq!(server.requests()[0].last_user(), "Which?");
    assert_eq!(server.closed_early(), 0);
}

async fn tool_calls_come_whole(provider: Provider) {
    let turn = Turn::tool_calls([("search", json!({"q": "Umsätze \"2024\""})), ("tables", json!({}))]);
    let (server, model) = provider.with(Script::always(turn.saying_first("I look it up.").delta(2))).await;
    let request = ChatRequest { tools: vec![tool("search"), tool("tables")], ..ask("?") };
    let reply = complete(&*model, &request, &call()).await.unwrap();
    assert_eq!(reply.text, "I look it up.");
    assert_eq!(reply.stop, StopReason::ToolUse);
    let calls: Vec<_> = reply.tool_calls.iter().map(|call| (call.id.as_str(), call.name.as_str())).collect();
    assert_eq!(calls, [("call_0", "search"), ("call_1", "tables")]);
    assert_eq!(reply.tool_calls[0].arguments, json!({"q": "Umsätze \"2024\""}).to_string());
    assert_eq!(reply.tool_calls[1].arguments, "{}");
    let tools = &server.requests()[0].body["tools"];
    assert!(tools[1].to_string().contains("does tables"), "{tools}");
}

async fn interleaved_tool_calls_are_told_apart(provider: Provider) {
    let arguments: Vec<_> = (0..4).map(|n| json!({"q": format!("{n}").repeat(9 + n)})).collect();
    let turn = Turn::tool_calls(arguments.iter().map(|json| ("search", json.clone()))).interleaved().delta(3);
    let (_server, model) = provider.with(Script::always(turn)).await;
    let reply = complete(&*model, &ask("?"), &call()).await.unwrap();
    let got: Vec<_> = reply.tool_calls.iter().map(|call| call.arguments.clone()).collect();
    assert_eq!(got, arguments.iter().map(ToString::to_string).collect::<Vec<_>>());
}

async fn usage_tells_cached_tokens_apart(provider: Provider) {
    let usage = Usage { input: 70, output: 9, cache_read: 1000, cache_write: 30 };
    let (_server, model) = provider.with(Script::always(Turn::text("ok").usage(usage))).await;
    let reply = complete(&*model, &ask("?"), &call()).await.unwrap();
    assert_eq!(reply.usage, TokenUsage { input: 70, output: 9, cache_read: 1000, cache_write: 30 });
    assert_eq!(reply.usage.sent(), 1100);
}

async fn what_is_stable_comes_first_and_is_marked(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::text("ok"))).await;
    let part = |text: &str, cache| Part { text: text.to_owned(), cache };
    let system = vec![part("rules", true), part("", true), part("schema", true), part("today", false)];
    complete(&*model, &ChatRequest { system, ..ask("now") }, &call()).await.unwrap();
    let request = &server.requests()[0];
    assert_eq!(request.system(), "rules\n\nschema\n\ntoday");
    assert!(request.text().ends_with("now"));
    if provider == Provider::Anthropic {
        let marks: Vec<_> = request.body["system"].as_array().unwrap().iter().map(|b| b.get("cache_control")).collect();
        assert_eq!(marks, [Some(&json!({"type": "ephemeral"})), Some(&json!({"type": "ephemeral"})), None]);
        let many = (0..7).map(|n| part(&format!("part {n}"), true)).collect();
        complete(&*model, &ChatRequest { system: many, ..ask("now") }, &call()).await.unwrap();
        let blocks = server.requests()[1].body["system"].clone();
        let marked: Vec<bool> = blocks.as_array().unwrap().iter().map(|b| b.get("cache_control").is_some()).collect();
        assert_eq!(marked, [false, false, false, true, true, true, true], "no more than four are taken");
    }
}

/// Where each API has the schema.
fn schema_at(provider: Provider) -> &'static str {
    match provider {
        Provider::Anthropic => "/output_config/format",
        Provider::OpenaiChat => "/response_format/json_schema",
        Provider::OpenaiResponses => "/text/format",
    }
}

async fn a_schema_goes_where_the_vendor_wants_it(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::json(json!({"sql": "SELECT 1"})))).await;
    complete(&*model, &with_output(ask("?")), &call()).await.unwrap();
    let request = &server.requests()[0];
    let format = request.body.pointer(schema_at(provider)).unwrap();
    assert_eq!(format["schema"]["additionalProperties"], false);
    assert!(!request.system().contains("schema"), "said twice");
    if provider != Provider::Anthropic {
        assert_eq!((&format["name"], &format["strict"]), (&json!("draft_reply"), &json!(true)));
    }
    // A field that need not be there cannot be strict at OpenAI.
    let mut loose = with_output(ask("?"));
    let output = loose.output.as_mut().unwrap();
    let mut schema = serde_json::Value::clone(&output.schema);
    schema["required"] = json!([]);
    output.schema = schema.into();
    complete(&*model, &loose, &call()).await.unwrap();
    let format = server.requests()[1].body.pointer(schema_at(provider)).unwrap().clone();
    assert!(format.get("strict").is_none_or(|strict| strict == false), "{format}");
}

async fn a_refused_schema_is_put_into_words_and_remembered(provider: Provider) {
    let at = schema_at(provider);
    let refusal = match provider {
        Provider::Anthropic => json!({"type": "error", "error": {"type": "invalid_request_error",
            "message": "output_config: Extra inputs are not permitted"}}),
        _ => json!({"error": {"message": "Invalid parameter: 'response_format' of type 'json_schema' is not supported \
            with this model.", "type": "invalid_request_error", "param": "response_format", "code": null}}),
    };
    let script = Script::by(move |request| match request.body.pointer(at) {
        Some(_) => Turn::status(400, refusal.to_string()),
        None => Turn::json(json!({"sql": "SELECT 1"})),
    });
    let (server, model) = provider.with(script).await;
    for _ in 0..2 {
        let reply = complete(&*model, &with_output(ask("?")), &call()).await.unwrap();
        assert_eq!(reply.text, r#"{"sql":"SELECT 1"}"#);
    }
    let requests = server.requests();
    let with_schema: Vec<bool> = requests.iter().map(|request| request.body.pointer(at).is_some()).collect();
    assert_eq!(with_schema, [true, false, false], "asked for in vain once only");
    let words = requests[1].system();
    assert!(words.starts_with("You write SQL.") && words.contains(r#""required":["sql"]"#), "{words}");
}

async fn a_refused_temperature_is_left_out_and_remembered(provider: Provider) {
    let script = Script::by(|request| match request.body.get("temperature") {
        Some(_) => Turn::status(400, "`temperature` is deprecated for this model."),
        None => Turn::text("ok"),
    });
    let (server, model) = provider.with(script).await;
    let old = match provider {
        Provider::Anthropic => "claude-haiku-4-5",
        _ => "gpt-4o",
    };
    let request = ChatRequest { temperature: Some(0.0), model: Some(old.to_owned()), ..ask("?") };
    complete(&*model, &request, &call()).await.unwrap();
    complete(&*model, &request, &call()).await.unwrap();
    assert_eq!(server.requests().len(), 3);
    // The vendor's own model is known not to take it, and to take an effort.
    let request = ChatRequest { temperature: Some(0.0), effort: Some(Effort::Low), ..ask("?") };
    complete(&*model, &request, &call()).await.unwrap();
    assert_eq!(server.requests().len(), 4);
    let body = server.requests()[3].body.clone();
    let effort = match provider {
        Provider::Anthropic => "/output_config/effort",
        Provider::OpenaiChat => "/reasoning_effort",
        Provider::OpenaiResponses => "/reasoning/effort",
    };
    assert_eq!(body.pointer(effort), Some(&json!("low")), "{body}");
}

async fn the_reason_for_the_end_is_known(provider: Provider) {
    for (stop, wanted) in [(Stop::Length, StopReason::Length), (Stop::Refusal, StopReason::Refused)] {
        let (_server, model) = provider.with(Script::always(Turn::text("I am").stop(stop))).await;
        let reply = complete(&*model, &ask("?"), &call()).await.unwrap();
        assert_eq!((reply.text.as_str(), reply.stop), ("I am", wanted));
    }
}

async fn a_conversation_with_tools_is_sent_whole(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::text("ok"))).await;
    let call_of = |id: &str, arguments: &str| ToolCall {
        id: id.to_owned(),
        name: "search".to_owned(),
        arguments: arguments.to_owned(),
    };
    let result = |id: &str, text: &str, is_error| Message::Tool { id: id.to_owned(), text: text.to_owned(), is_error };
    let messages = vec![
        Message::User { text: "first".to_owned() },
        Message::Assistant {
            text: String::new(),
            tool_calls: vec![call_of("a", r#"{"q":1}"#), call_of("b", "{not json")],
        },
        result("a", "found", false),
        result("b", "broken", true),
        Message::User { text: "second".to_owned() },
    ];
    complete(&*model, &ChatRequest { messages, ..ask("") }, &call()).await.unwrap();
    let body = server.requests()[0].body.clone();
    let (field, wanted) = match provider {
        Provider::Anthropic => (
            "messages",
            json!([
            {"role": "user", "content": [{"type": "text", "text": "first"}]},
            {"role": "assistant", "content": [
                {"type": "tool_use", "id": "a", "name": "search", "input": {"q": 1}},
                {"type": "tool_use", "id": "b", "name": "search", "input": {"unreadable": "{not json"}}]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": "found"},
                {"type": "tool_result", "tool_use_id": "b", "content": "broken", "is_error": true},
                {"type": "text", "text": "second"}]}]),
        ),
        Provider::OpenaiChat => (
            "messages",
            json!([
            {"role": "system", "content": "You write SQL."},
            {"role": "user", "content": "first"},
            {"role": "assistant", "content": null, "tool_calls": [
                {"id": "a", "type": "function", "function": {"name": "search", "arguments": "{\"q\":1}"}},
                {"id": "b", "type": "function", "function": {"name": "search", "arguments": "{not json"}}]},
            {"role": "tool", "tool_call_id": "a", "content": "found"},
            {"role": "tool", "tool_call_id": "b", "content": "Error: broken"},
            {"role": "user", "content": "second"}]),
        ),
        Provider::OpenaiResponses => (
            "input",
            json!([
            {"role": "user", "content": "first"},
            {"type": "function_call", "call_id": "a", "name": "search", "arguments": "{\"q\":1}"},
            {"type": "function_call", "call_id": "b", "name": "search", "arguments": "{not json"},
            {"type": "function_call_output", "call_id": "a", "output": "found"},
            {"type": "function_call_output", "call_id": "b", "output": "Error: broken"},
            {"role": "user", "content": "second"}]),
        ),
    };
    assert_eq!(body[field], wanted);
}

async fn another_model_is_asked_for_by_name(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::text("ok"))).await;
    complete(&*model, &ask("?"), &call()).await.unwrap();
    complete(&*model, &ChatRequest { model: Some("other".to_owned()), ..ask("?") }, &call()).await.unwrap();
    let asked: Vec<String> = server.requests().iter().map(|request| request.model().to_owned()).collect();
    assert_eq!(asked, [model.model(), "other"]);
    let limit = match provider {
        Provider::Anthropic => "max_tokens",
        Provider::OpenaiChat => "max_completion_tokens",
        Provider::OpenaiResponses => "max_output_tokens",
    };
    // 500 for the reply, and room to think before it.
    assert_eq!(server.requests()[0].body[limit], 2_500);
}

async fn connections_are_used_again(provider: Provider) {
    // The body closes a little after the reply's end, which is read behind the caller's back.
    let late = std::time::Duration::from_millis(50);
    let (server, model) = provider.with(Script::always(Turn::text("ok").linger(late))).await;
    for _ in 0..3 {
        complete(&*model, &ask("?"), &call()).await.unwrap();
        tokio::time::sleep(4 * late).await;
    }
    assert_eq!(server.open_connections(), 1);
    assert_eq!(server.closed_early(), 0);
}

async fn a_probe_says_who_answers(provider: Provider) {
    let (server, model) = provider.with(Script::always(Turn::text(" OK\n"))).await;
    let report = probe(&*model, &call()).await.unwrap();
    assert_eq!((report.text.as_str(), report.model.as_str()), ("OK", model.model()));
    assert!(report.latency > std::time::Duration::ZERO);
    drop(server);
    let gone = connect(vouch_llm::ProviderSettings {
        retry: vouch_llm::RetrySettings { retries: 0, ..Default::default() },
        ..provider.settings("http://127.0.0.1:9")
    });
    assert_eq!(probe(&*gone.unwrap(), &call()).await.unwrap_err().code(), "MODEL_UNAVAILABLE");
}
