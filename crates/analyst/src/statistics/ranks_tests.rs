use super::*;

#[test]
fn ties_share_their_places() {
    assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [3.5, 1.0, 3.5, 2.0]);
    assert_eq!(ranks(&[0.0, -0.0]), [1.5, 1.5]);
    assert_eq!(tie_term(&[3.0, 1.0, 3.0, 2.0, 3.0]), 24.0);
    assert!(ranks(&[]).is_empty());
}
