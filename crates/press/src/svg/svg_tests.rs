use super::*;

fn chart(body: &str) -> Figure {
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 5">{body}</svg>"#
    );
    Figure { id: "a".to_owned(), title: "A".to_owned(), description: "B".to_owned(), svg }
}

fn clean(body: &str) -> String {
    wash(&chart(body), "Caption", &Prefix("c1.".to_owned())).unwrap().svg
}

fn refusal(svg: &str) -> String {
    let figure = Figure { id: "a".to_owned(), svg: svg.to_owned(), ..Figure::default() };
    let error = wash(&figure, "", &Prefix(String::new())).unwrap_err();
    assert_eq!(error.code(), "INVALID_INPUT");
    assert!(error.hint().is_some());
    error.to_string()
}

#[test]
fn shapes_and_texts_pass_with_our_title_and_description() {
    let svg = clean(r#"<title>old</title><g fill="red"><rect x="1" width="2"/><text y="3">a &lt; b</text></g>"#);
    insta::assert_snapshot!(svg);
}

#[test]
fn what_runs_is_left_out() {
    let svg = clean(
        r##"<script>alert(1)</script><rect onclick="alert(1)" onload="x" href="http://x" xlink:href="http://x" class="c"/>
           <a href="javascript:alert(1)"><text>kept</text></a>"##,
    );
    for part in ["script", "alert", "onclick", "onload", "href", "class", "<a"] {
        assert!(!svg.contains(part), "{part} in {svg}");
    }
    assert!(svg.contains("kept"));
}

#[test]
fn values_lead_nowhere_outside() {
    let svg = clean(
        r##"<rect fill="url(http://evil/x)" stroke="URL( 'http://evil' )" clip-path="u\72l(http://evil)"/>
            <rect style="fill: url(//evil); stroke: red; background: url(http://evil); stroke: blue"/>
            <rect fill="url(#g) #fff" filter="url(#f)"/><rect fill="javascript:alert(1)"/>"##,
    );
    assert!(!svg.contains("evil") && !svg.contains("javascript") && !svg.contains("filter"), "{svg}");
    assert!(svg.contains(r##"fill="url(#c1.g) #fff""##), "{svg}");
    assert!(svg.contains(r#"<rect stroke="blue">"#), "the last rule of a style wins: {svg}");
}

#[test]
fn ids_are_made_unique_together_with_what_names_them() {
    let svg = clean(r##"<defs><clipPath id="a b"><rect/></clipPath></defs><g clip-path="url(#a b)"/>"##);
    assert!(svg.contains(r##"id="c1.a_b""##) && svg.contains(r##"clip-path="url(#c1.a_b)""##), "{svg}");
}

#[test]
fn what_would_be_missed_or_multiplies_refuses_the_chart() {
    for body in [
        "<foreignObject><body/></foreignObject>",
        "<image href='http://x/y.png'/>",
        "<use href='#a'/>",
        "<style>rect{fill:red}</style>",
        "<g><animate/></g>",
        "<filter/>",
        "<pattern/>",
        "<iframe/>",
    ] {
        assert!(wash(&chart(body), "", &Prefix(String::new())).is_err(), "{body}");
    }
}

#[test]
fn entities_and_nonsense_are_refused() {
    let bomb = r#"<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text>&b;</text></svg>"#;
    assert!(refusal(bomb).contains("DTD"), "{}", refusal(bomb));
    for other in [
        "",
        "no xml",
        "<html/>",
        "<svg/>",
        "<svg viewBox='0 0 0 1'/>",
        "<svg viewBox='0 0 1e99 1'/>",
        "<svg viewBox='0 0 NaN 1'/>",
    ] {
        refusal(other);
    }
}

#[test]
fn size_depth_and_number_of_nodes_are_limited() {
    let deep = format!("{}{}", "<g>".repeat(60), "</g>".repeat(60));
    assert!(wash(&chart(&deep), "", &Prefix(String::new())).is_err());
    let deeper = format!("{}{}", "<g>".repeat(100_000), "</g>".repeat(100_000));
    assert!(wash(&chart(&deeper), "", &Prefix(String::new())).is_err());
    assert!(wash(&chart(&"<g/>".repeat(30_000)), "", &Prefix(String::new())).is_err());
    assert!(wash(&chart(&" ".repeat(1_100_000)), "", &Prefix(String::new())).is_err());
}

#[test]
fn a_size_in_pixels_serves_as_view_box() {
    let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="40px" height="20"/>"#;
    let figure = Figure { svg: svg.to_owned(), ..Figure::default() };
    let drawing = wash(&figure, "", &Prefix(String::new())).unwrap();
    assert_eq!((drawing.width, drawing.height), (40.0, 20.0));
    assert!(drawing.svg.contains(r#"viewBox="0 0 40 20""#));
}

proptest::proptest! {
    /// Whatever an attribute says, the result is XML again and names no place outside.
    #[test]
    fn a_washed_chart_is_well_formed(value in "\\PC{0,30}", text in "\\PC{0,30}") {
        let body = format!("<text fill=\"{0}\" style=\"{0}\" id=\"{0}\">{1}</text>", escaped(&value), escaped(&text));
        let svg = clean(&body);
        let parsed = roxmltree::Document::parse(&svg).unwrap();
        proptest::prop_assert!(parsed.descendants().all(|n| n.attributes().all(|a| !a.value().to_lowercase().contains("url(h"))));
        let shown: String = parsed.descendants().filter(|n| n.has_tag_name((SVG, "text"))).filter_map(|n| n.text()).collect();
        proptest::prop_assert_eq!(shown, text);
    }
}
