/// Bytes as two digits each, as keys and digests are written.
pub fn hex(bytes: &[u8]) -> String {
    let halves = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    halves.filter_map(|half| char::from_digit(u32::from(half), 16)).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn two_digits_each() {
        assert_eq!(super::hex(&[0, 9, 10, 0xff]), "00090aff");
    }
}
