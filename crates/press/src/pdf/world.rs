//! All that typst may see while it works.

use super::fonts::FONTS;
use crate::PressError;
use std::sync::LazyLock;
use typst::diag::{FileError, FileResult};
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, RootedPath, Source, VirtualPath, VirtualRoot};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst::{Library, LibraryExt, World};

static LIBRARY: LazyLock<LazyHash<Library>> = LazyLock::new(|| LazyHash::new(Library::default()));
static BOOK: LazyLock<LazyHash<FontBook>> = LazyLock::new(|| LazyHash::new(FontBook::from_fonts(FONTS.iter())));

const TEMPLATE: &str = include_str!("template.typ");

/// The report's source, our template and the charts; everything else does not exist.
pub(super) struct Desk {
    main: Source,
    template: Source,
    charts: Vec<(FileId, Bytes)>,
}

/// The path of the chart with this number, from 1. typst keeps every path it has seen for as long as the program
/// runs, so that paths are few and carry nothing of the report.
pub(super) fn chart_path(number: usize) -> String {
    format!("/chart-{number}.svg")
}

impl Desk {
    pub fn new(source: String, charts: Vec<String>) -> Result<Self, PressError> {
        let charts = charts
            .into_iter()
            .enumerate()
            .map(|(index, svg)| Ok((file_id(&chart_path(index + 1))?, Bytes::from_string(svg))))
            .collect::<Result<_, PressError>>()?;
        Ok(Self {
            main: Source::new(file_id("/main.typ")?, source),
            template: Source::new(file_id("/template.typ")?, TEMPLATE.to_owned()),
            charts,
        })
    }
}

fn file_id(path: &str) -> Result<FileId, PressError> {
    let path = VirtualPath::new(path).map_err(|_| PressError::Internal(format!("{path} is no path")))?;
    Ok(FileId::new(RootedPath::new(VirtualRoot::Project, path)))
}

impl World for Desk {
    fn library(&self) -> &LazyHash<Library> {
        &LIBRARY
    }

    fn book(&self) -> &LazyHash<FontBook> {
        &BOOK
    }

    fn main(&self) -> FileId {
        self.main.id()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        [&self.main, &self.template]
            .into_iter()
            .find(|source| source.id() == id)
            .cloned()
            .ok_or(FileError::AccessDenied)
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        self.charts.iter().find(|(chart, _)| *chart == id).map(|(_, svg)| svg.clone()).ok_or(FileError::AccessDenied)
    }

    fn font(&self, index: usize) -> Option<Font> {
        FONTS.get(index).cloned()
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        None
    }
}
