//! How clients are named in requests, whichever door they come through. A client that is overlooked because its field is written
//! otherwise gets everybody's rows, so what is almost that field is refused.

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use utoipa::ToSchema;

/// The one field that must not be overlooked, whatever it is called: without it all clients' rows are read.
pub const CLIENT: &str = "client_id";

/// Written like the field but for capitals and what joins the words; the client's field also with one letter wrong.
pub fn is_meant(name: &str, field: &str) -> bool {
    let (name, meant) = (folded(name), folded(field));
    name == meant || (field == CLIENT && strsim::osa_distance(&name, &meant) == 1)
}

fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A number or a text.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
pub enum ClientId {
    Number(i64),
    Text(String),
}

/// Both spellings of a client, a number and a text, mean the same one.
pub fn client_id<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let given = Option::<ClientId>::deserialize(deserializer)
        .map_err(|_| Error::custom("client_id must be a number or a text"))?;
    Ok(given.map(|id| match id {
        ClientId::Number(number) => number.to_string(),
        ClientId::Text(text) => text,
    }))
}

/// Whatever else a request says: nothing of it is read, and nothing of it may be almost the client's field.
#[derive(Clone, Copy, Debug, Default)]
pub struct NothingMeant;

impl<'de> Deserialize<'de> for NothingMeant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Names;
        impl<'de> Visitor<'de> for Names {
            type Value = NothingMeant;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<NothingMeant, A::Error> {
                while let Some(name) = map.next_key::<String>()? {
                    map.next_value::<serde::de::IgnoredAny>()?;
                    if name != CLIENT && is_meant(&name, CLIENT) {
                        return Err(A::Error::custom(format!("there is no field '{name}'; did you mean '{CLIENT}'?")));
                    }
                }
                Ok(NothingMeant)
            }
        }
        deserializer.deserialize_map(Names)
    }
}

#[cfg(test)]
#[path = "spelling_tests.rs"]
mod tests;
