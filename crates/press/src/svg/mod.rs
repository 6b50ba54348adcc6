//! Charts, washed: a drawing is parsed and written again from what is known to be harmless (`allowed.rs`), so that
//! nothing passes because nobody thought of it. What cannot run or load anything but would be missed by the eye
//! (a picture, a filter, a stylesheet) refuses the whole chart: a chart with a part missing would mislead.

mod allowed;
mod value;

use crate::html::escape::escaped;
use crate::{Figure, PressError, limits};
use roxmltree::{Document, Node, NodeType, ParsingOptions};

const SVG: &str = "http://www.w3.org/2000/svg";

/// A chart that may be put into a page or a file.
#[derive(Debug, PartialEq)]
pub(crate) struct Drawing {
    /// The drawing's own size; only the ratio matters to a writer.
    pub width: f64,
    pub height: f64,
    pub svg: String,
}

/// How ids are kept apart when several drawings share a page: each begins with this.
pub(crate) struct Prefix(pub String);

pub(crate) fn wash(figure: &Figure, caption: &str, prefix: &Prefix) -> Result<Drawing, PressError> {
    washed(figure, caption, prefix).map_err(|message| PressError::Chart { id: figure.id.clone(), message })
}

fn washed(figure: &Figure, caption: &str, prefix: &Prefix) -> Result<Drawing, String> {
    if figure.svg.len() > limits::CHART_BYTES {
        return Err(format!("it has more than {} bytes", limits::CHART_BYTES));
    }
    // No document type: without one there are no entities to multiply and none to fetch.
    let options = ParsingOptions { allow_dtd: false, nodes_limit: limits::CHART_NODES, ..ParsingOptions::default() };
    let parsed =
        Document::parse_with_options(figure.svg.trim_start(), options).map_err(|e| format!("it is not SVG ({e})"))?;
    let root = parsed.root_element();
    if root.tag_name().name() != "svg" {
        return Err(format!("its root is <{}>, not <svg>", root.tag_name().name()));
    }
    let (x, y, width, height) =
        value::view_box(root.attribute("viewBox"), root.attribute("width"), root.attribute("height"))
            .ok_or("it says neither its viewBox nor its width and height")?;

    let description = if figure.description.is_empty() { &figure.title } else { &figure.description };
    let mut out = format!(
        "<svg xmlns=\"{SVG}\" viewBox=\"{x} {y} {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{}\"",
        escaped(caption)
    );
    let mut writer = Writer { prefix, out: &mut out };
    writer.attributes(root, &["viewBox", "width", "height", "x", "y", "id"]);
    if !root.has_attribute("font-family") {
        writer.out.push_str(" font-family=\"Inter, system-ui, sans-serif\"");
    }
    writer.out.push_str(&format!("><title>{}</title><desc>{}</desc>", escaped(caption), escaped(description)));
    for child in root.children() {
        // The drawing's own title and description gave way to the report's.
        if !matches!(child.tag_name().name(), "title" | "desc") {
            writer.node(child, 0)?;
        }
    }
    writer.out.push_str("</svg>");
    Ok(Drawing { width, height, svg: out })
}

struct Writer<'w> {
    prefix: &'w Prefix,
    out: &'w mut String,
}

impl Writer<'_> {
    fn node(&mut self, node: Node<'_, '_>, depth: usize) -> Result<(), String> {
        match node.node_type() {
            NodeType::Text => self.out.push_str(&escaped(node.text().unwrap_or_default())),
            NodeType::Element => self.element(node, depth + 1)?,
            NodeType::Root | NodeType::Comment | NodeType::PI => {}
        }
        Ok(())
    }

    fn element(&mut self, node: Node<'_, '_>, depth: usize) -> Result<(), String> {
        if depth > limits::CHART_NESTING {
            return Err(format!("it is nested deeper than {} levels", limits::CHART_NESTING));
        }
        let name = node.tag_name().name();
        // Editors leave notes of their own in a drawing.
        if node.tag_name().namespace().is_some_and(|space| space != SVG) || allowed::INVISIBLE.contains(&name) {
            return Ok(());
        }
        if name == "a" {
            return node.children().try_for_each(|child| self.node(child, depth));
        }
        if !allowed::ELEMENTS.contains(&name) {
            return Err(format!(
                "it uses <{}>, which a report does not print",
                name.chars().take(40).collect::<String>()
            ));
        }
        self.out.push('<');
        self.out.push_str(name);
        self.attributes(node, &[]);
        self.out.push('>');
        node.children().try_for_each(|child| self.node(child, depth))?;
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
        Ok(())
    }

    fn attributes(&mut self, node: Node<'_, '_>, but: &[&str]) {
        // `style="fill: red"` says the same as `fill="red"`, and wins over it; as attributes both are judged alike,
        // and the page needs no permission for inline styles.
        let styled: Vec<(&str, &str)> = node
            .attribute("style")
            .map(|style| {
                style.split(';').filter_map(|rule| rule.split_once(':')).map(|(n, v)| (n.trim(), v.trim())).collect()
            })
            .unwrap_or_default();
        for attribute in node.attributes().filter(|a| a.namespace().is_none()) {
            let name = attribute.name();
            if !but.contains(&name) && !styled.iter().any(|(styled, _)| *styled == name) {
                self.attribute(name, attribute.value());
            }
        }
        let mut written: Vec<&str> = Vec::new();
        for (name, value) in styled.into_iter().rev() {
            if allowed::is_style(name) && !but.contains(&name) && !written.contains(&name) {
                written.push(name);
                self.attribute(name, value);
            }
        }
    }

    fn attribute(&mut self, name: &str, value: &str) {
        if !allowed::ATTRIBUTES.contains(&name) {
            return;
        }
        let value = match name {
            "id" => Some(format!("{}{}", self.prefix.0, value::id(value))),
            "font-family" => Some(value::family(value).to_owned()),
            "font-size" => Some(value.to_owned()),
            _ => value::with_local_references(value, &self.prefix.0),
        };
        if let Some(value) = value {
            self.out.push_str(&format!(" {name}=\"{}\"", escaped(&value)));
        }
    }
}

#[cfg(test)]
#[path = "svg_tests.rs"]
mod tests;
