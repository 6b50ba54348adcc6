use super::*;

#[test]
fn words_begin_at_their_thresholds() {
    assert_eq!(Measure::CohensD.size(0.19), EffectSize::Negligible);
    assert_eq!(Measure::CohensD.size(-0.2), EffectSize::Small, "a direction is no size");
    assert_eq!(Measure::HedgesG.size(0.79), EffectSize::Medium);
    assert_eq!(Measure::PearsonR.size(-0.5), EffectSize::Large);
    assert_eq!(Measure::EtaSquared.size(0.06), EffectSize::Medium);
    assert_eq!(Measure::RSquared.size(0.06), EffectSize::Small);
}

#[test]
fn a_large_table_needs_a_smaller_v() {
    assert_eq!(Measure::CramersV { smaller_side: 2 }.size(0.25), EffectSize::Small);
    assert_eq!(Measure::CramersV { smaller_side: 5 }.size(0.25), EffectSize::Large);
    assert_eq!(Measure::CramersV { smaller_side: 0 }.size(0.25), EffectSize::Small);
}
