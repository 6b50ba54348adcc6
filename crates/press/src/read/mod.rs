//! From Markdown to [`Document`]: parses, resolves what refers to something, and keeps the limits. What Markdown
//! cannot say here (raw HTML, pictures from elsewhere, links with other schemes) becomes plain text.

mod citations;
mod headings;
mod inline;
mod links;
mod table;

use crate::document::{Block, Document, Inline, Item, Placed};
use crate::words::Words;
use crate::{PressError, Report, limits, words};
use comrak::nodes::{ListType, Node, NodeValue};
use comrak::{Arena, Options};
use headings::Headings;
use std::time::Instant;

pub(crate) fn document(report: &Report) -> Result<Document, PressError> {
    if report.markdown.len() > limits::MARKDOWN_BYTES {
        return too_large(format!(
            "{} bytes of text, and at most {} are printed",
            report.markdown.len(),
            limits::MARKDOWN_BYTES
        ));
    }
    let arena = Arena::new();
    let deadline = Instant::now() + limits::PARSING;
    let root = comrak::try_parse_document(&arena, &report.markdown, &options(), &|| Instant::now() >= deadline)
        .or_else(|_| too_large(format!("its text is not read within {} s", limits::PARSING.as_secs())))?;
    headings::drop_title(root, &report.title);
    let headings = Headings::of(root);
    let words = words::of(&report.language);
    let mut reader = Reader { report, words, headings, figures: 0, chart_bytes: 0, cells: 0 };
    let blocks = reader.blocks(root, 0)?;
    let title = match one_line(&report.title) {
        title if title.is_empty() => words.report.to_owned(),
        title => title,
    };
    Ok(Document { title, subtitle: one_line(&report.subtitle), blocks, outline: reader.headings.into_outline() })
}

/// A title or subtitle, of sensible length.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(limits::HEAD_CHARS).collect()
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    options.extension.table = true;
    options.extension.strikethrough = true;
    options.extension.autolink = true;
    options.extension.tasklist = true;
    options.extension.alerts = true;
    options
}

fn too_large<T>(message: String) -> Result<T, PressError> {
    Err(PressError::TooLarge { message })
}

fn level(depth: usize) -> Result<usize, PressError> {
    if depth >= limits::NESTING {
        return too_large(format!("something in it is nested deeper than {} levels", limits::NESTING));
    }
    Ok(depth + 1)
}

struct Reader<'r> {
    report: &'r Report,
    words: &'static Words,
    headings: Headings,
    /// Counted against the limits as they come.
    figures: usize,
    chart_bytes: usize,
    cells: usize,
}

impl Reader<'_> {
    fn blocks(&mut self, parent: Node<'_>, depth: usize) -> Result<Vec<Block>, PressError> {
        let depth = level(depth)?;
        let mut blocks = Vec::new();
        for node in parent.children() {
            match &node.data().value {
                NodeValue::Paragraph => self.paragraph(node, depth, &mut blocks)?,
                NodeValue::Heading(_) => {
                    let inlines = self.inlines(node, depth)?;
                    let entry = self.headings.next();
                    blocks.extend(entry.map(|entry| Block::Heading { entry, inlines }));
                }
                NodeValue::BlockQuote => blocks.push(Block::Quote { title: None, blocks: self.blocks(node, depth)? }),
                NodeValue::Alert(alert) => {
                    let title = alert.title.clone().unwrap_or_else(|| alert.alert_type.default_title().to_owned());
                    blocks.push(Block::Quote { title: Some(title), blocks: self.blocks(node, depth)? });
                }
                NodeValue::List(list) => {
                    let start = (list.list_type == ListType::Ordered).then_some(list.start);
                    blocks.push(Block::List { start, tight: list.tight, items: self.items(node, depth)? });
                }
                NodeValue::CodeBlock(code) => {
                    let language = code.info.split_whitespace().next().unwrap_or_default().to_owned();
                    blocks.push(Block::Code { language, text: code.literal.trim_end_matches('\n').to_owned() });
                }
                NodeValue::Table(table) => blocks.push(Block::Table(self.table(node, table, depth)?)),
                NodeValue::ThematicBreak => blocks.push(Block::Rule),
                NodeValue::HtmlBlock(html) => {
                    blocks.push(Block::Paragraph(vec![Inline::Text(html.literal.trim_end().to_owned())]));
                }
                // Extensions that are not switched on.
                _ => {}
            }
        }
        Ok(blocks)
    }

    fn items(&mut self, list: Node<'_>, depth: usize) -> Result<Vec<Item>, PressError> {
        let mut items = Vec::new();
        for node in list.children() {
            let done = match &node.data().value {
                NodeValue::TaskItem(task) => Some(task.symbol.is_some()),
                _ => None,
            };
            items.push(Item { done, blocks: self.blocks(node, depth)? });
        }
        Ok(items)
    }

    /// A paragraph is cut where a chart stands in it.
    fn paragraph(&mut self, paragraph: Node<'_>, depth: usize, blocks: &mut Vec<Block>) -> Result<(), PressError> {
        let mut run = Vec::new();
        for node in paragraph.children() {
            let chart = match &node.data().value {
                NodeValue::Image(link) => link.url.strip_prefix("chart:").map(str::to_owned),
                _ => None,
            };
            match chart {
                Some(id) => {
                    self.end_run(&mut run, depth, blocks)?;
                    blocks.push(self.figure(&id, inline::text_of(node))?);
                }
                None => run.push(node),
            }
        }
        self.end_run(&mut run, depth, blocks)
    }

    fn end_run(&self, run: &mut Vec<Node<'_>>, depth: usize, blocks: &mut Vec<Block>) -> Result<(), PressError> {
        let inlines = self.inlines_of(run.drain(..), depth, inline::Within::Text)?;
        if !crate::document::plain(&inlines).trim().is_empty() {
            blocks.push(Block::Paragraph(inlines));
        }
        Ok(())
    }

    fn figure(&mut self, id: &str, alt: String) -> Result<Block, PressError> {
        let found = self.report.charts.iter().enumerate().find(|(_, chart)| chart.id == id);
        let Some((chart, figure)) = found else {
            let name = if alt.is_empty() { id.to_owned() } else { alt };
            let note = Inline::Text(format!("{} {name}", self.words.no_chart));
            return Ok(Block::Paragraph(vec![Inline::Emph(vec![note])]));
        };
        self.figures += 1;
        self.chart_bytes += figure.svg.len();
        if self.figures > limits::FIGURES {
            return too_large(format!("more than {} charts", limits::FIGURES));
        }
        if self.chart_bytes > limits::CHART_BYTES_TOGETHER {
            return too_large(format!("its charts together have more than {} bytes", limits::CHART_BYTES_TOGETHER));
        }
        let caption = if alt.is_empty() { figure.title.clone() } else { alt };
        Ok(Block::Figure(Placed { number: self.figures, chart, caption }))
    }
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
