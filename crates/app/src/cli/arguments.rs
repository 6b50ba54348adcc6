//! Arguments that several commands share, and how they become settings, data and requests.

use super::Failure;
use super::print::Drawing;
use crate::session::{Conversations, new_request};
use crate::settings::{Clock, FILE_NAME, Layers, Settings};
use crate::wiring::DataChoice;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use vouch_analyst::Analyst;
use vouch_model::{AskMode, AskRequest, ChartType, SessionId};

/// Before or after any command.
#[derive(Args)]
pub struct Global {
    /// Settings file instead of ./vouch.toml
    #[arg(long, global = true, value_name = "FILE", env = "VOUCH_CONFIG")]
    config: Option<PathBuf>,
    /// Folder for sessions and the demo data
    #[arg(long, global = true, value_name = "DIR")]
    data_dir: Option<PathBuf>,
}

impl Global {
    /// Settings with the flags of one command on top: pairs of setting and value, where one was given.
    pub fn settings<const N: usize>(&self, flags: [(&'static str, Option<String>); N]) -> Result<Settings, Failure> {
        let data_dir = ("data_dir", self.data_dir.as_ref().map(|d| d.display().to_string()));
        let given = flags.into_iter().chain([data_dir]).filter_map(|(name, value)| Some((name, value?)));
        let file = match &self.config {
            Some(path) => Some(path.clone()),
            None => Some(PathBuf::from(FILE_NAME)).filter(|path| path.is_file()),
        };
        let file = file.map(|path| Layers::read_file(&path).map(|table| (path, table))).transpose()?;
        let variables = std::env::vars_os().filter_map(|(n, v)| Some((n.into_string().ok()?, v.into_string().ok()?)));
        let layers = Layers { file, variables: variables.collect(), flags: given.collect() };
        Ok(Settings::resolve(&layers)?)
    }
}

/// Where the data is.
#[derive(Args)]
pub struct DataArguments {
    /// Files that become tables (CSV, TSV, JSON, NDJSON, Parquet, XLSX, .gz), or one database file
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub named: NamedSource,
}

#[derive(Args)]
pub struct NamedSource {
    /// Ask the demo data: five retailers, two and a half years of orders
    #[arg(long)]
    pub demo: bool,
    /// A database, duckdb:PATH or sqlite:PATH, or a name from [sources] of the settings file
    #[arg(long, value_name = "URL")]
    pub source: Option<String>,
}

impl DataArguments {
    /// Nothing was said about where the data is.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && !self.named.demo && self.named.source.is_none()
    }

    /// A file and a question (or a statement) in the other order are taken as they are meant.
    pub fn in_order(&mut self, question: &mut String) {
        let said = self.files.iter_mut().find(|path| !path.exists() && path.to_string_lossy().contains(' '));
        let named = PathBuf::from(question.as_str());
        if let Some(path) = said
            && named.is_file()
        {
            *question = std::mem::replace(path, named).to_string_lossy().into_owned();
        }
    }

    pub fn choose(&self, settings: &Settings) -> Result<DataChoice, Failure> {
        let given = [!self.files.is_empty(), self.named.demo, self.named.source.is_some()];
        if given.into_iter().filter(|given| *given).count() > 1 {
            return Err(Failure::usage("files, --demo and --source exclude each other", "Name the data in one way."));
        }
        if self.files.is_empty() { self.named.choose(settings) } else { Ok(DataChoice::Files(self.files.clone())) }
    }
}

impl NamedSource {
    pub fn choose(&self, settings: &Settings) -> Result<DataChoice, Failure> {
        if self.demo {
            return Ok(DataChoice::Demo);
        }
        let Some(named) = self.source.as_ref().or(settings.source.as_ref()) else {
            return Err(Failure::usage(
                "no data was named",
                "Give files, `--source duckdb:PATH` or `--demo`, or set `source` in vouch.toml.",
            ));
        };
        Ok(DataChoice::Url(settings.sources.get(named).unwrap_or(named).clone()))
    }
}

/// For whom a question is answered.
#[derive(Args)]
pub struct ClientArguments {
    /// Answer from the rows of this client only
    #[arg(long, value_name = "ID")]
    client_id: Option<String>,
}

impl ClientArguments {
    /// The analyst that sees the rows of the client who was named; the one that sees all where none need be.
    pub async fn narrow(&self, analyst: &Analyst, settings: &Settings) -> Result<Analyst, Failure> {
        match &self.client_id {
            Some(client) => Ok(analyst.for_tenant(client).await?),
            None if settings.require_client_id => Err(Failure::usage(
                "no client was named, and the setting require_client_id asks for one",
                "Name the client with --client-id.",
            )),
            None => Ok(analyst.clone()),
        }
    }

