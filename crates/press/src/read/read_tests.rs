use super::*;
use crate::Figure;
use crate::document::{Target, plain};

fn read(markdown: &str) -> Document {
    let charts = vec![Figure { id: "c".to_owned(), title: "Chart".to_owned(), ..Figure::default() }];
    document(&Report { title: "T".to_owned(), markdown: markdown.to_owned(), charts, ..Report::default() }).unwrap()
}

fn links(inlines: &[Inline]) -> Vec<String> {
    inlines
        .iter()
        .filter_map(|inline| match inline {
            Inline::Link { target: Target::Outside(url), .. } => Some(url.clone()),
            Inline::Link { target: Target::Inside(id), .. } => Some(format!("#{id}")),
            Inline::Citation { name, id } => Some(format!("{name}→{id}")),
            _ => None,
        })
        .collect()
}

fn links_of(markdown: &str) -> Vec<String> {
    let document = read(markdown);
    document
        .blocks
        .iter()
        .flat_map(|block| if let Block::Paragraph(inlines) = block { links(inlines) } else { vec![] })
        .collect()
}

#[test]
fn only_known_schemes_and_known_places_are_links() {
    let allowed = "[a](https://x.example/y?z=1) [b](mailto:a@b.example) [c](#found) [d](HTTP://x.example)\n\n# Found";
    assert_eq!(links_of(allowed), ["https://x.example/y?z=1", "mailto:a@b.example", "#found", "HTTP://x.example"]);
    for url in [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "//x.example",
        "/x",
        "x",
        "#nowhere",
        "http:x",
        "vbscript:x",
        "java\tscript:x",
    ] {
        assert!(links_of(&format!("[a](<{url}>)")).is_empty(), "{url}");
    }
}

#[test]
fn a_citation_leads_to_its_query_whatever_the_report_defines() {
    let markdown = "Seen [Q1] and [Q9] and [Q1][Q2].\n\n[Q1]: https://evil.example\n\n### Q1\n\n### Q2: by month";
    assert_eq!(links_of(markdown), ["Q1→q1", "Q1→q1", "Q2→q2"]);
}

#[test]
fn depth_follows_nesting_and_ids_are_unique() {
    let document = read("## A\n\n#### B\n\n## A\n\n# C\n\n## 🙂\n\n## Q1\n\n## Q10 x\n\n## Q1a");
    let outline: Vec<(usize, &str, bool)> =
        document.outline.iter().map(|e| (e.depth, e.id.as_str(), e.query)).collect();
    assert_eq!(
        outline,
        [
            (1, "a", false),
            (2, "b", false),
            (1, "a-1", false),
            (1, "c", false),
            (2, "section", false),
            (2, "q1", true),
            (2, "q10", true),
            (2, "q1a", false)
        ]
    );
}

#[test]
fn the_title_is_not_said_twice() {
    assert_eq!(read("# T\n\ntext").blocks.len(), 1);
    assert_eq!(read("# Other\n\ntext").blocks.len(), 2);
}

#[test]
fn a_chart_cuts_its_paragraph_and_an_unknown_one_says_so() {
    let document = read("before ![x](chart:c) after\n\n![](chart:c)\n\n![Sales](chart:nope)");
    let seen: Vec<String> = document
        .blocks
        .iter()
        .map(|block| match block {
            Block::Figure(placed) => format!("{} {}", placed.number, placed.caption),
            Block::Paragraph(inlines) => plain(inlines).trim().to_owned(),
            _ => String::new(),
        })
        .collect();
    assert_eq!(seen, ["before", "1 x", "after", "2 Chart", "This chart is not part of the report: Sales"]);
}

#[test]
fn html_is_text_and_pictures_from_elsewhere_are_links() {
    let document = read("<script>alert(1)</script>\n\na <b>c</b> d<br>e ![pic](https://x.example/p.png)");
    assert_eq!(document.blocks[0], Block::Paragraph(vec![Inline::Text("<script>alert(1)</script>".to_owned())]));
    let Block::Paragraph(inlines) = &document.blocks[1] else { panic!() };
    assert_eq!(plain(inlines), "a <b>c</b> d e pic");
    assert_eq!(links(inlines), ["https://x.example/p.png"]);
}

#[test]
fn tables_are_cut_and_say_by_how_much() {
    let markdown =
        format!("|{}\n|{}\n{}", "a|".repeat(60), "-|".repeat(60), format!("|{}\n", "1|".repeat(60)).repeat(700));
    let document = read(&markdown);
    let Block::Table(table) = &document.blocks[0] else { panic!() };
    assert_eq!((table.columns.len(), table.columns_left_out), (limits::TABLE_COLUMNS, 10));
    assert_eq!(table.rows.len() + table.rows_left_out, 700);
    assert!(table.rows.len() * table.columns.len() <= limits::CELLS);
}

#[test]
fn too_much_and_too_deep_are_refused() {
    for markdown in [
        "x".repeat(5_000_000),
        ">".repeat(3000),
        // Without a word behind them, so many dashes are a rule.
        format!("{}x", "- ".repeat(500)),
        format!("{}x{}", "*a **b ".repeat(100), "** c*".repeat(100)),
    ] {
        let error = document(&Report { markdown, ..Report::default() }).unwrap_err();
        assert_eq!(error.code(), "TOO_LARGE");
    }
}
