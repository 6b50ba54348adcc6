//! What is wrong with a body, in plain words. What `/openapi.json` says of a body is also what decides here which fields
//! there are and what each may hold, so that the two never differ.

use crate::service::is_meant;
use serde_json::{Map, Value as Json};
use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use utoipa::{PartialSchema, ToSchema};

/// Describing a type takes longer than reading a body, so it happens once.
static KNOWN: LazyLock<Mutex<HashMap<TypeId, Arc<Described>>>> = LazyLock::new(Mutex::default);

/// A body as its description has it.
pub struct Described {
    shape: Json,
    /// What the shape refers to, by name.
    parts: HashMap<String, Json>,
}

impl Described {
    pub fn of<T: ToSchema + 'static>() -> Arc<Self> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(Self::new::<T>())))
    }

    fn new<T: ToSchema>() -> Self {
        let mut parts = Vec::new();
        T::schemas(&mut parts);
        let json = |schema| serde_json::to_value(schema).unwrap_or_default();
        let shape = json(<T as PartialSchema>::schema());
        Self { shape, parts: parts.into_iter().map(|(name, part)| (name, json(part))).collect() }
    }

    /// A name that is no field but written almost like one: the name, and the field that is meant. Other names are left
    /// alone, since clients send more than is read here.
    pub fn near_miss<'a>(&self, names: impl Iterator<Item = &'a str>) -> Option<(&'a str, String)> {
        let fields = self.fields(&self.shape);
        names.filter(|name| !fields.contains_key(*name)).find_map(|name| {
            let meant = fields.keys().find(|field| is_meant(name, field))?;
            Some((name, (*meant).to_owned()))
        })
    }

    /// Where the body is not what is described.
    pub fn misfit(&self, body: &Json) -> Option<String> {
        match body {
            Json::Object(_) => self.misfit_of("", body, &self.shape),
            other => Some(format!("The body must be an object with fields, not {}", kind_of(other))),
        }
    }

    fn resolved<'a>(&'a self, shape: &'a Json) -> &'a Json {
        let name = shape.get("$ref").and_then(|path| path.as_str()?.rsplit('/').next());
        name.and_then(|name| self.parts.get(name)).unwrap_or(shape)
    }

    /// Every field with what it holds, those of a part that is flattened into it included.
    fn fields<'a>(&'a self, shape: &'a Json) -> HashMap<&'a str, &'a Json> {
        let shape = self.resolved(shape);
        let own = shape.get("properties").and_then(Json::as_object);
        let mut fields: HashMap<&str, &Json> =
            own.into_iter().flatten().map(|(name, field)| (name.as_str(), field)).collect();
        for part in list(shape, "allOf") {
            fields.extend(self.fields(part));
        }
        fields
    }

    fn misfit_of(&self, name: &str, value: &Json, shape: &Json) -> Option<String> {
        let shape = self.resolved(shape);
        if let Some(misfit) = list(shape, "allOf").iter().find_map(|part| self.misfit_of(name, value, part)) {
            return Some(misfit);
        }
        let choices = if shape.get("oneOf").is_some() { list(shape, "oneOf") } else { list(shape, "anyOf") };
        if !choices.is_empty() {
            return self.misfit_of_choices(name, value, choices);
        }
        let kinds = types(shape);
        if !kinds.is_empty() && !kinds.iter().any(|kind| fits(kind, value)) {
            return Some(format!("{} must be {}, not {}", quoted(name), words_for(shape).join(" or "), kind_of(value)));
        }
        refused_value(name, value, shape).or_else(|| self.misfit_within(name, value, shape))
    }

    fn misfit_of_choices(&self, name: &str, value: &Json, choices: &[Json]) -> Option<String> {
        let misfits: Vec<Option<String>> = choices.iter().map(|part| self.misfit_of(name, value, part)).collect();
        if misfits.iter().any(Option::is_none) {
            return None;
        }
        let real: Vec<&Json> =
            choices.iter().map(|part| self.resolved(part)).filter(|part| types(part) != ["null"]).collect();
        match real.as_slice() {
            [one] => self.misfit_of(name, value, one),
            several => {
                let words: Vec<&str> = several.iter().flat_map(|part| words_for(part)).collect();
                Some(format!("{} must be {}, not {}", quoted(name), words.join(" or "), kind_of(value)))
            }
        }
    }

    fn misfit_within(&self, name: &str, value: &Json, shape: &Json) -> Option<String> {
        match value {
            Json::Array(items) => {
                let each = shape.get("items")?;
                items.iter().enumerate().find_map(|(at, item)| self.misfit_of(&format!("{name}[{at}]"), item, each))
            }
            Json::Object(fields) => {
                let inner = |field: &str| if name.is_empty() { field.to_owned() } else { format!("{name}.{field}") };
                let mut required = list(shape, "required").iter().filter_map(Json::as_str);
                if let Some(field) = required.find(|field| !fields.contains_key(*field)) {
                    return Some(format!("The field {} is missing", quoted(&inner(field))));
                }
                let known = shape.get("properties").and_then(Json::as_object);
                misfit_of_fields(fields, known, |field, value, shape| self.misfit_of(&inner(field), value, shape))
            }
            _ => None,
        }
    }
}

