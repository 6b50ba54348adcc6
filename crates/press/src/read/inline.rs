//! What stands inside a paragraph, a heading or a cell.

use super::citations::{Piece, pieces};
use super::links::leads_outside;
use super::{Reader, level};
use crate::PressError;
use crate::document::{Inline, Target, plain};
use comrak::nodes::{Node, NodeValue};

/// A link holds no second link, so that citations stay text in it.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Within {
    Text,
    Link,
}

/// The words of a node and nothing else.
pub(super) fn text_of(node: Node<'_>) -> String {
    let mut text = String::new();
    for inner in node.descendants() {
        match &inner.data().value {
            NodeValue::Text(part) => text.push_str(part),
            NodeValue::Code(code) => text.push_str(&code.literal),
            NodeValue::HtmlInline(html) => text.push_str(html),
            NodeValue::SoftBreak | NodeValue::LineBreak => text.push(' '),
            _ => {}
        }
    }
    text
}

impl Reader<'_> {
    pub(super) fn inlines(&self, parent: Node<'_>, depth: usize) -> Result<Vec<Inline>, PressError> {
        self.inlines_of(parent.children(), depth, Within::Text)
    }

    pub(super) fn inlines_of<'a>(
        &self,
        nodes: impl IntoIterator<Item = Node<'a>>,
        depth: usize,
        within: Within,
    ) -> Result<Vec<Inline>, PressError> {
        let depth = level(depth)?;
        let mut inlines = Vec::new();
        for node in nodes {
            match &node.data().value {
                NodeValue::Text(text) => push_text(&mut inlines, text),
                NodeValue::SoftBreak => push_text(&mut inlines, " "),
                NodeValue::LineBreak => inlines.push(Inline::Break),
                NodeValue::Code(code) => inlines.push(Inline::Code(code.literal.clone())),
                NodeValue::HtmlInline(html) if is_line_break(html) => inlines.push(Inline::Break),
                NodeValue::HtmlInline(html) => push_text(&mut inlines, html),
                NodeValue::Strong => inlines.push(Inline::Strong(self.inlines_of(node.children(), depth, within)?)),
                NodeValue::Emph => inlines.push(Inline::Emph(self.inlines_of(node.children(), depth, within)?)),
                NodeValue::Strikethrough => {
                    inlines.push(Inline::Strike(self.inlines_of(node.children(), depth, within)?));
                }
                NodeValue::Link(link) => {
                    let inner = self.inlines_of(node.children(), depth, Within::Link)?;
                    self.link(&link.url, inner, within, &mut inlines);
                }
                NodeValue::Image(image) => {
                    let alt = text_of(node);
                    let shown = if alt.is_empty() { image.url.clone() } else { alt };
                    self.link(&image.url, vec![Inline::Text(shown)], within, &mut inlines);
                }
                // Extensions that are not switched on.
                _ => {}
            }
        }
        Ok(if within == Within::Link { inlines } else { self.cite(inlines) })
    }

    /// What leads nowhere is only its words.
    fn link(&self, url: &str, inner: Vec<Inline>, within: Within, inlines: &mut Vec<Inline>) {
        // A report may define `[Q1]: https://...`; a citation still leads to its query.
        let name = plain(&inner);
        if within == Within::Text
            && let Some(id) = self.headings.query(&name)
        {
            return inlines.push(Inline::Citation { name, id: id.clone() });
        }
        let inside = url.strip_prefix('#').filter(|id| self.headings.has(id));
        let target = match inside {
            Some(id) => Some(Target::Inside(id.to_owned())),
            None => leads_outside(url).then(|| Target::Outside(url.to_owned())),
        };
        match target {
            Some(target) if within == Within::Text => inlines.push(Inline::Link { target, inlines: inner }),
            _ => inlines.extend(inner),
        }
    }

    fn cite(&self, inlines: Vec<Inline>) -> Vec<Inline> {
        let mut cited = Vec::with_capacity(inlines.len());
        for inline in inlines {
            let Inline::Text(text) = inline else {
                cited.push(inline);
                continue;
            };
            for piece in pieces(&text) {
                match piece {
                    Piece::Text(text) => push_text(&mut cited, text),
                    Piece::Query(name) => match self.headings.query(name) {
                        Some(id) => cited.push(Inline::Citation { name: name.to_owned(), id: id.clone() }),
                        None => push_text(&mut cited, name),
                    },
                }
            }
        }
        cited
    }
}

fn push_text(inlines: &mut Vec<Inline>, text: &str) {
    match inlines.last_mut() {
        Some(Inline::Text(last)) => last.push_str(text),
        _ => inlines.push(Inline::Text(text.to_owned())),
    }
}

/// Models write `<br>` where a Markdown cell has no other way to a second line.
fn is_line_break(html: &str) -> bool {
    let name = html.trim_start_matches('<').trim_end_matches('>').trim_end_matches('/').trim();
    name.eq_ignore_ascii_case("br")
}
