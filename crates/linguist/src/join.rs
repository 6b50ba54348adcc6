//! How the tables of a query hang together: a smallest tree over declared and inferred foreign keys.
//!
//! Owns path finding and the question whether a join repeats rows. Refuses to guess where no key connects two tables:
//! the candidate then has no SQL. `write` and `score` call it.

use crate::schema::{Col, ColumnKind, Schema};
use std::collections::{BTreeSet, VecDeque};
use vouch_model::{ForeignKey, KeyOrigin};

#[derive(Clone, Debug)]
pub struct Edge {
    pub to: usize,
    /// Pairs of column names: ours, theirs.
    pub on: Vec<(String, String)>,
    /// Several rows over there may belong to one here.
    pub to_many: bool,
    pub inferred: bool,
    /// From the row that holds the key to the one it points at.
    pub up: bool,
}

/// One more table and how it is attached to those before it.
#[derive(Clone, Debug)]
pub struct Step {
    pub from: usize,
    pub edge: Edge,
}

#[derive(Clone, Debug)]
pub struct Tree {
    pub root: usize,
    pub steps: Vec<Step>,
}

pub struct JoinGraph {
    edges: Vec<Vec<Edge>>,
}

/// Words of columns that measure something, which no other row is known by.
const MEASURES: [&str; 28] = [
    "age",
    "year",
    "rank",
    "point",
    "height",
    "weight",
    "price",
    "cost",
    "amount",
    "total",
    "capacity",
    "population",
    "rate",
    "rating",
    "score",
    "time",
    "date",
    "day",
    "salary",
    "budget",
    "length",
    "size",
    "area",
    "percent",
    "quantity",
    "count",
    "hour",
    "balance",
];

/// A column of `a` and one of `b` that are called the same, where `b` has each value once.
fn namesakes(schema: &Schema, a: usize, b: usize) -> Option<(Col, Col)> {
    let columns = |table: usize| {
        let count = schema.tables.get(table).map_or(0, |t| t.columns.len());
        (0..count).map(move |column| Col { table, column })
    };
    let name = |c: Col| schema.column(c).map_or("", |c| c.name.as_str());
    let measures = MEASURES.map(crate::lemma::stem);
    // Any two tables may have an `id`, a name or a year of their own.
    let telling = |c: &Col| match schema.kind(*c) {
        ColumnKind::Key => schema.view(*c).is_some_and(|v| v.words.len() > 1 || v.words.iter().any(|w| w != "id")),
        ColumnKind::Number => !schema.view(*c).is_some_and(|v| v.words.iter().any(|w| measures.contains(w))),
        _ => false,
    };
    let alike =
        |(x, y): &(Col, Col)| schema.column(*y).is_some_and(|c| c.unique) && name(*x).eq_ignore_ascii_case(name(*y));
    columns(a).filter(telling).flat_map(|x| columns(b).map(move |y| (x, y))).find(alike)
}

/// Words of columns whose numbers stand for somebody in another way.
const REACHED_BY: [&str; 6] = ["phone", "fax", "zip", "postal", "extension", "room"];

/// Numbers below this count or measure things as often as they tell rows apart.
const LEAST_ID: f64 = 100.0;

/// A number of `a` that is called by no measure and lies among the keys of `b`: an `advisor` from 1121 to 8722 where
/// the staff are numbered from 1121 to 9172.
fn numbered(schema: &Schema, a: usize, b: usize) -> Option<(Col, Col)> {
    let number = |v: &Option<vouch_model::Value>| v.as_ref().and_then(vouch_model::Value::as_f64);
    let range = |c: Col| schema.column(c).and_then(|c| Some((number(&c.min)?, number(&c.max)?)));
    let key = schema.key(b)?;
    let (low, high) = range(key).filter(|(low, high)| *low > LEAST_ID && low < high)?;
    let measures = MEASURES.iter().chain(&REACHED_BY).map(|w| crate::lemma::stem(w)).collect::<Vec<_>>();
    let count = schema.tables.get(a).map_or(0, |t| t.columns.len());
    let points = |c: &Col| {
        let named = schema.view(*c).is_some_and(|v| !v.words.iter().any(|w| measures.contains(w)));
        let several = schema.column(*c).and_then(|c| c.distinct_count).is_some_and(|n| n > 1);
        let within = range(*c).is_some_and(|(from, to)| low <= from && to <= high);
        schema.kind(*c) == ColumnKind::Number && named && several && within
    };
    (0..count).map(|column| Col { table: a, column }).find(points).map(|found| (found, key))
}

