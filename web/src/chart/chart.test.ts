import { describe, expect, it } from 'vitest';
import type { Rows } from '../api/types';
import { build, canChart, fitting, suggest } from './build';
import { fitted } from './fit';
import { rowsOf, withLights } from './light';

const months: Rows = {
  columns: ['month', 'revenue'],
  types: ['date', 'decimal'],
  data: [{ month: '2024-01-01', revenue: 1 }, { month: '2024-02-01', revenue: 2 }],
  row_count: 2,
};

describe('a chart by hand', () => {
  it('draws time as a line and names as lying bars', () => {
    expect(suggest(months)).toEqual({ type: 'line', x: 'month', y: 'revenue', color: null });
    const names: Rows = { ...months, types: ['text', 'decimal'] };
    const spec = build(names, suggest(names)) as { mark: { type: string }; encoding: { y: { field: string } } };
    expect([spec.mark.type, spec.encoding.y.field]).toEqual(['bar', 'month']);
  });
  it('needs a number and more than one row', () => {
    expect(canChart(months)).toBe(true);
    expect(canChart({ ...months, row_count: 1 })).toBe(false);
    expect(canChart({ ...months, types: ['date', 'text'] })).toBe(false);
  });
  it('needs a number that says how much, and draws that one', () => {
    const people: Rows = { columns: ['client_id', 'name', 'order_id'], types: ['integer', 'text', 'integer'], data: [{ client_id: 1, name: 'a', order_id: 7 }, { client_id: 1, name: 'b', order_id: 8 }], row_count: 2 };
    expect(canChart(people)).toBe(false);
    const paid = { ...people, columns: ['client_id', 'name', 'paid', 'order_id'], types: ['integer', 'text', 'decimal', 'integer'] };
    expect([canChart(paid), suggest(paid).y]).toEqual([true, 'paid']);
  });
  it('colours few names, not hundreds', () => {
    const visits = (names: number): Rows => ({
      columns: ['day', 'name', 'visits'],
      types: ['date', 'text', 'integer'],
      data: Array.from({ length: 40 }, (_, index) => ({ day: '2024-01-01', name: `n${index % names}`, visits: index })),
      row_count: 40,
    });
    expect([suggest(visits(4)).color, suggest(visits(40)).color]).toEqual(['name', null]);
  });
  it('takes names with dots as names', () => {
    const rows: Rows = { columns: ['a.b', 'n'], types: ['text', 'integer'], data: [{ 'a.b': 'x', n: 1 }, { 'a.b': 'y', n: 2 }], row_count: 2 };
    const spec = build(rows, suggest(rows)) as { encoding: { y: { field: string } } };
    expect(spec.encoding.y.field).toBe('a\\.b');
  });
  it('writes years without a comma and millions short', () => {
    const rows: Rows = { columns: ['year', 'deaths'], types: ['integer', 'integer'], data: [{ year: 1931, deaths: 3_700_000 }, { year: 1932, deaths: 6 }], row_count: 2 };
    const { x, y } = build(rows, { type: 'area', x: 'year', y: 'deaths', color: null }).encoding as Record<string, { title: string; axis: object }>;
    expect([x!.title, x!.axis]).toEqual(['Year', { format: 'd' }]);
    expect(y!.axis).toEqual({ labelExpr: "replace(format(datum.value, '.4~s'), 'G', 'B')" });
  });
  it('forgets columns that the result has not', () => {
    expect(fitting(months, { type: 'bar', x: 'gone', y: 'revenue', color: 'gone' })).toEqual({ type: 'bar', x: 'month', y: 'revenue', color: null });
  });
});

