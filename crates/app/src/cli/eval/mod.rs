//! `vouch eval`: asks questions whose answers are known, and prints the score and every miss.
//!
//! The questions go through the same function as everybody else's; what is right is decided in `compare`, by the rules
//! in `evals/README.md`.

mod calibrate;
mod compare;
mod learn;
mod looks;
mod memory;
mod people;
mod period;
mod public;
mod run;
mod score;
mod suite;
mod synonyms;
mod wrong_database;

use super::arguments::Global;
use super::interrupt::Interrupt;
use super::print::Look;
use super::{Failure, Outcome};
use crate::settings::{Clock, Settings};
use clap::ValueEnum;
use score::Score;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SuiteName {
    /// Questions of our own
    Vouch,
    /// Spider's questions, judged by execution as its official evaluator does
    Spider,
    /// BIRD's questions, the same
    Bird,
    /// WikiSQL's questions, each about one table
    Wikisql,
}

#[derive(clap::Args)]
pub struct Arguments {
    /// Which kind of question set
    #[arg(long, value_enum, default_value = "vouch")]
    suite: SuiteName,
    /// Folder of the question sets
    #[arg(long, value_name = "DIR", default_value = "evals")]
    path: PathBuf,
    /// Only this set; may be given several times
    #[arg(long = "set", value_name = "NAME")]
    sets: Vec<String>,
    /// Only the first questions of each set
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
    /// Print the score alone
    #[arg(long)]
    no_misses: bool,
    /// Exit with 1 when less than this share is right
    #[arg(long, value_name = "PERCENT")]
    floor: Option<f64>,
    /// Exit with 1 when more than this share of the questions without an answer is answered as if fine
    #[arg(long, value_name = "PERCENT")]
    ceiling: Option<f64>,
    /// Instead: ask N of Spider's training questions (in --path) of databases they are not about
    #[arg(long, value_name = "N")]
    wrong_database: Option<usize>,
    /// Public sets: the file of questions, without its ending
    #[arg(long, value_name = "NAME", default_value = "train")]
    split: String,
    /// Public sets: score these answers instead, one statement a line, or JSON by question
    #[arg(long, value_name = "FILE")]
    predictions: Option<PathBuf>,
    /// With --predictions: put each answer through guard, first aid, execution and checks, as a model's first draft
    #[arg(long, requires = "predictions")]
    through_workflow: bool,
    /// Public sets: what people call tables and columns, as YAML
    #[arg(long, value_name = "FILE")]
    synonyms: Option<PathBuf>,
    /// Public sets: list what was won and lost against an earlier run, as printed with --json
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Learn the built-in engine's weights from the questions and write them into this folder
    #[arg(long, value_name = "DIR")]
    learn: Option<PathBuf>,
    /// Public sets: check verdicts against those of the official evaluator, a pair of queries a line
    #[arg(long, value_name = "FILE")]
    verify: Option<PathBuf>,
}

