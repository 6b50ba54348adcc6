//! Reports as files: Markdown, a page that needs nothing else, or PDF.

use vouch_model::Chart;

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
            "html" => Some(Self::Html),
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
    #[error("not yet")]
    NotYet,
}

pub async fn publish(
    format: ReportFormat,
    _title: &str,
    _source: &str,
    markdown: &str,
    _charts: &[Chart],
) -> Result<Vec<u8>, PublishError> {
    match format {
        ReportFormat::Markdown => Ok(markdown.as_bytes().to_vec()),
        ReportFormat::Html | ReportFormat::Pdf => Err(PublishError::NotYet),
    }
}
