//! The Markdown of a report. Charts stand as `![title](chart:ID)`, queries are cited as `[Q1]` and listed in the appendix.

use super::Subject;
use vouch_model::{ExecutedQuery, Exploration, Finding, ResultSet, Value, VerdictStatus};

/// Rows of a query that the appendix shows.
const SHOWN_ROWS: usize = 12;
const SHOWN_COLUMNS: usize = 8;

pub fn compose(question: &str, subject: &Subject<'_>, narrative: Option<&str>) -> String {
    let exploration = subject.exploration;
    let mut report = Page::default();
    report.line(&format!("# {}", title(question)));
    let whose =
        exploration.client.as_ref().map(|id| format!(" · only rows of client {}", escaped(id))).unwrap_or_default();
    report.line(&format!("*{}{whose} · {}*", escaped(subject.source), subject.date));
    match narrative {
        Some(text) => report.line(&below_title(text)),
        None => {
            report.line("## Executive summary");
            report.line(&escaped(&exploration.summary));
            let listed = exploration.findings.iter().filter(|f| f.verdict.status == VerdictStatus::Holds);
            let lines = listed.map(|finding| format!("- {} {}", escaped(&finding.claim), cite(exploration, finding)));
            report.line(&lines.collect::<Vec<_>>().join("\n"));
        }
    }
    findings(&mut report, exploration);
    method(&mut report, exploration);
    quality(&mut report, exploration);
    limits(&mut report, exploration);
    appendix(&mut report, exploration);
    report.text
}

#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    /// A block, with a blank line behind it.
    fn line(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.text.push_str(text.trim_end());
            self.text.push_str("\n\n");
        }
    }
}

fn title(question: &str) -> String {
    let line = question.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut chars = line.chars();
    let capital: String = chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default();
    escaped(&capital)
}

