use super::*;

/// Two candidates each: the one with `good` is right, whatever comes first.
fn examples() -> Vec<Example> {
    let choice = |good: f64, noise: f64| Choice {
        statement: usize::from(good > 0.0),
        features: vec![("bias", 1.0), ("good", good), ("noise", noise)],
        right: good > 0.0,
    };
    let example = |id: usize| {
        let noise = (id % 3) as f64;
        let (first, second) = (choice(0.0, noise), choice(1.0, 2.0 - noise));
        let options = if id.is_multiple_of(2) { vec![first, second] } else { vec![second, first] };
        Example { id, database: format!("d{}", id % 7), foreign: false, today: false, options }
    };
    (0..700).map(example).collect()
}

#[test]
fn what_tells_right_from_wrong_gets_the_weight() {
    let learned = learn(examples(), &Weights::new(), &[]);
    let weight = |name: &str| learned.ranking.get(name).copied().unwrap_or(0.0);
    assert!(weight("good") > 1.0, "{:?}", learned.ranking);
    assert!(weight("good") > 3.0 * weight("noise").abs(), "{:?}", learned.ranking);
    assert_eq!(weight("bias"), 0.0, "what all candidates share ranks nothing");
    assert!(learned.report.contains("cross-validated by database: 100.0 %"), "{}", learned.report);
    assert!(learned.databases.starts_with("d0 100 100\nd1 100 100\n"), "{}", learned.databases);
}

#[test]
fn equal_questions_give_equal_weights_in_any_order() {
    let mut turned = examples();
    turned.reverse();
    assert_eq!(learn(examples(), &Weights::new(), &[]).ranking, learn(turned, &Weights::new(), &[]).ranking);
}

#[test]
fn foreign_questions_only_lower_confidence() {
    let mut all = examples();
    let alone = learn(examples(), &Weights::new(), &[]);
    all.extend(examples().into_iter().map(|e| Example { foreign: true, ..e }));
    let both = learn(all, &Weights::new(), &[]);
    assert_eq!(alone.ranking, both.ranking);
    let sure = |w: &Weights| w.get("bias").copied().unwrap_or(0.0) + w.get("good").copied().unwrap_or(0.0);
    assert!(sure(&both.confidence) < sure(&alone.confidence));
}

#[test]
fn what_the_questions_say_nothing_of_stays_as_it_was_believed() {
    let prior = Weights::from([("unseen", -2.0)]);
    assert_eq!(learn(examples(), &prior, &[]).ranking.get("unseen"), Some(&-2.0));
}

#[test]
fn what_is_fixed_stays_whatever_the_questions_say() {
    let prior = Weights::from([("good", -2.0)]);
    assert_eq!(learn(examples(), &prior, &["good"]).ranking.get("good"), Some(&-2.0));
}
