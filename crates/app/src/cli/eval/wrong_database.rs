//! Spider's training questions, asked of databases they are not about: what is answered here is answered wrongly.

use super::run::{Opened, ending, progress};
use super::score::{Judged, Score, Verdict};
use super::suite::Case;
use crate::cli::Failure;
use crate::cli::interrupt::Interrupt;
use crate::settings::{Clock, Settings};
use crate::wiring::DataChoice;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

#[derive(Deserialize)]
struct Question {
    db_id: String,
    question: String,
}

/// `count` questions, evenly spread over the file, each with the database half the list away from its own: the same
/// pairs every time.
pub async fn run(path: &Path, count: usize, settings: &Settings, interrupt: &Interrupt) -> Result<Score, Failure> {
    let questions = read(&path.join("train.json"))?;
    let names: Vec<&str> = questions.iter().map(|q| q.db_id.as_str()).collect::<BTreeSet<_>>().into_iter().collect();
    let count = count.min(questions.len());
    let clock = Clock::new(settings.time_zone.clone(), None)?;
    let bar = progress(count);
    let mut score = Score::default();
    for index in 0..count {
        let Some(question) = questions.get(index * questions.len() / count) else { continue };
        let own = names.binary_search(&question.db_id.as_str()).unwrap_or(0);
        let Some(other) = names.get((own + names.len() / 2) % names.len()) else { continue };
        let url = format!("sqlite:{}", path.join(format!("database/{other}/{other}.sqlite")).display());
        let opened = Opened::open_choice(&DataChoice::Url(url), None, settings).await?;
        let case = case(index, question, other);
        let answer = opened.ask(&case, None, settings, &clock, interrupt).await?;
        if interrupt.happened() {
            break;
        }
        let ending = ending(&answer);
        let right = case.accept.iter().any(|accepted| accepted == ending.name());
        score.add(Judged::new(&case, &answer, Verdict { ending, right, offered: false }));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(score)
}

fn case(index: usize, question: &Question, asked_of: &str) -> Case {
    Case {
        set: "wrong_database".to_owned(),
        id: format!("{index} ({} asked of {asked_of})", question.db_id),
        data: None,
        kind: "wrong database".to_owned(),
        question: question.question.clone(),
        session: vec![],
        now: None,
        rows: vec![],
        ordered: false,
        extra_columns: false,
        percent: false,
        alternatives: vec![],
        accept: ["declined", "clarify", "failed"].map(str::to_owned).to_vec(),
    }
}

fn read(file: &Path) -> Result<Vec<Question>, Failure> {
    let hint = "Point --path to a copy of Spider with train.json and database/.";
    let failed = |e: &dyn std::fmt::Display| Failure::usage(format!("{}: {e}", file.display()), hint);
    let text = std::fs::read_to_string(file).map_err(|e| failed(&e))?;
    serde_json::from_str(&text).map_err(|e| failed(&e))
}
