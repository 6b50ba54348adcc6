//! `/api/v1/saved`: answers to see again, boards of them, and the links that show a board.

use super::asking::repeat_key;
use super::body::{JsonBody, Path};
use super::door::Visitor;
use super::error::Problem;
use crate::service::{BoardChange, Caller, Service};
use crate::session::DATASET;
use crate::shapes::RowsShape;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;
use vouch_model::{AskId, ChartType};
use vouch_store::records::{Board, ByHand, Saved};

/// A saved answer without its rows.
#[derive(Serialize, ToSchema)]
pub struct SavedShape {
    pub id: String,
    pub title: String,
    pub question: String,
    pub sql: String,
    pub source: String,
    pub dataset_id: Option<String>,
    pub client_id: Option<String>,
    /// The question that it answers.
    pub query_id: String,
    pub row_count: usize,
    pub created_at: String,
    /// When its rows were read.
    pub refreshed_at: String,
}

impl SavedShape {
    async fn of(service: &Service, caller: &Caller, saved: &Saved) -> Self {
        let source = service.source_name(caller, &saved.source).await;
        Self {
            id: saved.id.clone(),
            title: saved.title.clone(),
            question: saved.question.clone(),
            sql: saved.sql.clone(),
            // One that is no longer served still has a name.
            source: source.unwrap_or_else(|_| "no longer served".to_owned()),
            dataset_id: saved.source.strip_prefix(DATASET).map(str::to_owned),
            client_id: saved.tenant.clone(),
            query_id: saved.ask.to_string(),
            row_count: saved.results.rows.len(),
            created_at: saved.created_at.to_string(),
            refreshed_at: saved.refreshed_at.to_string(),
        }
    }
}

/// The same with its rows as they were last read.
#[derive(Serialize, ToSchema)]
pub struct SavedDetail {
    #[serde(flatten)]
    pub saved: SavedShape,
    pub explanation: Option<String>,
    pub results: RowsShape,
    #[schema(value_type = Option<Object>)]
    pub chart: Option<serde_json::Value>,
    pub by_hand: Option<ByHandShape>,
}

/// A chart that somebody put together from the columns of a result; the page draws it.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ByHandShape {
    r#type: ChartType,
    x: String,
    y: String,
    color: Option<String>,
}

impl From<ByHand> for ByHandShape {
    fn from(ByHand { kind, x, y, color }: ByHand) -> Self {
        Self { r#type: kind, x, y, color }
    }
}

impl From<ByHandShape> for ByHand {
    fn from(ByHandShape { r#type: kind, x, y, color }: ByHandShape) -> Self {
        Self { kind, x, y, color }
    }
}

impl SavedDetail {
    async fn of(service: &Service, caller: &Caller, saved: Saved) -> Self {
        Self {
            saved: SavedShape::of(service, caller, &saved).await,
            explanation: saved.explanation,
            results: RowsShape::of(&saved.results),
            chart: saved.chart,
            by_hand: saved.by_hand.map(Into::into),
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct SaveBody {
    /// A question of the caller's own that was answered with rows.
    query_id: String,
    /// The question itself when not given.
    #[schema(min_length = 1, max_length = 200)]
    title: Option<String>,
    /// How to draw it, where the chart that came with the answer is not the one wanted.
    by_hand: Option<ByHandShape>,
}

/// Saves an answer with its rows.
#[utoipa::path(post, path = "/api/v1/saved", tag = "saved", request_body = SaveBody,
    responses((status = 201, description = "Kept, with the rows it had", body = SavedDetail)))]
pub async fn save(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    headers: HeaderMap,
    JsonBody(body): JsonBody<SaveBody>,
) -> Result<(StatusCode, Json<SavedDetail>), Problem> {
    let said = serde_json::json!([body.query_id, body.title, body.by_hand]);
    let (known, who) = (&service, &caller);
    let find = |id: String| async move { known.saved_answer(who, &id).await };
    let make = async move {
        let ask = AskId::from_text(body.query_id);
        let saved = known.save(who, &ask, body.title.as_deref(), body.by_hand.map(Into::into)).await?;
        Ok((saved.id.clone(), saved))
    };
    let saved = service.once(&caller, &repeat_key(&headers)?, ("save", said), find, make).await?;
    Ok((StatusCode::CREATED, Json(SavedDetail::of(&service, &caller, saved).await)))
}

#[derive(Serialize, ToSchema)]
pub struct SavedList {
    pub saved: Vec<SavedShape>,
}

/// Lists one's saved answers.
#[utoipa::path(get, path = "/api/v1/saved", tag = "saved",
    responses((status = 200, description = "The caller's saved answers, newest first", body = SavedList)))]
pub async fn list(State(service): State<Arc<Service>>, Visitor(caller): Visitor) -> Result<Json<SavedList>, Problem> {
    let mut saved = Vec::new();
    for one in service.saved(&caller).await? {
        saved.push(SavedShape::of(&service, &caller, &one).await);
    }
    Ok(Json(SavedList { saved }))
}

/// A saved answer with its last rows.
#[utoipa::path(get, path = "/api/v1/saved/{saved_id}", tag = "saved", params(("saved_id" = String, Path)),
    responses((status = 200, description = "The answer with its last rows", body = SavedDetail)))]
