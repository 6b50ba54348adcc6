//! The file: opened again, read, and its links followed.

use crate::sample;
use lopdf::{Dictionary, Document, Object};
use vouch_press::{Report, pdf};

fn open(report: &Report) -> Document {
    Document::load_mem(&pdf(report).unwrap()).unwrap()
}

fn text(file: &Document) -> String {
    let pages: Vec<u32> = file.get_pages().into_keys().collect();
    // Ligatures and line ends are the printer's, not the text's.
    file.extract_text(&pages).unwrap().replace('\n', " ")
}

fn text_of(object: &Object) -> String {
    lopdf::decode_text_string(object).unwrap()
}

fn catalog(file: &Document) -> &Dictionary {
    file.catalog().unwrap()
}

/// Every dictionary of a kind in the file.
fn dictionaries<'f>(file: &'f Document, key: &[u8], value: &[u8]) -> Vec<&'f Dictionary> {
    file.objects
        .values()
        .filter_map(|object| object.as_dict().ok())
        .filter(|dict| dict.get(key).and_then(Object::as_name).is_ok_and(|name| name == value))
        .collect()
}

#[test]
fn the_text_can_be_read_again() {
    let text = text(&open(&sample()));
    for part in [
        "Revenue & returns",
        "sales.csv, 3 October 2025",
        "Contents",
        "4.8",
        "Figure 1",
        "Revenue by month",
        "Region",
        "1,204.50",
        "SELECT",
        "<b>raw</b>",
        "indented code",
        "Not final.",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn the_file_names_itself_and_its_language() {
    let file = open(&Report { language: "de".to_owned(), ..sample() });
    assert_eq!(text_of(catalog(&file).get(b"Lang").unwrap()), "de");
    let info = file.trailer.get(b"Info").and_then(Object::as_reference).and_then(|id| file.get_dictionary(id)).unwrap();
    assert_eq!(text_of(info.get(b"Title").unwrap()), "Revenue & returns");
    assert_eq!(text_of(info.get(b"Creator").unwrap()), "Vouch");
    assert!(info.get(b"CreationDate").is_err(), "a date would make every file another");
}

#[test]
fn headings_are_bookmarks() {
    let file = open(&sample());
    let outlines =
        file.get_dictionary(catalog(&file).get(b"Outlines").and_then(Object::as_reference).unwrap()).unwrap();
    let mut titles = Vec::new();
    let mut next = outlines.get(b"First").and_then(Object::as_reference).ok();
    while let Some(id) = next {
        let item = file.get_dictionary(id).unwrap();
        titles.push(text_of(item.get(b"Title").unwrap()));
        next = item.get(b"Next").and_then(Object::as_reference).ok();
    }
    assert_eq!(titles, ["Summary", "Findings", "Notes", "Appendix"]);
}

#[test]
fn citations_lead_inside_and_links_outside() {
    let file = open(&sample());
    let links = dictionaries(&file, b"Subtype", b"Link");
    let outside: Vec<String> = links
        .iter()
        .filter_map(|link| link.get(b"A").and_then(Object::as_dict).ok())
        .filter_map(|action| action.get(b"URI").ok())
        .map(|uri| String::from_utf8_lossy(uri.as_str().unwrap()).into_owned())
        .collect();
    assert_eq!(outside, ["https://example.org/a?b=1&c=2"]);
    // Three citations, one link to the notes, and the contents.
    let inside = links.iter().filter(|link| link.get(b"Dest").is_ok()).count();
    assert_eq!(inside, 3 + 1 + 6, "{links:?}");
}

#[test]
fn pages_have_the_size_of_a4_and_a_number() {
    let long = Report {
        markdown: "A paragraph of some words that fill a line and then another one.\n\n".repeat(150),
        ..sample()
    };
    let file = open(&long);
    let pages = file.get_pages();
    assert!((4..8).contains(&pages.len()), "{}", pages.len());
    let first = file.get_dictionary(pages[&1]).unwrap();
    let size: Vec<i64> = first
        .get(b"MediaBox")
        .and_then(Object::as_array)
        .unwrap()
        .iter()
        .map(|n| n.as_float().unwrap().round() as i64)
        .collect();
    assert_eq!(size, [0, 0, 595, 842]);
    assert!(file.extract_text(&[2]).unwrap().contains(&format!("2 / {}", pages.len())));
}

#[test]
fn a_table_repeats_its_header_on_every_page() {
    let rows: String = (0..120).map(|n| format!("| item {n} | {n} |\n")).collect();
    let file = open(&Report { markdown: format!("| Article | Amount |\n|---|---|\n{rows}"), ..sample() });
    let pages: Vec<u32> = file.get_pages().into_keys().collect();
    assert!(pages.len() >= 3);
    for page in pages {
        assert!(file.extract_text(&[page]).unwrap().contains("Article"), "page {page}");
    }
}

#[test]
fn charts_have_alternative_texts_and_the_file_is_tagged() {
    let file = open(&sample());
    let alternatives: Vec<String> =
        dictionaries(&file, b"S", b"Figure").iter().filter_map(|figure| figure.get(b"Alt").ok()).map(text_of).collect();
    assert_eq!(alternatives, ["A bar called one.", "A bar called two."]);
    assert!(catalog(&file).has(b"StructTreeRoot"));
    assert!(!dictionaries(&file, b"S", b"TH").is_empty());
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    assert_eq!(pdf(&sample()).unwrap(), pdf(&sample()).unwrap());
}

#[test]
fn what_has_no_glyph_is_said() {
    let text = text(&open(&Report { markdown: "Sold in 東京.".to_owned(), ..Report::default() }));
    assert!(text.contains("U+6771") && text.contains("U+4EAC"), "{text}");
}

#[test]
fn hostile_and_odd_reports_are_printed_as_they_are() {
    let report = Report {
        title: "#panic(\"x\") \\ $ @".to_owned(),
        markdown: "#read(\"/etc/passwd\") $x$ <l> @l \\#x `#y`\n\n- \n-\n\n||\n|-|\n||\n\n```\n```\n\n***\n\n1000000000. far\n\n>\n\n#\n\n| a |\n|-|\n".to_owned(),
        ..Report::default()
    };
    let text = text(&open(&report));
    assert!(text.contains("#read(\"/etc/passwd\") $x$") && text.contains("#panic(\"x\")"), "{text}");
}

#[test]
fn an_empty_report_is_one_page() {
    assert_eq!(open(&Report::default()).get_pages().len(), 1);
}

#[test]
fn depths_up_to_the_limit_are_printed() {
    let markdown = format!("{}x\n\n{}y{}", "> ".repeat(17), "*".repeat(15), "*".repeat(15));
    assert!(!pdf(&Report { markdown, ..Report::default() }).unwrap().is_empty());
}
