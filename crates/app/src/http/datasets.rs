//! `/api/v1/datasets`: files come in and become something to ask.

use super::asking::{HowToAsk, repeat_key};
use super::body::{Args, Path};
use super::door::Visitor;
use super::error::Problem;
use crate::service::{Incoming, Service, SourceName, Upload};
use crate::shapes::{RowsShape, SchemaShape};
use axum::Json;
use axum::extract::multipart::{Field, MultipartRejection};
use axum::extract::{Multipart, State};
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use utoipa::{IntoParams, ToSchema};
use vouch_model::{SessionId, TableProfile};
use vouch_store::records::{Dataset, Loaded};

/// Characters of a field that is not a file.
const LONGEST_FIELD: usize = 1_000;
const PREVIEW_ROWS: usize = 20;
const MOST_PREVIEW_ROWS: usize = 1_000;

/// One or more files, sent as multipart/form-data.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes a form that is read field by field")]
pub struct UploadForm {
    /// A CSV, JSON, Parquet or Excel file; may be sent several times.
    #[schema(format = Binary, value_type = String)]
    file: String,
    /// What to call the dataset.
    name: Option<String>,
    /// The dataset is asked in this session, which begins with it if there is none of that name, and is deleted when it ends.
    session_id: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct DatasetShape {
    pub dataset_id: String,
    pub name: String,
    pub files: Vec<String>,
    pub bytes: u64,
    pub tables: Vec<String>,
    /// Rows that could not be read as they were.
    pub problems: Vec<String>,
    pub created_at: String,
    /// It is deleted when this session ends.
    pub session_id: Option<String>,
}

impl DatasetShape {
    fn of(dataset: &Dataset) -> Self {
        Self {
            dataset_id: dataset.id.to_string(),
            name: dataset.name.clone(),
            files: dataset.files.clone(),
            bytes: dataset.bytes,
            tables: dataset.tables.clone(),
            problems: dataset.problems.clone(),
            created_at: dataset.created_at.to_string(),
            session_id: dataset.session.as_ref().map(|id| id.shown().to_owned()),
        }
    }
}

/// A dataset with its schema.
#[derive(Serialize, ToSchema)]
pub struct DatasetDetail {
    #[serde(flatten)]
    pub dataset: DatasetShape,
    /// What was made of each file.
    pub loaded: Vec<LoadedShape>,
    pub schema: SchemaShape,
    pub sample_questions: Vec<String>,
}

#[derive(Serialize, ToSchema)]
pub struct UploadReply {
    #[serde(flatten)]
    pub dataset: DatasetShape,
    /// What was made of each file.
    pub loaded: Vec<LoadedShape>,
}

#[derive(Serialize, ToSchema)]
pub struct LoadedShape {
    pub table: String,
    pub file: String,
    pub rows: u64,
    pub problem_count: u64,
    /// Encoding, delimiter, header, types: what was decided about the file.
    pub notes: Vec<String>,
}

impl LoadedShape {
    fn all(dataset: &Dataset) -> Vec<Self> {
        let of = |loaded: &Loaded| Self {
            table: loaded.table.clone(),
            file: loaded.file.clone(),
            rows: loaded.rows,
            problem_count: loaded.problem_count,
            notes: loaded.notes.clone(),
        };
        dataset.loaded.iter().map(of).collect()
    }
}

/// Uploads files as a dataset.
#[utoipa::path(post, path = "/api/v1/datasets", tag = "datasets",
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses((status = 201, description = "A new dataset", body = UploadReply)))]
pub async fn upload(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    headers: HeaderMap,
    form: Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Json<UploadReply>), Problem> {
    let mut form = form.map_err(|_| {
        let hint = "For example: curl -F file=@sales.csv http://127.0.0.1:8080/api/v1/datasets";
        Problem::bad_request("An upload is sent as multipart/form-data.", hint)
    })?;
    let mut upload = Upload { repeat: repeat_key(&headers)?, ..Upload::default() };
    let mut incoming = service.begin_upload(&caller).await?;
    if upload.repeat.0.is_some() {
        incoming = incoming.digested();
    }
    while let Some(field) = form.next_field().await.map_err(broken)? {
        let name = field.name().unwrap_or_default().to_owned();
        match (name.as_str(), field.file_name().map(str::to_owned)) {
            (_, Some(file)) => receive(field, &file, &mut incoming).await?,
            ("name", None) => upload.name = Some(text(field).await?).filter(|name| !name.trim().is_empty()),
            ("session_id", None) => upload.session = Some(SessionId::from_text(text(field).await?)),
            ("file", None) => {
                let hint = "With curl: -F file=@sales.csv (mind the @).";
                return Err(Problem::bad_request("The field file holds no file: it has no file name.", hint));
            }
            // Fields that mean nothing here are left alone, as everywhere.
            _ => drop(text(field).await?),
        }
    }
    let dataset = service.finish_upload(&caller, incoming, upload).await?;
    let reply = UploadReply { dataset: DatasetShape::of(&dataset), loaded: LoadedShape::all(&dataset) };
    Ok((StatusCode::CREATED, Json(reply)))
}

/// To disk, piece by piece: a file is never whole in memory.
async fn receive(mut field: Field<'_>, name: &str, incoming: &mut Incoming) -> Result<(), Problem> {
    let mut file = incoming.file(name).await?;
    while let Some(piece) = field.chunk().await.map_err(broken)? {
        file.write(&piece).await?;
    }
    Ok(file.finish().await?)
}

