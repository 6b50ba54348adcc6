// A chart with its title, and what can be done with it: another type, other axes, a picture of it.
import { Download, RotateCcw, SlidersHorizontal } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import type { Chart, Rows } from '../api/types';
import { isDark, usePreferences } from '../preferences';
import { strings } from '../strings';
import { heading, title } from '../text/cells';
import { Menu } from '../ui/Menu';
import { saveText, saveUrl } from '../ui/saving';
import { nearSight, useWidth } from '../ui/sight';
import { build, CHART_TYPES, fitting, suggest, type ChartType, type Choice } from './build';
import type { Drawn } from './draw';
import { withLights } from './light';

interface Props {
  chart: Chart | null;
  rows: Rows | null;
  litRows?: number[];
  /** Its title stands over it already. */
  untitled?: boolean;
  /** How somebody put it together by hand. */
  byHand?: Choice | null;
  onByHand?: (choice: Choice | null) => void;
}

const NONE: number[] = [];

/** Not looked at again while words stream in over it. */
export const ChartCard = memo(function ChartCard({ chart, rows, litRows = NONE, untitled = false, byHand = null, onByHand }: Props) {
  const [choice, setChoice] = useState(byHand && rows && fitting(rows, byHand));
  const choose = (next: Choice | null) => {
    setChoice(next);
    onByHand?.(next);
  };
  const [open, setOpen] = useState(false);
  const drawn = useRef<Drawn | null>(null);
  const spec = useMemo(() => {
    if (choice && rows) return build(rows, choice);
    if (chart) return chart.spec;
    return rows ? build(rows, suggest(rows)) : {};
  }, [chart, rows, choice]);
  const current = choice ?? (rows ? fitting(rows, { ...suggest(rows), ...(chart ? { type: typeOf(chart) } : {}) }) : null);
  const name = chart ? chart.title : current ? `${title(current.y)} by ${heading(current.x)}` : '';

  return (
    <figure className="chart">
      <figcaption className="chart-head">
        <div className="grow">
          {name && !untitled && <p className="chart-title">{name}</p>}
          {chart?.subtitle && !choice && <p className="small soft">{chart.subtitle}</p>}
        </div>
        <div className="chart-tools">
          {rows && (
            <button
              type="button"
              className="button quiet small icon"
              aria-label={strings.chart.options}
              title={strings.chart.options}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              <SlidersHorizontal size={14} />
            </button>
          )}
          <Menu
            label={strings.chart.download}
            className="button quiet small icon"
            side="right"
            groups={[
              {
                items: [
                  { label: strings.chart.png, onSelect: () => void drawn.current?.png().then((url) => saveUrl(url, name, 'png')) },
                  { label: strings.chart.svg, onSelect: () => void drawn.current?.svg().then((text) => saveText(text, name, 'svg')) },
                  { label: strings.chart.csv, onSelect: () => saveText(csv(spec), name, 'csv') },
                ],
              },
            ]}
          >
            <Download size={14} />
          </Menu>
        </div>
      </figcaption>
      {open && rows && current && (
        <Options rows={rows} choice={current} onChange={choose} onReset={choice ? () => choose(null) : null} />
      )}
      <Drawing spec={spec} rows={rows} description={(chart?.description ?? name) || strings.chart.add} litRows={litRows} drawn={drawn} />
    </figure>
  );
});

const typeOf = (chart: Chart): ChartType =>
  (CHART_TYPES as string[]).includes(chart.chartType) ? (chart.chartType as ChartType) : 'bar';

function csv(spec: Record<string, unknown>): string {
  const values = ((spec.data as { values?: Record<string, unknown>[] } | undefined)?.values ?? []) as Record<string, unknown>[];
  const columns = [...new Set(values.flatMap((value) => Object.keys(value)))];
  const quoted = (value: unknown) => {
    const text = value === null || value === undefined ? '' : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...values.map((value) => columns.map((column) => value[column]))].map((line) => line.map(quoted).join(',')).join('\r\n');
}

interface OptionsProps {
  rows: Rows;
  choice: Choice;
  onChange: (choice: Choice) => void;
  onReset: (() => void) | null;
}

function Options({ rows, choice, onChange, onReset }: OptionsProps) {
  const column = (label: string, field: 'x' | 'y' | 'color') => (
    <label className="small chart-option">
      {label}
      <select
        className="field"
        value={choice[field] ?? ''}
        onChange={(event) => onChange({ ...choice, [field]: event.target.value || null })}
      >
        {field === 'color' && <option value="">{strings.chart.none}</option>}
        {rows.columns.map((name) => (
          <option key={name} value={name}>
            {heading(name)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div className="chart-options">
      <label className="small chart-option">
        {strings.chart.type}
        <select className="field" value={choice.type} onChange={(event) => onChange({ ...choice, type: event.target.value as ChartType })}>
          {CHART_TYPES.map((type) => (
            <option key={type} value={type}>
              {strings.chart.types[type]}
            </option>
          ))}
        </select>
      </label>
      {column(strings.chart.x, 'x')}
      {column(strings.chart.y, 'y')}
      {column(strings.chart.color, 'color')}
      {onReset && (
        <button type="button" className="button quiet small" onClick={onReset}>
          <RotateCcw size={13} /> {strings.chart.reset}
        </button>
      )}
    </div>
  );
}

interface DrawingProps {
  spec: Record<string, unknown>;
  rows: Rows | null;
  description: string;
  litRows: number[];
  drawn: { current: Drawn | null };
}

function Drawing({ spec, rows, description, litRows, drawn }: DrawingProps) {
  const host = useRef<HTMLDivElement>(null);
  const dark = isDark(usePreferences().theme);
  const [failed, setFailed] = useState(false);
  const width = useWidth(host);
  // A figure may be pointed at before the chart is there.
  const lit = useRef(litRows);
  lit.current = litRows;

  useEffect(() => {
    if (!width) return;
    const gone = new AbortController();
    const node = host.current!;
    setFailed(false);
    nearSight(node, gone.signal)
      .then(() => import('./draw'))
      .then(({ draw }) => draw(node, withLights(spec, rows) ?? spec, dark, description, gone.signal))
      .then((made) => {
        if (gone.signal.aborted) return made.end();
        drawn.current = made;
        made.light(lit.current);
      })
      .catch(() => !gone.signal.aborted && setFailed(true));
    return () => {
      gone.abort();
      drawn.current?.end();
      drawn.current = null;
    };
  }, [spec, rows, dark, description, drawn, width]);

  useEffect(() => drawn.current?.light(litRows), [litRows, drawn]);

  return (
    <>
      {failed && <p className="small soft">{strings.chart.failed}</p>}
      <div ref={host} className="chart-host" hidden={failed} role="img" aria-label={description} />
    </>
  );
}
