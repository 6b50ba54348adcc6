//! Where a link may lead.

use crate::limits;

/// Whether an address may leave the report: http, https or mailto, without anything that hides in it.
pub(super) fn leads_outside(url: &str) -> bool {
    let harmless = url.len() <= limits::LINK_BYTES && !url.chars().any(|c| c.is_control() || c.is_whitespace());
    let scheme = url.split_once(':').map(|(scheme, rest)| (scheme.to_ascii_lowercase(), rest));
    harmless
        && scheme.is_some_and(|(scheme, rest)| match scheme.as_str() {
            "http" | "https" => rest.starts_with("//") && rest.len() > 2,
            "mailto" => !rest.is_empty(),
            _ => false,
        })
}
