//! Turns a report (Markdown with charts) into files that stand alone: a page of HTML and a PDF.
//!
//! Both are written from one [`document::Document`], in which links are checked, citations resolved and limits kept,
//! so that neither writer meets anything that the other would treat differently. Neither reads a file nor the network.
//! Refuses: raw HTML (it is shown as text), pictures from elsewhere, SVG beyond shapes and text. Called by `app` only.

mod document;
mod error;
mod html;
mod limits;
mod pdf;
mod read;
mod svg;
mod words;

pub use error::PressError;
pub use pdf::LICENCES;

/// A report as it is handed in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    pub title: String,
    /// One line under the title: the source, the date. The only date in the output.
    pub subtitle: String,
    /// GitHub's Markdown. A chart stands as `![title](chart:ID)`; `[Q1]` cites the query under the heading `### Q1`.
    pub markdown: String,
    /// Those that the Markdown names are printed, where it names them.
    pub charts: Vec<Figure>,
    /// BCP 47 (`en`, `de-AT`), for hyphenation, screen readers and the few words of our own; English if empty.
    pub language: String,
}

/// A chart, drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    pub id: String,
    pub title: String,
    /// What is seen on it, for those who do not see it.
    pub description: String,
    pub svg: String,
}

/// The report as one page: no script, no request to anywhere.
pub fn html(report: &Report) -> Result<String, PressError> {
    html::page(report, &read::document(report)?)
}

/// The report as an A4 PDF with tags, bookmarks and its fonts inside. The same report gives the same bytes.
/// Takes from a tenth of a second to some ten seconds of one core, and never waits: call it where blocking is allowed.
pub fn pdf(report: &Report) -> Result<Vec<u8>, PressError> {
    pdf::file(report, &read::document(report)?)
}
