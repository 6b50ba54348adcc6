use super::*;

fn pair(a: (u64, f64), b: (u64, f64)) -> (Summary, Summary) {
    let side = |(n, mean)| Summary { n, mean, variance: 1.0 };
    (side(a), side(b))
}

#[test]
fn the_paradox() {
    // The first group is better in every stratum, and sits mostly in the poor one.
    let strata = [pair((900, 10.5), (100, 10.0)), pair((100, 20.5), (900, 20.0)), pair((50, 15.4), (50, 15.0))];
    let found = simpson_difference(&strata, 0.05).unwrap();
    assert!(found.pooled < -7.0 && (found.adjusted - 0.487_804_878).abs() < 1e-9, "{found:?}");
    assert_eq!((found.strata, found.agreeing, found.reversal), (3, 3, Reversal::Reverses));
}

#[test]
fn not_every_difference_is_one() {
    let same = [pair((100, 10.5), (100, 10.0)), pair((100, 11.5), (100, 11.0))];
    assert_eq!(simpson_difference(&same, 0.05).unwrap().reversal, Reversal::Consistent);
    let explained = [pair((900, 10.0), (100, 10.0)), pair((100, 20.0), (900, 20.01))];
    assert_eq!(simpson_difference(&explained, 0.05).unwrap().reversal, Reversal::Vanishes);
    let hidden = [pair((600, 10.5), (350, 10.0)), pair((400, 12.5), (650, 12.0))];
    assert_eq!(simpson_difference(&hidden, 0.05).unwrap().reversal, Reversal::Hidden);
}

/// One large stratum drives the average, the others disagree: an average of unlike things is no reversal.
#[test]
fn most_strata_must_agree() {
    let strata = [
        pair((3000, 10.5), (300, 10.0)),
        pair((20, 19.9), (900, 20.0)),
        pair((20, 19.8), (900, 20.0)),
        pair((20, 19.7), (900, 20.0)),
    ];
    let found = simpson_difference(&strata, 0.05).unwrap();
    assert!(found.pooled < 0.0 && found.adjusted > 0.0 && found.adjusted_p < 0.05 && found.agreeing == 1);
    assert_eq!(found.reversal, Reversal::Consistent);
}

#[test]
fn correlations_reverse_too() {
    let found = simpson_correlation((300, 0.6), &[(100, -0.5), (100, -0.4), (100, -0.6)], 0.05).unwrap();
    assert_eq!((found.reversal, found.agreeing), (Reversal::Reverses, 3));
    assert!(found.adjusted < -0.45 && found.adjusted > -0.55);
    let perfect = simpson_correlation((30, 0.6), &[(10, 1.0), (10, 1.0), (2, -1.0)], 0.05).unwrap();
    assert_eq!((perfect.strata, perfect.reversal), (2, Reversal::Consistent));
}

#[test]
fn degenerate_strata() {
    assert_eq!(simpson_difference(&[], 0.05), Err(Degenerate::TooFew { need: 2 }));
    assert_eq!(simpson_difference(&[pair((10, 1.0), (10, 2.0))], 0.05), Err(Degenerate::TooFew { need: 2 }));
    let flat = |mean| Summary { n: 5, mean, variance: 0.0 };
    assert_eq!(simpson_difference(&[(flat(1.0), flat(1.0)); 2], 0.05), Err(Degenerate::NoVariance));
    assert_eq!(
        simpson_difference(&[(flat(1.0), flat(2.0)), (flat(3.0), flat(5.0))], 0.05),
        Err(Degenerate::NoVariance)
    );
    assert_eq!(simpson_correlation((10, 0.5), &[(9, 2.0), (9, 0.1)], 0.05), Err(Degenerate::Malformed));
    assert_eq!(simpson_correlation((10, 0.5), &[(3, 0.2), (9, 0.1)], 0.05), Err(Degenerate::TooFew { need: 2 }));
}
