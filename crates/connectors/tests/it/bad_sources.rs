use crate::fixture::{ENGINES, SHOP, source, url};
use tempfile::TempDir;
use vouch_connectors::{ConnectorError, open};
use vouch_model::{Dialect, ErrorCode};

async fn refusal(engine: Dialect, path: &std::path::Path) -> (String, String) {
    match open("bad", &url(engine, path)).await {
        Ok(_) => panic!("{engine} opened {}", path.display()),
        Err(error) => {
            assert_eq!(error.code(), ErrorCode::SourceUnavailable, "{error}");
            (error.to_string(), error.hint().expect("a hint"))
        }
    }
}

#[tokio::test]
async fn what_is_no_database_gets_a_clear_word() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("empty.db"), "").unwrap();
    std::fs::write(at("text.db"), "name,age\nAda,36\nBob,41\n").unwrap();
    for engine in ENGINES {
        assert!(refusal(engine, &at("missing.db")).await.0.contains("there is no file"));
        assert!(refusal(engine, folder.path()).await.0.contains("is a directory"));
        assert!(refusal(engine, &at("empty.db")).await.0.contains("is empty"));
        assert!(refusal(engine, &at("text.db")).await.0.contains("is not a database file"));
    }
}

#[tokio::test]
async fn the_other_engines_file_is_named_as_such() {
    for (engine, other) in [(Dialect::DuckDb, Dialect::Sqlite), (Dialect::Sqlite, Dialect::DuckDb)] {
        let shop = source(engine, SHOP).await;
        let (_, hint) = refusal(other, &shop.path).await;
        assert!(hint.contains(&format!("{engine}:")), "{hint}");
    }
}

#[tokio::test]
async fn a_damaged_database_fails_with_an_error_and_not_a_crash() {
    for engine in ENGINES {
        let shop = source(engine, SHOP).await;
        let whole = std::fs::read(&shop.path).unwrap();
        for (name, damage) in [("cut", true), ("scrambled", false)] {
            let path = shop.folder.path().join(name);
            let mut bytes = whole.clone();
            if damage {
                bytes.truncate(whole.len() / 3);
            } else {
                bytes.iter_mut().skip(20).for_each(|byte| *byte = byte.wrapping_mul(31).wrapping_add(7));
            }
            std::fs::write(&path, bytes).unwrap();
            // Some damage shows only when the pages are read; then the catalog must say so or leave the table out.
            match open("bad", &url(engine, &path)).await {
                Err(error) => assert!(matches!(error, ConnectorError::Unavailable { .. }), "{engine} {name}: {error}"),
                Ok(opened) => drop(opened.catalog().await),
            }
        }
    }
}
