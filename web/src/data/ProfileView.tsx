// What is in a table, column by column: how full, how varied, how spread.
import { useState } from 'react';
import { useProfile } from '../api/queries';
import type { ColumnProfile, Schema } from '../api/types';
import type { Target } from '../preferences';
import { strings } from '../strings';
import { isName, plain } from '../text/cells';
import { compact, count, decimal, percent } from '../text/format';

const baseOf = (target: Target) =>
  'source' in target ? `/api/v1/sources/${encodeURIComponent(target.source)}` : `/api/v1/datasets/${encodeURIComponent(target.dataset_id)}`;

export function ProfileView({ schema, target }: { schema: Schema; target: Target }) {
  const [table, setTable] = useState(schema.tables[0]?.table_name ?? '');
  const profile = useProfile(baseOf(target), table, table !== '');
  return (
    <div className="profile">
      {schema.tables.length > 1 && (
        <select className="field" value={table} aria-label={strings.answer.table} onChange={(event) => setTable(event.target.value)}>
          {schema.tables.map((item) => (
            <option key={item.table_name}>{item.table_name}</option>
          ))}
        </select>
      )}
      {profile.isPending && <div className="skeleton panel-skeleton" />}
      {profile.error && <p className="small soft">{profile.error.message}</p>}
      {profile.data && (
        <>
          <p className="small soft">
            {strings.rows(profile.data.row_count)}
            {profile.data.duplicate_rows ? ` · ${strings.data.duplicates(profile.data.duplicate_rows)}` : ''}
          </p>
          <ul className="profile-columns">
            {profile.data.columns.map((column) => (
              <li key={column.name} className="card profile-column">
                <ColumnCard column={column} rows={profile.data!.row_count} />
              </li>
            ))}
          </ul>
          <Pairs
            title={strings.data.correlations}
            pairs={(profile.data.correlations ?? []).map((pair) => [`${pair.a}, ${pair.b}`, decimal(pair.r, 2)])}
          />
          <Pairs
            title={strings.data.missingTogether}
            pairs={(profile.data.missing_together ?? []).map((pair) => [`${pair.a}, ${pair.b}`, percent(pair.share)])}
          />
        </>
      )}
    </div>
  );
}

function Pairs({ title, pairs }: { title: string; pairs: [string, string][] }) {
  if (pairs.length === 0) return null;
  return (
    <section>
      <h2 className="section-title">{title}</h2>
      <ul className="small">
        {pairs.slice(0, 12).map(([names, value]) => (
          <li key={names} className="row pair">
            <span className="mono grow ellipsis">{names}</span>
            <span className="soft">{value}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Short enough for four to stand in a line; the whole of it is in the tooltip. */
function figure(column: string, value: unknown): string {
  if (typeof value === 'number' && Math.abs(value) >= 1e6 && !isName(column)) return compact(value);
  if (typeof value === 'number') return decimal(value, Math.abs(value) < 10 ? 2 : 1, undefined, !isName(column));
  return plain(value).replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1');
}

function ColumnCard({ column, rows }: { column: ColumnProfile; rows: number }) {
  const t = strings.data;
  const dated = column.kind === 'date';
  const stats: [string, unknown][] = [
    [dated ? t.stats.first : t.stats.min, column.min],
    [t.stats.median, column.median],
    [t.stats.mean, dated ? null : column.mean],
    [dated ? t.stats.last : t.stats.max, column.max],
  ];
  // Which name comes first in the alphabet says nothing.
  const known = column.kind === 'number' || dated ? stats.filter(([, value]) => value !== null && value !== undefined) : [];
  const full = rows > 0 ? 1 - (column.nulls ?? 0) / rows : 1;
  return (
    <>
      <div className="row">
        <span className="mono grow ellipsis">{column.name}</span>
        <span className="small soft">{column.type.toLowerCase()}</span>
      </div>
      <p className="small soft">
        {[
          column.distinct == null ? null : t.distinct(column.distinct),
          column.nulls ? `${t.nulls(column.nulls)} (${percent(1 - full)})` : null,
          column.outliers?.count ? t.outliers(column.outliers.count) : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {column.histogram && column.histogram.length > 1 ? <Histogram column={column.name} bins={column.histogram} /> : column.top && <Top top={column.top} rows={rows} />}
      {known.length > 0 && (
        <dl className="profile-stats small">
          {known.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd title={plain(value)}>{figure(column.name, value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {(column.flags ?? []).length > 0 && (
        <div className="row wrap">
          {column.flags!.map((flag) => (
            <span key={flag} className={`tag ${flag === 'suspected_key' ? '' : 'care'}`}>
              {t.flags[flag] ?? flag.replaceAll('_', ' ')}
            </span>
          ))}
        </div>
      )}
    </>
  );
}

function Histogram({ column, bins }: { column: string; bins: NonNullable<ColumnProfile['histogram']> }) {
  const most = Math.max(...bins.map((bin) => bin.count), 1);
  return (
    <div className="histogram" role="img" aria-label={`${figure(column, bins[0]!.from)} – ${figure(column, bins.at(-1)!.to)}`}>
      {bins.map((bin, index) => (
        <i key={index} style={{ height: `${Math.max(2, (bin.count / most) * 100)}%` }} title={`${figure(column, bin.from)} – ${figure(column, bin.to)}: ${count(bin.count)}`} />
      ))}
    </div>
  );
}

function Top({ top, rows }: { top: NonNullable<ColumnProfile['top']>; rows: number }) {
  return (
    <ul className="top-values small">
      {top.slice(0, 5).map((item, index) => (
        <li key={index}>
          <i style={{ width: `${(item.count / Math.max(rows, 1)) * 100}%` }} />
          <span className="ellipsis grow">{plain(item.value) || '—'}</span>
          <span className="soft">{count(item.count)}</span>
        </li>
      ))}
    </ul>
  );
}
