//! How large an effect is, in words. The thresholds are conventions, not truths: they are named here once, with their
//! source, so that a report can say what "medium" meant.
//!
//! | measure | small | medium | large | source |
//! |---|---|---|---|---|
//! | Cohen's d, Hedges' g, Cohen's h | 0.2 | 0.5 | 0.8 | Cohen 1988 |
//! | correlation (Pearson, Spearman, Kendall) | 0.1 | 0.3 | 0.5 | Cohen 1988 |
//! | eta², omega², epsilon² | 0.01 | 0.06 | 0.14 | Cohen 1988 (f = 0.1, 0.25, 0.4) |
//! | R² | 0.02 | 0.13 | 0.26 | Cohen 1988 (f² = 0.02, 0.15, 0.35) |
//! | Cramér's V | 0.1 / √(k-1) | 0.3 / √(k-1) | 0.5 / √(k-1) | Cohen 1988 (w), k the smaller side of the table |
//! | rank-biserial correlation (Cliff's delta) | 0.147 | 0.33 | 0.474 | Romano et al. 2006 |

use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Effect {
    pub name: &'static str,
    /// Signed where the measure has a direction.
    pub value: f64,
    pub size: EffectSize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectSize {
    Negligible,
    Small,
    Medium,
    Large,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measure {
    CohensD,
    HedgesG,
    CohensH,
    PearsonR,
    SpearmanRho,
    KendallTau,
    EtaSquared,
    OmegaSquared,
    EpsilonSquared,
    RSquared,
    /// For a table whose smaller side has this many rows or columns.
    CramersV {
        smaller_side: usize,
    },
    RankBiserial,
}

impl Measure {
    pub fn effect(self, value: f64) -> Effect {
        Effect { name: self.name(), value, size: self.size(value) }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::CohensD => "cohens_d",
            Self::HedgesG => "hedges_g",
            Self::CohensH => "cohens_h",
            Self::PearsonR => "pearson_r",
            Self::SpearmanRho => "spearman_rho",
            Self::KendallTau => "kendall_tau",
            Self::EtaSquared => "eta_squared",
            Self::OmegaSquared => "omega_squared",
            Self::EpsilonSquared => "epsilon_squared",
            Self::RSquared => "r_squared",
            Self::CramersV { .. } => "cramers_v",
            Self::RankBiserial => "rank_biserial",
        }
    }

    /// Where small, medium and large begin.
    pub fn thresholds(self) -> [f64; 3] {
        match self {
            Self::CohensD | Self::HedgesG | Self::CohensH => [0.2, 0.5, 0.8],
            Self::PearsonR | Self::SpearmanRho | Self::KendallTau => [0.1, 0.3, 0.5],
            Self::EtaSquared | Self::OmegaSquared | Self::EpsilonSquared => [0.01, 0.06, 0.14],
            Self::RSquared => [0.02, 0.13, 0.26],
            Self::CramersV { smaller_side } => {
                let root = (smaller_side.saturating_sub(1).max(1) as f64).sqrt();
                [0.1 / root, 0.3 / root, 0.5 / root]
            }
            Self::RankBiserial => [0.147, 0.33, 0.474],
        }
    }

    pub fn size(self, value: f64) -> EffectSize {
        let [small, medium, large] = self.thresholds();
        match value.abs() {
            value if value >= large => EffectSize::Large,
            value if value >= medium => EffectSize::Medium,
            value if value >= small => EffectSize::Small,
            _ => EffectSize::Negligible,
        }
    }
}

#[cfg(test)]
#[path = "effect_tests.rs"]
mod tests;
