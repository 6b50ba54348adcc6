use super::*;
use crate::{Event, ModelCall};
use serde_json::json;

/// An event is read through a buffer, in which a text is no longer there.
#[test]
fn what_was_sent_survives_being_stored() {
    let request = json!({"messages": [{"role": "user", "text": "two\nlines"}], "temperature": 0.3});
    let call = ModelCall {
        purpose: "draft".into(),
        vendor: "openai".into(),
        model: "m".into(),
        request: JsonText::of(&request).unwrap(),
        reply: None,
        error: None,
        millis: 1.0,
        input_tokens: 1,
        output_tokens: 1,
        cost_usd: None,
    };
    let stored = serde_json::to_string(&Event::ModelCalled { call: Box::new(call.clone()) }).unwrap();
    assert!(!stored.contains('\n'), "events are stored a line each: {stored}");
    let Event::ModelCalled { call: read } = serde_json::from_str(&stored).unwrap() else { panic!("{stored}") };
    assert_eq!(*read, call);
    assert_eq!(read.request.read::<serde_json::Value>().unwrap(), request);
    let tree = serde_json::to_value(Event::ModelCalled { call: Box::new(call) }).unwrap();
    assert_eq!(tree["call"]["request"], request);
}
