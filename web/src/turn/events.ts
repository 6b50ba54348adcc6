// One reducer turns the events of a turn, stored or live, into what is shown. A finished turn that came with a session is
// its `done` alone; with the stored events replayed it is the same view with its steps.
import type { Answer, Chart, Check, Clarification, Problem, Rows, Status, ToolCall } from '../api/types';
import type { StreamEvent } from '../api/stream';

export interface AttemptView {
  number: number;
  sql: string;
  error: { code: string; message: string; suggestion?: string | null } | null;
  mended: string[];
}

export type Step =
  | { kind: 'stage'; stage: string; millis: number | null }
  | { kind: 'framed'; intent: string; standalone: string; followup: boolean }
  | { kind: 'gathered'; tables: string[] }
  | { kind: 'planned'; steps: string[] }
  | { kind: 'drafted'; attempt: number; sql: string }
  | { kind: 'mended'; attempt: number; notes: string[] }
  | { kind: 'failed'; attempt: number; message: string; suggestion: string | null }
  | { kind: 'thinking'; text: string }
  | { kind: 'tool'; call: ToolCall };

export interface TurnView {
  status: Status;
  steps: Step[];
  attempts: AttemptView[];
  rows: Rows | null;
  chart: Chart | null;
  checks: Check[];
  /** The explanation as far as it has come; the answer's sentences take its place. */
  words: string;
  clarification: Clarification | null;
  error: Problem | null;
  answer: Answer | null;
  /** The number of the last event that was seen. */
  seen: number;
}

export const fresh: TurnView = {
  status: 'understanding',
  steps: [],
  attempts: [],
  rows: null,
  chart: null,
  checks: [],
  words: '',
  clarification: null,
  error: null,
  answer: null,
  seen: 0,
};

export const isFinal = (status: Status): boolean => status === 'finished' || status === 'failed' || status === 'stopped';

/** What a step carries, by its type. Fields that a newer server adds are left alone. */
interface StepData {
  type: string;
  [field: string]: unknown;
}

export function reduce(view: TurnView, event: StreamEvent): TurnView {
  const next = { ...view, seen: Math.max(view.seen, event.id) };
  switch (event.event) {
    case 'status':
      // The end is told by `done`, with all that belongs to it: a status before it would show a half answer as whole.
      return { ...next, status: isFinal(statusOf(event.data)) ? view.status : statusOf(event.data) };
    case 'step':
      return step(next, event.data as StepData);
    case 'done':
      return done(next, event.data as Answer);
    default:
      return next;
  }
}

const statusOf = (data: unknown) => (data as { status: Status }).status;

/** Live and stored events alike. */
export const replay = (events: StreamEvent[], from: TurnView = fresh): TurnView => events.reduce(reduce, from);

/** A turn as a session brings it: finished, or as far as it had come. */
export function fromAnswer(answer: Answer): TurnView {
  if (isFinal(answer.status)) return done(fresh, answer);
  return { ...fresh, status: answer.status };
}

function step(view: TurnView, data: StepData): TurnView {
  const add = (step: Step): TurnView => ({ ...view, steps: [...view.steps, step] });
  switch (data.type) {
    case 'stage_started':
      return add({ kind: 'stage', stage: String(data.stage), millis: null });
    case 'stage_ended':
      return { ...view, steps: endStage(view.steps, String(data.stage), Number(data.millis)) };
    case 'gathered': {
      const tables = (data.gathered as { tables?: string[] } | undefined)?.tables ?? [];
      return add({ kind: 'gathered', tables });
    }
    case 'framed':
      return add({
        kind: 'framed',
        intent: String(data.intent),
        standalone: String(data.standalone ?? ''),
        followup: Boolean(data.is_followup),
      });
    case 'planned':
      return add({ kind: 'planned', steps: (data.steps as string[]) ?? [] });
    case 'drafted': {
      const attempt = { number: Number(data.attempt), sql: String(data.sql), error: null, mended: [] };
      return { ...add({ kind: 'drafted', attempt: attempt.number, sql: attempt.sql }), attempts: [...view.attempts, attempt] };
    }
    case 'mended': {
      const notes = (data.notes as string[]) ?? [];
      const change = (attempt: AttemptView) => ({ ...attempt, sql: String(data.sql), mended: notes });
      return { ...add({ kind: 'mended', attempt: Number(data.attempt), notes }), attempts: withAttempt(view, data, change) };
    }
    case 'attempt_failed': {
      const error = data.error as NonNullable<AttemptView['error']>;
      const failed: Step = {
        kind: 'failed',
        attempt: Number(data.attempt),
        message: error.message,
        suggestion: error.suggestion ?? null,
      };
      return { ...add(failed), attempts: withAttempt(view, data, (attempt) => ({ ...attempt, error })), rows: null, chart: null };
    }
    case 'thinking': {
      const last = view.steps.at(-1);
      const text = String(data.text ?? '');
      if (last?.kind !== 'thinking') return add({ kind: 'thinking', text });
      return { ...view, steps: [...view.steps.slice(0, -1), { kind: 'thinking', text: last.text + text }] };
    }
    case 'tool':
      return add({ kind: 'tool', call: data.call as ToolCall });
    case 'rows':
      return { ...view, rows: data.results as Rows };
    case 'chart':
      return { ...view, chart: data.chart as Chart };
    case 'checked':
      return { ...view, checks: [...view.checks, data.check as Check] };
    case 'explaining':
      return { ...view, words: [view.words, String(data.text ?? '')].filter(Boolean).join(' ') };
    case 'clarify':
      return { ...view, clarification: data.clarification as Clarification };
    default:
      return view;
  }
}

function endStage(steps: Step[], stage: string, millis: number): Step[] {
  const at = steps.findLastIndex((step) => step.kind === 'stage' && step.stage === stage && step.millis === null);
  if (at < 0) return [...steps, { kind: 'stage', stage, millis }];
  return steps.with(at, { kind: 'stage', stage, millis });
}

function withAttempt(view: TurnView, data: StepData, change: (attempt: AttemptView) => AttemptView): AttemptView[] {
  return view.attempts.map((attempt) => (attempt.number === Number(data.attempt) ? change(attempt) : attempt));
}

function done(view: TurnView, answer: Answer): TurnView {
  const attempts = view.attempts.length > 0 ? view.attempts : (answer.attempts ?? []).map(stored);
  return {
    ...view,
    status: answer.status,
    attempts,
    rows: sameRows(view.rows, answer.results) ? view.rows : (answer.results ?? view.rows),
    chart: sameChart(view.chart, answer.chart) ? view.chart : (answer.chart ?? view.chart),
    checks: answer.checks ?? view.checks,
    words: answer.explanation ?? view.words,
    clarification: answer.clarification ?? null,
    error: answer.error ?? null,
    answer,
  };
}

/** The end brings the rows once more: a table that stands need not be made again. */
const sameRows = (before: Rows | null, after: Rows | null | undefined): boolean =>
  before !== null && after?.row_count === before.row_count && after.columns.join() === before.columns.join();

/** Nor a chart be drawn again. */
const sameChart = (before: Chart | null, after: Chart | null | undefined): boolean => JSON.stringify(before) === JSON.stringify(after);

const stored = (attempt: NonNullable<Answer['attempts']>[number]): AttemptView => ({
  number: attempt.number,
  sql: attempt.sql,
  error: attempt.error ?? null,
  mended: [],
});
