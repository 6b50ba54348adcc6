//! A document as typst code: calls of the template's functions, in which every text of the report is a string
//! literal. In code, not in markup, there is only one thing to escape, and a property test holds that what typst
//! reads back is the text and nothing but the text.

use super::{fonts, table, world};
use crate::document::{Block, Document, Inline, Item, Placed, Target};
use crate::svg::Drawing;
use crate::words::Words;
use crate::{Report, words};

/// Text width and the height that a chart may take, in millimetres; the template's margins leave as much.
const TEXT_WIDTH: f64 = 160.0;
const CHART_HEIGHT: f64 = 105.0;
/// Longer runs without a space get places to break.
const LONG_WORD: usize = 30;
const LONG_CODE_WORD: usize = 70;

pub(super) fn source(report: &Report, document: &Document, drawings: &[Drawing], words: &'static Words) -> String {
    let mut emit = Emit { report, drawings, words, out: String::with_capacity(report.markdown.len() * 2 + 1000) };
    emit.push("#import \"/template.typ\": *\n#show: report.with(");
    emit.named("title", &document.title);
    emit.named("subtitle", &document.subtitle);
    emit.named("lang", &words::code(&report.language));
    let contents = if document.contents().is_empty() { "" } else { words.contents };
    emit.named("contents", contents);
    emit.named("note", &glyph_note(report, words));
    emit.push(")\n#{\n");
    emit.blocks(&document.blocks);
    emit.push("}\n");
    emit.out
}

/// An honest line under the title when the fonts lack something.
fn glyph_note(report: &Report, words: &Words) -> String {
    let charts = report.charts.iter().map(|chart| chart.svg.as_str());
    let missing = fonts::missing([&*report.title, &*report.subtitle, &*report.markdown].into_iter().chain(charts));
    if missing.is_empty() {
        return String::new();
    }
    let points: Vec<String> = missing.iter().map(|c| format!("U+{:04X}", u32::from(*c))).collect();
    format!("{} {}", words.no_glyphs, points.join(", "))
}

pub(super) struct Emit<'r> {
    report: &'r Report,
    drawings: &'r [Drawing],
    pub(super) words: &'static Words,
    out: String,
}