/// The keys of the catalog as they come, but of those from one table to another the first column first. Engines list them in any
/// order (SQLite the last one first), and the first is the one that is meant where nobody says which: who leads a mission before
/// who stands in, where a trip begins before where it ends.
fn in_order(schema: &Schema) -> Vec<&ForeignKey> {
    let keys: Vec<&ForeignKey> = schema.catalog.foreign_keys.iter().collect();
    let parallel = |a: &ForeignKey, b: &ForeignKey| {
        a.table.eq_ignore_ascii_case(&b.table) && a.to_table.eq_ignore_ascii_case(&b.to_table)
    };
    let place = |key: &&ForeignKey| {
        let table = schema.table_index(&key.table).and_then(|t| schema.catalog.tables.get(t))?;
        let first = key.columns.first()?;
        table.columns.iter().position(|c| first.eq_ignore_ascii_case(&c.name))
    };
    let sorted = |at: usize, key: &ForeignKey| {
        let mut all: Vec<&ForeignKey> = keys.iter().copied().filter(|other| parallel(key, other)).collect();
        all.sort_by_key(place);
        let before = keys.iter().take(at).filter(|other| parallel(key, other)).count();
        all.get(before).copied()
    };
    keys.iter().enumerate().map(|(at, key)| sorted(at, key).unwrap_or(key)).collect()
}

/// The key is called like the table it points at: of two keys to the teachers `TeacherID` is meant where nobody says which.
fn named_so(schema: &Schema, edge: &Edge) -> bool {
    let words = schema.tables.get(edge.to).map_or(&[][..], |view| view.words.as_slice());
    let named = |name: &str| crate::naming::stems(name).iter().all(|w| w == "id" || words.contains(w));
    edge.up && edge.on.iter().all(|(ours, _)| named(ours))
}

impl JoinGraph {
    pub fn new(schema: &Schema) -> Self {
        let mut edges: Vec<Vec<Edge>> = vec![Vec::new(); schema.tables.len()];
        for key in in_order(schema) {
            let (Some(a), Some(b)) = (schema.table_index(&key.table), schema.table_index(&key.to_table)) else {
                continue;
            };
            if a == b {
                continue;
            }
            let on: Vec<(String, String)> = key.columns.iter().cloned().zip(key.to_columns.iter().cloned()).collect();
            let child = schema.catalog.tables.get(a);
            let one_to_one = match key.columns.as_slice() {
                [only] => child.is_some_and(|t| {
                    t.column(only).is_some_and(|c| c.unique)
                        || (t.primary_key.len() == 1 && t.primary_key.iter().any(|k| k.eq_ignore_ascii_case(only)))
                }),
                _ => false,
            };
            let inferred = key.origin == KeyOrigin::Inferred;
            let back = on.iter().map(|(x, y)| (y.clone(), x.clone())).collect();
            if let Some(list) = edges.get_mut(a) {
                list.push(Edge { to: b, on, to_many: false, inferred, up: true });
            }
            if let Some(list) = edges.get_mut(b) {
                list.push(Edge { to: a, on: back, to_many: !one_to_one, inferred, up: false });
            }
        }
        if schema.for_people {
            edges.iter_mut().for_each(|list| list.sort_by_key(|edge| !named_so(schema, edge)));
        }
        Self { edges }
    }

