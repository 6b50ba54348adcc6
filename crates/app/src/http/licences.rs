//! What others made and is inside the program, with the licences that must go where it goes.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub struct LicenceList {
    pub components: Vec<Component>,
}

#[derive(Serialize, ToSchema)]
pub struct Component {
    pub name: &'static str,
    pub text: &'static str,
}

/// The licences of what is embedded.
#[utoipa::path(get, path = "/api/v1/licences", tag = "sources",
    responses((status = 200, description = "What is embedded, each with its licence", body = LicenceList)))]
pub async fn list() -> Json<LicenceList> {
    let all = vouch_charts::LICENCES.into_iter().chain(vouch_press::LICENCES).chain(vouch_linguist::LICENCES);
    let mut components: Vec<Component> = all.map(|(name, text)| Component { name, text }).collect();
    // Charts and reports both set type in Inter.
    components.sort_by_key(|component| component.name);
    components.dedup_by_key(|component| component.name);
    Json(LicenceList { components })
}
