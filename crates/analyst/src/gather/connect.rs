//! Foreign keys as a graph: what lies between tables that a question names.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// More tables than this between two are no connection that a question means.
const MOST_BETWEEN: u8 = 3;

pub struct Graph {
    neighbours: Vec<Vec<u32>>,
}

impl Graph {
    pub fn new(tables: usize, keys: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut neighbours: Vec<Vec<u32>> = vec![Vec::new(); tables];
        for (one, other) in keys.filter(|(one, other)| one != other) {
            neighbours.get_mut(one as usize).into_iter().for_each(|n| n.push(other));
            neighbours.get_mut(other as usize).into_iter().for_each(|n| n.push(one));
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        Self { neighbours }
    }

    /// The tables on the best way from `to` to any of `from`: none when they touch, `None` when there is no way.
    ///
    /// The best way is the shortest one, and among those of a length the one through tables with few keys: a table of
    /// users that everything refers to ("created by") connects anything with anything, and says nothing.
    pub fn between(&self, from: &[u32], to: u32) -> Option<Vec<u32>> {
        let mut came_from: Vec<Option<u32>> = vec![None; self.neighbours.len()];
        let mut costs: Vec<u32> = vec![u32::MAX; self.neighbours.len()];
        let mut open = BinaryHeap::from([Reverse((0_u32, 0_u8, to))]);
        costs.get_mut(to as usize).into_iter().for_each(|cost| *cost = 0);
        while let Some(Reverse((cost, steps, table))) = open.pop() {
            if from.contains(&table) {
                return Some(way_back(&came_from, table, to));
            }
            let known = costs.get(table as usize).copied().unwrap_or(0);
            if cost > known || steps > MOST_BETWEEN {
                continue;
            }
            for next in self.of(table) {
                let next_cost = cost + self.cost(*next);
                if let Some(known) = costs.get_mut(*next as usize).filter(|known| next_cost < **known) {
                    *known = next_cost;
                    came_from.get_mut(*next as usize).into_iter().for_each(|slot| *slot = Some(table));
                    open.push(Reverse((next_cost, steps + 1, *next)));
                }
            }
        }
        None
    }

    fn of(&self, table: u32) -> &[u32] {
        self.neighbours.get(table as usize).map(Vec::as_slice).unwrap_or_default()
    }

    /// A step weighs more than any difference in the number of keys.
    fn cost(&self, table: u32) -> u32 {
        1_000 + (self.of(table).len() as u32 + 1).ilog2() * 10
    }
}

/// The tables strictly between.
fn way_back(came_from: &[Option<u32>], start: u32, end: u32) -> Vec<u32> {
    let step = |table: &u32| came_from.get(*table as usize).copied().flatten();
    std::iter::successors(step(&start), step).take_while(|table| *table != end).collect()
}

#[cfg(test)]
#[path = "connect_tests.rs"]
mod tests;
