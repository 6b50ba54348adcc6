//! The list of settings: what each is called in every layer, its default, and what it does.

#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// As it stands in `vouch.toml`.
    pub name: &'static str,
    pub variable: &'static str,
    pub default: Option<&'static str>,
    pub secret: bool,
    pub about: &'static str,
}

const fn key(name: &'static str, variable: &'static str, default: Option<&'static str>, about: &'static str) -> Key {
    Key { name, variable, default, secret: false, about }
}

/// In the order `vouch config show` lists them.
pub const KEYS: &[Key] = &[
    key("data_dir", "VOUCH_DATA_DIR", None, "Folder for sessions and the demo data."),
    key("source", "VOUCH_SOURCE", None, "Source that is asked when none is named: duckdb:PATH or sqlite:PATH."),
    key("mind", "VOUCH_MIND", Some("auto"), "Who thinks: auto, builtin, anthropic or openai."),
    key("time_zone", "VOUCH_TIME_ZONE", None, "Zone in which \"today\" begins; the machine's own when not set."),
    key("max_rows", "VOUCH_MAX_ROWS", Some("1000"), "Rows an answer may hold, at most 10000."),
    key("max_attempts", "VOUCH_MAX_ATTEMPTS", Some("3"), "Drafts a question may take, 1 to 5."),
    key("statement_timeout", "VOUCH_STATEMENT_TIMEOUT", Some("30"), "Seconds one statement may run."),
    key("ask_deadline", "VOUCH_ASK_DEADLINE", Some("60"), "Seconds one question may take."),
    key("explore_deadline", "VOUCH_EXPLORE_DEADLINE", Some("300"), "Seconds one exploration may take."),
    key("memory_mb", "VOUCH_MEMORY_MB", Some("1024"), "Working memory of one statement, in MB."),
    key("history_kept", "VOUCH_HISTORY_KEPT", Some("10"), "Answered questions that a session keeps for context."),
    key("history_sent", "VOUCH_HISTORY_SENT", Some("3"), "How many of them a question is read with."),
    key(
        "host",
        "VOUCH_HOST",
        Some("127.0.0.1"),
        "Address that `vouch serve` listens on; without keys this machine's own.",
    ),
    key("port", "VOUCH_PORT", Some("8080"), "Port that `vouch serve` listens on."),
    key("tenant_column", "VOUCH_TENANT_COLUMN", Some("client_id"), "Column that holds the client a row belongs to."),
    key(
        "tenant_columns",
        "VOUCH_TENANT_COLUMNS",
        None,
        "Tables where it is another column: table.column, with commas.",
    ),
    key("shared_tables", "VOUCH_SHARED_TABLES", None, "Tables that belong to every client, with commas between them."),
    key("require_client_id", "VOUCH_REQUIRE_CLIENT_ID", Some("off"), "Every question must name a client: on or off."),
    key("state", "VOUCH_STATE", None, "redis://... to share sessions and asks between instances."),
    key("insecure", "VOUCH_INSECURE", Some("off"), "Listen beyond this machine although there are no keys: on or off."),
    key("allowed_hosts", "VOUCH_ALLOWED_HOSTS", None, "Names the server is reached under, with commas between them."),
    key("cors_origins", "VOUCH_CORS_ORIGINS", None, "Sites whose pages may call the API, such as https://app.example."),
    key(
        "asks_per_minute",
        "VOUCH_ASKS_PER_MINUTE",
        Some("10"),
        "Questions a minute for each key and session; 0: no limit.",
    ),
    key("max_running", "VOUCH_MAX_RUNNING", Some("32"), "Questions that are answered at once."),
    key("max_waiting", "VOUCH_MAX_WAITING", Some("512"), "Questions that may wait for their turn."),
    key("session_idle", "VOUCH_SESSION_IDLE", Some("3600"), "Seconds after which an idle session ends; 0: never."),
    key("ask_ttl", "VOUCH_ASK_TTL", Some("3600"), "Seconds for which the answer to a single question can be had."),
    key("cache_ttl", "VOUCH_CACHE_TTL", Some("300"), "Seconds for which an answer is given again; 0: never."),
    key("upload_mb", "VOUCH_UPLOAD_MB", Some("512"), "Size of one upload, in MB."),
    key("unpacked_mb", "VOUCH_UNPACKED_MB", Some("8192"), "Size an upload may have once unpacked, in MB."),
    key("upload_memory_mb", "VOUCH_UPLOAD_MEMORY_MB", Some("6144"), "Memory that reading an upload may take, in MB."),
    key("upload_seconds", "VOUCH_UPLOAD_SECONDS", Some("300"), "Seconds that reading an upload may take."),
    key("max_loading", "VOUCH_MAX_LOADING", Some("2"), "Uploads that are read at once."),
    key("max_loads_waiting", "VOUCH_MAX_LOADS_WAITING", Some("16"), "Uploads that may wait to be read."),
    key("max_datasets", "VOUCH_MAX_DATASETS", Some("100"), "Datasets that one owner may have."),
    key("max_explorations", "VOUCH_MAX_EXPLORATIONS", Some("3"), "Explorations that one owner may have running."),
    key("sources_dir", "VOUCH_SOURCES_DIR", None, "Folder whose databases an admin may add as sources."),
    key(
        "shutdown_grace",
        "VOUCH_SHUTDOWN_GRACE",
        Some("20"),
        "Seconds for which running questions may finish at the end.",
    ),
    key("otlp_endpoint", "OTEL_EXPORTER_OTLP_ENDPOINT", None, "OpenTelemetry collector that traces are sent to."),
    key("jwt_issuer", "VOUCH_JWT_ISSUER", None, "Issuer of the tokens that are accepted."),
    key("jwt_audience", "VOUCH_JWT_AUDIENCE", None, "Audience that a token must be for."),
    key("jwt_jwks", "VOUCH_JWT_JWKS", None, "File or address of the issuer's public keys (JWKS)."),
    key("jwt_role_claim", "VOUCH_JWT_ROLE_CLAIM", Some("role"), "Claim with the role: viewer, analyst or admin."),
    key("jwt_client_claim", "VOUCH_JWT_CLIENT_CLAIM", Some("client_id"), "Claim with the client whose rows are seen."),
    key("jwt_sources_claim", "VOUCH_JWT_SOURCES_CLAIM", Some("sources"), "Claim with the list of allowed sources."),
    Key { secret: true, ..key("anthropic_api_key", "ANTHROPIC_API_KEY", None, "Key for Anthropic's models.") },
    key("anthropic_base_url", "ANTHROPIC_BASE_URL", None, "Another address for Anthropic's API."),
    Key {
        secret: true,
        ..key("openai_api_key", "OPENAI_API_KEY", None, "Key for OpenAI's models, or a server like it.")
    },
    key("openai_base_url", "OPENAI_BASE_URL", None, "A server that speaks OpenAI's API: Ollama, llama.cpp, vLLM..."),
    key("openai_vendor", "VOUCH_OPENAI_VENDOR", None, "What that server is (ollama, azure...); guessed when not set."),
    key("model", "VOUCH_MODEL", None, "The model to ask; the vendor's usual one when not set."),
    key("model_timeout", "VOUCH_MODEL_TIMEOUT", Some("15"), "Seconds one call of a model may take."),
    key("model_retry_ms", "VOUCH_MODEL_RETRY_MS", Some("2000"), "First wait before a failed call is made again."),
    key("sql_tokens", "VOUCH_SQL_TOKENS", Some("500"), "Tokens a model's statement may have."),
    key("budget_tokens", "VOUCH_BUDGET_TOKENS", None, "Tokens the models of one question may use."),
    key("budget_usd", "VOUCH_BUDGET_USD", None, "Money the models of one question may cost."),
    key("privacy", "VOUCH_PRIVACY", Some("off"), "schema_only: no cell value leaves this machine."),
    key("sql_reasoning", "VOUCH_SQL_REASONING", Some("auto"), "A plan before the statement: auto, always or never."),
    key("sql_diagnosis", "VOUCH_SQL_DIAGNOSIS", Some("on"), "A model may say why a statement failed: on or off."),
    key("stages_off", "VOUCH_STAGES_OFF", None, "Stages left out: of frame, reason, diagnose, explain."),
    key("prompts_dir", "VOUCH_PROMPTS_DIR", None, "Folder with prompts in place of the built-in ones."),
    key("knowledge_dir", "VOUCH_KNOWLEDGE_DIR", None, "Folder with business rules, as Markdown or YAML."),
    key("record", "VOUCH_RECORD", None, "Folder to which every exchange with a model is written."),
    key("replay", "VOUCH_REPLAY", None, "Folder from which exchanges are taken instead of the network."),
];

/// Variables that start like settings and are read elsewhere.
pub const OTHER_VARIABLES: &[&str] = &["VOUCH_CONFIG", "VOUCH_LOG", "VOUCH_LOG_FORMAT", "VOUCH_BENCH_DIR"];
