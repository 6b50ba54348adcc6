//! The page: its shape, and what it must never hold.

use crate::{chart, sample};
use proptest::prelude::*;
use vouch_press::{Report, html};

/// The page without its stylesheet, which is not what a snapshot is for.
fn page(report: &Report) -> String {
    let page = html(report).unwrap();
    let (head, rest) = page.split_once("<style>").unwrap();
    let (_, rest) = rest.split_once("</style>").unwrap();
    format!("{head}<style></style>{rest}")
}

#[test]
fn the_page_has_this_shape() {
    let page = page(&sample());
    let (head, tail) = page.split_once("'sha256-").unwrap();
    let (_, tail) = tail.split_once("'; ").unwrap();
    insta::assert_snapshot!(format!("{head}'sha256-[hash]'; {tail}"));
}

#[test]
fn nothing_is_loaded_and_nothing_runs() {
    let page = html(&sample()).unwrap().to_lowercase();
    for part in [
        "<script",
        "<link",
        "<img",
        "<iframe",
        "<object",
        "<embed",
        "<base",
        "@import",
        "url(http",
        "src=",
        "javascript:",
        " style=",
        "onload",
        "<form",
    ] {
        assert!(!page.contains(part), "{part}");
    }
    // The only addresses are links that a reader may follow, and the name of SVG.
    for (at, _) in page.match_indices("http") {
        let before = &page[..at];
        let fine = before.ends_with("href=\"") || before.ends_with("xmlns=\"") || before.ends_with("<meta ");
        assert!(fine, "{}", &page[at.saturating_sub(40)..at + 30]);
    }
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn ids_are_unique_on_the_whole_page() {
    let mut report = sample();
    report.markdown.push_str("\n\n![again](chart:one)\n\n## Summary\n");
    let page = html(&report).unwrap();
    let mut ids: Vec<&str> = page.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
    for name in page.split("url(#").skip(1).map(|rest| rest.split(')').next().unwrap()) {
        assert!(ids.contains(&name), "{name}");
    }
    for name in page.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(ids.contains(&name), "{name}");
    }
}

#[test]
fn charts_say_what_they_show() {
    let page = html(&sample()).unwrap();
    assert!(page.contains(r#"role="img" aria-label="Revenue by month""#));
    assert!(page.contains("<title>Revenue by month</title><desc>A bar called one.</desc>"));
}

#[test]
fn a_hostile_chart_refuses_the_page() {
    let mut report = sample();
    report.charts[0].svg = "<svg viewBox='0 0 1 1'><foreignObject/></svg>".to_owned();
    let error = html(&report).unwrap_err();
    assert_eq!(
        (error.code(), error.to_string()),
        (
            "INVALID_INPUT",
            "chart 'one' cannot be printed: it uses <foreignObject>, which a report does not print".to_owned()
        )
    );
}

#[test]
fn the_language_is_named_and_its_words_are_used() {
    let page = html(&Report { language: "de-AT".to_owned(), ..sample() }).unwrap();
    assert!(
        page.contains("<html lang=\"de\">")
            && page.contains("<nav aria-label=\"Inhalt\">")
            && page.contains("<b>Abbildung 1</b>")
    );
    let page = html(&Report { language: "\"><script>".to_owned(), ..sample() }).unwrap();
    assert!(page.contains("<html lang=\"en\">") && !page.contains("<script"));
}

#[test]
fn an_empty_report_is_a_page_with_a_title() {
    let page = html(&Report::default()).unwrap();
    assert!(page.contains("<h1>Report</h1>") && page.contains("<main>\n</main>"));
}

/// Tags that may stand in a page outside its head.
const TAGS: &[&str] = &[
    "header",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "p",
    "nav",
    "ul",
    "ol",
    "li",
    "main",
    "a",
    "strong",
    "em",
    "del",
    "br",
    "code",
    "pre",
    "blockquote",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "div",
    "hr",
    "figure",
    "figcaption",
    "b",
    "svg",
    "title",
    "desc",
    "g",
    "rect",
    "text",
    "defs",
    "linearGradient",
    "stop",
    "body",
    "html",
];

fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("<script>alert(1)</script>".to_owned()),
        Just("<img src=x onerror=alert(1)>".to_owned()),
        Just("[a](javascript:alert(1)) [b](<data:text/html,x>) [c](http://x\"onmouseover=\"a)".to_owned()),
        Just("![a\"><script>](chart:one)".to_owned()),
        Just("\n\n<div onclick='x'>\n\n".to_owned()),
        Just("\n\n# a\" onclick=\"x\n\n".to_owned()),
        Just("\n\n```\"><script>\n</code><script>\n```\n\n".to_owned()),
        Just("\n\n| <b>a | b |\n|---|---|\n| <i> | ' \" |\n\n".to_owned()),
        Just("&lt;script&gt; &#60;b&#62; <!-- c --> <![CDATA[x]]>".to_owned()),
        "\\PC{0,12}",
        any::<String>(),
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn no_tag_and_no_attribute_comes_from_the_report(markdown in hostile(), title in hostile()) {
        let report = Report { title: title.clone(), subtitle: title, markdown, charts: vec![chart("one")], ..Report::default() };
        let page = html(&report).unwrap();
        let (_, body) = page.split_once("<body>").unwrap();
        for tag in body.split('<').skip(1) {
            let (inside, _) = tag.split_once('>').unwrap();
            let name = inside.trim_start_matches('/').split_whitespace().next().unwrap();
            prop_assert!(TAGS.contains(&name), "<{}>", inside);
            for attribute in attributes(inside) {
                prop_assert!(!attribute.starts_with("on"), "<{}>", inside);
                prop_assert!(attribute != "style" && attribute != "src", "<{}>", inside);
            }
        }
        for href in body.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_lowercase()) {
            prop_assert!(["#", "http://", "https://", "mailto:"].iter().any(|start| href.starts_with(start)), "{}", href);
        }
    }
}

/// Names of a tag's attributes: every second piece between quotes ends in `name=`.
fn attributes(tag: &str) -> Vec<String> {
    tag.split('"').step_by(2).filter_map(|part| part.trim().strip_suffix('=')).map(str::to_lowercase).collect()
}
