// Places tables in columns, so that what is referred to stands to the right of what refers to it. Pure.
import type { Schema } from '../api/types';

export interface Placed {
  table: string;
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
  const tables: Placed[] = [];
  const filled = new Map<number, number>();
  for (const name of names.sort((a, b) => depth.get(b)! - depth.get(a)! || a.localeCompare(b))) {
    const layer = layers - 1 - depth.get(name)!;
    const row = filled.get(layer) ?? 0;
    filled.set(layer, row + 1);
    tables.push({ table: name, layer, row });
  }
  return { tables, edges, layers, rows: Math.max(0, ...filled.values()) };
}
