import { useMemo } from 'react';
import type { Schema } from '../api/types';
import { strings } from '../strings';
import { layout } from './layout';

const WIDE = 150;
const HIGH = 30;
const GAP_X = 56;
const GAP_Y = 14;

/** The keys between tables, drawn: solid where declared, dashed where found in the data. */
export function KeyDiagram({ schema }: { schema: Schema }) {
  const plan = useMemo(() => layout(schema), [schema]);
  if (plan.edges.length === 0) return <p className="small soft">{strings.data.noKeys}</p>;
  const x = (layer: number) => layer * (WIDE + GAP_X) + 1;
  const inLayer = (layer: number) => plan.tables.filter((table) => table.layer === layer).length;
  const height = plan.rows * (HIGH + GAP_Y) - GAP_Y + 2;
  const y = (layer: number, row: number) => row * (HIGH + GAP_Y) + ((plan.rows - inLayer(layer)) * (HIGH + GAP_Y)) / 2 + 1;
  const width = plan.layers * (WIDE + GAP_X) - GAP_X + 2;
  const at = new Map(plan.tables.map((table) => [table.table, table]));
  const words = plan.edges.map((edge) => `${edge.from} → ${edge.to}`).join(', ');
  return (
    <div className="keys-diagram" tabIndex={0} role="img" aria-label={`${strings.data.keys}: ${words}`}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
        {plan.edges.map((edge, index) => {
          const from = at.get(edge.from)!;
          const to = at.get(edge.to)!;
          const [x1, y1] = [x(from.layer) + WIDE, y(from.layer, from.row) + HIGH / 2];
          const [x2, y2] = [x(to.layer), y(to.layer, to.row) + HIGH / 2];
          const bend = Math.max(24, Math.abs(x2 - x1) / 2);
          return (
            <path key={index} className={edge.inferred ? 'inferred' : ''} d={`M${x1} ${y1} C${x1 + bend} ${y1}, ${x2 - bend} ${y2}, ${x2} ${y2}`}>
              <title>{`${edge.from}.${edge.label} → ${edge.to}, ${edge.inferred ? strings.data.inferred : strings.data.declared}`}</title>
            </path>
          );
        })}
        {plan.tables.map((table) => (
          <g key={table.table} transform={`translate(${x(table.layer)} ${y(table.layer, table.row)})`}>
            <rect width={WIDE} height={HIGH} rx={6} />
            <text x={12} y={HIGH / 2 + 4}>
              {table.table.length > 18 ? `${table.table.slice(0, 17)}…` : table.table}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}
