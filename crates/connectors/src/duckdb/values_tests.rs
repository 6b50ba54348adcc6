use super::*;

#[test]
fn bignums_of_every_size_are_decoded() {
    assert_eq!(bignum_digits(&[0x80, 0, 1, 0]), "0");
    assert_eq!(bignum_digits(&[0x80, 0, 1, 255]), "255");
    assert_eq!(bignum_digits(&[0x80, 0, 2, 1, 0]), "256");
    // Negative numbers are stored with all bits inverted.
    assert_eq!(bignum_digits(&[0x7f, 0xff, 0xfe, !5]), "-5");
    let most = [&[0x80, 0, 16][..], &[255; 16]].concat();
    assert_eq!(bignum_digits(&most), u128::MAX.to_string());
}

#[test]
fn bits_leave_their_padding_behind() {
    assert_eq!(bit_digits(&[1, 0b1010_1011]), "0101011");
    assert_eq!(bit_digits(&[0, 0b1000_0000, 1]), "1000000000000001");
}