pub async fn get(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<Json<SavedDetail>, Problem> {
    let saved = service.saved_answer(&caller, &id).await?;
    Ok(Json(SavedDetail::of(&service, &caller, saved).await))
}

#[derive(Deserialize, ToSchema)]
pub struct TitleOnly {
    #[schema(min_length = 1, max_length = 200)]
    title: String,
}

/// Renames a saved answer.
#[utoipa::path(patch, path = "/api/v1/saved/{saved_id}", tag = "saved", params(("saved_id" = String, Path)),
    request_body = TitleOnly, responses((status = 200, description = "Renamed", body = SavedDetail)))]
pub async fn rename(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<TitleOnly>,
) -> Result<Json<SavedDetail>, Problem> {
    let saved = service.rename_saved(&caller, &id, &body.title).await?;
    Ok(Json(SavedDetail::of(&service, &caller, saved).await))
}

/// Deletes a saved answer.
#[utoipa::path(delete, path = "/api/v1/saved/{saved_id}", tag = "saved", params(("saved_id" = String, Path)),
    responses((status = 204, description = "Gone, from every board too")))]
pub async fn delete(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    service.delete_saved(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Runs its statement again, as a statement by hand would run: guard, limits, client and all.
#[utoipa::path(post, path = "/api/v1/saved/{saved_id}/refresh", tag = "saved", params(("saved_id" = String, Path)),
    responses((status = 200, description = "The answer with the rows that are there now", body = SavedDetail)))]
pub async fn refresh(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<Json<SavedDetail>, Problem> {
    let saved = service.refresh_saved(&caller, &id).await?;
    Ok(Json(SavedDetail::of(&service, &caller, saved).await))
}

/// A board without what is on it.
#[derive(Serialize, ToSchema)]
pub struct BoardShape {
    pub id: String,
    pub title: String,
    pub item_count: usize,
    /// How often whoever looks at it wants it run again.
    pub refresh_minutes: Option<u32>,
    /// A link shows it.
    pub shared: bool,
    pub created_at: String,
    pub updated_at: String,
}

impl BoardShape {
    fn of(board: &Board) -> Self {
        Self {
            id: board.id.clone(),
            title: board.title.clone(),
            item_count: board.items.len(),
            refresh_minutes: board.refresh_minutes,
            shared: board.share.is_some(),
            created_at: board.created_at.to_string(),
            updated_at: board.updated_at.to_string(),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct BoardDetail {
    #[serde(flatten)]
    pub board: BoardShape,
    /// In their order, with their last rows.
    pub items: Vec<SavedDetail>,
}

impl BoardDetail {
    async fn of(service: &Service, caller: &Caller, board: &Board) -> Result<Self, Problem> {
        let mut items = Vec::new();
        for saved in service.board_items(caller, board).await? {
            items.push(SavedDetail::of(service, caller, saved).await);
        }
        Ok(Self { board: BoardShape { item_count: items.len(), ..BoardShape::of(board) }, items })
    }
}

/// Makes a board.
#[utoipa::path(post, path = "/api/v1/saved/boards", tag = "saved", request_body = TitleOnly,
    responses((status = 201, description = "A new board", body = BoardDetail)))]
pub async fn create_board(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    headers: HeaderMap,
    JsonBody(body): JsonBody<TitleOnly>,
) -> Result<(StatusCode, Json<BoardDetail>), Problem> {
    let (known, who) = (&service, &caller);
    let find = |id: String| async move { known.board(who, &id).await };
    let said = serde_json::json!([body.title]);
    let make = async {
        let board = known.create_board(who, &body.title).await?;
        Ok((board.id.clone(), board))
    };
    let board = service.once(&caller, &repeat_key(&headers)?, ("board", said), find, make).await?;
    Ok((StatusCode::CREATED, Json(BoardDetail::of(&service, &caller, &board).await?)))
}

#[derive(Serialize, ToSchema)]
pub struct BoardList {
    pub boards: Vec<BoardShape>,
}

/// Lists one's boards.
#[utoipa::path(get, path = "/api/v1/saved/boards", tag = "saved",
    responses((status = 200, description = "The caller's boards, newest first", body = BoardList)))]
