//! Figures for `/metrics` and traces for a collector. Names are stable: dashboards depend on them.

use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use opentelemetry::trace::{Span, SpanBuilder, SpanKind, Status, TraceContextExt, Tracer, TracerProvider};
use opentelemetry::{Context, KeyValue};
use opentelemetry_otlp::WithExportConfig;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};
use vouch_model::{Answer, ErrorCode, ModelCall, Outcome, Stage, Status as AskStatus};

/// Seconds; a question takes between a millisecond and a minute.
const BUCKETS: [f64; 14] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0];

static FIGURES: OnceLock<PrometheusHandle> = OnceLock::new();
static TRACER: OnceLock<SdkTracer> = OnceLock::new();

/// Begins to count. Called once; a second call changes nothing.
pub fn begin_figures() {
    let recorder = PrometheusBuilder::new().set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &BUCKETS);
    let Ok(recorder) = recorder.map(PrometheusBuilder::build_recorder) else { return };
    let handle = recorder.handle();
    if metrics::set_global_recorder(recorder).is_ok() && FIGURES.set(handle).is_ok() {
        describe();
    }
}

fn describe() {
    describe_counter!("vouch_asks_total", "Questions that ended, by status");
    describe_histogram!("vouch_ask_seconds", "How long questions took, by status");
    describe_histogram!("vouch_stage_seconds", "How long stages took, by stage");
    describe_counter!("vouch_tokens_total", "Tokens of models, by model and direction");
    describe_counter!("vouch_model_calls_total", "Calls of models, by model and outcome");
    describe_histogram!("vouch_model_call_seconds", "How long calls of models took, by model");
    describe_counter!("vouch_cost_usd_total", "What models cost, where their price is known");
    describe_counter!("vouch_attempts_failed_total", "Statements that did not work, by error");
    describe_counter!("vouch_cache_hits_total", "Questions answered from the cache");
    describe_counter!("vouch_cache_misses_total", "Questions that were not in the cache");
    describe_counter!("vouch_tool_calls_total", "Calls of tools, by tool and outcome");
    describe_histogram!("vouch_tool_call_seconds", "How long calls of tools took, by tool");
    describe_histogram!("vouch_engine_seconds", "How long statements ran in the engine");
    describe_counter!("vouch_exploration_steps_total", "Steps of explorations, by tool");
    describe_gauge!("vouch_asks_running", "Questions that are being answered");
    describe_gauge!("vouch_asks_waiting", "Questions that wait for their turn");
    describe_counter!("vouch_http_requests_total", "Requests, by status class");
    describe_counter!("vouch_rate_limited_total", "Questions refused because there were too many");
}

/// Everything counted so far, as Prometheus reads it.
pub fn figures(running: usize, waiting: usize) -> String {
    gauge!("vouch_asks_running").set(running as f64);
    gauge!("vouch_asks_waiting").set(waiting as f64);
    FIGURES.get().map(PrometheusHandle::render).unwrap_or_default()
}

/// Puts what was measured since the last time into its buckets; until then every single figure is kept.
pub fn tidy_figures() {
    if let Some(figures) = FIGURES.get() {
        figures.run_upkeep();
    }
}

pub fn count_ask(answer: &Answer) {
    let status = status_name(answer.outcome.status());
    counter!("vouch_asks_total", "status" => status).increment(1);
    histogram!("vouch_ask_seconds", "status" => status).record(answer.timings.total_time);
    if answer.cached {
        counter!("vouch_cache_hits_total").increment(1);
    } else if answer.outcome == Outcome::Answered {
        counter!("vouch_cache_misses_total").increment(1);
    }
}

pub fn count_stage(stage: Stage, millis: f64) {
    histogram!("vouch_stage_seconds", "stage" => stage.name()).record(millis / 1_000.0);
    if stage == Stage::Run {
        histogram!("vouch_engine_seconds").record(millis / 1_000.0);
    }
}

pub fn count_model_call(call: &ModelCall) {
    let outcome = if call.error.is_some() { "error" } else { "ok" };
    counter!("vouch_model_calls_total", "model" => call.model.clone(), "outcome" => outcome).increment(1);
    histogram!("vouch_model_call_seconds", "model" => call.model.clone()).record(call.millis / 1_000.0);
    counter!("vouch_tokens_total", "model" => call.model.clone(), "direction" => "input").increment(call.input_tokens);
    counter!("vouch_tokens_total", "model" => call.model.clone(), "direction" => "output")
        .increment(call.output_tokens);
    // Counters count whole things; a gauge that only grows keeps the cents.
    gauge!("vouch_cost_usd_total").increment(call.cost_usd.unwrap_or_default());
}