pub async fn run(arguments: Arguments, global: &Global) -> Result<Outcome, Failure> {
    match arguments.suite {
        SuiteName::Vouch => {}
        SuiteName::Spider => return run_public(&arguments, global, public::Rules::Spider).await,
        SuiteName::Bird => return run_public(&arguments, global, public::Rules::Bird).await,
        SuiteName::Wikisql => return run_public(&arguments, global, public::Rules::WikiSql).await,
    }
    // A fixed zone: a score must not depend on where it is taken.
    let settings = global.settings([("time_zone", Some("UTC".to_owned()))])?;
    let interrupt = Interrupt::listen();
    let score = match arguments.wrong_database {
        Some(count) => wrong_database::run(&arguments.path, count, &settings, &interrupt).await?,
        None => {
            let suite = suite::Suite::read(&arguments.path, &arguments.sets, arguments.limit)?;
            if let Some(folder) = &arguments.learn {
                return learn_people(&suite, &settings, folder, &interrupt).await;
            }
            run::run(&suite, &settings, &interrupt).await?
        }
    };
    if interrupt.happened() {
        return Ok(Outcome::Stopped);
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.json {
        writeln!(out, "{:#}", score.to_json(!arguments.no_misses))?;
    } else {
        score.write(&mut out, &Look::of_stdout(), !arguments.no_misses)?;
    }
    out.flush()?;
    Ok(verdict(&score, arguments.floor, arguments.ceiling))
}

async fn learn_people(
    suite: &suite::Suite,
    settings: &Settings,
    folder: &Path,
    interrupt: &Interrupt,
) -> Result<Outcome, Failure> {
    let lessons = people::learn(suite, settings, folder, interrupt).await?;
    if interrupt.happened() {
        return Ok(Outcome::Stopped);
    }
    let heading = "Learned by `vouch eval --suite vouch --learn`; see docs/linguist.md.";
    std::fs::write(folder.join("ranking_people.txt"), learn::write(&lessons.ranking, heading))?;
    std::fs::write(folder.join("confidence_people.txt"), learn::write(&lessons.confidence, heading))?;
    write!(io::stdout().lock(), "{}", lessons.report)?;
    Ok(Outcome::Success)
}

/// The clock of public sets: a score must not depend on when it is taken.
const PUBLIC_NOW: &str = "2026-11-15T12:00:00Z";

async fn run_public(arguments: &Arguments, global: &Global, rules: public::Rules) -> Result<Outcome, Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    if let Some(pairs) = &arguments.verify {
        let agreement = public::verify(pairs, &arguments.path).await?;
        agreement.disputed.iter().try_for_each(|pair| writeln!(out, "{pair}"))?;
        writeln!(out, "{} of {} verdicts agree", agreement.agreed, agreement.all)?;
        let graded = agreement.graded - agreement.graded_otherwise;
        writeln!(out, "{graded} of {} difficulties agree", agreement.graded)?;
        out.flush()?;
        let all = agreement.disputed.is_empty() && agreement.graded_otherwise == 0;
        return Ok(if all { Outcome::Success } else { Outcome::NotAnswered });
    }
    let settings = global.settings([("time_zone", Some("UTC".to_owned()))])?;
    let interrupt = Interrupt::listen();
    let request = public::Request {
        path: &arguments.path,
        split: &arguments.split,
        rules,
        limit: arguments.limit,
        predictions: arguments.predictions.as_deref(),
        only: &arguments.sets,
        synonyms: arguments.synonyms.as_deref().map(synonyms::read).transpose()?.unwrap_or_default(),
        now: Clock::new(settings.time_zone.clone(), Some(PUBLIC_NOW))?.now(),
    };
    if let Some(folder) = &arguments.learn {
        let learned = public::learn(&request, folder, &interrupt).await?;
        let heading = "Learned by `vouch eval --suite spider --learn`; see docs/linguist.md.";
        std::fs::write(folder.join("ranking.txt"), learn::write(&learned.ranking, heading))?;
        std::fs::write(folder.join("confidence.txt"), learn::write(&learned.confidence, heading))?;
        std::fs::write(folder.join("databases.txt"), &learned.databases)?;
        write!(out, "{}", learned.report)?;
        out.flush()?;
        return Ok(Outcome::Success);
    }
    if arguments.through_workflow {
        return run_drafts(arguments, &request, &interrupt).await;
    }
    let report = public::run(&request, &interrupt).await?;
    if interrupt.happened() {
        return Ok(Outcome::Stopped);
    }
    // What only gives a figure is never looked at, whoever asks.
    let with_misses = !arguments.no_misses && !public::is_reserved(&arguments.path, &arguments.split);
    let look = Look::of_stdout();
    if arguments.json {
        writeln!(out, "{:#}", report.to_json(with_misses))?;
    } else {
        report.write(&mut out, &look, with_misses && arguments.against.is_none())?;
    }
    if let (Some(earlier), true) = (&arguments.against, with_misses) {
        report.write_changes(&mut out, &look, earlier)?;
    }
    out.flush()?;
    let below = arguments.floor.is_some_and(|floor| report.percent_right() < floor);
    Ok(if below { Outcome::NotAnswered } else { Outcome::Success })
}

async fn run_drafts(
    arguments: &Arguments,
    request: &public::Request<'_>,
    interrupt: &Interrupt,
) -> Result<Outcome, Failure> {
    let gains = public::through_workflow(request, interrupt).await?;
    if interrupt.happened() {
        return Ok(Outcome::Stopped);
    }
    let with_drafts = !arguments.no_misses && !public::is_reserved(&arguments.path, &arguments.split);
    let mut out = io::BufWriter::new(io::stdout().lock());
    if arguments.json {
        writeln!(out, "{:#}", gains.to_json(with_drafts))?;
    } else {
        gains.write(&mut out, &Look::of_stdout(), with_drafts)?;
    }
    out.flush()?;
    Ok(if gains.lost_nothing() { Outcome::Success } else { Outcome::NotAnswered })
}

fn verdict(score: &Score, floor: Option<f64>, ceiling: Option<f64>) -> Outcome {
    let below = floor.is_some_and(|floor| score.percent_right().is_some_and(|percent| percent < floor));
    let above = ceiling.is_some_and(|most| score.percent_as_if_fine().is_some_and(|percent| percent > most));
    if below || above { Outcome::NotAnswered } else { Outcome::Success }
}