impl Emit<'_> {
    /// Code of our own.
    pub(super) fn push(&mut self, code: &str) {
        self.out.push_str(code);
    }

    /// Text of the report.
    pub(super) fn literal(&mut self, text: &str) {
        self.out.push('"');
        for c in text.chars() {
            match c {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\n' => self.out.push_str("\\n"),
                '\t' => self.out.push_str("\\t"),
                c if c.is_control() => self.out.push('\u{fffd}'),
                c => self.out.push(c),
            }
        }
        self.out.push('"');
    }

    fn named(&mut self, name: &str, text: &str) {
        self.push(name);
        self.push(": ");
        self.literal(text);
        self.push(", ");
    }

    fn blocks(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.block(block);
            self.push("\n");
        }
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Heading { entry, inlines } => {
                self.push(&format!("section({}, ", entry.depth));
                self.literal(&entry.id);
                self.push(if entry.query { ", true, " } else { ", false, " });
                self.inlines(inlines, Setting::Text);
                self.push(")");
            }
            Block::Paragraph(inlines) => {
                self.push("par(");
                self.inlines(inlines, Setting::Text);
                self.push(")");
            }
            Block::Quote { title, blocks } => {
                self.push("aside(");
                self.literal(title.as_deref().unwrap_or_default());
                self.push(", {\n\"\"\n");
                self.blocks(blocks);
                self.push("})");
            }
            Block::List { start, tight, items } => self.list(*start, *tight, items),
            Block::Code { text, .. } => {
                self.push("code(");
                self.literal(&breakable(text, LONG_CODE_WORD));
                self.push(")");
            }
            Block::Table(table) => table::emit(self, table),
            Block::Figure(placed) => self.figure(placed),
            Block::Rule => self.push("divider()"),
        }
    }

    fn list(&mut self, start: Option<usize>, tight: bool, items: &[Item]) {
        match start {
            // typst counts in 64 bits and pads the numbers; nobody counts beyond this.
            Some(start) => self.push(&format!("enum(start: {}, tight: {tight}, ", start.min(1_000_000))),
            None => self.push(&format!("list(tight: {tight}, ")),
        }
        for item in items {
            self.push("{ \"\"\n");
            match item.done {
                Some(true) => self.push("\"☑ \"\n"),
                Some(false) => self.push("\"☐ \"\n"),
                None => {}
            }
            for block in &item.blocks {
                match block {
                    Block::Paragraph(inlines) if tight => self.inlines(inlines, Setting::Text),
                    block => self.block(block),
                }
                self.push("\n");
            }
            self.push("}, ");
        }
        self.push(")");
    }

    fn figure(&mut self, placed: &Placed) {
        let Some((drawing, figure)) = self.drawings.get(placed.number - 1).zip(self.report.charts.get(placed.chart))
        else {
            return;
        };
        let width = TEXT_WIDTH.min(CHART_HEIGHT * drawing.width / drawing.height);
        let alt = if figure.description.is_empty() { &placed.caption } else { &figure.description };
        self.push(&format!("chart(\"{}\", {width:.2}mm, ", world::chart_path(placed.number)));
        self.literal(&format!("{} {}", self.words.figure, placed.number));
        self.push(", ");
        self.literal(&placed.caption);
        self.push(", ");
        self.literal(alt);
        self.push(")");
    }

    /// One expression. It begins with an empty text, so that it is content even where there is nothing.
    pub(super) fn inlines(&mut self, inlines: &[Inline], setting: Setting) {
        self.push("{ \"\"\n");
        for inline in inlines {
            match inline {
                Inline::Text(text) => self.literal(&setting.text(text)),
                Inline::Code(text) => {
                    self.push("mono(");
                    self.literal(&setting.text(&breakable(text, LONG_WORD)));
                    self.push(")");
                }
                Inline::Strong(inner) => self.call("strong", inner, setting),
                Inline::Emph(inner) => self.call("emph", inner, setting),
                Inline::Strike(inner) => self.call("strike", inner, setting),
                Inline::Break => self.push("linebreak()"),
                Inline::Link { target, inlines } => {
                    match target {
                        Target::Outside(url) => {
                            self.push("outside(");
                            self.literal(url);
                        }
                        Target::Inside(id) => {
                            self.push("inside(");
                            self.literal(id);
                        }
                    }
                    self.push(", ");
                    self.inlines(inlines, setting);
                    self.push(")");
                }
                Inline::Citation { name, id } => {
                    self.push("cited(");
                    self.literal(id);
                    self.push(", ");
                    self.literal(name);
                    self.push(")");
                }
            }
            self.push("\n");
        }
        self.push("}");
    }

    fn call(&mut self, function: &str, inner: &[Inline], setting: Setting) {
        self.push(function);
        self.push("(");
        self.inlines(inner, setting);
        self.push(")");
    }
}

/// Where inlines stand, as far as it changes how their text may break.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Setting {
    Text,
    Cell,
    /// A figure and its unit stay on one line.
    Figure,
}

impl Setting {
    fn text(self, text: &str) -> String {
        match self {
            Setting::Text => breakable(text, LONG_WORD),
            Setting::Cell => breakable(text, LONG_WORD / 2),
            Setting::Figure => text.replace(' ', "\u{a0}"),
        }
    }
}

/// Puts invisible places to break into words that no line would hold: after signs, or else every so many letters.
fn breakable(text: &str, limit: usize) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        if word.chars().count() <= limit {
            out.push_str(word);
            continue;
        }
        let mut run = 0;
        for c in word.chars() {
            out.push(c);
            run += 1;
            if run >= limit / 2 && !c.is_alphanumeric() || run >= limit {
                out.push('\u{200b}');
                run = 0;
            }
        }
    }
    out
}
