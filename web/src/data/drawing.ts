// Turns places into boxes and lines: side by side where there is room, else one under the other with the lines beside
// them. Pure; all in px.
import type { Edge, Layout } from './layout';

type Place = { layer: number; row: number };

export interface Box {
  table: string;
  x: number;
  y: number;
}

export interface Line {
  edge: Edge;
  /** From the table that refers to the one referred to. */
  path: string;
  head: string;
}

export interface Drawing {
  width: number;
  height: number;
  boxWidth: number;
  boxes: Box[];
  lines: Line[];
}

export const HIGH = 30;
const EDGE = 1; // a stroke's half, and what is beside it
const WIDE = 150;
const GAP_X = 56;
const GAP_Y = 14;
const LANE = 14;
const BEND = 6;
const LEAST_BOX = 120;

const headAt = (x: number, y: number, back: number) => `M${x + back} ${y - 4} L${x} ${y} L${x + back} ${y + 4}`;

/** What is referred to stands to the right of what refers to it. */
export function across(plan: Layout): Drawing {
  const step = HIGH + GAP_Y;
  const height = (count: number) => count * step - GAP_Y;
  const inLayer = (layer: number) => [...plan.tables, ...plan.passes].filter((one) => one.layer === layer).length;
  const x = (layer: number) => layer * (WIDE + GAP_X) + EDGE;
  const y = ({ layer, row }: Place) => row * step + (height(plan.rows) - height(inLayer(layer))) / 2 + EDGE;
  const at = new Map(plan.tables.map((table) => [table.table, table]));
  const lines = plan.edges.map((edge) => {
    const [from, to] = [at.get(edge.from)!, at.get(edge.to)!];
    const passes = plan.passes.filter((pass) => pass.to === edge.to && pass.layer > from.layer);
    let path = `M${x(from.layer) + WIDE} ${y(from) + HIGH / 2}`;
    let before: Place = from;
    for (const next of [...passes, to]) {
      path += curve(x(before.layer) + WIDE, y(before) + HIGH / 2, x(next.layer), y(next) + HIGH / 2);
      if (next !== to) path += ` H${x(next.layer) + WIDE}`;
      before = next;
    }
    return { edge, path, head: headAt(x(to.layer), y(to) + HIGH / 2, -5) };
  });
  const boxes = plan.tables.map((table) => ({ table: table.table, x: x(table.layer), y: y(table) }));
  return { width: plan.layers * (WIDE + GAP_X) - GAP_X + 2 * EDGE, height: height(plan.rows) + 2 * EDGE, boxWidth: WIDE, boxes, lines };
}

function curve(x1: number, y1: number, x2: number, y2: number): string {
  const bend = Math.max(24, Math.abs(x2 - x1) / 2);
  return ` C${x1 + bend} ${y1}, ${x2 - bend} ${y2}, ${x2} ${y2}`;
}

/**
 * What is referred to stands under what refers to it. All lines into a table share a lane to the right of the boxes;
 * lanes whose lines never meet are one.
 */
export function down(plan: Layout, width: number): Drawing {
  const row = new Map(plan.tables.map(({ table }, index) => [table, index]));
  const lanes = laneOf(plan.edges, row);
  const count = Math.max(0, ...lanes.values()) + 1;
  const boxWidth = Math.max(LEAST_BOX, width - 2 * EDGE - (count + 1) * LANE);
  const right = EDGE + boxWidth;
  const lane = Math.min(LANE, (width - EDGE - right) / (count + 1));
  const y = (table: string) => row.get(table)! * (HIGH + GAP_Y) + EDGE;
  const port = portOf(plan.edges, lanes);
  const lines = plan.edges.map((edge) => {
    const [y1, y2] = [y(edge.from) + port(edge.from, edge), y(edge.to) + port(edge.to, null)];
    const x = right + (lanes.get(edge.to)! + 1) * lane;
    const turn = y2 > y1 ? BEND : -BEND;
    const path = `M${right} ${y1} H${x - BEND} Q${x} ${y1} ${x} ${y1 + turn} V${y2 - turn} Q${x} ${y2} ${x - BEND} ${y2} H${right}`;
    return { edge, path, head: headAt(right, y2, 5) };
  });
  const boxes = plan.tables.map(({ table }) => ({ table, x: EDGE, y: y(table) }));
  return { width, height: plan.tables.length * (HIGH + GAP_Y) - GAP_Y + 2 * EDGE, boxWidth, boxes, lines };
}

/** The lane of each table that is referred to, counted from the boxes; the shortest lie nearest. */
function laneOf(edges: Edge[], row: Map<string, number>): Map<string, number> {
  const spans = [...new Set(edges.map((edge) => edge.to))].map((table) => {
    const rows = [table, ...edges.filter((edge) => edge.to === table).map((edge) => edge.from)].map((name) => row.get(name)!);
    return { table, from: Math.min(...rows), to: Math.max(...rows) };
  });
  const lanes: (typeof spans)[] = [];
  const found = new Map<string, number>();
  for (const span of spans.sort((a, b) => a.to - a.from - (b.to - b.from))) {
    const free = lanes.findIndex((taken) => taken.every((other) => other.to < span.from || other.from > span.to));
    const lane = free === -1 ? lanes.push([]) - 1 : free;
    lanes[lane]!.push(span);
    found.set(span.table, lane);
  }
  return found;
}

/** How far down its box a line leaves or (with no edge) enters: what comes from above enters on top, the far lanes leave first. */
function portOf(edges: Edge[], lanes: Map<string, number>) {
  return (table: string, edge: Edge | null): number => {
    const leaving = edges.filter((other) => other.from === table).sort((a, b) => lanes.get(b.to)! - lanes.get(a.to)!);
    const ports: (Edge | null)[] = lanes.has(table) ? [null, ...leaving] : leaving;
    return (HIGH * (ports.indexOf(edge) + 1)) / (ports.length + 1);
  };
}