fn misfit_of_fields(
    fields: &Map<String, Json>,
    known: Option<&Map<String, Json>>,
    misfit: impl Fn(&str, &Json, &Json) -> Option<String>,
) -> Option<String> {
    let known = known?;
    fields.iter().find_map(|(field, value)| misfit(field, value, known.get(field)?))
}

fn list<'a>(shape: &'a Json, name: &str) -> &'a [Json] {
    shape.get(name).and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn types(shape: &Json) -> Vec<&str> {
    match shape.get("type") {
        Some(Json::String(one)) => vec![one],
        Some(Json::Array(several)) => several.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    }
}

/// What it may hold, without the nothing that stands for a field that is left out.
fn words_for(shape: &Json) -> Vec<&'static str> {
    let words = types(shape).into_iter().filter_map(|kind| match kind {
        "string" => Some("a text"),
        "integer" => Some("a whole number"),
        "number" => Some("a number"),
        "boolean" => Some("true or false"),
        "array" => Some("a list"),
        "object" => Some("an object"),
        _ => None,
    });
    words.collect()
}

fn fits(kind: &str, value: &Json) -> bool {
    match kind {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => true,
    }
}

fn kind_of(value: &Json) -> String {
    match value {
        Json::Null => "null".to_owned(),
        Json::Bool(value) => value.to_string(),
        Json::Number(number) if number.is_f64() => number.to_string(),
        Json::Number(_) => "a number".to_owned(),
        Json::String(_) => "a text".to_owned(),
        Json::Array(_) => "a list".to_owned(),
        Json::Object(_) => "an object".to_owned(),
    }
}

/// Of the right kind, but none of the values that are allowed.
fn refused_value(name: &str, value: &Json, shape: &Json) -> Option<String> {
    let allowed = list(shape, "enum");
    if !allowed.is_empty() && !allowed.contains(value) && !value.is_null() {
        let allowed: Vec<&str> = allowed.iter().filter_map(Json::as_str).collect();
        let given = value.as_str().map_or_else(|| value.to_string(), |text| format!("'{text}'"));
        return Some(format!("{} must be one of {}, not {given}", quoted(name), allowed.join(", ")));
    }
    let (number, limit) = (value.as_f64()?, |name: &str| shape.get(name).and_then(Json::as_f64));
    match (limit("minimum"), limit("maximum")) {
        (Some(least), Some(most)) if !(least..=most).contains(&number) => {
            Some(format!("{} must be {least} to {most}", quoted(name)))
        }
        (Some(least), None) if number < least => Some(format!("{} must be {least} or more", quoted(name))),
        (None, Some(most)) if number > most => Some(format!("{} must be {most} or less", quoted(name))),
        _ => None,
    }
}

fn quoted(name: &str) -> String {
    format!("'{name}'")
}
