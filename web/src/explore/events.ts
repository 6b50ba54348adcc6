// The events of an exploration, stored or live, as one view.
import type { StreamEvent } from '../api/stream';
import type { Chart, Exploration, ExplorationStatus, Finding } from '../api/types';

export type Activity =
  | { kind: 'thinking'; text: string }
  | { kind: 'step'; number: number; tool: string; reason: string; sql: string | null; outcome: Outcome | null };

export interface Outcome {
  success: boolean;
  text: string;
  millis: number;
}

export interface ExplorationView {
  status: ExplorationStatus;
  activity: Activity[];
  findings: Finding[];
  charts: Chart[];
  result: Exploration | null;
}

export const begun: ExplorationView = { status: 'running', activity: [], findings: [], charts: [], result: null };

interface StepData {
  type: string;
  [field: string]: unknown;
}

export function reduce(view: ExplorationView, event: StreamEvent): ExplorationView {
  if (event.event === 'done') return finish(view, event.data as Exploration);
  if (event.event !== 'step') return view;
  const data = event.data as StepData;
  switch (data.type) {
    case 'thinking':
      return think(view, String(data.text ?? ''));
    case 'step':
      return { ...view, activity: [...view.activity, stepOf(data)] };
    case 'tool':
      return { ...view, activity: withOutcome(view.activity, outcomeOf(data.call)) };
    case 'chart':
      return { ...view, charts: replaced(view.charts, data.chart as Chart) };
    case 'finding':
      return { ...view, findings: replaced(view.findings, data.finding as Finding) };
    default:
      return view;
  }
}

/** What is kept of an exploration that ended: its queries stand in for the activity that was not heard. */
export function finish(view: ExplorationView, result: Exploration): ExplorationView {
  const kept: Activity[] = (result.executedQueries ?? []).map((query, index) => ({
    kind: 'step',
    number: index + 1,
    tool: 'execute_sql',
    reason: query.reason,
    sql: query.query,
    outcome: { success: true, text: rowsText(query.row_count), millis: query.durationMs ?? 0 },
  }));
  return {
    status: result.status,
    activity: view.activity.length > 0 ? view.activity : kept,
    findings: result.findings ?? view.findings,
    charts: result.charts ?? view.charts,
    result,
  };
}

const rowsText = (rows: unknown) => (typeof rows === 'number' ? `${rows}` : '');

function think(view: ExplorationView, text: string): ExplorationView {
  const last = view.activity.at(-1);
  if (last?.kind !== 'thinking') return { ...view, activity: [...view.activity, { kind: 'thinking', text }] };
  return { ...view, activity: view.activity.with(-1, { kind: 'thinking', text: last.text + text }) };
}

function stepOf(data: StepData): Activity {
  const given = (data.arguments ?? {}) as Record<string, unknown>;
  const sql = given.sql ?? given.query;
  return {
    kind: 'step',
    number: Number(data.number),
    tool: String(data.tool ?? ''),
    reason: String(data.reason ?? ''),
    sql: typeof sql === 'string' ? sql : null,
    outcome: null,
  };
}

function outcomeOf(call: unknown): Outcome {
  const { success, result, error, millis } = call as { success: boolean; result?: unknown; error?: string; millis?: number };
  const rows = (result as { row_count?: number } | null | undefined)?.row_count;
  return { success: Boolean(success), text: success ? rowsText(rows) : String(error ?? ''), millis: Number(millis ?? 0) };
}

function withOutcome(activity: Activity[], outcome: Outcome): Activity[] {
  const at = activity.findLastIndex((item) => item.kind === 'step' && item.outcome === null);
  const step = activity[at];
  return step?.kind === 'step' ? activity.with(at, { ...step, outcome }) : activity;
}

function replaced<T extends { id?: string | null }>(list: T[], item: T): T[] {
  return [...list.filter((other) => other.id !== item.id), item];
}
