//! Blocks and what stands in them, as HTML.

use super::escape::escaped;
use crate::document::{Block, Column, Inline, Item, Placed, Side, Table, Target};
use crate::svg::{self, Prefix};
use crate::words::Words;
use crate::{PressError, Report};

pub(super) struct Blocks<'r> {
    report: &'r Report,
    words: &'static Words,
    out: String,
    tables: usize,
}

impl<'r> Blocks<'r> {
    pub fn new(report: &'r Report, words: &'static Words) -> Self {
        Self { report, words, out: String::new(), tables: 0 }
    }

    pub fn into_html(self) -> String {
        self.out
    }

    pub fn all(&mut self, blocks: &[Block]) -> Result<(), PressError> {
        blocks.iter().try_for_each(|block| self.block(block))
    }

    fn block(&mut self, block: &Block) -> Result<(), PressError> {
        match block {
            Block::Heading { entry, inlines } => {
                // h1 is the report's title.
                let level = (entry.depth + 1).min(6);
                let class = if entry.query { " class=\"query\"" } else { "" };
                self.out.push_str(&format!("<h{level} id=\"{}\"{class}>", escaped(&entry.id)));
                self.inlines(inlines);
                self.out.push_str(&format!("</h{level}>\n"));
            }
            Block::Paragraph(inlines) => {
                self.out.push_str("<p>");
                self.inlines(inlines);
                self.out.push_str("</p>\n");
            }
            Block::Quote { title, blocks } => {
                self.out.push_str("<blockquote>\n");
                if let Some(title) = title {
                    self.out.push_str(&format!("<p class=\"alert\">{}</p>\n", escaped(title)));
                }
                self.all(blocks)?;
                self.out.push_str("</blockquote>\n");
            }
            Block::List { start, tight, items } => self.list(*start, *tight, items)?,
            Block::Code { language, text } => {
                let known: String =
                    language.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(20).collect();
                let class = if known.is_empty() { String::new() } else { format!(" class=\"language-{known}\"") };
                self.out.push_str(&format!("<pre tabindex=\"0\"><code{class}>{}</code></pre>\n", escaped(text)));
            }
            Block::Table(table) => self.table(table),
            Block::Figure(placed) => self.figure(placed)?,
            Block::Rule => self.out.push_str("<hr>\n"),
        }
        Ok(())
    }

    fn list(&mut self, start: Option<usize>, tight: bool, items: &[Item]) -> Result<(), PressError> {
        let (open, close) = match start {
            None => ("<ul>\n".to_owned(), "</ul>\n"),
            Some(1) => ("<ol>\n".to_owned(), "</ol>\n"),
            Some(start) => (format!("<ol start=\"{start}\">\n"), "</ol>\n"),
        };
        self.out.push_str(&open);
        for item in items {
            self.out.push_str(match item.done {
                None => "<li>",
                Some(true) => "<li class=\"task\">☑ ",
                Some(false) => "<li class=\"task\">☐ ",
            });
            for block in &item.blocks {
                match block {
                    Block::Paragraph(inlines) if tight => self.inlines(inlines),
                    block => self.block(block)?,
                }
            }
            self.out.push_str("</li>\n");
        }
        self.out.push_str(close);
        Ok(())
    }

    fn table(&mut self, table: &Table) {
        self.tables += 1;
        let label = format!("{} {}", self.words.table, self.tables);
        self.out.push_str(&format!(
            "<div class=\"table\" role=\"region\" aria-label=\"{label}\" tabindex=\"0\">\n<table>\n"
        ));
        self.out.push_str("<thead>\n");
        self.row("th scope=\"col\"", "th", &table.columns, &table.header);
        self.out.push_str("</thead>\n<tbody>\n");
        for row in &table.rows {
            self.row("td", "td", &table.columns, row);
        }
        self.out.push_str("</tbody>\n</table>\n</div>\n");
        for note in Table::notes(self.words, table.rows_left_out, table.columns_left_out) {
            self.out.push_str(&format!("<p class=\"note\">{}</p>\n", escaped(&note)));
        }
    }

    fn row(&mut self, open: &str, close: &str, columns: &[Column], cells: &[Vec<Inline>]) {
        self.out.push_str("<tr>");
        for (column, cell) in columns.iter().zip(cells) {
            let class = match column.side {
                Side::Left => "",
                Side::Center => " class=\"center\"",
                Side::Right if column.numeric => " class=\"number\"",
                Side::Right => " class=\"right\"",
            };
            self.out.push_str(&format!("<{open}{class}>"));
            self.inlines(cell);
            self.out.push_str(&format!("</{close}>"));
        }
        self.out.push_str("</tr>\n");
    }

    fn figure(&mut self, placed: &Placed) -> Result<(), PressError> {
        let Some(figure) = self.report.charts.get(placed.chart) else { return Ok(()) };
        // A dot stands in no heading's id.
        let prefix = Prefix(format!("c{}.", placed.number));
        let drawing = svg::wash(figure, &placed.caption, &prefix)?;
        self.out.push_str(&format!(
            "<figure>\n<div class=\"chart\">{}</div>\n<figcaption><b>{} {}</b> {}</figcaption>\n</figure>\n",
            drawing.svg,
            self.words.figure,
            placed.number,
            escaped(&placed.caption)
        ));
        Ok(())
    }

    fn inlines(&mut self, inlines: &[Inline]) {
        for inline in inlines {
            match inline {
                Inline::Text(text) => self.out.push_str(&escaped(text)),
                Inline::Code(text) => self.out.push_str(&format!("<code>{}</code>", escaped(text))),
                Inline::Strong(inner) => self.wrapped("strong", inner),
                Inline::Emph(inner) => self.wrapped("em", inner),
                Inline::Strike(inner) => self.wrapped("del", inner),
                Inline::Break => self.out.push_str("<br>"),
                Inline::Link { target, inlines } => {
                    let open = match target {
                        Target::Outside(url) => {
                            format!("<a href=\"{}\" rel=\"noopener noreferrer nofollow\">", escaped(url))
                        }
                        Target::Inside(id) => format!("<a href=\"#{}\">", escaped(id)),
                    };
                    self.out.push_str(&open);
                    self.inlines(inlines);
                    self.out.push_str("</a>");
                }
                Inline::Citation { name, id } => {
                    self.out.push_str(&format!("<a class=\"cite\" href=\"#{}\">{}</a>", escaped(id), escaped(name)));
                }
            }
        }
    }

    fn wrapped(&mut self, tag: &str, inner: &[Inline]) {
        self.out.push_str(&format!("<{tag}>"));
        self.inlines(inner);
        self.out.push_str(&format!("</{tag}>"));
    }
}
