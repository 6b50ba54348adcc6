//! An earlier answer with pieces taken away: nobody has to think about it, the statement is known but for those.

use crate::mind::{BUILTIN, Draft, Frame, Refusal, Scene};
use vouch_model::{ContextPart, Edit, ErrorCode, Intent};

/// As sure as the person is who took the pieces away.
const BY_HAND: f64 = 0.95;

pub fn frame(scene: &Scene<'_>, edit: &Edit) -> Frame {
    let standalone = format!("{} (without {})", edit.standalone, labels(&edit.without));
    let ids: Vec<&str> = edit.without.iter().map(|part| part.id.as_str()).collect();
    // The ids are the reading's where there was one: the statement may count its pieces otherwise.
    let draft = match &edit.reading {
        Some(reading) => from_reading(scene, edit, reading, &ids),
        None => from_statement(scene, edit, &ids),
    };
    match draft {
        Some(draft) => Frame::query(standalone, true, vec![draft]),
        None => Frame::refused(Intent::TextToSql, &standalone, refusal()),
    }
}

fn from_reading(scene: &Scene<'_>, edit: &Edit, reading: &serde_json::Value, ids: &[&str]) -> Option<Draft> {
    let candidate = scene.view.linguist.without(reading, ids)?;
    Some(Draft { reading: Some(candidate.form), ..draft(candidate.sql, candidate.summary, edit) })
}

fn from_statement(scene: &Scene<'_>, edit: &Edit, ids: &[&str]) -> Option<Draft> {
    let checked = scene.view.check(&edit.sql, scene.request.max_rows).ok()?;
    let sql = vouch_sql::without(&checked, Some(&scene.view.catalog), ids)?;
    Some(draft(sql, edit.standalone.clone(), edit))
}

fn draft(sql: String, summary: String, edit: &Edit) -> Draft {
    let notes = vec![format!("Left out of the earlier question: {}.", labels(&edit.without))];
    Draft { sql, mind: BUILTIN.to_owned(), confidence: BY_HAND, summary, notes, reading: None }
}

fn labels(parts: &[ContextPart]) -> String {
    parts.iter().map(|part| part.label.as_str()).collect::<Vec<_>>().join(", ")
}

fn refusal() -> Refusal {
    Refusal {
        code: ErrorCode::InvalidInput,
        message: "That part cannot be taken away from the earlier question: the data or its tables have changed since."
            .into(),
        suggestions: vec!["Ask the question again in full.".into()],
    }
}
