use super::layers::mask_password;
use super::*;

fn with_file(text: &str) -> Layers {
    let table = text.parse().unwrap();
    // A folder of its own, so that the machine's data folder plays no part.
    let variables = [("VOUCH_DATA_DIR".to_owned(), "/data".to_owned())].into();
    Layers { file: Some((PathBuf::from("vouch.toml"), table)), variables, ..Layers::default() }
}

fn entry<'a>(settings: &'a Settings, name: &str) -> &'a Entry {
    settings.entries.iter().find(|e| e.name == name).unwrap()
}

#[test]
fn later_layers_win_and_the_origin_is_kept() {
    let mut layers = with_file("max_rows = 5\nport = 1000\nhost = \"localhost\"");
    layers.variables.insert("VOUCH_MAX_ROWS".into(), "6".into());
    layers.variables.insert("VOUCH_PORT".into(), "1001".into());
    layers.flags.insert("max_rows", "7".into());
    let settings = Settings::resolve(&layers).unwrap();
    assert_eq!((settings.max_rows, settings.port, settings.host.as_str()), (7, 1001, "localhost"));
    assert_eq!(settings.max_attempts, 3);
    assert_eq!(entry(&settings, "max_rows").origin, Origin::Flag);
    assert_eq!(entry(&settings, "port").origin, Origin::Variable("VOUCH_PORT"));
    assert_eq!(entry(&settings, "host").origin, Origin::File("vouch.toml".into()));
    assert_eq!(entry(&settings, "max_attempts").origin, Origin::Default);
}

#[test]
fn an_empty_variable_says_nothing() {
    let mut layers = with_file("max_rows = 5");
    layers.variables.insert("VOUCH_MAX_ROWS".into(), String::new());
    assert_eq!(Settings::resolve(&layers).unwrap().max_rows, 5);
}

#[test]
fn wrong_values_name_the_setting_and_its_origin() {
    for (text, part) in [
        ("max_rows = 0", "max_rows"),
        ("max_rows = 10001", "1 to 10000"),
        ("max_attempts = 6", "1 to 5"),
        ("max_attempts = \"many\"", "many"),
        ("port = 70000", "port"),
        ("mind = \"oracle\"", "oracle"),
        ("privacy = \"on\"", "schema_only"),
        ("budget_usd = -1", "budget_usd"),
        ("sql_reasoning = \"often\"", "auto, always, never"),
        ("stages_off = \"explain, think\"", "think"),
        ("models = 5", "[models]"),
        ("prices = 5", "[[prices]]"),
        ("time_zone = \"Mars/Base\"", "Mars/Base"),
        ("sources = 5", "[sources]"),
    ] {
        let error = Settings::resolve(&with_file(text)).unwrap_err();
        assert!(error.message.contains(part), "{text}: {error}");
    }
}

#[test]
fn a_key_that_is_no_setting_is_an_error() {
    let error = Settings::resolve(&with_file("colour = \"blue\"")).unwrap_err();
    assert!(error.message.contains("'colour'"), "{error}");
}

#[test]
fn a_variable_that_is_no_setting_is_mentioned() {
    let mut layers = with_file("");
    layers.variables.insert("VOUCH_MAX_ROW".into(), "6".into());
    layers.variables.insert("VOUCH_LOG".into(), "debug".into());
    let warnings = Settings::resolve(&layers).unwrap().warnings;
    assert_eq!(warnings, ["the variable VOUCH_MAX_ROW is not a setting and does nothing"]);
}

#[test]
fn secrets_are_never_shown() {
    let mut layers = with_file("source = \"postgres://me:hunter2@db/sales\"\n[sources]\na = \"postgres://x:pw@h\"");
    layers.variables.insert("OPENAI_API_KEY".into(), "sk-very-secret".into());
    let shown = format!("{:?}", Settings::resolve(&layers).unwrap().entries);
    assert!(!shown.contains("hunter2") && !shown.contains("sk-very") && !shown.contains("pw@"), "{shown}");
    assert_eq!(mask_password("postgres://me:a@b:c@db/x"), "postgres://me:********@db/x");
    assert_eq!(mask_password("duckdb:/a/b@c.duckdb"), "duckdb:/a/b@c.duckdb");
}

#[test]
fn every_setting_has_its_own_names() {
    let mut names: Vec<_> = KEYS.iter().flat_map(|k| [k.name, k.variable]).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn times_are_read_in_the_zone() {
    let berlin = clock::time_zone(Some("Europe/Berlin")).unwrap();
    let at = |text: &str| Clock::new(berlin.clone(), Some(text)).map(|c| c.now().to_string());
    assert_eq!(at("2025-06-30").unwrap(), "2025-06-30T12:00:00+02:00[Europe/Berlin]");
    assert_eq!(at("2025-01-30T23:30").unwrap(), "2025-01-30T23:30:00+01:00[Europe/Berlin]");
    assert_eq!(at("2025-06-30T23:30:00Z").unwrap(), "2025-07-01T01:30:00+02:00[Europe/Berlin]");
    assert_eq!(at("2025-06-30 08:00").unwrap(), "2025-06-30T08:00:00+02:00[Europe/Berlin]");
    for wrong in ["yesterday", "2025-13-01", "", "2025-06-31"] {
        assert!(at(wrong).is_err(), "{wrong}");
    }
}
