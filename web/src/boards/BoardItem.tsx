import { ArrowDown, ArrowUp, Ellipsis, RefreshCw, X } from 'lucide-react';
import type { Saved } from '../api/types';
import { SqlText } from '../ask/SqlPanel';
import { ChartCard } from '../chart/ChartCard';
import { strings } from '../strings';
import { ResultTable } from '../table/ResultTable';
import { ago, dateTime } from '../text/format';
import { Guarded } from '../ui/Guarded';
import { Menu } from '../ui/Menu';

interface Props {
  item: Saved;
  busy?: boolean;
  onRefresh?: () => void;
  onRemove?: () => void;
  onMove?: (by: -1 | 1) => void;
}

export function BoardItem({ item, busy, onRefresh, onRemove, onMove }: Props) {
  const error = typeof item.error === 'string' ? item.error : item.error?.message;
  const isNumber = item.chart?.chartType === 'number' || (item.results?.row_count === 1 && item.results.columns.length === 1);
  return (
    <article className="card board-item" aria-busy={busy}>
      <div className="row board-item-head">
        <h2 className="grow">{item.title}</h2>
        {onRefresh && (
          <button type="button" className="button quiet small icon" aria-label={strings.boards.refresh} title={strings.boards.refresh} disabled={busy} onClick={onRefresh}>
            <RefreshCw size={14} className={busy ? 'spins' : ''} />
          </button>
        )}
        {onRemove && (
          <Menu
            label={strings.more}
            className="button quiet small icon"
            side="right"
            groups={[
              {
                items: [
                  { label: strings.boards.up, icon: <ArrowUp size={14} />, onSelect: () => onMove?.(-1) },
                  { label: strings.boards.down, icon: <ArrowDown size={14} />, onSelect: () => onMove?.(1) },
                  { label: strings.boards.removeItem, icon: <X size={14} />, danger: true, onSelect: onRemove },
                ],
              },
            ]}
          >
            <Ellipsis size={14} />
          </Menu>
        )}
      </div>
      {error && <p className="notice bad">{error}</p>}
      {item.results && isNumber && <BigNumber item={item} />}
      {item.chart && !isNumber && (
        <Guarded brief={strings.chart.failed}>
          <ChartCard chart={{ ...item.chart, title: item.chart.title === item.title ? '' : item.chart.title }} rows={item.results ?? null} />
        </Guarded>
      )}
      {item.results && !isNumber && !item.chart && <ResultTable rows={item.results} tools={false} tall={8} label={item.title} />}
      <p className="small soft" title={item.refreshed_at ? dateTime(item.refreshed_at) : undefined}>
        {item.refreshed_at ? strings.boards.refreshed(ago(item.refreshed_at)) : strings.boards.never}
      </p>
      {item.sql && (
        <details className="small">
          <summary>{strings.answer.sql}</summary>
          <SqlText sql={item.sql} />
        </details>
      )}
    </article>
  );
}

function BigNumber({ item }: { item: Saved }) {
  const rows = item.results!;
  const value = rows.data[0]?.[rows.columns[0]!];
  return <p className="big-number">{typeof value === 'number' ? new Intl.NumberFormat(navigator.language).format(value) : String(value ?? '—')}</p>;
}
