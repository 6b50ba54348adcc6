use super::*;
use serde_json::json;

#[derive(Debug, Deserialize)]
struct Place {
    #[serde(default, deserialize_with = "client_id")]
    client_id: Option<String>,
    #[serde(flatten)]
    _rest: NothingMeant,
}

#[derive(Debug, Deserialize)]
struct Arguments {
    sql: String,
    #[serde(flatten)]
    place: Place,
}

fn read(value: serde_json::Value) -> Result<Option<String>, String> {
    let read: Result<Arguments, _> = serde_json::from_value(value);
    read.map_err(|error| error.to_string()).map(|read| {
        assert_eq!(read.sql, "SELECT 1");
        read.place.client_id
    })
}

#[test]
fn a_client_is_a_number_or_a_text_and_never_overlooked() {
    assert_eq!(read(json!({"sql": "SELECT 1"})), Ok(None));
    assert_eq!(read(json!({"sql": "SELECT 1", "client_id": 2, "other": [1]})), Ok(Some("2".to_owned())));
    assert_eq!(read(json!({"sql": "SELECT 1", "client_id": "b"})), Ok(Some("b".to_owned())));
    for name in ["clientId", "client-id", "clientid", "CLIENT_ID", "clent_id"] {
        let refused = read(json!({"sql": "SELECT 1", name: "2"})).unwrap_err();
        assert!(refused.contains(name) && refused.contains("'client_id'"), "{refused}");
    }
    assert!(read(json!({"sql": "SELECT 1", "client_id": [2]})).is_err());
}