    /// The same for a conversation.
    pub async fn converse(&self, all: Conversations, settings: &Settings) -> Result<Conversations, Failure> {
        let analyst = self.narrow(all.analyst(), settings).await?;
        Ok(match &self.client_id {
            Some(client) => all.for_tenant(client, analyst),
            None => all,
        })
    }
}

/// Whether the rows are drawn.
#[derive(Args)]
pub struct ChartArguments {
    /// Draw the rows with characters: as what suits them, or as bar, line, scatter, area, histogram, boxplot, heatmap
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "", value_name = "KIND")]
    chart: Option<String>,
}

impl ChartArguments {
    /// As the flag says; without it, as the question does: 'plot ...', '... as a bar chart'.
    pub fn drawing_for(&self, question: &str) -> Result<Option<Drawing>, Failure> {
        let said = || {
            let kind = vouch_charts::asked_for(question).map_or(Drawing::Any, Drawing::Of);
            vouch_charts::wants_picture(question).then_some(kind)
        };
        Ok(self.drawing()?.or_else(said))
    }

    pub fn drawing(&self) -> Result<Option<Drawing>, Failure> {
        match self.chart.as_deref() {
            None => Ok(None),
            Some("") => Ok(Some(Drawing::Any)),
            Some(kind) => match kind.parse::<ChartType>() {
                Ok(kind) => Ok(Some(Drawing::Of(kind))),
                Err(error) => Err(Failure::usage(error, "Say --chart alone to let the rows decide.")),
            },
        }
    }
}

/// How a question is to be answered.
#[derive(Args)]
pub struct AnswerArguments {
    /// Who thinks [default: auto]
    #[arg(long, value_enum, value_name = "MIND")]
    mind: Option<MindArgument>,
    /// What "now" is, such as 2025-06-30 or 2025-06-30T14:00
    #[arg(long, value_name = "TIME")]
    now: Option<String>,
    /// Zone in which days begin, such as Europe/Berlin [default: the machine's]
    #[arg(long, value_name = "ZONE")]
    time_zone: Option<String>,
    /// Rows an answer may hold, at most 10000 [default: 1000]
    #[arg(long, value_name = "N")]
    max_rows: Option<String>,
    /// Drafts a question may take, 1 to 5 [default: 3]
    #[arg(long, value_name = "N")]
    max_attempts: Option<String>,
    /// The model to ask [default: the vendor's usual one]
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Understand and answer in one model call
    #[arg(long)]
    fast: bool,
    /// Independent statements whose rows are compared, 1 to 5; needs a model
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=5))]
    candidates: u32,
    /// Send a model the schema only: no cell value leaves this machine
    #[arg(long)]
    schema_only: bool,
    /// Take the model's replies from a folder that VOUCH_RECORD wrote, instead of the network
    #[arg(long, value_name = "DIR")]
    replay: Option<PathBuf>,
    #[command(flatten)]
    pub client: ClientArguments,
    #[command(flatten)]
    pub chart: ChartArguments,
}

#[derive(Clone, Copy, ValueEnum)]
enum MindArgument {
    Auto,
    Builtin,
    Anthropic,
    Openai,
}

impl AnswerArguments {
    pub fn settings(&self, global: &Global) -> Result<Settings, Failure> {
        self.chart.drawing()?;
        let mind = match self.mind {
            None => None,
            Some(MindArgument::Auto) => Some("auto"),
            Some(MindArgument::Builtin) => Some("builtin"),
            Some(MindArgument::Anthropic) => Some("anthropic"),
            Some(MindArgument::Openai) => Some("openai"),
        };
        global.settings([
            ("mind", mind.map(str::to_owned)),
            ("time_zone", self.time_zone.clone()),
            ("max_rows", self.max_rows.clone()),
            ("max_attempts", self.max_attempts.clone()),
            ("model", self.model.clone()),
            ("privacy", self.schema_only.then(|| "schema_only".to_owned())),
            ("replay", self.replay.as_ref().map(|folder| folder.display().to_string())),
        ])
    }

    /// The request a door hands on.
    pub fn request(
        &self,
        question: &str,
        session: Option<SessionId>,
        settings: &Settings,
        clock: &Clock,
    ) -> AskRequest {
        AskRequest {
            session,
            mode: if self.fast { AskMode::Fast } else { AskMode::Full },
            candidates: self.candidates,
            ..new_request(question, settings, clock.now())
        }
    }

    pub fn clock(&self, settings: &Settings) -> Result<Clock, Failure> {
        Ok(Clock::new(settings.time_zone.clone(), self.now.as_deref())?)
    }
}
