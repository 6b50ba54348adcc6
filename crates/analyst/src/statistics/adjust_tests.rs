use super::*;

fn same(got: &[f64], right: &[f64]) {
    assert!(got.len() == right.len() && got.iter().zip(right).all(|(a, b)| (a - b).abs() < 1e-12), "{got:?} {right:?}");
}

#[test]
fn as_in_r() {
    let p = [0.01, 0.04, 0.03, 0.005];
    same(&holm(&p), &[0.03, 0.06, 0.06, 0.02]);
    same(&benjamini_hochberg(&p), &[0.02, 0.04, 0.04, 0.02]);
}

#[test]
fn edges() {
    assert!(holm(&[]).is_empty() && benjamini_hochberg(&[]).is_empty());
    same(&holm(&[0.7, f64::NAN, 0.9]), &[1.0, 1.0, 1.0]);
    same(&benjamini_hochberg(&[1e-300]), &[1e-300]);
}
