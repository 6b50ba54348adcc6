// SQL for reading: broken into lines at its clauses and coloured by kind of word. Only for show: nothing is decided here.

export type SqlKind = 'keyword' | 'string' | 'number' | 'comment' | 'name' | 'space' | 'mark';

export interface SqlToken {
  kind: SqlKind;
  text: string;
}

const KEYWORDS = new Set(
  (
    'select from where group by order having limit offset join left right full inner outer cross on using as and or not in is null ' +
    'like ilike between case when then else end union all intersect except distinct with recursive over partition rows range ' +
    'asc desc nulls first last filter exists cast interval date timestamp true false qualify window lateral asof values'
  ).split(' '),
);

const TOKEN =
  /(--[^\n]*|\/\*[\s\S]*?\*\/)|('(?:[^']|'')*'?)|("(?:[^"]|"")*"?|`[^`]*`?)|(\d+(?:\.\d+)?(?:e[+-]?\d+)?)|([\p{L}_][\p{L}\p{N}_$]*)|(\s+)|([\s\S])/giu;

export function tokens(sql: string): SqlToken[] {
  const found: SqlToken[] = [];
  for (const part of sql.matchAll(TOKEN)) {
    const text = part[0];
    let kind: SqlKind = 'mark';
    if (part[1]) kind = 'comment';
    else if (part[2]) kind = 'string';
    else if (part[3]) kind = 'name';
    else if (part[4]) kind = 'number';
    else if (part[5]) kind = KEYWORDS.has(text.toLowerCase()) ? 'keyword' : 'name';
    else if (part[6]) kind = 'space';
    found.push({ kind, text });
  }
  return found;
}

const BREAKS = new Set(['from', 'where', 'group', 'order', 'having', 'limit', 'union', 'intersect', 'except', 'qualify']);
const JOINS = new Set(['join', 'left', 'right', 'full', 'inner', 'cross', 'asof']);

/** A statement of one line, with a new line before each clause of the outermost query. One that has lines already stays. */
export function lines(sql: string): string {
  if (sql.includes('\n')) return sql;
  const list = tokens(sql.trim());
  let depth = 0;
  let inJoin = false;
  let out = '';
  for (const token of list) {
    const word = token.kind === 'keyword' ? token.text.toLowerCase() : '';
    if (token.text === '(') depth += 1;
    if (token.text === ')') depth -= 1;
    const joins = JOINS.has(word);
    const starts = depth === 0 && (BREAKS.has(word) || (joins && !inJoin));
    if (starts && out.trim()) out = `${out.trimEnd()}\n`;
    else if (depth === 0 && word === 'and' && !/\bbetween\b[^\n]*$/i.test(out)) out = `${out.trimEnd()}\n  `;
    if (token.kind !== 'space') inJoin = joins && word !== 'join';
    out += token.text;
  }
  return out;
}
