//! Rows with their columns, as they came from an engine.

use crate::{DataType, Value};
use serde::{Deserialize, Serialize};

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
    pub fn to_json(&self) -> serde_json::Value {
        let data: Vec<serde_json::Value> = self.rows.iter().map(|row| self.row_to_json(row)).collect();
        let mut results = serde_json::json!({
            "data": data,
            "columns": self.column_names(),
            "types": self.columns.iter().map(|c| c.data_type.name()).collect::<Vec<_>>(),
            "row_count": self.rows.len(),
        });
        if self.truncated {
            results["truncated"] = true.into();
        }
        results
    }

    pub fn row_to_json(&self, row: &[Value]) -> serde_json::Value {
        let fields = self.columns.iter().zip(row);
        serde_json::Value::Object(fields.map(|(c, v)| (c.name.clone(), v.to_json())).collect())
    }
}
