// Tables, their columns with types and examples, and the keys between them.
import { ChevronRight, KeyRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Column, Schema, Table } from '../api/types';
import { strings } from '../strings';
import { count } from '../text/format';
import { columnFormats } from '../text/cells';
import { KeyDiagram } from './KeyDiagram';

export function SchemaBrowser({ schema, narrow }: { schema: Schema; narrow?: boolean }) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const tables = useMemo(
    () =>
      schema.tables.filter(
        (table) => !wanted || [table.table_name, ...table.columns.map((column) => column.name)].some((name) => name.toLowerCase().includes(wanted)),
      ),
    [schema, wanted],
  );
  return (
    <div className="schema">
      {schema.foreign_keys.length > 0 && (
        <section>
          {!narrow && <h2 className="section-title">{strings.data.keys}</h2>}
          <KeyDiagram schema={schema} />
        </section>
      )}
      {schema.tables.length > 3 && (
        <input
          className="field"
          type="search"
          value={search}
          aria-label={strings.data.searchTables}
          placeholder={strings.data.searchTables}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <ul className="schema-tables">
        {tables.slice(0, 200).map((table) => (
          <li key={table.table_name}>
            <TableEntry table={table} schema={schema} open={tables.length === 1} wanted={wanted} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function TableEntry({ table, schema, open, wanted }: { table: Table; schema: Schema; open: boolean; wanted: string }) {
  const keys = new Map(
    schema.foreign_keys
      .filter((key) => key.table === table.table_name)
      .flatMap((key) => key.columns.map((column) => [column, key] as const)),
  );
  return (
    <details className="schema-table" open={open || (wanted !== '' && wanted.length > 2)}>
      <summary>
        <ChevronRight size={14} className="turns-right" />
        <span className="mono grow ellipsis">{table.table_name}</span>
        <span className="small soft">{table.row_count == null ? '' : strings.rows(table.row_count)}</span>
      </summary>
      {table.comment && <p className="small soft schema-comment">{table.comment}</p>}
      <ul>
        {table.columns.map((column) => (
          <ColumnEntry
            key={column.name}
            column={column}
            isKey={table.primary_key.includes(column.name)}
            refersTo={keys.get(column.name)?.to_table ?? null}
          />
        ))}
      </ul>
    </details>
  );
}

/** From the least to the most, written as a table would write them. */
function rangeOf({ name, min, max }: Column): string {
  const ends = { columns: [name], types: [], data: [{ [name]: min }, { [name]: max }], row_count: 2 };
  const { write } = columnFormats(ends)[0]!;
  return strings.data.range(write(min), write(max));
}

function ColumnEntry({ column, isKey, refersTo }: { column: Column; isKey: boolean; refersTo: string | null }) {
  const examples = column.sample_values?.slice(0, 3).join(', ');
  const hasRange = column.min !== null && column.min !== undefined && column.max !== null;
  const about = [
    column.comment,
    examples || (hasRange ? rangeOf(column) : null),
    column.null_count ? strings.data.nulls(column.null_count) : null,
  ].filter(Boolean);
  return (
    <li className="schema-column">
      <div className="row">
        <span className="mono ellipsis">{column.name}</span>
        {isKey && <KeyRound size={12} aria-label={strings.data.key} />}
        {refersTo && <span className="tag">→ {refersTo}</span>}
        <span className="grow" />
        <span className="small soft schema-type">{column.type.toLowerCase()}</span>
      </div>
      {about.length > 0 && (
        <p className="small soft schema-about" title={column.distinct_count ? `${count(column.distinct_count)}` : undefined}>
          {about.join(' · ')}
        </p>
      )}
    </li>
  );
}
