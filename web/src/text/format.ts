// Numbers, dates and sizes as the reader's locale writes them.

const locale = (): string | undefined => (typeof navigator === 'undefined' ? 'en' : navigator.language);

const numberFormats = new Map<string, Intl.NumberFormat>();

function numbers(minimum: number, maximum: number, grouping: boolean, of = locale()): Intl.NumberFormat {
  const key = `${of}/${minimum}/${maximum}/${grouping}`;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(of, {
      minimumFractionDigits: minimum,
      maximumFractionDigits: maximum,
      useGrouping: grouping,
    });
    numberFormats.set(key, format);
  }
  return format;
}

export function count(value: number, of = locale()): string {
  return numbers(0, 0, true, of).format(value);
}

export function decimal(value: number, digits = 2, of = locale(), grouping = true): string {
  return numbers(0, digits, grouping, of).format(value);
}

export function compact(value: number, of = locale()): string {
  return new Intl.NumberFormat(of, { notation: 'compact', maximumSignificantDigits: 4 }).format(value);
}

const LEAST_SHARE = 0.001;

/** Little is not nothing: a share that would be written as 0% is said to be less than the least. */
export function percent(share: number, of = locale()): string {
  if (share > 0 && share < LEAST_SHARE / 2) return `<${percent(LEAST_SHARE, of)}`;
  return new Intl.NumberFormat(of, { style: 'percent', maximumFractionDigits: share > 0 && share < 0.1 ? 1 : 0 }).format(share);
}

const PLAIN_FIGURE = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/;

/** A figure of the server's English text ("219,065.09") as the reader writes it; what is no such figure stays. */
export function figure(text: string, of = locale()): string {
  const found = PLAIN_FIGURE.exec(text);
  if (!found) return text;
  const [, sign, whole = '', fraction = ''] = found;
  // Years and ids were written without separators on purpose.
  const grouping = whole.includes(',') || whole.length < 4;
  const value = Number(`${whole.replaceAll(',', '')}.${fraction || '0'}`);
  if (!Number.isFinite(value) || whole.length > 18) return text;
  return (sign ?? '') + numbers(fraction.length, fraction.length, grouping, of).format(value);
}

export function seconds(value: number, of = locale()): string {
  if (value < 0.001) return '< 1 ms';
  if (value < 0.1) return `${numbers(0, 0, false, of).format(Math.max(1, Math.round(value * 1000)))} ms`;
  return `${numbers(0, value < 10 ? 1 : 0, false, of).format(value)} s`;
}

export function bytes(value: number, of = locale()): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let step = 0;
  let size = value;
  while (size >= 1000 && step < units.length - 1) {
    size /= 1000;
    step += 1;
  }
  return `${numbers(0, step === 0 || size >= 100 ? 0 : 1, true, of).format(size)} ${units[step]}`;
}

export function money(usd: number, of = locale()): string {
  return new Intl.NumberFormat(of, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: usd < 0.01 ? 5 : usd < 1 ? 4 : 2,
  }).format(usd);
}

export function dateTime(iso: string, of = locale()): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return new Intl.DateTimeFormat(of, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}

export function ago(iso: string, now = Date.now(), of = locale()): string {
  const time = new Date(iso).getTime();
  if (Number.isNaN(time)) return '';
  const passed = (now - time) / 1000;
  const relative = new Intl.RelativeTimeFormat(of, { numeric: 'auto', style: 'short' });
  if (passed < 60) return relative.format(0, 'minute');
  if (passed < 3600) return relative.format(-Math.round(passed / 60), 'minute');
  if (passed < 86_400) return relative.format(-Math.round(passed / 3600), 'hour');
  return relative.format(-Math.round(passed / 86_400), 'day');
}

/** Which heading of the session list a time belongs under. */
export type Day = 'today' | 'yesterday' | 'week' | 'earlier';

export function day(iso: string, now = new Date()): Day {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const time = new Date(iso).getTime();
  if (time >= midnight) return 'today';
  if (time >= midnight - 86_400_000) return 'yesterday';
  if (time >= midnight - 7 * 86_400_000) return 'week';
  return 'earlier';
}
