//! The report as one page. Everything it needs is in it, and its content policy allows nothing else: one stylesheet,
//! known by its hash; no script, no request, no form.

mod blocks;
pub(crate) mod escape;

use crate::document::Document;
use crate::{PressError, Report, words};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use blocks::Blocks;
use escape::escaped;
use sha2::{Digest, Sha256};

const STYLE: &str = include_str!("page.css");

pub(crate) fn page(report: &Report, document: &Document) -> Result<String, PressError> {
    let words = words::of(&report.language);
    let mut body = Blocks::new(report, words);
    body.all(&document.blocks)?;
    Ok(format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta name=\"generator\" content=\"Vouch\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>{title}</h1>\n{subtitle}</header>\n{contents}<main>\n{body}</main>\n</body>\n</html>\n",
        language = words::code(&report.language),
        policy = policy(),
        title = escaped(&document.title),
        subtitle = subtitle(&document.subtitle),
        contents = contents(document, words.contents),
        body = body.into_html(),
    ))
}

fn policy() -> String {
    let hash = STANDARD.encode(Sha256::digest(STYLE.as_bytes()));
    format!("default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'")
}

fn subtitle(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("<p>{}</p>\n", escaped(text)) }
}

fn contents(document: &Document, name: &str) -> String {
    let listed = document.contents();
    if listed.is_empty() {
        return String::new();
    }
    let mut out = format!("<nav aria-label=\"{0}\">\n<h2>{0}</h2>\n<ul>\n", escaped(name));
    for entry in listed {
        let (depth, id, text) = (entry.depth, escaped(&entry.id), escaped(&entry.text));
        out.push_str(&format!("<li class=\"d{depth}\"><a href=\"#{id}\">{text}</a></li>\n"));
    }
    out.push_str("</ul>\n</nav>\n");
    out
}
