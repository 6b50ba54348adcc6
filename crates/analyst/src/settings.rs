//! What an ask may use, and when the built-in mind is sure enough.

use crate::ledger::Budget;
use std::time::Duration;
use vouch_connectors::Limits;
use vouch_sql::TenantSettings;

#[derive(Clone, Debug)]
pub struct AnalystSettings {
    /// One statement's time.
    pub statement_timeout: Duration,
    /// The whole ask's time, all attempts included.
    pub ask_deadline: Duration,
    /// The same for an exploration.
    pub explore_deadline: Duration,
    /// Engine working memory for one statement.
    pub memory_bytes: usize,
    /// Bytes of cell content one result may hold.
    pub max_result_bytes: usize,
    /// Time that one of the extra queries behind a check may take; past it the check is left out.
    pub probe_timeout: Duration,
    /// How rows are told apart where a tenant asks.
    pub tenants: TenantSettings,
    /// What the models of one ask may cost.
    pub budget: Budget,
    /// No cell value leaves the machine, whatever a request says.
    pub schema_only: bool,
    /// Below this confidence the built-in mind does not answer by itself.
    pub answer_confidence: f64,
    /// Readings whose log-odds are nearer to the best one's than this make the question ambiguous, if their rows differ.
    pub ambiguity_gap: f64,
}

impl Default for AnalystSettings {
    fn default() -> Self {
        let limits = Limits::default();
        Self {
            statement_timeout: limits.timeout,
            ask_deadline: Duration::from_secs(60),
            explore_deadline: Duration::from_secs(300),
            memory_bytes: limits.memory_bytes,
            max_result_bytes: limits.max_result_bytes,
            probe_timeout: Duration::from_secs(2),
            tenants: TenantSettings::default(),
            budget: Budget::default(),
            schema_only: false,
            answer_confidence: 0.5,
            ambiguity_gap: 0.06,
        }
    }
}

impl AnalystSettings {
    pub fn limits(&self, max_rows: usize) -> Limits {
        Limits {
            max_rows,
            max_result_bytes: self.max_result_bytes,
            timeout: self.statement_timeout,
            memory_bytes: self.memory_bytes,
        }
    }

    /// For the small queries that checks and value look-ups make.
    pub fn probe_limits(&self, max_rows: usize) -> Limits {
        Limits { timeout: self.probe_timeout, ..self.limits(max_rows) }
    }
}
