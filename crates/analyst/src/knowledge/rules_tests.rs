use super::*;
use std::fs;
use tempfile::TempDir;

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn load(files: &[(&str, &str)]) -> Rules {
    Rules::load(folder(files).path()).unwrap()
}

fn error(files: &[(&str, &str)]) -> KnowledgeError {
    Rules::load(folder(files).path()).err().unwrap()
}

const GLOSSARY: &str = "\
Amounts are in euros, without tax.

# Glossary

## Active customer
Placed an order within the last 90 days.

```sql
# not a heading
SELECT 1
```

## Churn ##
The share of active customers that were lost in a month.
";

const RULES: &str = "\
# comment
- term: Net revenue
  definition: Gross revenue minus refunds.
  tables: [orders, refunds]
- rule: Test accounts (domain example.com) never count.
  always: true
- name: Fiscal year
  text: |
    Starts in February.
    Ends in January.
";

fn titles(rules: &[Cow<'_, Rule>]) -> Vec<String> {
    rules.iter().map(|rule| rule.title.clone()).collect()
}

#[test]
fn markdown_gives_a_rule_a_heading() {
    let rules = load(&[("glossary.md", GLOSSARY)]);
    let found: Vec<(&str, &str)> = rules.all().iter().map(|r| (r.title.as_str(), r.origin.as_str())).collect();
    assert_eq!(
        found,
        [
            ("glossary", "glossary.md:1"),
            ("Glossary: Active customer", "glossary.md:5"),
            ("Glossary: Churn", "glossary.md:13")
        ]
    );
    assert!(rules.all()[1].text.contains("# not a heading"));
    assert_eq!(rules.all()[2].text, "The share of active customers that were lost in a month.");
}

#[test]
fn front_matter_is_for_the_whole_file() {
    let text = "---\ntitle: Money\ntables: [orders]\nalways: true\ntags: [a, b]\n---\r\nIn euros.\n# Tax\nLeft out.\n";
    let rules = load(&[("money.md", text)]);
    assert_eq!(rules.all().len(), 2);
    assert!(rules.all().iter().all(|rule| rule.always && rule.tables == ["orders"]));
    assert_eq!((rules.all()[0].title.as_str(), rules.all()[0].origin.as_str()), ("Money", "money.md:7"));
    assert_eq!(rules.all()[1].origin, "money.md:8");
    assert_eq!(load(&[("a.md", "---\n---\n# T\nx\n")]).all().len(), 1);
}

#[test]
fn yaml_gives_a_rule_an_entry() {
    let rules = load(&[("rules.yaml", RULES)]);
    let found: Vec<(&str, &str)> = rules.all().iter().map(|r| (r.title.as_str(), r.origin.as_str())).collect();
    assert_eq!(
        found,
        [
            ("Net revenue", "rules.yaml:2"),
            ("Test accounts (domain example.com) never count.", "rules.yaml:5"),
            ("Fiscal year", "rules.yaml:7"),
        ]
    );
    assert_eq!(rules.all()[2].text, "Starts in February.\nEnds in January.");
    assert_eq!(rules.all()[0].tables, ["orders", "refunds"]);
}

#[test]
fn a_folder_may_be_empty_and_deep() {
    assert!(load(&[]).is_empty());
    assert!(load(&[("a.yml", ""), ("b.yaml", "# nothing yet\n"), ("c.md", "\n"), ("note.txt", "no")]).is_empty());
    let rules = load(&[
        ("b/deep/x.MD", "# X\nx"),
        ("a.md", "\u{feff}# A\na"),
        (".git/y.md", "# Y\ny"),
        (".hidden.md", "# Z\nz"),
    ]);
    let origins: Vec<&str> = rules.all().iter().map(|rule| rule.origin.as_str()).collect();
    assert_eq!(origins, ["a.md:1", "b/deep/x.MD:1"]);
}

#[test]
fn errors_name_file_and_line_and_what_to_do() {
    for (files, place, about) in [
        (&[("r.yaml", "- term: A\n  text: fine\n- term: B\n")][..], "r.yaml:3", "no text"),
        (&[("r.yaml", "- term: A\n  text: fine\n  tabels: [x]\n")], "r.yaml:3", "tabels"),
        (&[("r.yaml", "- term: A\n  text: [unclosed\n")], "r.yaml:", ""),
        (&[("r.yaml", "term: A\ntext: not a list\n")], "r.yaml:1", ""),
        (&[("m.md", "---\ntables: orders\n---\nx\n")], "m.md:2", ""),
        (&[("m.md", "---\ntitle: x\n")], "m.md:1", "no second '---'"),
    ] {
        let error = error(files);
        let text = error.to_string();
        assert!(matches!(error, KnowledgeError::Malformed { .. }), "{text}");
        assert!(text.starts_with(place) && text.contains(about) && !text.contains('\n'), "{text}");
        assert!(error.hint().len() > 20);
    }
    let missing = Rules::load(Path::new("/nowhere/at/all")).err().unwrap();
    assert!(matches!(missing, KnowledgeError::Unreadable { .. }) && missing.to_string().contains("/nowhere/at/all"));
}

#[test]
fn what_is_not_utf8_or_too_large_is_refused() {
    let place = folder(&[]);
    fs::write(place.path().join("latin.md"), b"# A\nfine\ncaf\xe9\n").unwrap();
    let text = Rules::load(place.path()).err().unwrap().to_string();
    assert_eq!(text, "latin.md:3: is not UTF-8 text");
    let large = error(&[("large.md", &"x".repeat(1_000_001))]);
    assert!(matches!(large, KnowledgeError::TooLarge { .. }) && large.to_string().starts_with("large.md"), "{large}");
    let place = folder(&[]);
    (0..1_001).for_each(|n| fs::write(place.path().join(format!("{n}.md")), "").unwrap());
    assert!(matches!(Rules::load(place.path()), Err(KnowledgeError::TooLarge { .. })));
}

/// An alias bomb: a few lines that would unfold to billions.
#[test]
fn yaml_cannot_blow_up() {
    let mut text = "- &a0 {text: x}\n".to_owned();
    for n in 1..30 {
        text += &format!("- &a{n} [*a{0}, *a{0}, *a{0}, *a{0}]\n", n - 1);
    }
    assert!(matches!(error(&[("bomb.yaml", &text)]), KnowledgeError::Malformed { .. }));
    let deep = "[".repeat(100_000);
    assert!(matches!(error(&[("deep.yaml", &deep)]), KnowledgeError::Malformed { .. }));
}

#[cfg(unix)]
#[test]
fn links_lead_nowhere_else() {
    use std::os::unix::fs::symlink;
    let outside = folder(&[("secret.md", "# Secret\nx"), ("more/other.md", "# Other\nx")]);
    let place = folder(&[("..data/inside.md", "# Inside\nx")]);
    symlink(outside.path().join("secret.md"), place.path().join("a.md")).unwrap();
    symlink(outside.path().join("more"), place.path().join("more")).unwrap();
    symlink(place.path(), place.path().join("loop")).unwrap();
    symlink("gone.md", place.path().join("broken.md")).unwrap();
    // As a mounted ConfigMap has it: the visible name links into a hidden folder of the same place.
    symlink("..data/inside.md", place.path().join("inside.md")).unwrap();
    let rules = Rules::load(place.path()).unwrap();
    assert_eq!(rules.all().iter().map(|rule| rule.title.as_str()).collect::<Vec<_>>(), ["Inside"]);
}

#[test]
fn a_question_finds_what_it_needs() {
    let rules = load(&[("glossary.md", GLOSSARY), ("rules.yaml", RULES)]);
    let ask = |question: &str, tables: &[&str]| {
        let tables: Vec<String> = tables.iter().map(|t| (*t).to_owned()).collect();
        titles(&rules.search(question, &tables, 10_000))
    };
    const ALWAYS: &str = "Test accounts (domain example.com) never count.";
    assert_eq!(ask("what's the weather", &[]), [ALWAYS]);
    assert_eq!(ask("How many ACTIVE customers do we have?", &[])[..2], [ALWAYS, "Glossary: Active customer"]);
    assert_eq!(ask("churn", &[]), [ALWAYS, "Glossary: Churn"]);
    assert_eq!(ask("what is in there", &["sales.Orders"]), [ALWAYS, "Net revenue"]);
    assert_eq!(ask("what is in there", &["customers"]), [ALWAYS]);
    assert_eq!(ask("net revenue of the fiscal year", &[]), [ALWAYS, "Net revenue", "Fiscal year"]);
    // One word somewhere in a text is chance, two are not.
    assert_eq!(ask("products by share price", &[]), [ALWAYS]);
    assert_eq!(ask("share of lost things", &[]), [ALWAYS, "Glossary: Churn"]);
}

#[test]
fn only_whole_rules_within_the_budget() {
    let text = "- {term: alpha, text: 'One two. Three four! Five'}\n- {term: alpha beta, text: short}\n";
    let rules = load(&[("r.yaml", text)]);
    let texts = |most: usize| -> Vec<String> {
        rules.search("alpha", &[], most).iter().map(|rule| rule.text.clone()).collect()
    };
    let sizes: Vec<usize> = rules.all().iter().map(Rule::length).collect();
    assert_eq!(sizes, [30, 15]);
    assert_eq!(texts(45), ["One two. Three four! Five", "short"]);
    assert_eq!(texts(44), ["One two. Three four! Five"]);
    assert_eq!(texts(29), ["One two. Three four! …"]);
    assert_eq!(texts(20), ["One two. …"]);
    assert_eq!(texts(12), ["One …"]);
    assert!(texts(0).is_empty());
    for most in 0..50 {
        let total: usize = rules.search("alpha", &[], most).iter().map(|rule| rule.length()).sum();
        assert!(total <= most, "{total} > {most}");
    }
}

#[test]
fn a_cut_text_is_cut_between_characters() {
    assert_eq!(cut_after_sentence("日本。語です", 5), "日本。 …");
    assert_eq!(cut_after_sentence("éééééé", 5), "ééé …");
    assert_eq!(cut_after_sentence("v1.5 is it. More", 13), "v1.5 is it. …");
    assert_eq!(cut_after_sentence("x", 2), "");
}

#[test]
fn changes_are_noticed_and_mistakes_keep_the_old_rules() {
    let place = folder(&[("a.md", "# A\nfirst\n")]);
    let mut rules = Rules::load(place.path()).unwrap();
    assert!(!rules.refresh().unwrap(), "not within a second");
    assert!(!rules.look_again().unwrap());
    fs::write(place.path().join("a.md"), "# A\nthe second\n").unwrap();
    assert!(rules.look_again().unwrap());
    assert_eq!(rules.all()[0].text, "the second");
    fs::write(place.path().join("b.yaml"), "- oops").unwrap();
    assert!(rules.look_again().is_err());
    assert_eq!(rules.all()[0].text, "the second");
    fs::remove_file(place.path().join("b.yaml")).unwrap();
    assert!(!rules.look_again().unwrap());
    fs::remove_file(place.path().join("a.md")).unwrap();
    assert!(rules.look_again().unwrap() && rules.is_empty());
}
