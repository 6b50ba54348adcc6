//! What is gathered before anyone thinks: the tables that matter, the rules that apply, what was answered before.

use crate::answered::{self, AnswerCache, Scope};
use crate::knowledge::{Memories, Rules, wording};
use crate::source_view::SourceView;
use std::sync::{Arc, Mutex, PoisonError};
use vouch_model::{Answer, AskRequest, Gathered, MemoryId};
use vouch_store::{Remembered, RememberedBecause, Store, StoreError};

/// Tables a model is shown; a catalog with no more is shown whole.
const MOST_TABLES: usize = 12;
/// Characters of business rules in a prompt.
const RULES_CHARS: usize = 2_000;
/// Remembered answers in a prompt.
const MOST_EXAMPLES: usize = 3;

/// What is known beyond the data: business rules, and answers that were approved or confirmed.
#[derive(Default)]
pub struct Library {
    rules: Option<Arc<Mutex<Rules>>>,
    memory: Option<Memory>,
    answered: Option<Arc<dyn AnswerCache>>,
    /// A replay gathers what was gathered then, whatever is known now.
    kept: Vec<Gathered>,
}

/// The remembered answers of one source, for one tenant.
struct Memory {
    store: Arc<dyn Store>,
    source: String,
    tenant: Option<String>,
    shelf: Mutex<Option<Shelf>>,
}

/// What was read last, and when it has to be read again.
struct Shelf {
    memories: Arc<Memories>,
    memories_version: u64,
    schema_version: String,
}

impl Library {
    /// What an earlier ask gathered, and nothing else.
    pub fn of_trace(kept: Vec<Gathered>) -> Self {
        Self { kept, ..Self::default() }
    }

    pub fn with_rules(self, rules: Rules) -> Self {
        Self { rules: Some(Arc::new(Mutex::new(rules))), ..self }
    }

    /// Remembers in `store` what is asked of `source`; `tenant` never sees what another one asked.
    pub fn with_memory(self, store: Arc<dyn Store>, source: &str, tenant: Option<&str>) -> Self {
        let memory = Memory::new(store, source, tenant);
        Self { memory: Some(memory), ..self }
    }

    /// The same rules, with a memory that is the tenant's alone.
    pub fn for_tenant(&self, tenant: &str) -> Self {
        let memory = self.memory.as_ref();
        let memory = memory.map(|memory| Memory::new(memory.store.clone(), &memory.source, Some(tenant)));
        Self { rules: self.rules.clone(), memory, answered: self.answered.clone(), kept: self.kept.clone() }
    }

    /// With answers that need not be thought about again, for as long as the cache keeps them.
    pub fn with_cache(self, answered: Arc<dyn AnswerCache>) -> Self {
        Self { answered: Some(answered), ..self }
    }

    /// The answer to the same question, given a little while ago.
    pub async fn answered(&self, view: &SourceView, request: &AskRequest, standalone: &str) -> Option<Answer> {
        let (cache, key) = self.answer_key(view, request, standalone)?;
        // Whoever kept it may have ended before the turn did, and then the turn failed.
        cache.find(&key).await.filter(answered::worth_keeping)
    }

    pub async fn keep_answer(&self, view: &SourceView, request: &AskRequest, answer: &Answer) {
        if answered::worth_keeping(answer)
            && let Some((cache, key)) = self.answer_key(view, request, &answer.standalone)
        {
            cache.keep(&key, answer).await;
        }
    }

    /// Without a memory it is not known whose answers they are, and nothing is kept.
    fn answer_key(
        &self,
        view: &SourceView,
        request: &AskRequest,
        standalone: &str,
    ) -> Option<(&Arc<dyn AnswerCache>, String)> {
        let (cache, memory) = self.answered.as_ref().zip(self.memory.as_ref())?;
        let scope = Scope { source: &memory.source, tenant: memory.tenant.as_deref() };
        Some((cache, answered::key(view, &scope, request, standalone)?))
    }

