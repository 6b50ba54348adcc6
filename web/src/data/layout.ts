// Places tables in columns, so that what is referred to stands to the right of what refers to it. Pure.
import type { Schema } from '../api/types';

export interface Placed {
  table: string;
  layer: number;
  row: number;
}

/** All lines to a table pass a column at the same place. */
export interface Pass {
  to: string;
  layer: number;
  row: number;
}

export interface Edge {
  from: string;
  to: string;
  label: string;
  inferred: boolean;
}

export interface Layout {
  tables: Placed[];
  edges: Edge[];
  /** Where lines pass that skip a column, so that they run through no table. */
  passes: Pass[];
  layers: number;
  rows: number;
}

const MOST_TABLES = 24;

/** Only tables with keys are drawn; of very many, those with most keys. */
export function layout(schema: Schema): Layout {
  const all: Edge[] = schema.foreign_keys
    .filter((key) => key.table !== key.to_table)
    .map((key) => ({ from: key.table, to: key.to_table, label: key.columns.join(', '), inferred: key.origin === 'inferred' }));
  const degree = new Map<string, number>();
  for (const edge of all) for (const name of [edge.from, edge.to]) degree.set(name, (degree.get(name) ?? 0) + 1);
  const names = [...degree.keys()].sort((a, b) => degree.get(b)! - degree.get(a)!).slice(0, MOST_TABLES);
  const edges = all.filter((edge) => names.includes(edge.from) && names.includes(edge.to));

  // The longest way to a table that refers to nothing; a circle ends where it would repeat.
  const depth = new Map<string, number>();
  const measure = (name: string, path: Set<string>): number => {
    const known = depth.get(name);
    if (known !== undefined) return known;
    if (path.has(name)) return 0;
    const next = edges.filter((edge) => edge.from === name).map((edge) => measure(edge.to, new Set([...path, name])) + 1);
    const found = Math.max(0, ...next);
    depth.set(name, found);
    return found;
  };
  const layers = Math.max(0, ...names.map((name) => measure(name, new Set()))) + 1;
  const layerOf = new Map(names.map((name) => [name, layers - 1 - depth.get(name)!]));
  const { tables, passes, rows } = inRows(names, edges, layerOf, layers);
  return { tables, edges, passes, layers, rows };
}

interface Node {
  layer: number;
  /** The table, or the one that a passing line is on its way to. */
  name: string;
  passing: boolean;
  next: Set<Node>;
}

/** From the last column to the first, what stands in a column is ordered by where it leads to: lines cross less. */
function inRows(names: string[], edges: Edge[], layerOf: Map<string, number>, layers: number) {
  const nodes = new Map<string, Node>();
  const node = (name: string, layer: number): Node => {
    const passing = layerOf.get(name) !== layer;
    const key = JSON.stringify([name, layer]);
    return nodes.get(key) ?? nodes.set(key, { layer, name, passing, next: new Set() }).get(key)!;
  };
  for (const name of names) node(name, layerOf.get(name)!);
  for (const { from, to } of edges) {
    const [first, last] = [layerOf.get(from)!, layerOf.get(to)!];
    for (let layer = first; layer < last; layer++) node(layer === first ? from : to, layer).next.add(node(to, layer + 1));
  }
  const row = new Map<Node, number>();
  const leadsTo = ({ next }: Node) => [...next].reduce((sum, other) => sum + row.get(other)!, 0) / (next.size || 1);
  let rows = 0;
  for (let layer = layers - 1; layer >= 0; layer--) {
    const here = [...nodes.values()].filter((one) => one.layer === layer);
    here.sort((a, b) => leadsTo(a) - leadsTo(b) || Number(a.passing) - Number(b.passing) || a.name.localeCompare(b.name));
    here.forEach((one, index) => row.set(one, index));
    rows = Math.max(rows, here.length);
  }
  const placed = [...row].sort(([a, i], [b, j]) => a.layer - b.layer || i - j);
  const tables = placed.filter(([one]) => !one.passing).map(([{ name, layer }, row]) => ({ table: name, layer, row }));
  const passes = placed.filter(([one]) => one.passing).map(([{ name, layer }, row]) => ({ to: name, layer, row }));
  return { tables, passes, rows };
}