async fn text(mut field: Field<'_>) -> Result<String, Problem> {
    let mut bytes = Vec::new();
    while let Some(piece) = field.chunk().await.map_err(broken)? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > LONGEST_FIELD {
            let message = format!("A field that is no file has at most {LONGEST_FIELD} bytes.");
            return Err(Problem::bad_request(&message, "Send files with a file name."));
        }
    }
    String::from_utf8(bytes).map_err(|_| Problem::bad_request("A field is not text in UTF-8.", "Send it as UTF-8."))
}

fn broken(error: axum::extract::multipart::MultipartError) -> Problem {
    let status = match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => StatusCode::PAYLOAD_TOO_LARGE,
        _ => StatusCode::BAD_REQUEST,
    };
    let message = format!("The upload could not be read: {}.", error.body_text());
    Problem::new(status, "INVALID_INPUT", &message, "Send it again.")
}

#[derive(Serialize, ToSchema)]
pub struct DatasetList {
    pub datasets: Vec<DatasetShape>,
}

/// Lists one's datasets.
#[utoipa::path(get, path = "/api/v1/datasets", tag = "datasets",
    responses((status = 200, description = "The caller's datasets, newest first", body = DatasetList)))]
pub async fn list(State(service): State<Arc<Service>>, Visitor(caller): Visitor) -> Result<Json<DatasetList>, Problem> {
    let datasets = service.datasets(&caller).await?;
    Ok(Json(DatasetList { datasets: datasets.iter().map(DatasetShape::of).collect() }))
}

/// A dataset and its schema.
#[utoipa::path(get, path = "/api/v1/datasets/{dataset_id}", tag = "datasets", params(("dataset_id" = String, Path)),
    responses((status = 200, description = "The dataset and its schema", body = DatasetDetail)))]
pub async fn get(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<Json<DatasetDetail>, Problem> {
    let dataset = service.dataset(&caller, &id).await?;
    let how = HowToAsk { dataset_id: Some(id), ..HowToAsk::default() };
    let target = service.target(&caller, &how.source_name()).await?;
    let analyst = target.conversations.analyst();
    Ok(Json(DatasetDetail {
        dataset: DatasetShape::of(&dataset),
        loaded: LoadedShape::all(&dataset),
        schema: SchemaShape::of(&*analyst.catalog().await?),
        sample_questions: analyst.sample_questions(6).await?,
    }))
}

#[derive(Deserialize, IntoParams)]
pub struct PreviewArgs {
    /// The first one when not named.
    table: Option<String>,
    #[param(maximum = 1000)]
    limit: Option<usize>,
}

#[derive(Serialize, ToSchema)]
pub struct Preview {
    pub table: String,
    pub results: RowsShape,
}

/// The first rows of a dataset's table.
#[utoipa::path(get, path = "/api/v1/datasets/{dataset_id}/preview", tag = "datasets",
    params(("dataset_id" = String, Path), PreviewArgs),
    responses((status = 200, description = "The first rows of a table", body = Preview)))]
pub async fn preview(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
    Args(args): Args<PreviewArgs>,
) -> Result<Json<Preview>, Problem> {
    let how = HowToAsk { dataset_id: Some(id), ..HowToAsk::default() };
    let target = service.target(&caller, &how.source_name()).await?;
    let limit = args.limit.unwrap_or(PREVIEW_ROWS).clamp(1, MOST_PREVIEW_ROWS);
    let analyst = target.conversations.analyst();
    let catalog = analyst.catalog().await?;
    let table = match &args.table {
        Some(name) => catalog.table(name),
        None => catalog.tables.first(),
    };
    let table = table.ok_or_else(|| {
        let names = catalog.tables.iter().map(|t| t.qualified_name()).collect::<Vec<_>>().join(", ");
        Problem::new(StatusCode::NOT_FOUND, "NOT_FOUND", "There is no such table.", &format!("There is: {names}."))
    })?;
    let results = analyst.first_rows(table, limit, CancellationToken::new()).await;
    let results = results.map_err(crate::session::AskError::Statement)?;
    Ok(Json(Preview { table: table.qualified_name(), results: RowsShape::of(&results) }))
}

#[derive(Deserialize, IntoParams)]
pub struct ProfileArgs {
    /// Needed where there are several.
    table: Option<String>,
}

/// What the rows of a table are like: figures of every column, what looks odd in them, and what goes together.
#[utoipa::path(get, path = "/api/v1/datasets/{dataset_id}/profile", tag = "datasets",
    params(("dataset_id" = String, Path), ProfileArgs),
    responses((status = 200, description = "The table's profile", body = TableProfile)))]
pub async fn profile(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
    Args(args): Args<ProfileArgs>,
) -> Result<Json<TableProfile>, Problem> {
    let named = SourceName { dataset_id: Some(id), ..SourceName::default() };
    Ok(Json(service.profile(&caller, &named, args.table.as_deref()).await?))
}

/// Deletes a dataset.
#[utoipa::path(delete, path = "/api/v1/datasets/{dataset_id}", tag = "datasets", params(("dataset_id" = String, Path)),
    responses((status = 204, description = "Gone, files and all")))]
pub async fn delete(
    State(service): State<Arc<Service>>,
    Visitor(caller): Visitor,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    service.delete_dataset(&caller, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