    /// `about` is what the conversation was about so far.
    pub async fn gather(&self, view: &SourceView, question: &str, about: &str) -> Gathered {
        if let Some(kept) = self.kept.iter().find(|kept| kept.question == question) {
            return kept.clone();
        }
        let tables = view.finder.relevant(&format!("{question} {about}"), MOST_TABLES);
        let rules = self.rules_for(question, &tables).await;
        let mut context = Gathered { question: question.to_owned(), tables, rules, ..Gathered::default() };
        if let Some(memory) = &self.memory {
            memory.recall(view, &mut context).await;
        }
        context
    }

    /// Title and text; files that changed are read again.
    async fn rules_for(&self, question: &str, tables: &[String]) -> Vec<(String, String)> {
        let Some(rules) = self.rules.clone() else { return Vec::new() };
        let (question, tables) = (question.to_owned(), tables.to_vec());
        let search = move || {
            // A panic elsewhere leaves the rules as they were.
            let mut rules = rules.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = rules.refresh() {
                tracing::warn!(%error, "the business rules could not be read again; the old ones are used");
            }
            let found = rules.search(&question, &tables, RULES_CHARS);
            found.iter().map(|rule| (rule.title.clone(), rule.text.clone())).collect()
        };
        tokio::task::spawn_blocking(search).await.unwrap_or_default()
    }

    pub fn remembers(&self) -> bool {
        self.memory.is_some()
    }

    pub async fn remember(
        &self,
        view: &SourceView,
        question: &str,
        sql: &str,
        why: RememberedBecause,
    ) -> Result<(), StoreError> {
        match &self.memory {
            Some(memory) => memory.remember(view, question, sql, why).await,
            None => Ok(()),
        }
    }
}

impl Memory {
    fn new(store: Arc<dyn Store>, source: &str, tenant: Option<&str>) -> Self {
        Self { store, source: source.to_owned(), tenant: tenant.map(str::to_owned), shelf: Mutex::default() }
    }

    /// The memories that may be used, from the store only when they have changed since.
    async fn memories(&self, schema_version: &str) -> Result<Arc<Memories>, StoreError> {
        // Read before them: a change in between is noticed the next time.
        let memories_version = self.store.memories_version().await?;
        if let Some(shelf) = self.shelf.lock().unwrap_or_else(PoisonError::into_inner).as_ref()
            && shelf.memories_version == memories_version
            && shelf.schema_version == schema_version
        {
            return Ok(shelf.memories.clone());
        }
        let all = self.store.remembered(&self.source, self.tenant.as_deref()).await?;
        let memories = Arc::new(Memories::new(all, schema_version));
        let shelf = Shelf { memories: memories.clone(), memories_version, schema_version: schema_version.to_owned() };
        *self.shelf.lock().unwrap_or_else(PoisonError::into_inner) = Some(shelf);
        Ok(memories)
    }

    async fn recall(&self, view: &SourceView, context: &mut Gathered) {
        let memories = match self.memories(&view.catalog.version).await {
            Ok(memories) => memories,
            // Thinking anew takes longer and gives the same.
            Err(error) => {
                tracing::warn!(%error, "remembered answers cannot be read");
                return;
            }
        };
        let recall = memories.recall(&context.question, MOST_EXAMPLES);
        let pair = |m: &&Remembered| (m.question.clone(), m.sql.clone());
        context.examples = recall.examples.iter().map(pair).collect();
        if let Some(same) = recall.same {
            context.same = Some(same.sql.clone());
            if let Err(error) = self.store.memory_used(&same.id).await {
                tracing::debug!(%error, "the use of a remembered answer was not counted");
            }
        }
    }

    async fn remember(
        &self,
        view: &SourceView,
        question: &str,
        sql: &str,
        why: RememberedBecause,
    ) -> Result<(), StoreError> {
        let memory = Remembered {
            id: MemoryId::new(),
            source: self.source.clone(),
            tenant: self.tenant.clone(),
            schema_version: view.catalog.version.clone(),
            question: question.to_owned(),
            wording: wording(question),
            sql: sql.to_owned(),
            why,
            created_at: jiff::Timestamp::now(),
            uses: 0,
            set_aside: false,
        };
        self.store.remember(&memory).await
    }
}
