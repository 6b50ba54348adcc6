//! An answer as a person reads it: what it says, the rows, the SQL, how the question was understood, what was checked.

use super::look::{Look, clean_line, wrap};
use super::table::write_result;
use std::io::{self, Write};
use vouch_analyst::SqlOutcome;
use vouch_model::{Answer, Attempt, Check, CheckVerdict, Clarification, Confidence, Outcome};

pub fn write_answer(out: &mut dyn Write, look: &Look, answer: &Answer) -> io::Result<()> {
    match &answer.outcome {
        Outcome::Answered => write_answered(out, look, answer)?,
        Outcome::Clarify { clarification } => write_clarification(out, look, clarification)?,
        Outcome::Declined { message, suggestions, .. } => {
            write_text(out, look, message)?;
            write_suggestions(out, suggestions)?;
        }
        Outcome::Failed { message, suggestions, .. } => {
            write_text(out, look, message)?;
            write_attempts(out, look, &answer.attempts)?;
            write_suggestions(out, suggestions)?;
        }
        Outcome::Stopped => writeln!(out, "Stopped.")?,
    }
    writeln!(out)?;
    writeln!(out, "{}", look.quiet(&last_line(answer)))
}

fn write_answered(out: &mut dyn Write, look: &Look, answer: &Answer) -> io::Result<()> {
    if let Some(explanation) = &answer.explanation {
        write_text(out, look, &explanation.text())?;
    }
    if let Some(results) = &answer.results {
        writeln!(out)?;
        write_result(out, look, results)?;
    }
    if let Some(sql) = &answer.sql {
        write_sql(out, look, sql)?;
    }
    if let Some(executed) = &answer.executed_sql {
        writeln!(out)?;
        write_text(out, look, "What ran, with the client's rows only:")?;
        write_sql(out, look, executed)?;
    }
    if let Some(restatement) = &answer.restatement {
        writeln!(out)?;
        write_text(out, look, &format!("Understood as: {restatement}"))?;
    }
    write_checks(out, look, &answer.checks)?;
    write_notes(out, look, &answer.notes)
}

pub fn write_sql_outcome(out: &mut dyn Write, look: &Look, outcome: &SqlOutcome) -> io::Result<()> {
    write_result(out, look, &outcome.results)?;
    writeln!(out)?;
    write_text(out, look, &format!("This is: {}", outcome.restatement))?;
    write_checks(out, look, &outcome.checks)?;
    write_notes(out, look, &outcome.notes)
}

fn write_text(out: &mut dyn Write, look: &Look, text: &str) -> io::Result<()> {
    wrap(text, look.text_width()).iter().try_for_each(|line| writeln!(out, "{line}"))
}

fn write_sql(out: &mut dyn Write, look: &Look, sql: &str) -> io::Result<()> {
    writeln!(out)?;
    sql.lines().try_for_each(|line| writeln!(out, "  {}", look.strong(&clean_line(line))))
}

/// One line each; what needs care is marked.
pub fn write_checks(out: &mut dyn Write, look: &Look, checks: &[Check]) -> io::Result<()> {
    if !checks.is_empty() {
        writeln!(out)?;
    }
    for check in checks {
        let mark = match check.verdict {
            CheckVerdict::Passed => look.good("✓"),
            CheckVerdict::Warning => look.care("!"),
            CheckVerdict::Failed => look.bad("✗"),
        };
        let mut text = check.message.clone();
        if !check.suggestions.is_empty() {
            text.push_str(&format!(" There is: {}.", check.suggestions.join(", ")));
        }
        write_marked(out, look, &mark, &text)?;
    }
    Ok(())
}

fn write_notes(out: &mut dyn Write, look: &Look, notes: &[String]) -> io::Result<()> {
    notes.iter().try_for_each(|note| write_marked(out, look, &look.quiet("·"), note))
}

/// A mark, and text that hangs beside it.
fn write_marked(out: &mut dyn Write, look: &Look, mark: &str, text: &str) -> io::Result<()> {
    for (index, line) in wrap(text, look.text_width().saturating_sub(2)).iter().enumerate() {
        let mark = if index == 0 { mark } else { " " };
        writeln!(out, "{mark} {line}")?;
    }
    Ok(())
}

fn write_clarification(out: &mut dyn Write, look: &Look, clarification: &Clarification) -> io::Result<()> {
    if !clarification.reason.is_empty() {
        write_text(out, look, &clarification.reason)?;
    }
    for question in &clarification.questions {
        // One that lists the choices itself, for those who only see the text, need not do so here.
        let lists = clarification.choices.last().is_some_and(|choice| question.ends_with(&choice.label));
        let asked = question.split_inclusive('?').next().filter(|_| lists).unwrap_or(question);
        write_text(out, look, asked)?;
    }
    for (number, choice) in (1..).zip(&clarification.choices) {
        write_marked(out, look, &format!("  {number}."), &choice.label)?;
    }
    Ok(())
}

fn write_suggestions(out: &mut dyn Write, suggestions: &[String]) -> io::Result<()> {
    if suggestions.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nYou could ask:")?;
    suggestions.iter().try_for_each(|suggestion| writeln!(out, "  {}", clean_line(suggestion)))
}

fn write_attempts(out: &mut dyn Write, look: &Look, attempts: &[Attempt]) -> io::Result<()> {
    if attempts.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nTried:")?;
    for attempt in attempts {
        writeln!(out, "  {}. {}", attempt.number, clean_line(&attempt.sql))?;
        if let Some(error) = &attempt.error {
            writeln!(out, "     {}", look.care(&clean_line(&error.message)))?;
        }
    }
    Ok(())
}

/// "0.12 s · built-in mind · likely", and what a model's part in it cost.
fn last_line(answer: &Answer) -> String {
    let mut minds: Vec<&str> = answer.usage.minds.values().map(|mind| mind_title(mind)).collect();
    minds.sort_unstable();
    minds.dedup();
    let mind = if minds.is_empty() { mind_title("builtin").to_owned() } else { minds.join(" and ") };
    let sure = match answer.confidence {
        Some(Confidence::Sure) => " · sure",
        Some(Confidence::Likely) => " · likely",
        Some(Confidence::Unsure) => " · unsure",
        None => "",
    };
    let usage = &answer.usage;
    let tokens = usage.input_tokens + usage.output_tokens;
    let cost = match (tokens, usage.cost_usd) {
        (0, _) => String::new(),
        (tokens, 0.0) => format!(" · {tokens} tokens"),
        (tokens, usd) => format!(" · {tokens} tokens · ${usd:.4}"),
    };
    format!("{:.2} s · {mind}{sure}{cost}", answer.timings.total_time)
}

fn mind_title(mind: &str) -> &str {
    if mind == "builtin" { "built-in mind" } else { mind }
}

#[cfg(test)]
#[path = "answer_tests.rs"]
mod tests;
