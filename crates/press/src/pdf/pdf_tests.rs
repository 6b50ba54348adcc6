use super::*;
use proptest::prelude::*;
use typst::syntax::ast;
use typst::syntax::{SyntaxKind, SyntaxNode};

/// Whatever a source of ours may name.
const NAMES: &[&str] = &[
    "report",
    "with",
    "title",
    "subtitle",
    "lang",
    "contents",
    "note",
    "section",
    "par",
    "aside",
    "enum",
    "list",
    "start",
    "tight",
    "code",
    "chart",
    "divider",
    "mono",
    "strong",
    "emph",
    "strike",
    "linebreak",
    "outside",
    "inside",
    "cited",
    "rows",
    "auto",
    "left",
    "center",
    "right",
];

fn source_of(report: &Report) -> String {
    let document = crate::read::document(report).unwrap();
    emit::source(report, &document, &[], words::of("en"))
}

fn all<'n>(node: &'n SyntaxNode, found: &mut Vec<&'n SyntaxNode>) {
    found.push(node);
    node.children().for_each(|child| all(child, found));
}

/// Holds that a source is calls of ours with literals in them and gives back the literals.
fn literals(source: &str) -> Vec<String> {
    let root = typst::syntax::parse(source);
    assert!(root.errors_and_warnings().0.is_empty(), "{source}");
    let mut nodes = Vec::new();
    all(&root, &mut nodes);
    let mut literals = Vec::new();
    let mut hashes = 0;
    for node in nodes {
        match node.kind() {
            SyntaxKind::Hash => hashes += 1,
            SyntaxKind::Ident => assert!(NAMES.contains(&node.leaf_text().as_str()), "{}", node.leaf_text()),
            SyntaxKind::Str => literals.extend(node.cast::<ast::Str>().map(|text| text.get().to_string())),
            SyntaxKind::Equation
            | SyntaxKind::Raw
            | SyntaxKind::ContentBlock
            | SyntaxKind::Closure
            | SyntaxKind::ModuleInclude => {
                panic!("{:?} in {source}", node.kind())
            }
            _ => {}
        }
    }
    assert_eq!(hashes, 3, "import, show and the body: {source}");
    literals
}

fn report(markdown: &str) -> Report {
    Report {
        title: markdown.chars().take(50).collect(),
        subtitle: "\"s\\".to_owned(),
        markdown: markdown.to_owned(),
        ..Report::default()
    }
}

/// Pieces that mean something to typst or to Markdown, among any other text.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("#read(\"/etc/passwd\")".to_owned()),
        Just("\"); #panic(\"".to_owned()),
        Just("\\\"); image(\"/x\") //".to_owned()),
        Just("*/ /* ".to_owned()),
        Just("$x^2$ @ref <label> `raw` ".to_owned()),
        Just("]] }} )) ".to_owned()),
        Just("\\u{22} \\".to_owned()),
        Just("\n\n- item\n\n> quote\n\n```sql\nselect \"a\\\"\n```\n\n".to_owned()),
        Just("\n\n| a | \"b |\n|---|---|\n| #x | \\\\ |\n\n".to_owned()),
        Just("\n\n### Q1\n\n[Q1] [a](https://x.example/\"#) `c\\`".to_owned()),
        Just("**#eval(\"1\")** ~~x~~ _y_ ".to_owned()),
        "\\PC{0,12}",
        any::<String>(),
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn nothing_of_a_report_becomes_code(markdown in hostile()) {
        let literals = literals(&source_of(&report(&markdown)));
        prop_assert_eq!(&literals[2], "\"s\\");
    }

    #[test]
    fn a_text_comes_back_as_it_was(text in "[^\\p{C}\\s]{1,25}") {
        let markdown = format!("```\n{text}\n```");
        prop_assert!(literals(&source_of(&report(&markdown))).contains(&text));
    }
}

#[test]
fn characters_without_a_glyph_are_found_and_others_are_not() {
    let european = "Zürich Łódź Αθήνα София Þórshöfn İstanbul Tiếng ½ € £ → ≥ ± − × ✓ ☑ “quoted” … — ‰ ﬁ";
    assert_eq!(fonts::missing([european]), Vec::<char>::new());
    assert_eq!(fonts::missing(["a\u{fe0f}\u{200d}", "東京 東"]), ['東', '京']);
}

#[test]
fn long_words_get_places_to_break_and_are_still_the_same_word() {
    let markdown = format!("`{}`", "a_b/".repeat(40));
    let found = literals(&source_of(&report(&markdown)));
    let code = found.iter().find(|text| text.contains('\u{200b}')).unwrap();
    assert_eq!(code.replace('\u{200b}', ""), "a_b/".repeat(40));
}

#[test]
fn typst_finds_no_file_but_its_own() {
    for source in [
        "#read(\"/etc/passwd\")",
        "#import \"@preview/cetz:0.3.0\": *",
        "#datetime.today().display()",
        "#image(\"/chart-2.svg\")",
    ] {
        let desk = Desk::new(
            source.to_owned(),
            vec!["<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>".to_owned()],
        )
        .unwrap();
        assert_eq!(print(&desk).unwrap_err().code(), "INTERNAL");
    }
}
