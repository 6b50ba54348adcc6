//! The command line: one file per command, and the only room that prints.
//!
//! A command reads its arguments, resolves the settings once, calls what does the work, and shows the outcome. Answers go
//! to stdout; progress, notes and errors to stderr. Exit code 0 is success, 1 a question that could not be answered,
//! 2 wrong usage, 130 stopped with Ctrl-C.

mod arguments;
mod ask;
mod chat;
mod check;
mod completions;
mod config;
mod doctor;
mod eval;
mod explore;
mod failure;
mod interrupt;
mod keys;
mod mcp;
mod opening;
mod output;
mod print;
mod profile;
mod progress;
mod replay;
mod report;
mod schema;
mod serve;
mod sql;
mod unbuilt;

use clap::{Parser, Subcommand};
use failure::{Failure, Outcome};
use print::Look;
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "vouch", version, about = "Answers questions about data, and vouches for each answer.")]
#[command(max_term_width = 100)]
struct Arguments {
    #[command(flatten)]
    global: arguments::Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Answer one question about files, a database or the demo data
    Ask(ask::Arguments),
    /// Ask one question after the other, with follow-ups
    Chat(chat::Arguments),
    /// Look around in the data until nothing new is found
    Explore(explore::Arguments),
    /// Explore, then write what was found as Markdown, a page or PDF
    Report(report::Arguments),
    /// Run hand-written SQL through the same guard, limits and checks
    Sql(sql::Arguments),
    /// Judge SQL without running it
    Check(check::Arguments),
    /// Show tables and columns as a model would see them
    Schema(schema::Arguments),
    /// Show what the columns of files hold
    Profile(profile::Arguments),
    /// Show the settings
    Config(config::Arguments),
    /// Tell what works on this machine
    Doctor(doctor::Arguments),
    /// Print completions for a shell
    Completions(completions::Arguments),
    /// Serve the page and the API on this machine
    Serve(serve::Arguments),
    /// Make, list and revoke the keys of a server
    Keys(keys::Arguments),
    /// Offer the same tools to an agent, over stdin and stdout (MCP)
    Mcp(mcp::Arguments),
    /// Run a kept answer again and compare
    Replay(replay::Arguments),
    /// Score the answers to a set of questions
    Eval(eval::Arguments),
    /// Reads an upload, for the server that started it
    #[command(hide = true, name = crate::service::LOAD_COMMAND)]
    LoadFiles { order: String },
    /// Runs one statement, for the program that started it
    #[command(hide = true, name = crate::wiring::STATEMENT_COMMAND)]
    RunStatement,
    #[command(flatten)]
    Unbuilt(unbuilt::Commands),
}

/// Runs the program and returns its exit code.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if matches!(arguments.command, Command::RunStatement) {
        vouch_connectors::obey(&mut std::io::stdout().lock());
        return ExitCode::SUCCESS;
    }
    init_log();
    let look = Look::of_stderr();
    let outcome = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|e| Failure::new(format!("the program cannot start its threads: {e}"), None))
        .and_then(|runtime| {
            let outcome = runtime.block_on(run(arguments));
            // A statement that ignores its interrupt must not keep the program alive.
            runtime.shutdown_timeout(std::time::Duration::from_millis(200));
            outcome
        });
    match outcome {
        Ok(outcome) => outcome.exit_code(),
        Err(failure) => failure.report(&look),
    }
}

async fn run(arguments: Arguments) -> Result<Outcome, Failure> {
    let global = arguments.global;
    match arguments.command {
        Command::Ask(arguments) => ask::run(arguments, &global).await,
        Command::Chat(arguments) => chat::run(arguments, &global).await,
        Command::Explore(arguments) => explore::run(arguments, &global).await,
        Command::Report(arguments) => report::run(arguments, &global).await,
        Command::Sql(arguments) => sql::run(arguments, &global).await,
        Command::Check(arguments) => check::run(arguments, &global).await,
        Command::Schema(arguments) => schema::run(arguments, &global).await,
        Command::Profile(arguments) => profile::run(arguments, &global).await,
        Command::Config(arguments) => config::run(arguments, &global),
        Command::Doctor(arguments) => doctor::run(arguments, &global).await,
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Serve(arguments) => serve::run(arguments, &global).await,
        Command::Keys(arguments) => keys::run(arguments, &global).await,
        Command::Mcp(arguments) => mcp::run(arguments, &global).await,
        Command::Replay(arguments) => replay::run(arguments, &global).await,
        Command::Eval(arguments) => eval::run(arguments, &global).await,
        Command::LoadFiles { order } => {
            println!("{}", crate::service::load_by_order(&order));
            Ok(Outcome::Success)
        }
        Command::RunStatement => Ok(Outcome::Success),
        Command::Unbuilt(command) => Err(command.refuse()),
    }
}

/// Logs go to stderr and are quiet unless asked for: `VOUCH_LOG=debug`, for a collector `VOUCH_LOG_FORMAT=json`.
fn init_log() {
    let filter = std::env::var("VOUCH_LOG").unwrap_or_else(|_| "warn".to_owned());
    let filter = tracing_subscriber::EnvFilter::try_new(filter).unwrap_or_default();
    let ansi = Look::of_stderr().color;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(ansi);
    // Fails only when a log is there already, which is as good.
    let _ = match std::env::var("VOUCH_LOG_FORMAT").as_deref() {
        Ok("json") => log.json().flatten_event(true).with_target(false).try_init(),
        _ => log.without_time().with_target(false).try_init(),
    };
}

#[cfg(test)]
#[path = "cli_tests.rs"]
mod tests;
