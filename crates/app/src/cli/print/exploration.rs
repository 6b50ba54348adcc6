//! An exploration on the terminal: the summary, then each finding with its verdict.

use super::drawing::{Drawing, drawn};
use super::look::{Look, clean_line, count, wrap};
use std::io::{self, Write};
use vouch_model::{Answer, Exploration, Finding, VerdictStatus};

pub fn write_exploration(
    out: &mut dyn Write,
    look: &Look,
    answer: &Answer,
    exploration: &Exploration,
    draws: bool,
) -> io::Result<()> {
    paragraph(out, look, &exploration.summary, "")?;
    for (at, finding) in exploration.findings.iter().enumerate() {
        writeln!(out)?;
        write_finding(out, look, at + 1, finding)?;
        if draws && let Some(drawn) = drawing(exploration, finding, look) {
            writeln!(out)?;
            drawn.lines().try_for_each(|line| writeln!(out, "   {line}"))?;
        }
    }
    if !exploration.quality.is_empty() {
        writeln!(out, "\n{}", look.strong("About the data"))?;
        for note in &exploration.quality {
            paragraph(out, look, note, "· ")?;
        }
    }
    writeln!(out)?;
    let minds = answer.usage.minds.get("explore").map_or("", String::as_str);
    let steps = count(exploration.step_count, "step");
    let queries = if exploration.queries.len() == 1 {
        "1 query".to_owned()
    } else {
        format!("{} queries", exploration.queries.len())
    };
    let looks = count(exploration.looks, "comparison");
    let line = format!("{steps} · {queries} · {looks} · {:.1} s · {minds}", answer.timings.total_time);
    writeln!(out, "{}", look.quiet(&clean_line(&line)))?;
    for note in &answer.notes {
        writeln!(out, "{}", look.quiet(&clean_line(note)))?;
    }
    Ok(())
}

fn write_finding(out: &mut dyn Write, look: &Look, number: usize, finding: &Finding) -> io::Result<()> {
    let mark = format!("{number}. ");
    for (at, line) in wrap(&clean_line(&finding.claim), look.text_width().saturating_sub(3)).iter().enumerate() {
        let before = if at == 0 { mark.as_str() } else { "   " };
        writeln!(out, "{before}{}", look.strong(line))?;
    }
    let verdict = &finding.verdict;
    let status = match verdict.status {
        VerdictStatus::Holds => look.good(verdict.status.name()),
        VerdictStatus::Weak => look.care(verdict.status.name()),
        VerdictStatus::Misleading => look.bad(verdict.status.name()),
    };
    writeln!(out, "   {status} · {}", clean_line(&verdict.reason))?;
    writeln!(out, "   {}", look.quiet(&clean_line(&finding.sql)))
}

fn paragraph(out: &mut dyn Write, look: &Look, text: &str, before: &str) -> io::Result<()> {
    wrap(&clean_line(text), look.text_width().saturating_sub(before.chars().count())).iter().enumerate().try_for_each(
        |(at, line)| {
            let before = if at == 0 { before.to_owned() } else { " ".repeat(before.chars().count()) };
            writeln!(out, "{before}{line}")
        },
    )
}

fn drawing(exploration: &Exploration, finding: &Finding, look: &Look) -> Option<String> {
    let query = exploration.queries.iter().find(|query| query.query == finding.sql)?;
    let id = finding.chart.as_ref()?;
    let chart = exploration.charts.iter().find(|chart| chart.id.as_ref() == Some(id))?;
    drawn(look, Drawing::Of(chart.chart_type), chart.subtitle.as_deref(), &query.result)
}
