//! Rows with their columns, as they came from an engine.

use crate::{DataType, Plain, Value};
use serde::ser::{SerializeMap, SerializeStruct};
use serde::{Deserialize, Serialize, Serializer};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ResultSet {
    pub columns: Vec<ResultColumn>,
    pub rows: Vec<Vec<Value>>,
    /// There were more rows than the cap let through.
    pub truncated: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResultColumn {
    /// As the engine named it; made unique within the result (`n`, `n_2`), because rows become objects.
    pub name: String,
    pub data_type: DataType,
}

impl ResultSet {
    pub fn column_names(&self) -> Vec<&str> {
        self.columns.iter().map(|c| c.name.as_str()).collect()
    }

    /// The rows as the seeds' `results`: objects keyed by column, names in order, how many.
    pub fn shown(&self) -> ShownRows<'_> {
        ShownRows(self)
    }

    pub fn row_to_json(&self, row: &[Value]) -> serde_json::Value {
        let fields = self.columns.iter().zip(row);
        serde_json::Value::Object(fields.map(|(c, v)| (c.name.clone(), v.to_json())).collect())
    }
}

/// [`ResultSet::shown`].
#[derive(Clone, Copy, Debug)]
pub struct ShownRows<'a>(&'a ResultSet);

impl Serialize for ShownRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let results = self.0;
        let mut shown = serializer.serialize_struct("results", 4 + usize::from(results.truncated))?;
        shown.serialize_field("data", &Objects(results))?;
        shown.serialize_field("columns", &results.column_names())?;
        let types: Vec<&str> = results.columns.iter().map(|column| column.data_type.name()).collect();
        shown.serialize_field("types", &types)?;
        shown.serialize_field("row_count", &results.rows.len())?;
        if results.truncated {
            shown.serialize_field("truncated", &true)?;
        }
        shown.end()
    }
}

struct Objects<'a>(&'a ResultSet);

impl Serialize for Objects<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns = &self.0.columns;
        serializer.collect_seq(self.0.rows.iter().map(|row| Object { columns, row }))
    }
}

struct Object<'a> {
    columns: &'a [ResultColumn],
    row: &'a [Value],
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.columns.len().min(self.row.len())))?;
        for (column, value) in self.columns.iter().zip(self.row) {
            object.serialize_entry(&column.name, &Plain(value))?;
        }
        object.end()
    }
}
