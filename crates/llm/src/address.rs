//! The address that requests go to, out of whatever form of base URL a person wrote.

use crate::LlmError;
use crate::vendors::{ApiKind, Vendor};
use reqwest::Url;

/// The endpoint's address. `https://host`, `https://host/v1/` and `https://host/v1/chat/completions` mean the same;
/// a query (Azure's `api-version`) is kept, and an Azure deployment's path gets no version.
pub(crate) fn endpoint(base_url: &str, api: ApiKind, vendor: &Vendor) -> Result<Url, LlmError> {
    let mut url = Url::parse(base_url.trim())
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
        .ok_or_else(|| LlmError::Settings { message: format!("{} is no http(s) address", shown(base_url)) })?;
    let mut path = url.path().trim_end_matches('/').to_owned();
    if let Some(base) = path.strip_suffix(api.endpoint()) {
        path.truncate(base.len());
    }
    if !has_version(&path) && !path.contains("/deployments/") {
        path.push_str(&vendor.path);
    }
    path.push_str(api.endpoint());
    url.set_path(&path);
    url.set_fragment(None);
    Ok(url)
}

/// Whether the last part is a version: `v1`, `v4`, `v1beta`.
fn has_version(path: &str) -> bool {
    let last = path.rsplit('/').next().unwrap_or_default();
    last.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// An address as people may see it: scheme, host and port, never what may be secret in it.
pub(crate) fn shown(address: &str) -> String {
    match Url::parse(address.trim()) {
        Ok(url) if url.has_host() => url.origin().ascii_serialization(),
        _ => "the base URL".to_owned(),
    }
}

#[cfg(test)]
#[path = "address_tests.rs"]
mod tests;
