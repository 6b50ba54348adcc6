use super::*;

#[test]
fn without_keys_only_loopback_is_listened_on() {
    for host in ["127.0.0.1", "localhost", "::1", "[::1]", "127.1.2.3"] {
        assert!(address(host, false).is_ok(), "{host}");
    }
    for host in ["0.0.0.0", "::", "192.168.1.4"] {
        assert!(matches!(address(host, false), Err(ServerError::NotLoopback(_))), "{host}");
        assert!(address(host, true).is_ok(), "{host}");
    }
    for host in ["example.com", "", "127.0.0.1.example.com"] {
        assert!(matches!(address(host, true), Err(ServerError::NoAddress(_))), "{host}");
    }
}
