//! `vouch eval`: asks questions whose answers are known, and prints the score and every miss.
//!
//! The questions go through the same function as everybody else's; what is right is decided in `compare`, by the rules
//! in `evals/README.md`.

mod compare;
mod period;
mod run;
mod score;
mod suite;
mod wrong_database;

use super::arguments::Global;
use super::interrupt::Interrupt;
use super::print::Look;
use super::unbuilt::not_built;
use super::{Failure, Outcome};
use clap::ValueEnum;
use score::Score;
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SuiteName {
    /// Questions of our own
    Vouch,
    #[value(hide = true)]
    Spider,
    #[value(hide = true)]
    Bird,
    #[value(hide = true)]
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
    #[arg(long, hide = true)]
    split: Option<String>,
}

pub async fn run(arguments: Arguments, global: &Global) -> Result<Outcome, Failure> {
    match arguments.suite {
        SuiteName::Vouch => {}
        SuiteName::Spider => return Err(not_built("`--suite spider`")),
        SuiteName::Bird => return Err(not_built("`--suite bird`")),
        SuiteName::Wikisql => return Err(not_built("`--suite wikisql`")),
    }
    if arguments.split.is_some() {
        return Err(not_built("`--split`"));
    }
    // A fixed zone: a score must not depend on where it is taken.
    let settings = global.settings([("time_zone", Some("UTC".to_owned()))])?;
    let interrupt = Interrupt::listen();
    let score = match arguments.wrong_database {
        Some(count) => wrong_database::run(&arguments.path, count, &settings, &interrupt).await?,
        None => {
            let suite = suite::Suite::read(&arguments.path, &arguments.sets, arguments.limit)?;
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

fn verdict(score: &Score, floor: Option<f64>, ceiling: Option<f64>) -> Outcome {
    let below = floor.is_some_and(|floor| score.percent_right().is_some_and(|percent| percent < floor));
    let above = ceiling.is_some_and(|most| score.percent_as_if_fine().is_some_and(|percent| percent > most));
    if below || above { Outcome::NotAnswered } else { Outcome::Success }
}
