//! The tools of an exploration for other people's agents, and the whole exploration as one.

use super::arguments::{ExploreArguments, FindingArguments, FocusArguments, PictureArguments, Place};
use super::{McpDoor, refused};
use crate::service::Asking;
use crate::session::{AskError, new_request};
use crate::shapes::ExploreResult;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::CallToolResult;
use rmcp::service::RequestContext;
use rmcp::{RoleServer, tool, tool_router};
use serde_json::{Value as Json, json};
use vouch_model::{AskMode, ExploreOptions, Outcome};
use vouch_store::SessionKind;

#[tool_router(router = exploring_router, vis = "pub(super)")]
impl McpDoor {
    /// Explores the data by itself: runs queries, draws charts, puts findings to the test, and sums up. Takes a while.
    #[tool]
    async fn explore(
        &self,
        Parameters(arguments): Parameters<ExploreArguments>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let explored = async {
            let caller = self.caller(&context)?;
            let target = self.target(&caller, &arguments.place).await?;
            let service = &self.service;
            let mut request = new_request(&arguments.question, &service.settings, service.clock.now());
            request.mode = AskMode::Explore;
            let most = ExploreOptions::MOST_STEPS;
            request.explore.max_steps = arguments.max_steps.unwrap_or(most).clamp(1, most);
            let asking = Asking::new(target, request, SessionKind::Ask);
            let started = service.start_exploration(&caller, asking, None).await?;
            let _stop = started.stop_when_dropped();
            tokio::select! {
                answer = service.finish(started) => answer,
                () = context.ct.cancelled() => Err(AskError::Busy { message: "the exploration was cancelled".to_owned() }),
            }
        };
        match explored.await {
            Ok(answer) => {
                let worked = answer.outcome == Outcome::Answered;
                let reply = serde_json::to_value(ExploreResult::of_answer(&answer)).unwrap_or_default();
                if worked { CallToolResult::structured(reply) } else { CallToolResult::structured_error(reply) }
            }
            Err(error) => refused(&error),
        }
    }

    /// Draws the rows of a query as a chart: a Vega-Lite specification with its data inside.
    #[tool]
    async fn create_visualization(
        &self,
        Parameters(arguments): Parameters<PictureArguments>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let given = json!({
            "chartType": arguments.chart_type, "sqlQuery": arguments.sql, "title": arguments.title,
            "x": arguments.x, "y": arguments.y, "color": arguments.color,
        });
        self.by_hand(&context, &arguments.place, "createVisualization", given).await
    }

    /// Puts a finding to the test: sample size, missing data, outliers, significance, effect size, Simpson's paradox.
    #[tool]
    async fn validate_analysis(
        &self,
        Parameters(arguments): Parameters<FindingArguments>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let given = json!({"finding": arguments.finding, "relatedQuery": arguments.sql, "kind": arguments.kind});
        self.by_hand(&context, &arguments.place, "validateAnalysis", given).await
    }

    /// Scans the data for trends, breaks, outliers, drivers, differences, relations and paradoxes, strongest first.
    #[tool]
    async fn find_patterns(
        &self,
        Parameters(arguments): Parameters<FocusArguments>,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        let given = json!({"focus": arguments.focus});
        self.by_hand(&context, &arguments.place, "findPatterns", given).await
    }
}

impl McpDoor {
    async fn by_hand(
        &self,
        context: &RequestContext<RoleServer>,
        place: &Place,
        tool: &str,
        arguments: Json,
    ) -> CallToolResult {
        let used = async {
            let caller = self.caller(context)?;
            self.service.use_tool(&caller, &place.source_name(), tool, arguments).await
        };
        match used.await {
            Ok(result) if result["success"] == true => CallToolResult::structured(result),
            Ok(result) => CallToolResult::structured_error(result),
            Err(error) => refused(&error),
        }
    }
}
