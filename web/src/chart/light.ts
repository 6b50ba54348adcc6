// Lets figures in the text light their marks: each value learns the number of its row, and marks look at the signal `lit`.
import type { Row, Rows } from '../api/types';

type Spec = Record<string, unknown>;

const ROW = '__row';
const HELD = `length(lit) == 0 || indexof(lit, datum.${ROW}) >= 0`;
const dimmed = { condition: { test: HELD, value: 1 }, value: 0.25 };
const shownWhenLit = { condition: { test: `length(lit) > 0 && indexof(lit, datum.${ROW}) >= 0`, value: 1 }, value: 0 };
const spot = { mark: { type: 'point', filled: true, size: 110, tooltip: null }, encoding: { opacity: shownWhenLit } };

const markOf = (spec: Spec): string => {
  const mark = spec.mark as string | { type?: string } | undefined;
  return (typeof mark === 'string' ? mark : mark?.type) ?? '';
};

/** Values that were put together from several rows do not know their row. */
const isSummed = (encoding: Spec | undefined): boolean =>
  Object.values(encoding ?? {}).some((channel) => {
    const field = channel as Spec | null;
    return Boolean(field?.aggregate ?? field?.bin);
  });

/** A new field or a narrower choice leaves each value its row; anything else may not. */
const regroups = (transform: unknown): boolean =>
  Array.isArray(transform) && transform.some((step) => !('calculate' in (step as Spec)) && !('filter' in (step as Spec)));

const STANDING = new Set(['bar', 'point', 'circle', 'square', 'rect', 'tick', 'arc', 'text']);
const FLOWING = new Set(['line', 'area', 'trail']);

/** A chart writes dates with their time and counts with a point; the rows may not. */
const same = (value: unknown): string => {
  if (typeof value === 'string') return value.replace(/[T ]00:00(:00(\.0+)?)?Z?$/, '');
  return String(value);
};

/** For each value of the chart the row it is, or null where that is not one row each. */
export function rowsOf(values: Row[], rows: Rows): number[] | null {
  const fields = Object.keys(values[0] ?? {}).filter((name) => rows.columns.includes(name));
  if (fields.length === 0) return null;
  const key = (row: Row) => JSON.stringify(fields.map((name) => same(row[name])));
  const places = new Map<string, number>();
  rows.data.forEach((row, index) => places.set(key(row), index));
  if (places.size !== rows.data.length) return null;
  const found = values.map((value) => places.get(key(value)) ?? -1);
  return found.includes(-1) ? null : found;
}

function lightLayer(layer: Spec): Spec {
  const encoding = (layer.encoding ?? {}) as Spec;
  if (!STANDING.has(markOf(layer)) || 'opacity' in encoding) return layer;
  return { ...layer, encoding: { ...encoding, opacity: dimmed } };
}

/** The same chart with lights, or null where its values are not the rows one by one. */
export function withLights(spec: Spec, rows: Rows | null): Spec | null {
  const values = (spec.data as { values?: unknown } | undefined)?.values;
  if (!rows || !Array.isArray(values) || regroups(spec.transform) || spec.facet) return null;
  const places = rowsOf(values as Row[], rows);
  const encoding = (spec.encoding ?? {}) as Spec;
  const layers = (spec.layer as Spec[] | undefined) ?? [{ mark: spec.mark }];
  const summed = [encoding, ...layers.map((layer) => layer.encoding as Spec)].some(isSummed);
  if (!places || summed || 'opacity' in encoding || layers.some((layer) => layer.data || regroups(layer.transform))) return null;
  const { mark: _, ...rest } = spec;
  const flows = layers.some((layer) => FLOWING.has(markOf(layer))) && 'x' in encoding && 'y' in encoding;
  return {
    ...rest,
    data: { ...(spec.data as Spec), values: (values as Row[]).map((value, index) => ({ ...value, [ROW]: places[index] })) },
    params: [...((spec.params as unknown[] | undefined) ?? []), { name: 'lit', value: [] }],
    layer: [...layers.map(lightLayer), ...(flows ? [spot] : [])],
  };
}
