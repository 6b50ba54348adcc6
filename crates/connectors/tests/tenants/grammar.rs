//! Statements by a seeded grammar over the tables of a database: shapes that people and models write, put together at
//! random. The same seed gives the same statements.

use vouch_model::{Catalog, DataType, Dialect, KeyOrigin, Table};

pub struct Grammar<'c> {
    catalog: &'c Catalog,
    tables: Vec<&'c Table>,
    state: u64,
}

/// Tables with their columns that can be compared, and an alias.
#[derive(Clone)]
struct Source<'c> {
    table: &'c Table,
    alias: String,
}

impl<'c> Grammar<'c> {
    /// `tables`: those that a tenant may ask.
    pub fn new(catalog: &'c Catalog, tables: &[&str], seed: u64) -> Self {
        let tables = tables.iter().map(|name| catalog.table(name).unwrap()).collect();
        Self { catalog, tables, state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1 }
    }

    pub fn statement(&mut self) -> String {
        match self.below(14) {
            0 => self.listing(),
            1 => self.grouped(),
            2 | 3 => self.joined(),
            4 => self.with_in(),
            5 => self.with_exists(),
            6 => self.with_scalar(),
            7 => self.with_cte(),
            8 => self.with_set(),
            9 => self.windowed(),
            10 => self.derived(),
            11 => self.starred(),
            12 => self.of_engine(),
            _ => self.figures(),
        }
    }

