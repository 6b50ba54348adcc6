// Rows, however many: only those in sight are in the page.
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, Calendar, Copy, Hash, ToggleLeft, Type } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import type { Row, Rows } from '../api/types';
import { strings } from '../strings';
import { columnFormats, heading, type CellType, type ColumnFormat } from '../text/cells';
import { copy } from '../ui/toast';
import { tabbed, visible, type Sort } from './filter';

const ROW = 30;
/** More than are ever in the page at once. */
const POOL = 128;
const icons: Record<CellType, ReactNode> = {
  number: <Hash size={12} />,
  date: <Calendar size={12} />,
  boolean: <ToggleLeft size={12} />,
  text: <Type size={12} />,
};

export interface Lit {
  cells: Set<string>;
  rows: Set<number>;
  /** Scroll to them, too. */
  pinned: boolean;
}

interface Props {
  rows: Rows;
  lit?: Lit | null;
  /** How many rows are in sight at most. */
  tall?: number;
  tools?: boolean;
  label?: string;
}

const WIDEST = 340;
/** What stands beside the columns on a phone: the numbers of rows, and the edges of page and card. */
const BESIDE = 108;

/** Widths by what stands in the column, within reason: on a phone all columns must fit, or else two of them. */
function widths(rows: Rows, formats: ColumnFormat[]): number[] {
  const wanted = formats.map((format) => {
    let longest = heading(format.name).length + 4;
    for (const row of rows.data.slice(0, 200)) longest = Math.max(longest, format.write(row[format.name]).length);
    return Math.round(Math.min(Math.max(longest * 7.9 + 28, 84), WIDEST));
  });
  const all = wanted.reduce((sum, width) => sum + width, 0);
  const most = all <= innerWidth - BESIDE ? WIDEST : Math.round(Math.max(132, innerWidth * 0.355));
  return wanted.map((width) => Math.min(width, most));
}

/** Not made again while words stream in over it. */
export const ResultTable = memo(function ResultTable({ rows, lit = null, tall = 12, tools = true, label = strings.table.label }: Props) {
  const [filter, setFilter] = useState('');
  const [sort, setSort] = useState<Sort | null>(null);
  const wanted = useDeferredValue(filter);
  const formats = useMemo(() => columnFormats(rows), [rows]);
  const data = rows.data;
  const shown = useMemo(() => visible(data, formats, wanted, sort), [data, formats, wanted, sort]);
  const searchable = tools && data.length > 5;
  return (
    <div className="result">
      {searchable && (
        <div className="result-tools">
          <input
            className="field"
            type="search"
            value={filter}
            placeholder={strings.table.filter}
            title={strings.table.filterHint}
            aria-label={`${strings.table.filter}: ${strings.table.filterHint}`}
            onChange={(event) => setFilter(event.target.value)}
          />
          <span className="small soft grow" role="status">
            {wanted.trim() ? strings.table.shown(shown.length, data.length) : ''}
          </span>
          <button
            type="button"
            className="button quiet small"
            aria-label={strings.table.copy}
            title={strings.table.copy}
            onClick={() => void copy(tabbed(data, formats, shown), strings.copied)}
          >
            <Copy size={14} /> <span className="bar-label">{strings.table.copy}</span>
          </button>
        </div>
      )}
      <Grid {...{ rows, formats, shown, lit, tall, sort, setSort, label }} />
    </div>
  );
});

interface GridProps {
  rows: Rows;
  formats: ColumnFormat[];
  shown: number[];
  lit: Lit | null;
  tall: number;
  sort: Sort | null;
  setSort: (sort: Sort | null) => void;
  label: string;
}

function Grid({ rows, formats, shown, lit, tall, sort, setSort, label }: GridProps) {
  const frame = useRef<HTMLDivElement>(null);
  const data = rows.data;
  const sizes = useMemo(() => widths(rows, formats), [rows, formats]);
  const numberWidth = Math.max(36, String(data.length).length * 8 + 20);
  const width = sizes.reduce((sum, size) => sum + size, numberWidth);
  const template = useMemo(() => ({ gridTemplateColumns: [numberWidth, ...sizes].map((size) => `${size}px`).join(' '), width }), [numberWidth, sizes, width]);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: 6,
  });

  useEffect(() => {
    if (!lit?.pinned || lit.rows.size === 0) return;
    const at = shown.findIndex((index) => lit.rows.has(index));
    if (at >= 0) virtual.scrollToIndex(at, { align: 'center' });
  }, [lit, shown, virtual]);

  const next = (column: string): Sort | null => {
    if (sort?.column !== column) return { column, descending: formats.find((format) => format.name === column)?.type === 'number' };
    return sort.descending === (formats.find((format) => format.name === column)?.type === 'number')
      ? { column, descending: !sort.descending }
      : null;
  };

  return (
    <div
      ref={frame}
      className="grid-frame"
      style={{ maxHeight: ROW * tall + 36 }}
      role="table"
      aria-label={label}
      aria-rowcount={shown.length + 1}
      aria-colcount={formats.length}
      tabIndex={0}
    >
      <div role="rowgroup" className="grid-head" style={{ width }}>
        <div role="row" aria-rowindex={1} className="grid-row" style={template}>
          <span role="columnheader" className="grid-number">
            <span className="hidden-text">#</span>
          </span>
          {formats.map((format) => (
            <span
              key={format.name}
              role="columnheader"
              className={`grid-cell ${format.type}`}
              aria-sort={sort?.column === format.name ? (sort.descending ? 'descending' : 'ascending') : 'none'}
            >
              <button
                type="button"
                className="grid-sort"
                title={`${format.name}, ${format.engineType}`}
                aria-label={strings.table.sort(heading(format.name))}
                onClick={() => setSort(next(format.name))}
              >
                <i aria-hidden="true">{icons[format.type]}</i>
                <span className="ellipsis">{heading(format.name)}</span>
                {sort?.column === format.name && (sort.descending ? <ArrowDown size={12} /> : <ArrowUp size={12} />)}
              </button>
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="grid-body" style={{ height: virtual.getTotalSize(), width }}>
        {virtual.getVirtualItems().map((item) => {
          const index = shown[item.index]!;
          // A row that leaves lends its elements to one that comes.
          return <Line key={item.index % POOL} {...{ index, template, formats, lit }} row={data[index]!} position={item.index} start={item.start} />;
        })}
      </div>
      {shown.length === 0 && <p className="small soft grid-none">{strings.table.nothing}</p>}
    </div>
  );
}

interface LineProps {
  row: Row;
  index: number;
  position: number;
  template: CSSProperties;
  start: number;
  formats: ColumnFormat[];
  lit: Lit | null;
}

const Line = memo(function Line({ row, index, position, template, start, formats, lit }: LineProps) {
  return (
    <div role="row" aria-rowindex={position + 2} className="grid-row" style={{ ...template, transform: `translateY(${start}px)` }}>
      <span role="rowheader" className="grid-number">
        {index + 1}
      </span>
      {formats.map((format, column) => {
        const value = row[format.name];
        const missing = value === null || value === undefined;
        const text = missing ? '—' : format.write(value);
        const isLit = lit?.cells.has(`${index}:${column}`);
        return (
          <span
            key={format.name}
            role="cell"
            className={`grid-cell ${format.type} ${missing ? 'missing' : ''} ${isLit ? 'lit' : ''}`}
            title={missing ? strings.table.missing : text}
          >
            {text === '' ? ' ' : text}
          </span>
        );
      })}
    </div>
  );
});
