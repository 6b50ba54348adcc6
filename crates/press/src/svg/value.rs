//! Values of attributes, made harmless.

/// Ids are names of ours, whatever they were: letters, digits, `-` and `_` stay.
pub(super) fn id(raw: &str) -> String {
    raw.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

/// A value whose every `url()` names something in the same drawing, with the prefix put in; none if it leads outside.
pub(super) fn with_local_references(value: &str, prefix: &str) -> Option<String> {
    let lower = value.to_ascii_lowercase();
    // A backslash could spell `url` in another way.
    if value.contains('\\') || lower.contains("javascript:") {
        return None;
    }
    if !lower.contains("url") {
        return Some(value.to_owned());
    }
    let inside = value.trim().strip_prefix("url(")?;
    let (target, rest) = inside.split_once(')')?;
    let target = target.trim().trim_matches(['"', '\'']).strip_prefix('#')?;
    let fallback = rest.trim();
    let plain = fallback.chars().all(|c| c.is_ascii_alphanumeric() || c == '#');
    plain.then(|| format!("url(#{prefix}{}) {fallback}", id(target)).trim_end().to_owned())
}

/// One of two faces: the PDF has no others, and the page should look like it.
pub(super) fn family(value: &str) -> &'static str {
    if value.to_ascii_lowercase().contains("mono") {
        "JetBrains Mono, ui-monospace, monospace"
    } else {
        "Inter, system-ui, sans-serif"
    }
}

/// Left, top, width and height, from the viewBox or from a size in pixels.
pub(super) fn view_box(
    view_box: Option<&str>,
    width: Option<&str>,
    height: Option<&str>,
) -> Option<(f64, f64, f64, f64)> {
    let parts: Vec<f64> = view_box
        .unwrap_or_default()
        .split([' ', ',', '\t', '\n'])
        .filter(|part| !part.is_empty())
        .map(str::parse)
        .collect::<Result<_, _>>()
        .unwrap_or_default();
    let found = match parts.as_slice() {
        [x, y, width, height] => (*x, *y, *width, *height),
        _ => (0.0, 0.0, pixels(width?)?, pixels(height?)?),
    };
    let sensible = |length: f64| (1.0..=20_000.0).contains(&length);
    let placed = |at: f64| (-20_000.0..=20_000.0).contains(&at);
    (sensible(found.2) && sensible(found.3) && placed(found.0) && placed(found.1)).then_some(found)
}

fn pixels(length: &str) -> Option<f64> {
    length.trim().trim_end_matches("px").parse().ok()
}
