//! HTTP for what is no model: the identity provider's keys, the collector of traces.

use reqwest::redirect::Policy;
use reqwest::{Client, Url};
use std::net::IpAddr;

/// Says whose TLS is used. Whoever builds a client by other means calls this before: without it that ends in a panic.
pub fn choose_tls() {
    // An error means that someone has chosen already, which is as good.
    drop(rustls::crypto::ring::default_provider().install_default());
}

/// As for models: no redirects to somewhere else, loopback without the proxy, plain HTTP without the system's
/// certificates.
pub fn http_client(address: &str) -> Result<Client, String> {
    choose_tls();
    let url = Url::parse(address).map_err(|error| format!("'{address}' is not an address: {error}"))?;
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let mut builder = Client::builder().redirect(Policy::none());
    if host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback()) {
        builder = builder.no_proxy();
    }
    if url.scheme() == "http" {
        builder = builder.tls_certs_only([]);
    }
    builder.build().map_err(|error| format!("no HTTP client: {error}"))
}