pub fn count_tool(tool: &str, success: bool, millis: f64) {
    let outcome = if success { "ok" } else { "error" };
    counter!("vouch_tool_calls_total", "tool" => tool.to_owned(), "outcome" => outcome).increment(1);
    histogram!("vouch_tool_call_seconds", "tool" => tool.to_owned()).record(millis / 1_000.0);
}

pub fn count_retry(code: ErrorCode) {
    counter!("vouch_attempts_failed_total", "error" => code.name()).increment(1);
}

pub fn count_request(status: u16) {
    let class = match status {
        0..400 => "ok",
        400..500 => "client_error",
        _ => "server_error",
    };
    counter!("vouch_http_requests_total", "class" => class).increment(1);
    if status == 429 {
        counter!("vouch_rate_limited_total").increment(1);
    }
}

fn status_name(status: AskStatus) -> &'static str {
    match status {
        AskStatus::Finished => "finished",
        AskStatus::Failed => "failed",
        AskStatus::Stopped => "stopped",
        _ => "running",
    }
}

/// Sends traces to an OpenTelemetry collector, over HTTP. What is returned sends the last ones when it is shut down.
pub fn begin_traces(endpoint: &str) -> Result<SdkTracerProvider, String> {
    let endpoint = format!("{}/v1/traces", endpoint.trim_end_matches('/'));
    vouch_llm::choose_tls();
    let exporter = opentelemetry_otlp::SpanExporter::builder().with_http().with_endpoint(endpoint).build();
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(exporter.map_err(|e| e.to_string())?)
        .with_resource(Resource::builder().with_service_name("vouch").build())
        .build();
    // Only the first is used; there is one in a program.
    let _ = TRACER.set(provider.tracer("vouch"));
    Ok(provider)
}

/// The trace of one ask: a span for it, one for each stage, one for each call of a model. Nothing without a collector.
pub struct AskTrace(Option<Context>);

impl AskTrace {
    pub fn begin(ask: &str, session: &str, source: &str) -> Self {
        Self(TRACER.get().map(|tracer| {
            let mut span = tracer.build(SpanBuilder::from_name("ask").with_kind(SpanKind::Server));
            span.set_attribute(KeyValue::new("vouch.ask_id", ask.to_owned()));
            span.set_attribute(KeyValue::new("vouch.session_id", session.to_owned()));
            span.set_attribute(KeyValue::new("vouch.source", source.to_owned()));
            Context::new().with_span(span)
        }))
    }

    pub fn stage(&self, stage: &'static str, millis: f64) {
        self.child(format!("stage {stage}"), SpanKind::Internal, millis, vec![KeyValue::new("vouch.stage", stage)]);
    }

    pub fn model_call(&self, call: &ModelCall) {
        let attributes = vec![
            KeyValue::new("gen_ai.operation.name", call.purpose.clone()),
            KeyValue::new("gen_ai.provider.name", call.vendor.clone()),
            KeyValue::new("gen_ai.request.model", call.model.clone()),
            KeyValue::new("gen_ai.usage.input_tokens", i64::try_from(call.input_tokens).unwrap_or(i64::MAX)),
            KeyValue::new("gen_ai.usage.output_tokens", i64::try_from(call.output_tokens).unwrap_or(i64::MAX)),
            KeyValue::new("error", call.error.is_some()),
        ];
        self.child(format!("model {}", call.purpose), SpanKind::Client, call.millis, attributes);
    }

    pub fn end(&self, answer: &Answer) {
        let Some(context) = &self.0 else { return };
        let span = context.span();
        span.set_attribute(KeyValue::new("vouch.status", status_name(answer.outcome.status())));
        span.set_attribute(KeyValue::new("vouch.cached", answer.cached));
        if let Outcome::Failed { code, .. } = &answer.outcome {
            span.set_status(Status::error(code.name()));
        }
        span.end();
    }

    /// Something that has just ended and took so long.
    fn child(&self, name: String, kind: SpanKind, millis: f64, attributes: Vec<KeyValue>) {
        let (Some(context), Some(tracer)) = (&self.0, TRACER.get()) else { return };
        let now = SystemTime::now();
        let start = now - Duration::from_secs_f64((millis / 1_000.0).max(0.0));
        let builder = SpanBuilder::from_name(name).with_kind(kind).with_start_time(start).with_attributes(attributes);
        tracer.build_with_context(builder, context).end_with_timestamp(now);
    }
}
