import { ArrowDown, ArrowUp, Ellipsis, RefreshCw, X } from 'lucide-react';
import type { Rows, Saved, SharedItem } from '../api/types';
import { SqlText } from '../ask/SqlPanel';
import { ChartCard } from '../chart/ChartCard';
import { strings } from '../strings';
import { ResultTable } from '../table/ResultTable';
import { columnFormats } from '../text/cells';
import { ago, dateTime } from '../text/format';
import { Guarded } from '../ui/Guarded';
import { Menu } from '../ui/Menu';

interface Props {
  item: Saved | SharedItem;
  busy?: boolean;
  /** Why it could not be run again; what is shown is older. */
  problem?: string;
  onRefresh?: () => void;
  onRemove?: () => void;
  onMove?: (by: -1 | 1) => void;
}

export function BoardItem({ item, busy, problem, onRefresh, onRemove, onMove }: Props) {
  const { results, chart } = item;
  const isNumber = results.row_count === 1 && results.columns.length === 1;
  const isDrawn = !isNumber && Boolean(chart ?? item.by_hand);
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
      {problem && <p className="notice bad">{problem}</p>}
      {isNumber && <BigNumber rows={results} />}
      {isDrawn && (
        <Guarded brief={strings.chart.failed}>
          <ChartCard chart={chart ?? null} rows={results} untitled={sameWords(chart?.title ?? '', item.title)} byHand={item.by_hand} />
        </Guarded>
      )}
      {!isNumber && !isDrawn && <ResultTable rows={results} tools={false} tall={8} label={item.title} />}
      <p className="small soft" title={dateTime(item.refreshed_at)}>
        {strings.boards.refreshed(ago(item.refreshed_at))}
      </p>
      {'sql' in item && (
        <details className="small">
          <summary>{strings.answer.sql}</summary>
          <SqlText sql={item.sql} />
        </details>
      )}
    </article>
  );
}

const sameWords = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function BigNumber({ rows }: { rows: Rows }) {
  const [format] = columnFormats(rows);
  const value = rows.data[0]?.[rows.columns[0]!];
  return <p className="big-number">{value == null ? '—' : format?.write(value)}</p>;
}
