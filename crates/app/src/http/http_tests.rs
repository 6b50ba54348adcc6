use super::*;

#[test]
fn only_loopback_is_listened_on() {
    for host in ["127.0.0.1", "localhost", "::1", "[::1]", "127.1.2.3"] {
        assert!(loopback(host).is_ok(), "{host}");
    }
    for host in ["0.0.0.0", "::", "192.168.1.4", "example.com", "", "127.0.0.1.example.com"] {
        assert!(matches!(loopback(host), Err(ServerError::NotLoopback(_))), "{host}");
    }
}
