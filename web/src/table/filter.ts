// Which rows of a result are shown, and in which order.
import type { Row } from '../api/types';
import type { ColumnFormat } from '../text/cells';
import { plain } from '../text/cells';

export interface Sort {
  column: string;
  descending: boolean;
}

const COMPARISON = /^\s*(.+?)\s*(>=|<=|!=|<>|=|>|<)\s*(.+?)\s*$/;
const fold = (text: string) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return plain(left).localeCompare(plain(right), undefined, { numeric: true, sensitivity: 'base' });
}

/**
 * `text` finds it in any cell, `revenue > 1000` compares a column, `status = ` with nothing or `null` finds missing values.
 * Several conditions are joined by commas or "and".
 */
export function matcher(query: string, columns: ColumnFormat[]): (row: Row) => boolean {
  const conditions = query
    .split(/\s+and\s+|\s*;\s*/i)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => condition(part, columns));
  return (row) => conditions.every((holds) => holds(row));
}

function condition(part: string, columns: ColumnFormat[]): (row: Row) => boolean {
  const found = COMPARISON.exec(part);
  const name = found && fold(found[1]!).replaceAll(' ', '_');
  const column = name && columns.find((column) => fold(column.name).replaceAll(' ', '_') === name);
  if (!found || !column) {
    const wanted = fold(part);
    return (row) =>
      columns.some((column) => {
        const cell = row[column.name];
        return cell !== null && (fold(plain(cell)).includes(wanted) || fold(column.write(cell)).includes(wanted));
      });
  }
  const operator = found[2]!;
  const text = found[3]!.replace(/^['"]|['"]$/g, '');
  if (fold(text) === 'null') {
    const missing = operator === '=';
    return (row) => (row[column.name] === null) === missing;
  }
  const number = Number(text.replaceAll(/[,\s](?=\d{3})/g, ''));
  const wanted: unknown = column.type === 'number' && Number.isFinite(number) ? number : fold(text);
  return (row) => {
    const cell = row[column.name];
    if (cell === null) return false;
    const order = compare(typeof cell === 'number' ? cell : fold(plain(cell)), wanted);
    switch (operator) {
      case '=':
        return order === 0;
      case '>':
        return order > 0;
      case '<':
        return order < 0;
      case '>=':
        return order >= 0;
      case '<=':
        return order <= 0;
      default:
        return order !== 0;
    }
  };
}

/** The indexes of the rows to show. Missing values come last, whichever way the column is sorted. */
export function visible(rows: Row[], columns: ColumnFormat[], query: string, sort: Sort | null): number[] {
  const holds = query.trim() ? matcher(query, columns) : null;
  const shown: number[] = [];
  rows.forEach((row, index) => {
    if (!holds || holds(row)) shown.push(index);
  });
  if (sort) {
    const way = sort.descending ? -1 : 1;
    shown.sort((left, right) => {
      const a = rows[left]![sort.column];
      const b = rows[right]![sort.column];
      if (a === null || b === null) return a === b ? left - right : a === null ? 1 : -1;
      return way * compare(a, b) || left - right;
    });
  }
  return shown;
}

/** Rows for the clipboard: spreadsheets take tabs and lines. */
export function tabbed(rows: Row[], columns: ColumnFormat[], indexes: number[]): string {
  const clean = (text: string) => text.replaceAll(/[\t\r\n]+/g, ' ');
  const head = columns.map((column) => clean(column.name)).join('\t');
  const body = indexes.map((index) => columns.map((column) => clean(plain(rows[index]![column.name]))).join('\t'));
  return [head, ...body].join('\n');
}
