//! Statements bent out of shape: fragments that do harm spliced into ones that do not, with the tricks of
//! comments, quotes and look-alike characters that fool guards which look at words.

use crate::cases::{accepted, refused};
use proptest::prelude::*;
use proptest::sample::Index;
use vouch_model::Dialect;

/// One change to a statement; indices pick the place and the material.
#[derive(Clone, Debug)]
pub struct Mutation {
    kind: u8,
    at: Index,
    with: Index,
}

#[derive(Clone, Debug)]
pub struct Recipe {
    start: Index,
    mutations: Vec<Mutation>,
    pub with_catalog: bool,
}

pub fn recipes() -> impl Strategy<Value = Recipe> {
    let mutation = (0u8..12, any::<Index>(), any::<Index>()).prop_map(|(kind, at, with)| Mutation { kind, at, with });
    (any::<Index>(), prop::collection::vec(mutation, 0..4), any::<bool>())
        .prop_map(|(start, mutations, with_catalog)| Recipe { start, mutations, with_catalog })
}

/// All that a recipe can draw from, for one world.
pub struct Kitchen {
    statements: Vec<String>,
    fragments: Vec<String>,
}

impl Kitchen {
    pub fn new(dialect: Dialect, canary: &str, folder: &str, port: u16) -> Self {
        let mut statements = accepted(dialect);
        statements.extend(refused(dialect).into_iter().map(|case| case.sql));
        let place = |text: &str| {
            text.replace("/etc/passwd", canary)
                .replace("127.0.0.1", &format!("127.0.0.1:{port}"))
                .replace("/tmp/", &format!("{folder}/"))
        };
        let statements = statements.iter().map(|s| place(s)).collect();
        let fragments = FRAGMENTS
            .iter()
            .map(|f| f.replace("CANARY", canary).replace("FOLDER", folder).replace("PORT", &port.to_string()))
            .collect();
        Self { statements, fragments }
    }

    pub fn cook(&self, recipe: &Recipe) -> String {
        let start = recipe.start.get(&self.statements).clone();
        recipe.mutations.iter().fold(start, |sql, mutation| self.mutate(&sql, mutation))
    }

    fn mutate(&self, sql: &str, mutation: &Mutation) -> String {
        let Mutation { kind, at, with } = mutation;
        let fragment = with.get(&self.fragments);
        let other = with.get(&self.statements);
        let words: Vec<&str> = sql.split(' ').collect();
        let place = at.index(words.len());
        let swapped = |new: &str| {
            let mut words = words.clone();
            words[place] = new;
            words.join(" ")
        };
        match kind {
            0 => swapped(fragment),
            1 => swapped(&format!("{} {fragment}", words[place])),
            2 => swapped(pick(with, &other.split(' ').collect::<Vec<_>>())),
            3 => format!("{sql} UNION ALL {other}"),
            4 => format!("SELECT * FROM ({other}) AS bent, ({sql}) AS more"),
            5 => format!("WITH bent AS ({other}) {sql}"),
            6 => swapped(&format!("({other})")),
            7 => swapped(&format!("{}{}", words[place], pick(with, &TRICKS))),
            8 => insert(sql, at, pick(with, &TRICKS)),
            9 => sql.replacen(
                pick(with, &[" ", "'", "(", "SELECT"]),
                pick(with, &["\u{a0}", "''", "((", "/**/SELECT"]),
                1,
            ),
            10 => format!("{sql}{}{other}", pick(with, &[";", " ; ", "\n", " -- \n", " /* ", "; --"])),
            _ => sql
                .chars()
                .map(|c| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
                .collect(),
        }
    }
}

fn pick<'a>(index: &Index, from: &[&'a str]) -> &'a str {
    index.get::<&str>(from)
}

fn insert(sql: &str, at: &Index, trick: &str) -> String {
    let places: Vec<usize> = sql.char_indices().map(|(i, _)| i).collect();
    let (before, after) = sql.split_at(if places.is_empty() { 0 } else { *at.get(&places) });
    format!("{before}{trick}{after}")
}

const FRAGMENTS: [&str; 46] = [
    "read_text('CANARY')",
    "(SELECT content FROM read_text('CANARY'))",
    "(SELECT * FROM read_csv('CANARY'))",
    "'CANARY'",
    "\"CANARY\"",
    "FROM 'CANARY'",
    "FROM \"CANARY\"",
    ", 'CANARY' AS f",
    "JOIN 'CANARY' ON true",
    "UNION ALL SELECT content FROM read_text('CANARY')",
    "UNION ALL SELECT * FROM 'CANARY' --",
    "glob('CANARY')",
    "readfile('CANARY')",
    "writefile('FOLDER/new', 'x')",
    "query('SELECT * FROM ''CANARY''')",
    "query_table('CANARY')",
    "'http://127.0.0.1:PORT/x.csv'",
    "read_csv('http://127.0.0.1:PORT/x.csv')",
    "read_parquet('http://127.0.0.1:PORT/x.parquet')",
    "; DROP TABLE orders",
    "; DELETE FROM orders; --",
    "; COPY orders TO 'FOLDER/out.csv'",
    "; ATTACH 'FOLDER/new.db' AS n",
    "; CREATE TABLE made AS SELECT 1",
    "\\'; DROP TABLE orders; --",
    "'\\''; DELETE FROM orders --'",
    "'\\'' UNION SELECT content FROM read_text(''CANARY'') --'",
    "\"\\\"\" FROM read_text('CANARY') --\"",
    "$$ ; DROP TABLE orders; $$",
    "E'\\' ; DROP TABLE orders; --'",
    "/* */ ; DROP TABLE orders /* */",
    "/*! DROP TABLE orders */",
    "/*+ x */ DELETE FROM orders",
    "(DELETE FROM orders RETURNING *)",
    "(INSERT INTO orders (id) VALUES (9) RETURNING *)",
    "(UPDATE orders SET amount = 0 RETURNING *)",
    "INTO made",
    "FOR UPDATE",
    "load_extension('FOLDER/x.so')",
    "pragma_table_info('orders')",
    "PRAGMA journal_mode = WAL",
    "sqlite_master",
    "duckdb_settings()",
    "COPY (SELECT 1) TO 'FOLDER/out.csv'",
    "nextval('s')",
    "getenv('HOME')",
];

const TRICKS: [&str; 24] = [
    "'", "''", "\\'", "\\''", "\"", "\"\"", "\\\"", "`", "[", "]", "]]", "/*", "*/", "--", "--\n", "\n", ";", "\u{a0}",
    "\u{200b}", "\u{ff07}", "\u{2019}", "\\", "$$", "\u{feff}",
];
