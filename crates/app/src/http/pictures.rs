//! Charts as pictures: `/api/v1/ask/{id}/chart` and `/api/v1/explorations/{id}/charts/{chart}`, drawn here, not in a
//! browser.

use super::body::{Args, Path};
use super::door::Visitor;
use super::error::Problem;
use crate::publish::{draw_png, draw_svg};
use crate::service::Service;
use crate::session::AskError;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;
use vouch_charts::{ChartError, Theme};
use vouch_model::{AskId, Chart};

#[derive(Deserialize, IntoParams)]
pub struct PictureArgs {
    /// svg or png.
    format: Option<String>,
    /// light or dark.
    theme: Option<String>,
}

/// The chart of an answer as a picture.
#[utoipa::path(get, path = "/api/v1/ask/{query_id}/chart", tag = "ask", params(("query_id" = String, Path), PictureArgs),
    responses((status = 200, description = "The answer's chart as a picture", content((String = "image/svg+xml"), (String = "image/png")))))]
pub async fn of_ask(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
    Args(args): Args<PictureArgs>,
) -> Result<Response, Problem> {
    let (_, turn) = service.turn(&caller, &AskId::from_text(id)).await?;
    let none = || {
        let hint = "Wait for the answer; not every result makes a chart. Its field chart says whether there is one.";
        Problem::new(StatusCode::NOT_FOUND, "NOT_FOUND", "This question has no chart.", hint)
    };
    picture(*turn.answer.and_then(|answer| answer.chart).ok_or_else(none)?, &args).await
}

/// A chart of an exploration as a picture.
#[utoipa::path(get, path = "/api/v1/explorations/{exploration_id}/charts/{chart_id}", tag = "explore",
    params(("exploration_id" = String, Path), ("chart_id" = String, Path), PictureArgs),
    responses((status = 200, description = "The chart as a picture", content((String = "image/svg+xml"), (String = "image/png")))))]
pub async fn of_exploration(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path((id, chart_id)): Path<(String, String)>,
    Args(args): Args<PictureArgs>,
) -> Result<Response, Problem> {
    let (_, _, turn) = service.exploration(&caller, &AskId::from_text(id)).await?;
    let charts = turn.answer.and_then(|answer| answer.exploration).map(|exploration| exploration.charts);
    let found = charts.unwrap_or_default().into_iter().find(|chart| chart.id.as_deref() == Some(&chart_id));
    picture(found.ok_or_else(|| AskError::not_found("chart", chart_id))?, &args).await
}

async fn picture(chart: Chart, args: &PictureArgs) -> Result<Response, Problem> {
    let theme = match args.theme.as_deref() {
        None | Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some(_) => return Err(Problem::bad_request("The theme is light or dark.", "Leave it out for light.")),
    };
    let png = match args.format.as_deref() {
        None | Some("svg") => false,
        Some("png") => true,
        Some(_) => return Err(Problem::bad_request("The format is svg or png.", "Leave it out for svg.")),
    };
    let draw = move || -> Result<Vec<u8>, ChartError> {
        if png { draw_png(&chart, theme) } else { draw_svg(&chart, theme).map(String::into_bytes) }
    };
    let drawn = tokio::task::spawn_blocking(draw).await;
    let cannot = |why: String| {
        tracing::error!(%why, "a chart could not be drawn");
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL", "The chart could not be drawn.", "Draw its spec.")
    };
    let drawn = drawn.map_err(|e| cannot(e.to_string()))?.map_err(|e| cannot(e.to_string()))?;
    let kind = if png { "image/png" } else { "image/svg+xml" };
    Ok(([(header::CONTENT_TYPE, kind)], drawn).into_response())
}
