//! How sure a reading is for people, where it stands beside the others: `score::confidence` weighs what speaks against it by
//! itself, this how well it does among all that were considered, and how much there was to be misunderstood.
//!
//! The weights in `data/calibration.txt` come from questions with known answers, see `docs/linguist.md`.

use crate::form::{Expr, Query};
use crate::link::Link;
use crate::score::weights;
use crate::segment::Piece;
use std::collections::HashMap;
use std::sync::LazyLock;

static WEIGHTS: LazyLock<HashMap<&'static str, f64>> =
    LazyLock::new(|| weights(include_str!("../data/calibration.txt")));

/// Log-odds beyond these say nothing more.
const SURE: f64 = 4.0;
const UNSURE: f64 = -6.0;
/// Ahead of the next by so much nothing else was ever meant.
const FAR: f64 = 8.0;
/// So close behind that it is nearly a draw.
const TIGHT: f64 = 0.5;
/// What is left where a reading looks better by itself than beside the others: it is still worth showing.
const LEAST: f64 = 0.25;

/// Where the best reading of a question stands.
pub struct Standing<'a> {
    pub question: &'a str,
    /// Its score as a candidate.
    pub score: f64,
    /// That of the next.
    pub next: Option<f64>,
    /// Every word of the question is explained.
    pub whole: bool,
}

/// Whether questions with known answers ask such things too. What they never do has a score that says nothing: what a row
/// is worth, shares, durations, the best of each group.
pub fn is_familiar(query: &Query, pieces: &[Piece]) -> bool {
    let strange = |e: &Expr| {
        matches!(
            e,
            Expr::Elapsed { .. }
                | Expr::Age { .. }
                | Expr::ShareOfRows { .. }
                | Expr::ShareOfSum { .. }
                | Expr::ShareOfTotal { .. }
                | Expr::Lookup { .. }
        )
    };
    let worth =
        pieces.iter().any(|p| matches!(p.link, Link::Worth(_) | Link::Elapsed(_) | Link::Age(..) | Link::Standing(_)));
    query.within.is_empty() && !worth && !query.select.iter().any(|s| strange(&s.expr))
}

/// The confidence in a reading that by itself has the confidence `alone`.
pub fn for_people(alone: f64, standing: &Standing<'_>) -> f64 {
    if alone < LEAST {
        return alone;
    }
    let weight = |name: &str| WEIGHTS.get(name).copied().unwrap_or(0.0);
    let log_odds = log_odds(alone).clamp(UNSURE, SURE);
    let margin = standing.next.map_or(FAR, |next| (standing.score - next).clamp(0.0, FAR));
    let words: Vec<String> = standing
        .question
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    // 'between 2024 and 2025' is one thing.
    let count = |wanted: &str| words.iter().filter(|word| *word == wanted).count();
    let ands = count("and").saturating_sub(count("between"));
    let beside = weight("bias")
        + weight("alone") * log_odds
        + weight("score") * standing.score.clamp(-10.0, 10.0)
        + weight("margin") * margin
        + weight("tight") * f64::from(margin < TIGHT)
        + weight("words") * words.len() as f64
        + weight("ands") * ands as f64;
    let by_itself = if standing.whole { log_odds + weight("leniency") } else { log_odds };
    logistic(by_itself.min(beside - weight("strictness"))).max(LEAST)
}

fn log_odds(confidence: f64) -> f64 {
    (confidence.clamp(1e-9, 1.0 - 1e-9) / (1.0 - confidence.clamp(1e-9, 1.0 - 1e-9))).ln()
}

fn logistic(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

#[cfg(test)]
mod tests {
    use super::{LEAST, Standing, for_people};

    fn sure(alone: f64, question: &str, score: f64, next: Option<f64>) -> f64 {
        for_people(alone, &Standing { question, score, next, whole: true })
    }

    #[test]
    fn a_draw_and_a_long_question_are_less_sure() {
        let clear = sure(0.8, "how many orders per city", -4.0, Some(-8.0));
        assert!(clear > 0.5);
        assert!(sure(0.8, "how many orders per city", -4.0, Some(-4.1)) < clear);
        let long =
            "how many orders and returns and refunds were there per city and month for all of our customers and staff";
        assert!(sure(0.8, long, -4.0, Some(-8.0)) < clear);
        assert!(sure(0.8, "how many orders per city", -8.0, Some(-12.0)) < clear);
    }

    #[test]
    fn what_is_unsure_by_itself_stays_so_and_what_was_worth_showing_is_shown() {
        assert!((sure(0.1, "how many", 9.0, None) - 0.1).abs() < 1e-9);
        assert!(sure(0.35, "how many orders", 9.0, None) < 0.5);
        assert!(sure(0.9, "how many", -10.0, Some(-10.0)) >= LEAST);
    }
}
