//! Files of others that are part of the program: Vega, Vega-Lite, its schema and a font. `scripts/setup` fetches
//! them at pinned versions; their licences lie beside them.

use flate2::read::GzDecoder;
use std::io::Read;

macro_rules! asset {
    ($name:literal) => {
        include_bytes!(concat!(
            env!("VOUCH_CHARTS_ASSETS", "run scripts/setup first: it fetches what charts are drawn with"),
            "/",
            $name,
            ".gz"
        ))
    };
}

pub(crate) const SCHEMA: &[u8] = asset!("vega-lite-schema.json");
pub(crate) const VEGA: &[u8] = asset!("vega.min.js");
pub(crate) const VEGA_LITE: &[u8] = asset!("vega-lite.min.js");
pub(crate) const REGULAR: &[u8] = asset!("Inter_400Regular.ttf");
pub(crate) const SEMIBOLD: &[u8] = asset!("Inter_600SemiBold.ttf");

macro_rules! licence {
    ($name:literal) => {
        include_str!(concat!(env!("VOUCH_CHARTS_ASSETS"), "/LICENSE-", $name))
    };
}

/// What is embedded here, with the licences that have to go where the program goes.
pub const LICENCES: [(&str, &str); 3] =
    [("Vega", licence!("vega")), ("Vega-Lite", licence!("vega-lite")), ("Inter", licence!("inter"))];

/// Empty if the file is broken, which a test rules out.
pub(crate) fn unpack(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    match GzDecoder::new(packed).read_to_end(&mut bytes) {
        Ok(_) => bytes,
        Err(_) => Vec::new(),
    }
}
