//! From settings to a model that can be asked.

use crate::LlmError;
use crate::address;
use crate::chat::ChatModel;
use crate::failure::Classifier;
use crate::retry::Retrying;
use crate::scrub::Scrubber;
use crate::settings::ProviderSettings;
use crate::transport::HttpModel;
use crate::vendors::{self, ApiKind, KeyHeader, Vendor};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Url};
use secrecy::{ExposeSecret, SecretString};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const CONNECT: Duration = Duration::from_secs(10);

/// A model behind HTTP, asked again where that helps. Sends nothing yet.
pub fn connect(settings: ProviderSettings) -> Result<Arc<dyn ChatModel>, LlmError> {
    let vendor = vendor_of(&settings)?;
    let api = settings.api.unwrap_or(vendor.api);
    let base_url = settings.base_url.as_deref().filter(|url| !url.trim().is_empty()).or(vendor.base_url.as_deref());
    let base_url = base_url.ok_or_else(|| missing(vendor, "a base URL"))?;
    let url = address::endpoint(base_url, api, vendor)?;
    let model = settings.model.filter(|model| !model.trim().is_empty()).or_else(|| vendor.model.clone());
    let model = model.ok_or_else(|| missing(vendor, "a model"))?;
    let key = settings.api_key.filter(|key| !key.expose_secret().trim().is_empty());
    let password = url.password().map(|password| SecretString::from(password.to_owned()));
    let scrubber = Scrubber::new(key.iter().cloned().chain(password));
    let inner = HttpModel {
        client: client(&url)?,
        vendor,
        api,
        headers: headers(vendor, api, key.as_ref())?,
        url,
        model,
        classifier: Classifier { vendor: vendor.name.clone(), scrubber },
        refused: Mutex::default(),
    };
    Ok(Arc::new(Retrying { inner, settings: settings.retry }))
}

fn vendor_of(settings: &ProviderSettings) -> Result<&'static Vendor, LlmError> {
    let name = match (settings.vendor.trim(), settings.base_url.as_deref()) {
        ("" | "auto", Some(base_url)) => vendors::guess_vendor(base_url.trim()),
        (name, _) => name,
    };
    vendors::find(name).ok_or_else(|| {
        let known = vendors::vendor_names().join(", ");
        LlmError::Settings { message: format!("no model vendor is called '{name}'; known are {known}") }
    })
}

fn missing(vendor: &Vendor, what: &str) -> LlmError {
    LlmError::Settings { message: format!("{} needs {what}", vendor.name) }
}

fn headers(vendor: &Vendor, api: ApiKind, key: Option<&SecretString>) -> Result<HeaderMap, LlmError> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if api == ApiKind::Anthropic {
        headers.insert("anthropic-version", HeaderValue::from_static("2023-06-01"));
    }
    let refuse = |message: &str| LlmError::Key { vendor: vendor.name.clone(), message: message.to_owned() };
    let Some(key) = key else {
        return if vendor.needs_key { Err(refuse("none is set")) } else { Ok(headers) };
    };
    let key = key.expose_secret().trim();
    let (name, value) = match vendor.key {
        KeyHeader::Bearer => (AUTHORIZATION, format!("Bearer {key}")),
        KeyHeader::XApiKey => (HeaderName::from_static("x-api-key"), key.to_owned()),
        KeyHeader::ApiKey => (HeaderName::from_static("api-key"), key.to_owned()),
    };
    let mut value = HeaderValue::from_str(&value).map_err(|_| refuse("it holds characters that no key has"))?;
    value.set_sensitive(true);
    headers.insert(name, value);
    Ok(headers)
}

/// Redirects are not followed: the key must not travel to another host. Loopback is reached without the proxy and
/// plain HTTP without the system's certificates, so that a local model works on a bare machine.
fn client(url: &Url) -> Result<Client, LlmError> {
    choose_tls();
    let mut builder = Client::builder()
        .connect_timeout(CONNECT)
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!("vouch/", env!("CARGO_PKG_VERSION")));
    if url.host_str().is_some_and(vendors::is_loopback) {
        builder = builder.no_proxy();
    }
    if url.scheme() == "http" {
        builder = builder.tls_certs_only([]);
    }
    builder.build().map_err(|error| LlmError::Settings { message: format!("no HTTP client: {error}") })
}

/// The same for what else in the program speaks HTTP.
pub fn http_client(address: &str) -> Result<Client, LlmError> {
    let url = Url::parse(address);
    client(&url.map_err(|error| LlmError::Settings { message: format!("'{address}' is not an address: {error}") })?)
}

/// Says whose TLS is used. Whoever builds an HTTP client by other means calls this before: without it that ends in a
/// panic.
pub fn choose_tls() {
    // An error means that someone has chosen already, which is as good.
    drop(rustls::crypto::ring::default_provider().install_default());
}
