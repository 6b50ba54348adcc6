//! The values that cross rooms: what a question, a catalog, a result and an answer look like.
//!
//! No I/O, no engines, no HTTP. Everybody depends on this crate, so it holds plain data and the few rules
//! that belong to the data itself (how a value is written as JSON or text). Behaviour lives elsewhere.

mod answer;
mod ask;
mod catalog;
mod chart;
mod code;
mod dialect;
mod event;
mod exploration;
mod hex;
mod ids;
mod json_text;
mod months;
mod profile;
mod result;
mod shared_json;
mod structure;
mod value;

pub use answer::{
    Answer, Attempt, AttemptError, Check, CheckKind, CheckVerdict, Choice, Clarification, Confidence, ContextPart,
    Diagnosis, Explanation, Fact, FactKind, Figure, Fix, ModelCall, Outcome, PartKind, Reflection, Sentence,
    StageUsage, Timings, ToolCall, Usage,
};
pub use ask::{AskMode, AskRequest, Edit, Exchange, Gathered, Intent, MindName};
pub use catalog::{Catalog, Column, ForeignKey, KeyOrigin, Table, TableKind};
pub use chart::{Chart, ChartType};
pub use code::ErrorCode;
pub use dialect::Dialect;
pub use event::{Event, Stage, Status};
pub use exploration::{
    EffectSize, ExecutedQuery, Exploration, ExploreOptions, Finding, FindingKind, Verdict, VerdictCheck, VerdictStatus,
};
pub use hex::hex;
pub use ids::{AskId, DatasetId, MemoryId, SessionId};
pub use json_text::JsonText;
pub use months::MONTHS;
pub use profile::{
    Bin, ColumnFlag, ColumnKind, ColumnProfile, Correlation, Evidence, MissingTogether, NotFinite, Outliers,
    TableProfile, TopValue,
};
pub use result::{ResultColumn, ResultSet, ShownRows};
pub use shared_json::SharedJson;
pub use structure::Structure;
pub use value::{DataType, Decimal, Plain, Timestamp, Value};
