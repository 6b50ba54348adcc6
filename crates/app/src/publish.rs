//! Reports as files: Markdown, a page that needs nothing else, or PDF, with their charts drawn.

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::Value as Json;
use std::sync::LazyLock;
use vouch_charts::{ChartError, Limits, Renderer, Size, Theme};
use vouch_model::Chart;
use vouch_press::{Figure, PressError, Report};

/// Charts are drawn this wide; the page and the paper scale them.
const WIDTH: u32 = 720;

/// One for the program: it keeps a thread with the drawing engine, made when it is first needed.
static RENDERER: LazyLock<Renderer> = LazyLock::new(|| Renderer::new(Limits::default()));

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportFormat {
    Markdown,
    Html,
    Pdf,
}

impl ReportFormat {
    pub fn from_name(name: &str) -> Option<Self> {
        match name.trim().to_lowercase().as_str() {
            "markdown" | "md" => Some(Self::Markdown),
            "html" | "htm" => Some(Self::Html),
            "pdf" => Some(Self::Pdf),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Markdown => "markdown",
            Self::Html => "html",
            Self::Pdf => "pdf",
        }
    }

    pub fn extension(self) -> &'static str {
        match self {
            Self::Markdown => "md",
            Self::Html => "html",
            Self::Pdf => "pdf",
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Self::Markdown => "text/markdown; charset=utf-8",
            Self::Html => "text/html; charset=utf-8",
            Self::Pdf => "application/pdf",
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    #[error(transparent)]
    Press(#[from] PressError),
    #[error("the report could not be made: {0}")]
    Internal(String),
}

impl PublishError {
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Press(error) => error.hint(),
            Self::Internal(_) => None,
        }
    }
}

/// The report as a file of its format. A chart that cannot be drawn is left out.
pub async fn publish(
    format: ReportFormat,
    title: &str,
    source: &str,
    markdown: &str,
    charts: &[Chart],
) -> Result<Vec<u8>, PublishError> {
    let (title, charts, whole) = (title.to_owned(), charts.to_vec(), markdown.to_owned());
    let (below, markdown) = below_title(markdown);
    let subtitle = below.unwrap_or_else(|| source.to_owned());
    // Drawing and setting take a moment of a whole core.
    let work = move || {
        let charts: Vec<Figure> = charts.iter().filter_map(drawn).collect();
        if format == ReportFormat::Markdown {
            return Ok(with_pictures(&whole, &charts).into_bytes());
        }
        let report = Report { title: capitalized(&title), subtitle, markdown, charts, language: "en".to_owned() };
        match format {
            ReportFormat::Pdf => vouch_press::pdf(&report),
            _ => vouch_press::html(&report).map(String::into_bytes),
        }
    };
    let made = tokio::task::spawn_blocking(work).await.map_err(|error| PublishError::Internal(error.to_string()))?;
    Ok(made?)
}

/// A chart as SVG or PNG, in the words of the one who asked for it.
pub fn draw_svg(chart: &Chart, theme: Theme) -> Result<String, ChartError> {
    RENDERER.svg(&chart.spec, Size { width: WIDTH, height: None, scale: 1.0 }, theme)
}

pub fn draw_png(chart: &Chart, theme: Theme) -> Result<Vec<u8>, ChartError> {
    RENDERER.png(&chart.spec, Size { width: WIDTH, height: None, scale: 2.0 }, theme)
}

fn drawn(chart: &Chart) -> Option<Figure> {
    // The caption below it says the same, in a font that the reader's machine has.
    let mut spec = Json::clone(&chart.spec);
    if let Some(fields) = spec.as_object_mut() {
        fields.remove("title");
    }
    let untitled = Chart { spec: spec.into(), ..chart.clone() };
    match draw_svg(&untitled, Theme::Light) {
        Ok(svg) => Some(Figure {
            id: chart.id.clone()?,
            title: chart.title.clone(),
            description: chart.description.clone(),
            svg,
        }),
        Err(error) => {
            tracing::warn!(%error, "a chart was left out of a report");
            None
        }
    }
}

/// The pictures themselves in the place of `chart:ID`, which no reader of Markdown can follow; of a chart that is not
/// drawn only the title.
fn with_pictures(markdown: &str, charts: &[Figure]) -> String {
    let mut text = String::new();
    let mut rest = markdown;
    while let Some((before, address)) = rest.split_once("](chart:")
        && let Some((above, title)) = before.rsplit_once("![")
        && let Some((id, below)) = address.split_once(')')
    {
        text.push_str(above);
        match charts.iter().find(|chart| chart.id == id) {
            Some(chart) => {
                let picture = BASE64_STANDARD.encode(&chart.svg);
                text.push_str(&format!("![{title}](data:image/svg+xml;base64,{picture})"));
            }
            None => text.push_str(&format!("*{title}*")),
        }
        rest = below;
    }
    text + rest
}

/// The title stands above the text by itself, and so does the line below it.
fn below_title(markdown: &str) -> (Option<String>, String) {
    let text = match markdown.strip_prefix("# ") {
        Some(rest) => rest.split_once('\n').map_or("", |(_, text)| text).trim_start(),
        None => markdown,
    };
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    match first.trim().strip_prefix('*').and_then(|line| line.strip_suffix('*')) {
        Some(line) if !line.starts_with('*') => (Some(line.replace('\\', "")), rest.trim_start().to_owned()),
        _ => (None, text.to_owned()),
    }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.trim().chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
