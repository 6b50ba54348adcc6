import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Schema } from '../api/types';
import { strings } from '../strings';
import { across, down, HIGH } from './drawing';
import { layout } from './layout';

const LETTER = 7.2; // px, of the mono type at 12 px
const PADDING = 12;

/** The keys between tables, drawn: solid where declared, dashed where found in the data. */
export function KeyDiagram({ schema }: { schema: Schema }) {
  const frame = useRef<HTMLDivElement>(null);
  const room = useRoom(frame);
  const plan = useMemo(() => layout(schema), [schema]);
  const drawing = useMemo(() => {
    const wide = across(plan);
    return wide.width <= room ? wide : down(plan, room);
  }, [plan, room]);
  if (plan.edges.length === 0) return <p className="small soft">{strings.data.noKeys}</p>;
  const { width, height, boxWidth } = drawing;
  const words = plan.edges.map((edge) => `${edge.from} → ${edge.to}`).join(', ');
  const letters = Math.floor((boxWidth - 2 * PADDING) / LETTER);
  return (
    <div className="keys-diagram" role="img" aria-label={`${strings.data.keys}: ${words}`}>
      <div ref={frame}>
        <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
          {drawing.lines.map(({ edge, path, head }, index) => (
            <g key={index} className={edge.inferred ? 'inferred' : ''}>
              <path d={path} />
              <path className="head" d={head} />
              <title>{`${edge.from}.${edge.label} → ${edge.to}, ${edge.inferred ? strings.data.inferred : strings.data.declared}`}</title>
            </g>
          ))}
          {drawing.boxes.map(({ table, x, y }) => (
            <g key={table} transform={`translate(${x} ${y})`}>
              <rect width={boxWidth} height={HIGH} rx={6} />
              <text x={PADDING} y={HIGH / 2 + 4}>
                {table.length > letters ? `${table.slice(0, letters - 1)}…` : table}
              </text>
            </g>
          ))}
        </svg>
      </div>
    </div>
  );
}

/** The width that there is for a drawing, in px. */
function useRoom(frame: React.RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const node = frame.current;
    if (!node) return;
    const observer = new ResizeObserver(() => setRoom(node.clientWidth));
    setRoom(node.clientWidth);
    observer.observe(node);
    return () => observer.disconnect();
  }, [frame]);
  return room;
}