/// A model's headings below ours.
fn below_title(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix("# ") {
        Some(heading) => format!("## {heading}"),
        None => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn findings(report: &mut Page, exploration: &Exploration) {
    report.line("## Findings");
    if exploration.findings.is_empty() {
        report.line(match exploration.looks {
            0 => "No comparison was made, so that nothing can be said.",
            _ => "Nothing was found that stands out beyond chance.",
        });
    }
    for (at, finding) in exploration.findings.iter().enumerate() {
        report.line(&format!("### {}. {}", at + 1, escaped(finding.claim.trim_end_matches('.'))));
        let verdict = &finding.verdict;
        let status = match verdict.status {
            VerdictStatus::Holds => "Holds",
            VerdictStatus::Weak => "Weak",
            VerdictStatus::Misleading => "Misleading",
        };
        report.line(&format!("**{status}.** {} {}", escaped(&verdict.reason), cite(exploration, finding)));
        let chart = finding.chart.as_ref().and_then(|id| exploration.charts.iter().find(|c| c.id.as_ref() == Some(id)));
        if let Some((chart, id)) = chart.and_then(|chart| Some((chart, chart.id.as_ref()?))) {
            report.line(&format!("![{}](chart:{id})", escaped(&chart.title)));
        }
        let checks = verdict
            .checks
            .iter()
            .map(|check| format!("- {} {}", if check.passed { "✓" } else { "✗" }, escaped(&check.message)));
        report.line(&checks.collect::<Vec<_>>().join("\n"));
    }
}

fn cite(exploration: &Exploration, finding: &Finding) -> String {
    let query = exploration.queries.iter().find(|query| query.query == finding.sql);
    query.map(|query| format!("[{}]", query.id.to_uppercase())).unwrap_or_default()
}

fn method(report: &mut Page, exploration: &Exploration) {
    report.line("## Method");
    let rows = exploration.row_count.map(|n| format!(" over {} rows", crate::facts::format_number(n as f64)));
    let mut text = format!(
        "The data was explored in {} steps with {}{}.",
        exploration.step_count,
        if exploration.queries.len() == 1 {
            "1 query".to_owned()
        } else {
            format!("{} queries", exploration.queries.len())
        },
        rows.unwrap_or_default(),
    );
    if exploration.looks > 0 {
        text.push_str(&format!(
            " {} comparisons were looked at, and every p-value is corrected for that number.",
            exploration.looks
        ));
    }
    if !exploration.findings.is_empty() {
        text.push_str(" Each finding was put to a test that fits it, with the size of its effect, and looked at again without extreme values and within the parts of other columns. Its query was run twice.");
    }
    let mut tests: Vec<&str> =
        exploration.findings.iter().filter_map(|f| f.verdict.test.as_deref()).map(test_name).collect();
    tests.sort_unstable();
    tests.dedup();
    if !tests.is_empty() {
        text.push_str(&format!(" Tests that were used: {}.", tests.join(", ")));
    }
    report.line(&text);
}

fn test_name(name: &str) -> &str {
    match name {
        "welch_t" => "Welch's t test",
        "welch_anova" => "Welch's analysis of variance",
        "anova" => "analysis of variance",
        "chi_square" | "contingency" => "chi-square test",
        "fisher_exact" => "Fisher's exact test",
        "pearson" => "Pearson's correlation",
        "mann_kendall" => "Mann and Kendall's trend test",
        "change_point" => "a change-point test with simulated p-values",
        "robust_z" => "robust z scores",
        "simpson" => "a comparison within strata",
        other => other,
    }
}

fn quality(report: &mut Page, exploration: &Exploration) {
    report.line("## Data quality");
    if exploration.quality.is_empty() {
        report.line("Nothing odd was seen in the columns that were looked at.");
    }
    let lines: Vec<String> = exploration.quality.iter().map(|note| format!("- {}", escaped(note))).collect();
    report.line(&lines.join("\n"));
}

fn limits(report: &mut Page, exploration: &Exploration) {
    report.line("## Limits");
    let mut lines = vec![
        "- What goes together need not cause each other; nothing here is an experiment.".to_owned(),
        "- Only the columns of this data were looked at; what is not in them cannot have been seen.".to_owned(),
    ];
    if !exploration.ended.is_empty() {
        lines.push(format!("- {}", escaped(&format!("Why it ended: {}", lower_first(&exploration.ended)))));
    }
    let weak = exploration.findings.iter().filter(|finding| finding.verdict.status != VerdictStatus::Holds).count();
    if weak > 0 {
        lines.push(format!("- {weak} of the findings did not stand every test; they are told with the reason."));
    }
    report.line(&lines.join("\n"));
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_lowercase().chain(chars).collect()).unwrap_or_default()
}

fn appendix(report: &mut Page, exploration: &Exploration) {
    if exploration.queries.is_empty() {
        return;
    }
    report.line("## Appendix: queries");
    for query in &exploration.queries {
        report.line(&format!("### {}", query.id.to_uppercase()));
        report.line(&escaped(&query.reason));
        let fence = if query.query.contains("```") { "~~~~" } else { "```" };
        report.line(&format!("{fence}sql\n{}\n{fence}", query.query));
        report.line(&rows(query));
    }
}

fn rows(query: &ExecutedQuery) -> String {
    let result: &ResultSet = &query.result;
    let columns = result.columns.len().min(SHOWN_COLUMNS);
    if columns == 0 || result.rows.is_empty() {
        return "*No rows.*".to_owned();
    }
    let names: Vec<String> = result.columns.iter().take(columns).map(|c| cell(&c.name)).collect();
    let marks: Vec<&str> =
        result.columns.iter().take(columns).map(|c| if c.data_type.is_numeric() { "---:" } else { "---" }).collect();
    let mut lines = vec![format!("| {} |", names.join(" | ")), format!("| {} |", marks.join(" | "))];
    for row in result.rows.iter().take(SHOWN_ROWS) {
        let cells: Vec<String> = row.iter().take(columns).map(|value| cell(&shown(value))).collect();
        lines.push(format!("| {} |", cells.join(" | ")));
    }
    if query.row_count > SHOWN_ROWS {
        lines.push(format!(
            "\n*The first {SHOWN_ROWS} of {} rows.*",
            crate::facts::format_number(query.row_count as f64)
        ));
    }
    lines.join("\n")
}

/// A figure with few digits; what it is exactly, the query tells.
fn shown(value: &Value) -> String {
    match value {
        Value::Float(x) => crate::facts::format_number(*x),
        Value::Timestamp(_) => value.to_string().trim_end_matches(" 00:00:00").to_owned(),
        other => other.to_string(),
    }
}

fn cell(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = line.chars().take(60).collect();
    escaped(&short).replace('|', "\\|")
}

/// Text that is text, whatever stands in the data: no headings, links, code or HTML come of it.
fn escaped(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut plain = String::with_capacity(line.len());
    for c in line.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '!') {
            plain.push('\\');
        }
        plain.push(c);
    }
    plain
}