pub async fn list_boards(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
) -> Result<Json<BoardList>, Problem> {
    Ok(Json(BoardList { boards: service.boards(&caller).await?.iter().map(BoardShape::of).collect() }))
}

/// A board and what is on it.
#[utoipa::path(get, path = "/api/v1/saved/boards/{board_id}", tag = "saved", params(("board_id" = String, Path)),
    responses((status = 200, description = "The board and what is on it", body = BoardDetail)))]
pub async fn get_board(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<Json<BoardDetail>, Problem> {
    let board = service.board(&caller, &id).await?;
    Ok(Json(BoardDetail::of(&service, &caller, &board).await?))
}

#[derive(Deserialize, ToSchema)]
pub struct BoardBody {
    #[schema(min_length = 1, max_length = 200)]
    title: Option<String>,
    /// Ids of saved answers, in the order in which they stand.
    #[schema(max_items = 50)]
    items: Option<Vec<String>>,
    /// How often whoever looks at it wants it run again; 0 is never.
    #[schema(maximum = 10080)]
    refresh_minutes: Option<u32>,
}

/// Changes a board: its title, what is on it, how often it is run again.
#[utoipa::path(patch, path = "/api/v1/saved/boards/{board_id}", tag = "saved", params(("board_id" = String, Path)),
    request_body = BoardBody, responses((status = 200, description = "Changed in what was said", body = BoardDetail)))]
pub async fn change_board(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
    JsonBody(body): JsonBody<BoardBody>,
) -> Result<Json<BoardDetail>, Problem> {
    let change = BoardChange { title: body.title, items: body.items, refresh_minutes: body.refresh_minutes };
    let board = service.change_board(&caller, &id, change).await?;
    Ok(Json(BoardDetail::of(&service, &caller, &board).await?))
}

/// Deletes a board.
#[utoipa::path(delete, path = "/api/v1/saved/boards/{board_id}", tag = "saved", params(("board_id" = String, Path)),
    responses((status = 204, description = "Gone; the saved answers stay")))]
pub async fn delete_board(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    service.delete_board(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Serialize, ToSchema)]
pub struct BoardLink {
    /// Said this once; what is kept is a digest.
    pub token: String,
    /// Where the board can be read.
    pub url: String,
}

/// Makes a link that shows a board.
#[utoipa::path(post, path = "/api/v1/saved/boards/{board_id}/share", tag = "saved", params(("board_id" = String, Path)),
    responses((status = 201, description = "A link for whoever has it; an earlier one ends", body = BoardLink)))]
pub async fn share_board(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<BoardLink>), Problem> {
    let token = service.share_board(&caller, &id).await?;
    let url = format!("/api/v1/saved/shared/{token}");
    Ok((StatusCode::CREATED, Json(BoardLink { token, url })))
}

/// Ends the link of a board.
#[utoipa::path(delete, path = "/api/v1/saved/boards/{board_id}/share", tag = "saved", params(("board_id" = String, Path)),
    responses((status = 204, description = "The link leads nowhere any longer")))]
pub async fn unshare_board(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    service.unshare_board(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A board as a link shows it: what was found, and nothing of how.
#[derive(Serialize, ToSchema)]
pub struct SharedBoard {
    pub title: String,
    pub updated_at: String,
    pub items: Vec<SharedItem>,
}

#[derive(Serialize, ToSchema)]
pub struct SharedItem {
    pub title: String,
    pub question: String,
    pub explanation: Option<String>,
    pub results: RowsShape,
    #[schema(value_type = Option<Object>)]
    pub chart: Option<serde_json::Value>,
    pub by_hand: Option<ByHandShape>,
    pub refreshed_at: String,
}

/// Needs no key: the link is one. Nothing is run.
#[utoipa::path(get, path = "/api/v1/saved/shared/{token}", tag = "saved", params(("token" = String, Path)),
    responses((status = 200, description = "The board and its last rows", body = SharedBoard)))]
pub async fn shared(
    State(service): State<Arc<Service>>,
    Path(token): Path<String>,
) -> Result<Json<SharedBoard>, Problem> {
    let (board, items) = service.shared_board(&token).await?;
    let item = |saved: Saved| SharedItem {
        title: saved.title,
        question: saved.question,
        explanation: saved.explanation,
        results: RowsShape::of(&saved.results),
        chart: saved.chart.map(without_statement),
        by_hand: saved.by_hand.map(Into::into),
        refreshed_at: saved.refreshed_at.to_string(),
    };
    let items = items.into_iter().map(item).collect();
    Ok(Json(SharedBoard { title: board.title, updated_at: board.updated_at.to_string(), items }))
}

fn without_statement(mut chart: serde_json::Value) -> serde_json::Value {
    if let Some(fields) = chart.as_object_mut() {
        fields.remove("sqlQuery");
    }
    chart
}