    /// Adds keys that nobody declared and no data proves: two tables without any key between them that have a column of
    /// one name, each value of which is one row of the one, or numbers that lie among the other's keys. Good enough for a guess, not for an answer to a person.
    pub fn with_namesakes(mut self, schema: &Schema) -> Self {
        let tables = schema.tables.len();
        for (a, b) in (0..tables).flat_map(|a| (0..tables).map(move |b| (a, b))).filter(|(a, b)| a != b) {
            let connected = self.edges(a).iter().any(|e| e.to == b) || self.edges(b).iter().any(|e| e.to == a);
            let found = || namesakes(schema, a, b).or_else(|| numbered(schema, a, b));
            let Some((ours, theirs)) = (if connected { None } else { found() }) else { continue };
            let on = vec![(schema.reference(ours).column, schema.reference(theirs).column)];
            let back = on.iter().map(|(x, y)| (y.clone(), x.clone())).collect();
            let one_to_one = schema.column(ours).is_some_and(|c| c.unique);
            if let Some(list) = self.edges.get_mut(a) {
                list.push(Edge { to: b, on, to_many: false, inferred: true, up: true });
            }
            if let Some(list) = self.edges.get_mut(b) {
                list.push(Edge { to: a, on: back, to_many: !one_to_one, inferred: true, up: false });
            }
        }
        self
    }

    pub fn edges(&self, t: usize) -> &[Edge] {
        self.edges.get(t).map_or(&[], Vec::as_slice)
    }

    /// Attaches every wanted table to the tree by the shortest way, in the order given. `None` where one cannot be
    /// reached.
    pub fn connect(&self, root: usize, wanted: &[usize]) -> Option<Tree> {
        self.connect_by(root, wanted, &[])
    }

    /// The same, going by the preferred keys (table and column) where several connect two tables.
    pub fn connect_by(&self, root: usize, wanted: &[usize], prefer: &[(usize, String)]) -> Option<Tree> {
        let mut tree = Tree { root, steps: Vec::new() };
        let mut left: Vec<usize> = wanted.iter().copied().filter(|t| *t != root).collect();
        while !left.is_empty() {
            // The nearest first, so that it can serve as a bridge to the others.
            let states = tree.states();
            let paths = left.iter().filter_map(|t| self.path_from(&states, *t, prefer));
            let path = paths.min_by_key(|p| (p.len(), p.iter().filter(|s| s.edge.inferred).count()))?;
            tree.steps.extend(path);
            let reached = tree.tables();
            left.retain(|t| !reached.contains(t));
        }
        Some(tree)
    }

    /// Cheapest way from any of the tables to the goal. Going up to a shared parent and down to another child pairs
    /// rows that have nothing to do with each other, so that costs as much as a long way round; inferred keys cost a
    /// little more than declared ones, and ties go to the order of the catalog.
    pub fn path(&self, from: &[usize], goal: usize) -> Option<Vec<Step>> {
        self.path_by(from, goal, &[])
    }

    pub fn path_by(&self, from: &[usize], goal: usize, prefer: &[(usize, String)]) -> Option<Vec<Step>> {
        let states: Vec<State> = from.iter().map(|t| (*t, false)).collect();
        self.path_from(&states, goal, prefer)
    }