    fn below(&mut self, n: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        ((self.state >> 11) % n as u64) as usize
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())].clone()
    }

    fn source(&mut self, alias: &str) -> Source<'c> {
        let tables = self.tables.clone();
        Source { table: self.pick(&tables), alias: alias.to_owned() }
    }

    /// `FROM` with an alias, without one, or with the schema in front.
    fn from(&mut self, source: &Source<'_>) -> String {
        let name = name(&source.table.name);
        match self.below(3) {
            0 => format!("{name} AS {}", source.alias),
            1 => format!("main.{name} {}", source.alias),
            _ => format!("{name} {}", source.alias),
        }
    }

    fn column(&mut self, source: &Source<'_>) -> String {
        let columns: Vec<String> = source.table.columns.iter().map(|c| name(&c.name)).collect();
        format!("{}.{}", source.alias, self.pick(&columns))
    }

    fn number(&mut self, source: &Source<'_>) -> Option<String> {
        let columns: Vec<String> = source
            .table
            .columns
            .iter()
            .filter(|c| matches!(c.data_type, DataType::Int | DataType::Decimal { .. } | DataType::Float))
            .map(|c| name(&c.name))
            .collect();
        if columns.is_empty() { None } else { Some(format!("{}.{}", source.alias, self.pick(&columns))) }
    }

    fn text(&mut self, source: &Source<'_>) -> Option<String> {
        let columns: Vec<String> =
            source.table.columns.iter().filter(|c| c.data_type == DataType::Text).map(|c| name(&c.name)).collect();
        if columns.is_empty() { None } else { Some(format!("{}.{}", source.alias, self.pick(&columns))) }
    }

    fn condition(&mut self, source: &Source<'_>) -> String {
        let figure = self.below(60);
        match (self.below(7), self.number(source), self.text(source)) {
            (0, Some(number), _) => format!("{number} > {figure}"),
            (1, Some(number), _) => format!("{number} BETWEEN {figure} AND {}", figure + 20),
            (2, _, Some(text)) => format!("{text} LIKE '%{}%'", self.pick(&["a", "e", "1", "n", "o"])),
            (3, _, Some(text)) => format!("length({text}) > {}", self.below(8)),
            (4, Some(number), Some(text)) => format!("({number} < {figure} OR {text} IS NULL)"),
            (5, Some(number), _) => format!("NOT ({number} % 3 = 1)"),
            (_, Some(number), _) => format!("coalesce({number}, 0) <> {figure}"),
            (_, None, _) => format!("{} IS NOT NULL", self.column(source)),
        }
    }

    fn aggregate(&mut self, source: &Source<'_>) -> String {
        match (self.below(6), self.number(source)) {
            (0, Some(number)) => format!("sum({number})"),
            (1, Some(number)) => format!("max({number})"),
            (2, Some(number)) => format!("min({number})"),
            (3, _) => format!("count(DISTINCT {})", self.column(source)),
            (4, _) => format!("count({})", self.column(source)),
            _ => "count(*)".to_owned(),
        }
    }

    fn listing(&mut self) -> String {
        let source = self.source("a");
        let (first, second) = (self.column(&source), self.column(&source));
        let distinct = self.pick(&["", "DISTINCT "]);
        let condition = self.condition(&source);
        let limit = self.pick(&["", " LIMIT 7", " LIMIT 5 OFFSET 2"]);
        let from = self.from(&source);
        format!("SELECT {distinct}{first} AS p, {second} AS q FROM {from} WHERE {condition} ORDER BY 1, 2{limit}")
    }

    fn figures(&mut self) -> String {
        let source = self.source("a");
        let list: Vec<String> = (0..3).map(|i| format!("{} AS f{i}", self.aggregate(&source))).collect();
        let from = self.from(&source);
        match self.below(2) {
            0 => format!("SELECT {} FROM {from}", list.join(", ")),
            _ => format!("SELECT {} FROM {from} WHERE {}", list.join(", "), self.condition(&source)),
        }
    }

    fn grouped(&mut self) -> String {
        let source = self.source("a");
        let (key, figure) = (self.column(&source), self.aggregate(&source));
        let having = match self.below(2) {
            0 => String::new(),
            _ => format!(" HAVING count(*) > {}", self.below(3)),
        };
        let from = self.from(&source);
        let condition = self.condition(&source);
        format!("SELECT {key} AS k, {figure} AS n FROM {from} WHERE {condition} GROUP BY {key}{having} ORDER BY k, n")
    }

    /// A declared key and its two sides, else two tables on equal row numbers of theirs.
    fn pair(&mut self) -> (Source<'c>, Source<'c>, String) {
        let keys: Vec<_> = self
            .catalog
            .foreign_keys
            .iter()
            .filter(|key| key.origin == KeyOrigin::Declared)
            .filter(|key| [&key.table, &key.to_table].iter().all(|t| self.tables.iter().any(|own| own.name == **t)))
            .collect();
        let key = self.pick(&keys);
        let side =
            |table: &str, alias: &str| Source { table: self.catalog.table(table).unwrap(), alias: alias.to_owned() };
        let (left, right) = (side(&key.table, "a"), side(&key.to_table, "b"));
        let on: Vec<String> = key
            .columns
            .iter()
            .zip(&key.to_columns)
            .map(|(own, to)| format!("a.{} = b.{}", name(own), name(to)))
            .collect();
        (left, right, on.join(" AND "))
    }

    fn joined(&mut self) -> String {
        let (left, right, on) = self.pair();
        let kind = self.pick(&["JOIN", "INNER JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "LEFT OUTER JOIN"]);
        let extra = match self.below(3) {
            0 => format!(" AND {}", self.condition(&right)),
            _ => String::new(),
        };
        let (from, other) = (self.from(&left), self.from(&right));
        match self.below(3) {
            0 => format!(
                "SELECT {} AS p, {} AS q, {} AS r FROM {from} {kind} {other} ON {on}{extra} ORDER BY 1, 2, 3",
                self.column(&left),
                self.column(&right),
                self.column(&left)
            ),
            1 => {
                let key = self.column(&right);
                format!(
                    "SELECT {key} AS k, {} AS n FROM {from} {kind} {other} ON {on}{extra} GROUP BY {key}",
                    self.aggregate(&left)
                )
            }
            _ => format!("SELECT count(*), {} FROM {from}, {other} WHERE {on}", self.aggregate(&left)),
        }
    }

    fn with_in(&mut self) -> String {
        let (left, right, on) = self.pair();
        let Some((own, to)) = on.split_once(" AND ").unwrap_or((on.as_str(), "")).0.split_once(" = ") else {
            unreachable!()
        };
        let not = self.pick(&["", "NOT "]);
        let (from, other) = (self.from(&left), self.from(&right));
        format!(
            "SELECT count(*), {} FROM {from} WHERE {own} {not}IN (SELECT {to} FROM {other} WHERE {to} IS NOT NULL AND {})",
            self.aggregate(&left),
            self.condition(&right)
        )
    }

    fn with_exists(&mut self) -> String {
        let (left, right, on) = self.pair();
        let not = self.pick(&["", "NOT "]);
        let (from, other) = (self.from(&left), self.from(&right));
        let own = self.column(&left);
        format!(
            "SELECT {own} AS p FROM {from} WHERE {not}EXISTS (SELECT 1 FROM {other} WHERE {on} AND {}) ORDER BY 1",
            self.condition(&right)
        )
    }

    fn with_scalar(&mut self) -> String {
        let (left, right, on) = self.pair();
        let (from, other) = (self.from(&right), self.from(&left));
        let figure = self.aggregate(&left);
        let own = self.column(&right);
        format!("SELECT {own} AS p, (SELECT {figure} FROM {other} WHERE {on}) AS n FROM {from} ORDER BY 1, 2")
    }

    fn with_cte(&mut self) -> String {
        let (left, right, on) = self.pair();
        // A WITH query that is called like a table of the database, one like the other side, or like nothing there.
        let cte = match self.below(3) {
            0 => name(&left.table.name),
            1 => name(&right.table.name),
            _ => "chosen".to_owned(),
        };
        let (inner, condition) =
            (name(&left.table.name), self.condition(&Source { alias: "x".into(), ..left.clone() }));
        let other = format!("main.{} AS b", name(&right.table.name));
        format!(
            "WITH {cte} AS (SELECT * FROM main.{inner} AS x WHERE {condition}) \
             SELECT count(*), {} FROM {cte} AS a LEFT JOIN {other} ON {on}",
            self.aggregate(&left)
        )
    }

    fn with_set(&mut self) -> String {
        let (one, two) = (self.source("a"), self.source("a"));
        let operator = self.pick(&["UNION", "UNION ALL", "INTERSECT", "EXCEPT"]);
        let (Some(p), Some(q)) = (self.number(&one), self.number(&two)) else { return self.figures() };
        let (from, other) = (self.from(&one), self.from(&two));
        let condition = self.condition(&two);
        format!("SELECT {p} AS v FROM {from} {operator} SELECT {q} FROM {other} WHERE {condition} ORDER BY 1")
    }

    fn windowed(&mut self) -> String {
        let source = self.source("a");
        let (part, figure) = (self.column(&source), self.aggregate(&source));
        let figure = if figure.contains("DISTINCT") { "count(*)".to_owned() } else { figure };
        let from = self.from(&source);
        let own = self.column(&source);
        format!("SELECT {own} AS p, {figure} OVER (PARTITION BY {part}) AS w FROM {from} ORDER BY 1, 2")
    }

    fn derived(&mut self) -> String {
        let source = self.source("x");
        let (key, figure) = (self.column(&source), self.aggregate(&source));
        let from = self.from(&source);
        let outer = self.pick(&["count(*), max(d.n)", "sum(d.n)", "min(d.n), count(d.k)"]);
        format!(
            "SELECT {outer} FROM (SELECT {key} AS k, {figure} AS n FROM {from} GROUP BY {key}) AS d WHERE d.n IS NOT NULL"
        )
    }

    fn starred(&mut self) -> String {
        let source = self.source("a");
        let bare = name(&source.table.name);
        let columns: Vec<String> = source.table.columns.iter().map(|c| name(&c.name)).collect();
        let column = self.pick(&columns);
        match self.below(5) {
            0 => format!("SELECT * FROM {bare}"),
            1 => format!("SELECT {bare}.* FROM {bare}"),
            2 => format!("SELECT {bare}.{column}, count(*) FROM {bare} GROUP BY {bare}.{column}"),
            3 => format!("SELECT main.{bare}.{column} FROM main.{bare} WHERE {bare}.{column} IS NOT NULL"),
            _ => format!("SELECT x.* FROM (SELECT * FROM {bare}) AS x"),
        }
    }

    /// What only one of the engines knows.
    fn of_engine(&mut self) -> String {
        let source = self.source("a");
        let bare = name(&source.table.name);
        let columns: Vec<String> = source.table.columns.iter().map(|c| name(&c.name)).collect();
        let column = self.pick(&columns);
        if self.catalog.dialect == Dialect::Sqlite {
            return match self.below(3) {
                0 => format!(
                    "SELECT count(*) FILTER (WHERE {column} IS NOT NULL), group_concat({column}) IS NULL FROM {bare}"
                ),
                1 => format!("SELECT typeof({column}), count(*) FROM {bare} GROUP BY 1"),
                _ => format!("SELECT total(length({column})) FROM {bare}"),
            };
        }
        match self.below(7) {
            0 => format!("FROM {bare}"),
            1 => format!("SELECT * EXCLUDE ({column}) FROM {bare}"),
            2 => format!("SELECT COLUMNS('.*') FROM {bare}"),
            3 => format!("SELECT count({bare}) FROM {bare}"),
            4 => format!("SELECT {column}, count(*) FROM {bare} GROUP BY ALL"),
            5 => format!("SELECT list_sort(list({column})) FROM {bare}"),
            _ => format!(
                "SELECT {column} AS p FROM {bare} QUALIFY row_number() OVER (PARTITION BY {column} ORDER BY {column}) = 1"
            ),
        }
    }
}

fn name(name: &str) -> String {
    let plain = name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    if plain && !["select", "group", "order"].contains(&name) { name.to_owned() } else { format!("\"{name}\"") }
}