describe('names along an axis', () => {
  const spec = (channel: 'x' | 'y', names: string[]) => ({
    data: { values: names.map((name) => ({ name, n: 1 })) },
    encoding: { [channel]: { field: 'name', type: 'nominal', axis: { labelAngle: 0, labelLimit: 220 } } },
  });
  const axisOf = (found: Record<string, unknown>, channel: string) => (found.encoding as Record<string, { axis: object }>)[channel]!.axis;
  const ratings = ['R', 'PG-13', 'PG', 'Not Rated', 'G', 'NC-17', 'Open'];
  it('are turned where they would not stand side by side', () => {
    expect(axisOf(fitted(spec('x', ratings), 300), 'x')).toMatchObject({ labelAngle: -40, labelOverlap: false });
    expect(axisOf(fitted(spec('x', ratings), 900), 'x')).toMatchObject({ labelAngle: 0 });
  });
  it('in a legend stand in as many columns as have room, under their title where it would take one', () => {
    const color = { field: 'name', type: 'nominal', legend: { title: 'Rating', columns: 4 } };
    const legendOf = (width: number) => (fitted({ ...spec('x', ratings), encoding: { color } }, width).encoding as Record<string, { legend: object }>).color!.legend;
    expect(legendOf(734)).toEqual(color.legend);
    expect(legendOf(320)).toEqual({ title: 'Rating', columns: 2, titleOrient: 'top' });
  });
  it('of a heat map too narrow for its columns become its rows', () => {
    const stores = Array.from({ length: 24 }, (_, index) => `Store ${index}`);
    const heat = {
      data: { values: stores.map((store, index) => ({ store, kind: `k${index % 3}` })) },
      encoding: { x: { field: 'store', type: 'ordinal', axis: { labelAngle: -45 } }, y: { field: 'kind', type: 'ordinal' } },
      layer: [{ mark: 'rect' }],
    };
    const rowsAt = (width: number) => (fitted(heat, width).encoding as Record<string, { field: string; axis?: object }>).y!;
    expect(rowsAt(734).field).toBe('kind');
    expect(rowsAt(320)).toMatchObject({ field: 'store', axis: { labelAngle: 0 } });
  });
  it('and figures in cells too narrow for them are left out', () => {
    const heat = { ...spec('x', ratings), layer: [{ mark: 'rect' }, { mark: { type: 'text' } }] };
    expect(fitted(heat, 400).layer).toHaveLength(2);
    expect(fitted(heat, 300).layer).toHaveLength(1);
  });
  it('stay whole at the ends of lines', () => {
    const line = { padding: { left: 8, right: 49 }, encoding: {}, layer: [{ mark: 'line' }, { mark: { type: 'text', limit: 41 } }] };
    expect(fitted(line, 300)).toMatchObject({ padding: { left: 8, right: 63 }, layer: [{ mark: 'line' }, { mark: { type: 'text', limit: 55 } }] });
  });
  it('leave room for the bars', () => {
    expect(axisOf(fitted(spec('y', ratings), 300), 'y')).toMatchObject({ labelLimit: 108 });
    expect(axisOf(fitted(spec('y', ratings), 900), 'y')).toMatchObject({ labelLimit: 220 });
  });
});

describe('lights', () => {
  it('number the values and leave the chart else as it was', () => {
    const spec = withLights(build(months, { type: 'bar', x: 'month', y: 'revenue', color: null }), months) as { data: { values: unknown[] } };
    expect(spec.data.values[1]).toMatchObject({ __row: 1 });
  });
  it('find the rows of values in another order and spelling', () => {
    const values = [{ month: '2024-02-01T00:00:00', revenue: 2 }, { month: '2024-01-01T00:00:00', revenue: 1 }];
    expect(rowsOf(values, months)).toEqual([1, 0]);
  });
  it('dim the bars of a layered chart, labels and all', () => {
    const layered = { data: { values: months.data }, encoding: { x: { field: 'month' } }, layer: [{ mark: 'bar' }, { mark: { type: 'text' } }] };
    const lit = withLights(layered, months) as { layer: { encoding: object }[] };
    expect(lit.layer.every((layer) => 'opacity' in layer.encoding)).toBe(true);
  });
  it('are spots on a line', () => {
    expect(withLights(build(months, suggest(months)), months)?.layer).toHaveLength(2);
  });
  it('are left out where values are not rows', () => {
    expect(withLights(build(months, { type: 'histogram', x: 'revenue', y: 'revenue', color: null }), months)).toBeNull();
    const twice = { ...months, data: [...months.data, ...months.data] };
    expect(withLights(build(months, suggest(months)), twice)).toBeNull();
    expect(withLights(build(months, suggest(months)), null)).toBeNull();
  });
});
