// How the cells of one column are written: decided once for the column, so that its figures line up.
import type { Rows } from '../api/types';

export type CellType = 'number' | 'date' | 'boolean' | 'text';

export interface ColumnFormat {
  name: string;
  type: CellType;
  /** The engine's word for it, for the tooltip of the header. */
  engineType: string;
  write: (value: unknown) => string;
}

const NUMERIC = new Set(['integer', 'decimal', 'float', 'number', 'bigint', 'double']);
const DATED = new Set(['date', 'timestamp', 'datetime', 'time']);
const NAMES = /(^|_)(id|year|zip|postcode|code|number|no|key)$/i;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const ISO_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
const SAMPLE = 500;

/** Figures that name something, such as a year: nobody groups their digits. */
export const isName = (column: string): boolean => NAMES.test(column);

const localeOf = () => (typeof navigator === 'undefined' ? 'en' : navigator.language);

export function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function fractionDigits(values: unknown[]): number {
  let most = 0;
  let largest = 0;
  for (const value of values) {
    if (typeof value !== 'number' || !Number.isFinite(value)) continue;
    largest = Math.max(largest, Math.abs(value));
    const text = String(value);
    const point = text.indexOf('.');
    if (point >= 0 && !text.includes('e')) most = Math.max(most, text.length - point - 1);
  }
  // A mean of floats has many digits that say nothing; small values need more of them.
  const useful = largest >= 1 ? 2 : 4;
  return Math.min(most, useful);
}

function writeNumber(name: string, values: unknown[], locale: string): (value: unknown) => string {
  const digits = fractionDigits(values);
  const useGrouping = !(digits === 0 && isName(name));
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping });
  return (value) => (typeof value === 'number' ? format.format(value) : plain(value));
}

function writeDate(name: string, values: unknown[], locale: string): (value: unknown) => string {
  const texts = values.filter((value): value is string => typeof value === 'string');
  const days = texts.length > 0 && texts.every((text) => ISO_DATE.test(text));
  const firsts = days && texts.every((text) => text.endsWith('-01'));
  const zone = { timeZone: 'UTC' } as const;
  let options: Intl.DateTimeFormatOptions;
  if (firsts && /year/i.test(name) && texts.every((text) => text.endsWith('-01-01'))) options = { year: 'numeric' };
  else if (firsts && /month/i.test(name)) options = { year: 'numeric', month: 'short' };
  else if (days) options = { year: 'numeric', month: 'short', day: 'numeric' };
  else options = { dateStyle: 'medium', timeStyle: 'short' };
  const format = new Intl.DateTimeFormat(locale, { ...options, ...zone });
  return (value) => {
    if (typeof value !== 'string' || !(ISO_DATE.test(value) || ISO_TIME.test(value))) return plain(value);
    const iso = value.replace(' ', 'T');
    const time = new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(iso) || ISO_DATE.test(iso) ? iso : `${iso}Z`);
    return Number.isNaN(time.getTime()) ? value : format.format(time);
  };
}

export function typeOf(engineType: string | undefined, values: unknown[]): CellType {
  const known = engineType?.toLowerCase() ?? '';
  if (NUMERIC.has(known)) return 'number';
  if (DATED.has(known)) return 'date';
  if (known === 'boolean') return 'boolean';
  if (known) return 'text';
  const present = values.filter((value) => value !== null && value !== undefined);
  if (present.length > 0 && present.every((value) => typeof value === 'number')) return 'number';
  if (present.length > 0 && present.every((value) => typeof value === 'string' && ISO_DATE.test(value))) return 'date';
  return 'text';
}

export function columnFormats(rows: Rows, locale = localeOf()): ColumnFormat[] {
  const sample = rows.data.slice(0, SAMPLE);
  return rows.columns.map((name, index) => {
    const values = sample.map((row) => row[name]);
    const engineType = rows.types?.[index] ?? '';
    const type = typeOf(engineType, values);
    const write =
      type === 'number' ? writeNumber(name, values, locale) : type === 'date' ? writeDate(name, values, locale) : plain;
    return { name, type, engineType: engineType || type, write };
  });
}

/** A column's name as a person would write it: `average_unit_price` reads "average unit price". */
export function heading(name: string): string {
  return name.includes('_') ? name.replaceAll('_', ' ').trim() || name : name;
}

/** The same at the head of something. */
export function title(name: string): string {
  const text = heading(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
