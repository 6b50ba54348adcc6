import { describe, expect, it } from 'vitest';
import type { Rows } from '../api/types';
import { columnFormats } from './cells';
import { cellsOf, glued, pieces, unbroken } from './figures';
import { bytes, day, figure, seconds } from './format';
import { lines, tokens } from './sql';

describe('figures in sentences', () => {
  const sentence = {
    text: 'Revenue rose from 219,065.09 in 2024-05 to 303,171 in 2026-10 (+38.4 %).',
    figures: [
      { text: '219,065.09', value: 219065.09, cells: [[0, 1]] },
      { text: '303,171', value: 303171, cells: [[29, 1]] },
      { text: '38.4', value: 38.4, cells: [] },
    ],
  };
  it('are cut out in order and leave the text whole', () => {
    const found = pieces(sentence as never);
    expect(found.map((piece) => piece.text).join('')).toBe(sentence.text);
    expect(found.filter((piece) => piece.figure).map((piece) => piece.text)).toEqual(['219,065.09', '303,171', '38.4']);
  });
  it('are not found inside other figures', () => {
    const found = pieces({ text: '130 of 30 rows, 30.5 %', figures: [{ text: '30', value: 30, cells: [[0, 0]] }] } as never);
    expect(found[0]!.text).toBe('130 of ');
    expect(found[1]!.figure?.value).toBe(30);
  });
  it('may be missing from the text', () => {
    expect(pieces({ text: 'Nothing here.', figures: [{ text: '5', value: 5, cells: [] }] } as never)).toHaveLength(1);
  });
  it('a figure keeps the signs that follow it', () => {
    const figures = [{ text: '0', value: 0, cells: [] }, { text: '5', value: 5, cells: [] }];
    const found = glued(pieces({ text: 'It is 0, or 5 %.', figures } as never));
    expect(found.map(({ text, tail }) => [text, tail])).toEqual([['It is ', ''], ['0', ','], [' or ', ''], ['5', ' %.'], ['', '']]);
  });

  it('and months and shares stay on one line', () => {
    expect(unbroken('2025-12 has 19.6 %, order 12-3')).toBe('2025\u201112 has 19.6\u00a0%, order 12-3');
  });
  it('know their cells and rows', () => {
    const { cells, rows } = cellsOf(sentence.figures[1] as never);
    expect([...cells]).toEqual(['29:1']);
    expect([...rows]).toEqual([29]);
  });
});

describe('numbers in the locale of the reader', () => {
  it('keep the digits that the server wrote', () => {
    expect(figure('219,065.09', 'de-DE')).toBe('219.065,09');
    expect(figure('55.50', 'de-DE')).toBe('55,50');
    expect(figure('303,171', 'en-US')).toBe('303,171');
  });
  it('leave years and words alone', () => {
    expect(figure('2024', 'de-DE')).toBe('2024');
    expect(figure('2024-05', 'de-DE')).toBe('2024-05');
    expect(figure('three', 'de-DE')).toBe('three');
  });
  it('write times and sizes', () => {
    expect(seconds(0.0004, 'en')).toBe('< 1 ms');
    expect(seconds(0.055, 'en')).toBe('55 ms');
    expect(seconds(2.34, 'en')).toBe('2.3 s');
    expect(bytes(536_870_912, 'en')).toBe('537 MB');
  });
  it('put sessions under a day', () => {
    const now = new Date(2026, 10, 16, 9);
    expect(day(new Date(2026, 10, 16, 1).toISOString(), now)).toBe('today');
    expect(day(new Date(2026, 10, 15, 23).toISOString(), now)).toBe('yesterday');
    expect(day(new Date(2026, 10, 12).toISOString(), now)).toBe('week');
    expect(day(new Date(2026, 9, 1).toISOString(), now)).toBe('earlier');
  });
});

describe('cells of a column', () => {
  const rows = (name: string, type: string, values: unknown[]): Rows => ({
    columns: [name],
    types: [type],
    data: values.map((value) => ({ [name]: value })),
    row_count: values.length,
  });
  const written = (name: string, type: string, values: unknown[], locale = 'en-US') => {
    const [format] = columnFormats(rows(name, type, values), locale);
    return values.map((value) => format!.write(value));
  };
  it('line up at the decimal point', () => {
    expect(written('revenue', 'decimal', [219065.09, 303171])).toEqual(['219,065.09', '303,171.00']);
    expect(written('share', 'float', [0.123456, 0.5])).toEqual(['0.1235', '0.5000']);
  });
  it('show ids and years without separators', () => {
    expect(written('order_id', 'integer', [12345])).toEqual(['12345']);
    expect(written('year', 'integer', [2024])).toEqual(['2024']);
    expect(written('orders', 'integer', [12345])).toEqual(['12,345']);
  });
  it('write months as months and days as days, whatever the time zone', () => {
    expect(written('month', 'date', ['2024-05-01', '2024-06-01'])).toEqual(['May 2024', 'Jun 2024']);
    expect(written('ordered_on', 'date', ['2024-05-01', '2024-05-31'])).toEqual(['May 1, 2024', 'May 31, 2024']);
  });
  it('leave texts and structures readable', () => {
    expect(written('a', 'text', ['x', { b: 1 }])).toEqual(['x', '{"b":1}']);
  });
});

describe('SQL for reading', () => {
  it('gets a line for each clause, not for what is in brackets', () => {
    const sql = "SELECT a, (SELECT 1 FROM t WHERE x) FROM t LEFT JOIN u ON t.i = u.i WHERE a = 'from' AND b > 1 ORDER BY a LIMIT 5";
    expect(lines(sql).split('\n')).toEqual([
      'SELECT a, (SELECT 1 FROM t WHERE x)',
      'FROM t',
      'LEFT JOIN u ON t.i = u.i',
      "WHERE a = 'from'",
      '  AND b > 1',
      'ORDER BY a',
      'LIMIT 5',
    ]);
  });
  it('loses no character', () => {
    const sql = `SELECT "we""ird", 'it''s', 1.5e3 -- done\nFROM t /* x */`;
    expect(tokens(sql).map((token) => token.text).join('')).toBe(sql);
    expect(tokens(sql).find((token) => token.kind === 'comment')?.text).toBe('-- done');
  });
});