    fn path_from(&self, from: &[State], goal: usize, prefer: &[(usize, String)]) -> Option<Vec<Step>> {
        const STEP: u32 = 10;
        const INFERRED: u32 = 3;
        const OVER_PARENT: u32 = 35;
        const MANY: u32 = 2;
        // No question is about tables so far apart, and a large catalog need not be walked through to learn that.
        const FARTHEST: u32 = 85;
        // A state is a table and whether the last step went up (to one row).
        let mut best = Reached::new(self.edges.len());
        let mut open: BTreeSet<(u32, usize, bool)> = BTreeSet::new();
        for (t, up) in from {
            best.set((*t, *up), (0, None));
            open.insert((0, *t, *up));
        }
        while let Some((cost, t, up)) = open.pop_first() {
            if t == goal {
                return Some(self.unwind(&best, (t, up)));
            }
            for (at, edge) in self.edges(t).iter().enumerate() {
                let state = (edge.to, !edge.to_many);
                let extra = if up && edge.to_many { OVER_PARENT } else { 0 };
                // One row at a time is safer than many.
                let many = if edge.to_many { MANY } else { u32::from(!edge.up) };
                let preferred = prefer.iter().any(|(table, column)| {
                    let on = |side: usize, name: &str| side == *table && name.eq_ignore_ascii_case(column);
                    edge.on.iter().any(|(ours, theirs)| on(t, ours) || on(edge.to, theirs))
                });
                let step = if preferred { STEP - 4 } else { STEP };
                let next = cost + step + extra + many + if edge.inferred { INFERRED } else { 0 };
                if next > FARTHEST {
                    continue;
                }
                if best.get(state).is_none_or(|(known, _)| next < known) {
                    best.set(state, (next, Some(((t, up), at))));
                    open.insert((next, edge.to, state.1));
                }
            }
        }
        None
    }

    fn unwind(&self, best: &Reached, goal: State) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut at = goal;
        while let Some((_, Some((before, edge)))) = best.get(at) {
            let edge = self.edges(before.0).get(edge).cloned();
            steps.extend(edge.map(|edge| Step { from: before.0, edge }));
            at = before;
        }
        steps.reverse();
        steps
    }
}

/// A table, and whether the last step went up.
type State = (usize, bool);

/// What a state costs, and from which state by which of its edges it was reached. Only the edges of the way that wins are
/// copied: paths are looked for thousands of times in one question.
type Cost = (u32, Option<(State, usize)>);

struct Reached(Vec<Option<Cost>>);

impl Reached {
    fn new(tables: usize) -> Self {
        Self(vec![None; 2 * tables])
    }

    fn get(&self, (table, up): State) -> Option<Cost> {
        self.0.get(2 * table + usize::from(up)).copied().flatten()
    }

    fn set(&mut self, (table, up): State, cost: Cost) {
        if let Some(place) = self.0.get_mut(2 * table + usize::from(up)) {
            *place = Some(cost);
        }
    }
}

impl Tree {
    /// Each table of it, and whether it was reached going up: what else hangs on such a row has nothing to do with the rest.
    fn states(&self) -> Vec<State> {
        let reached = self.steps.iter().map(|step| (step.edge.to, !step.edge.to_many));
        std::iter::once((self.root, false)).chain(reached).collect()
    }

    pub fn tables(&self) -> Vec<usize> {
        let mut tables = vec![self.root];
        tables.extend(self.steps.iter().map(|s| s.edge.to));
        tables
    }

    /// Whether the tree repeats rows of `t`: somewhere away from it an edge leads from one row to many.
    pub fn repeats(&self, t: usize, graph: &JoinGraph) -> bool {
        let mut seen = vec![t];
        let mut queue = VecDeque::from([t]);
        while let Some(at) = queue.pop_front() {
            for step in &self.steps {
                let (next, to_many) = if step.from == at {
                    (step.edge.to, step.edge.to_many)
                } else if step.edge.to == at {
                    (step.from, graph.is_many(at, step.from, &step.edge.on))
                } else {
                    continue;
                };
                if seen.contains(&next) {
                    continue;
                }
                if to_many {
                    return true;
                }
                seen.push(next);
                queue.push_back(next);
            }
        }
        false
    }
}

impl JoinGraph {
    /// Whether the edge from `a` to `b` (whose columns were recorded from b's side) leads to many rows.
    fn is_many(&self, a: usize, b: usize, on_from_b: &[(String, String)]) -> bool {
        let same = |e: &&Edge| e.to == b && e.on.iter().zip(on_from_b).all(|(x, y)| x.0 == y.1 && x.1 == y.0);
        self.edges(a).iter().find(same).is_some_and(|e| e.to_many)
    }
}
