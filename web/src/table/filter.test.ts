import { expect, it } from 'vitest';
import { columnFormats } from '../text/cells';
import { tabbed, visible } from './filter';

const data = [
  { name: 'Émile', revenue: 1200, note: null },
  { name: 'Anna', revenue: 80, note: 'late' },
  { name: 'Bo', revenue: null, note: 'x\ty' },
];
const formats = columnFormats({ columns: ['name', 'revenue', 'note'], types: ['text', 'integer', 'text'], data, row_count: 3 }, 'en');
const found = (query: string, sort: Parameters<typeof visible>[3] = null) => visible(data, formats, query, sort);

it('finds text in any cell, with or without accents', () => {
  expect(found('emile')).toEqual([0]);
  expect(found('LATE')).toEqual([1]);
  expect(found('')).toEqual([0, 1, 2]);
});

it('compares columns, alone and together', () => {
  expect(found('revenue > 100')).toEqual([0]);
  expect(found('revenue <= 1,200')).toEqual([0, 1]);
  expect(found('revenue > 10 and name = anna')).toEqual([1]);
  expect(found('note = null')).toEqual([0]);
  expect(found('revenue != null')).toEqual([0, 1]);
});

it('sorts with missing values last, both ways', () => {
  expect(found('', { column: 'revenue', descending: false })).toEqual([1, 0, 2]);
  expect(found('', { column: 'revenue', descending: true })).toEqual([0, 1, 2]);
});

it('copies what a spreadsheet can take', () => {
  expect(tabbed(data, formats, [2])).toBe('name\trevenue\tnote\nBo\t\tx y');
});
