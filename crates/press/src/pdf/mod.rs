//! The report as a PDF, through typst. The template (`template.typ`) is ours and knows how things look; the report
//! becomes calls of its functions (`emit.rs`) in which every text is a string literal. typst sees these two sources,
//! the washed charts and our fonts, and nothing else: no file, no package, no clock.

mod emit;
mod fonts;
mod table;
mod world;

pub use fonts::LICENCES;

use crate::document::{Block, Document};
use crate::svg::{self, Prefix};
use crate::{PressError, Report, words};
use typst::comemo;
use typst::diag::SourceDiagnostic;
use typst::foundations::Smart;
use typst_layout::PagedDocument;
use typst_pdf::PdfOptions;
use world::Desk;

pub(crate) fn file(report: &Report, document: &Document) -> Result<Vec<u8>, PressError> {
    let mut drawings = Vec::new();
    draw(report, &document.blocks, &mut drawings)?;
    let source = emit::source(report, document, &drawings, words::of(&report.language));
    let desk = Desk::new(source, drawings.into_iter().map(|drawing| drawing.svg).collect())?;
    let printed = print(&desk);
    // typst remembers parts of every document for the next compilation, without end; ours have little in common.
    comemo::evict(0);
    printed
}

fn print(desk: &Desk) -> Result<Vec<u8>, PressError> {
    let pages: PagedDocument = typst::compile(desk).output.map_err(|errors| internal("typst", &errors))?;
    let options = PdfOptions { creator: Smart::Custom(Some("Vouch".to_owned())), ..PdfOptions::default() };
    typst_pdf::pdf(&pages, &options).map_err(|errors| internal("PDF", &errors))
}

/// The charts in the order in which they stand in the report, so that a figure's number finds its drawing.
fn draw(report: &Report, blocks: &[Block], drawings: &mut Vec<svg::Drawing>) -> Result<(), PressError> {
    for block in blocks {
        match block {
            Block::Figure(placed) => {
                let figure = report.charts.get(placed.chart);
                let figure = figure.ok_or_else(|| PressError::Internal("a figure without a chart".to_owned()))?;
                drawings.push(svg::wash(figure, &placed.caption, &Prefix(String::new()))?);
            }
            Block::Quote { blocks, .. } => draw(report, blocks, drawings)?,
            Block::List { items, .. } => items.iter().try_for_each(|item| draw(report, &item.blocks, drawings))?,
            _ => {}
        }
    }
    Ok(())
}

/// What typst refuses is our fault: the source is ours, and whatever was handed in has been judged before.
fn internal(stage: &str, errors: &[SourceDiagnostic]) -> PressError {
    let first = errors.first().map(|error| error.message.as_str()).unwrap_or("no reason given");
    PressError::Internal(format!("{stage}: {first}"))
}

#[cfg(test)]
#[path = "pdf_tests.rs"]
mod tests;
