// A chart that a person put together by hand: Vega-Lite from the rows of a result. Pure.
import type { Rows } from '../api/types';
import { columnFormats, isName, title, type CellType } from '../text/cells';

export type ChartType = 'bar' | 'line' | 'area' | 'scatter' | 'histogram' | 'boxplot' | 'heatmap';
export const CHART_TYPES: ChartType[] = ['bar', 'line', 'area', 'scatter', 'histogram', 'boxplot', 'heatmap'];

export interface Choice {
  type: ChartType;
  x: string;
  y: string;
  color: string | null;
}

type Spec = Record<string, unknown>;
/** Past this many values a chart says nothing more and only takes time. */
const MOST = 5_000;

const byType = (rows: Rows, ...types: CellType[]) =>
  columnFormats(rows)
    .filter((format) => types.includes(format.type))
    .map((format) => format.name);

/** Numbers that say how much: those that name something, such as an id, are not drawn by themselves. */
const measures = (rows: Rows) => byType(rows, 'number').filter((name) => !isName(name));

/** More names than these cannot be told apart by their colour. */
const MOST_COLOURS = 10;

const canColour = (rows: Rows, name: string) => new Set(rows.data.map((row) => row[name])).size <= MOST_COLOURS;

export function canChart(rows: Rows): boolean {
  return rows.row_count > 1 && measures(rows).length > 0;
}

/** Time along a line, names as bars, numbers against numbers as points. */
export function suggest(rows: Rows): Choice {
  const dates = byType(rows, 'date');
  const names = byType(rows, 'text', 'boolean');
  const numbers = byType(rows, 'number');
  const y = measures(rows).at(-1) ?? numbers.at(-1) ?? rows.columns[0]!;
  const color = (from: string[]) => from.find((name) => canColour(rows, name)) ?? null;
  if (dates[0]) return { type: 'line', x: dates[0], y, color: color(names) };
  if (names[0]) return { type: 'bar', x: names[0], y, color: color(names.slice(1)) };
  if (numbers.length > 1) return { type: 'scatter', x: numbers[0]!, y, color: null };
  return { type: 'histogram', x: y, y, color: null };
}

/** A choice whose columns this result has; the suggestion fills in for those it has not. */
export function fitting(rows: Rows, wanted: Choice): Choice {
  const usual = suggest(rows);
  const has = (name: string | null) => name !== null && rows.columns.includes(name);
  return {
    type: wanted.type,
    x: has(wanted.x) ? wanted.x : usual.x,
    y: has(wanted.y) ? wanted.y : usual.y,
    color: has(wanted.color) ? wanted.color : null,
  };
}

export function build(rows: Rows, choice: Choice): Spec {
  const formats = new Map(columnFormats(rows).map((format) => [format.name, format.type]));
  const axis = (name: string, extra: Spec = {}): Spec => ({
    field: escaped(name),
    type: kind(formats.get(name)),
    // Days and months speak for themselves.
    title: formats.get(name) === 'date' ? null : title(name),
    ...(formats.get(name) === 'number' ? { axis: figures(rows, name) } : {}),
    ...extra,
  });
  const { type, x, y, color } = choice;
  const base: Spec = { data: { values: rows.data.slice(0, MOST) } };
  const tooltip = { content: 'data' };
  if (type === 'histogram')
    return {
      ...base,
      mark: { type: 'bar', tooltip: true },
      encoding: { x: axis(x, { bin: { maxbins: 30 } }), y: { aggregate: 'count', title: 'rows' } },
    };
  if (type === 'heatmap')
    return {
      ...base,
      mark: { type: 'rect', tooltip },
      encoding: { x: axis(x), y: axis(color ?? y), color: axis(y, { type: 'quantitative', axis: undefined }) },
    };
  if (type === 'boxplot')
    return { ...base, mark: { type: 'boxplot' }, encoding: { x: axis(x, { type: 'nominal' }), y: axis(y) } };

  const names = formats.get(x) === 'text' || formats.get(x) === 'boolean';
  const encoding: Spec =
    type === 'bar' && names
      ? { y: axis(x, { sort: null }), x: axis(y, { type: 'quantitative' }) }
      : { x: axis(x, type === 'bar' && formats.get(x) === 'number' ? { type: 'ordinal' } : { sort: null }), y: axis(y, { type: 'quantitative' }) };
  if (color) encoding.color = axis(color, { type: 'nominal', axis: undefined });
  const marks = { bar: 'bar', line: 'line', area: 'area', scatter: 'point' } as const;
  const mark: Spec = { type: marks[type as keyof typeof marks], tooltip };
  if (type === 'line') mark.point = rows.row_count <= 40;
  if (type === 'scatter') mark.filled = true;
  return { ...base, mark, encoding };
}

/** Vega reads dots and brackets in a field's name as a path. */
const escaped = (name: string) => name.replaceAll(/([.[\]'"\\])/g, '\\$1');

const LARGE = 10_000;

/** Thousands and millions as people write them. */
function figures(rows: Rows, name: string): Spec {
  if (isName(name)) return { format: 'd' };
  const most = rows.data.reduce((found, row) => Math.max(found, Math.abs(Number(row[name]) || 0)), 0);
  return { labelExpr: most >= LARGE ? "replace(format(datum.value, '.4~s'), 'G', 'B')" : "format(datum.value, ',.3~f')" };
}

function kind(type: CellType | undefined): string {
  if (type === 'number') return 'quantitative';
  return type === 'date' ? 'temporal' : 'nominal';
}
