//! What an ask has used and may still use: tokens, money, and which mind did which stage.

use std::sync::{Mutex, MutexGuard, PoisonError};
use vouch_llm::TokenUsage;
use vouch_model::{Stage, StageUsage, Usage};

/// What one ask may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    pub tokens: Option<u64>,
    pub usd: Option<f64>,
}

/// One per ask, shared by its stages.
#[derive(Default)]
pub struct Ledger {
    budget: Budget,
    book: Mutex<Book>,
}

#[derive(Default)]
struct Book {
    usage: Usage,
    /// Tokens of calls that are under way: side by side they must not spend the same money twice.
    reserved: u64,
    reserved_usd: f64,
    /// Why no further call is made.
    closed: Option<String>,
    drift: Option<String>,
    notes: Vec<String>,
}

/// Tokens set aside for a call that is under way; free again when it ends, however it ends.
#[must_use]
pub struct Reserved<'a> {
    ledger: &'a Ledger,
    tokens: u64,
    usd: f64,
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        let mut book = self.ledger.book();
        book.reserved = book.reserved.saturating_sub(self.tokens);
        book.reserved_usd = (book.reserved_usd - self.usd).max(0.0);
    }
}

/// A call that ended.
pub struct Spent<'a> {
    pub purpose: &'a str,
    pub model: &'a str,
    pub usage: TokenUsage,
    pub cost: Option<f64>,
}

impl Ledger {
    pub fn new(budget: Budget) -> Self {
        Self { budget, book: Mutex::default() }
    }

    /// Before a call: `Err` says why it must not be made.
    pub fn reserve(&self, tokens: u64, usd: Option<f64>) -> Result<Reserved<'_>, String> {
        let mut book = self.book();
        if let Some(reason) = &book.closed {
            return Err(reason.clone());
        }
        let used = book.usage.input_tokens + book.usage.output_tokens + book.reserved;
        let spent = book.usage.cost_usd + book.reserved_usd;
        let over = match self.budget {
            Budget { tokens: Some(most), .. } if used + tokens > most => {
                Some(format!("The budget of {most} tokens was reached; the built-in mind finished."))
            }
            Budget { usd: Some(most), .. } if spent + usd.unwrap_or_default() > most => {
                Some(format!("The budget of {most} USD was reached; the built-in mind finished."))
            }
            _ => None,
        };
        if let Some(reason) = over {
            book.notes.push(reason.clone());
            book.closed = Some(reason.clone());
            return Err(reason);
        }
        let usd = usd.unwrap_or_default();
        book.reserved += tokens;
        book.reserved_usd += usd;
        Ok(Reserved { ledger: self, tokens, usd })
    }

    pub fn record(&self, spent: &Spent<'_>) {
        let mut book = self.book();
        let usage = &mut book.usage;
        usage.input_tokens += spent.usage.sent();
        usage.output_tokens += spent.usage.output;
        usage.cached_tokens += spent.usage.cache_read;
        usage.cost_usd += spent.cost.unwrap_or_default();
        usage.unpriced_calls += u32::from(spent.cost.is_none());
        let stage: &mut StageUsage = usage.stages.entry(spent.purpose.to_owned()).or_default();
        stage.model = spent.model.to_owned();
        stage.calls += 1;
        stage.input_tokens += spent.usage.sent();
        stage.output_tokens += spent.usage.output;
        stage.cost_usd += spent.cost.unwrap_or_default();
    }

    /// The model is of no use for the rest of this ask: trying it again at each stage would only take time.
    pub fn close(&self, reason: String) {
        let mut book = self.book();
        if book.closed.is_none() {
            book.notes.push(reason.clone());
            book.closed = Some(reason);
        }
    }

    pub fn is_closed(&self) -> bool {
        self.book().closed.is_some()
    }

    /// A replay that no longer fits must not turn into an answer by somebody else.
    pub fn set_drift(&self, reason: String) {
        self.book().drift.get_or_insert(reason);
    }

    pub fn drift(&self) -> Option<String> {
        self.book().drift.clone()
    }

    /// The last word on a stage counts: a fallback names itself after the mind it stands in for.
    pub fn did(&self, stage: Stage, mind: &str) {
        self.book().usage.minds.insert(stage.name().to_owned(), mind.to_owned());
    }

    /// The same for work that is no stage of the walk: exploring, writing a report.
    pub fn did_task(&self, task: &str, mind: &str) {
        self.book().usage.minds.insert(task.to_owned(), mind.to_owned());
    }

    /// Unless someone has named themselves already.
    pub fn did_unless_named(&self, stage: Stage, mind: &str) {
        self.book().usage.minds.entry(stage.name().to_owned()).or_insert_with(|| mind.to_owned());
    }

    /// What the person should know about how the thinking went.
    pub fn note(&self, text: String) {
        let mut book = self.book();
        if !book.notes.contains(&text) {
            book.notes.push(text);
        }
    }

    pub fn notes(&self) -> Vec<String> {
        self.book().notes.clone()
    }

    pub fn usage(&self) -> Usage {
        self.book().usage.clone()
    }

    /// A panic elsewhere does not make the figures wrong.
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[path = "ledger_tests.rs"]
mod tests;
