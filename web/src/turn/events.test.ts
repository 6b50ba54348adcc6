import { describe, expect, it } from 'vitest';
import type { StreamEvent } from '../api/stream';
import { fresh, fromAnswer, replay } from './events';

let id = 0;
const status = (name: string): StreamEvent => ({ id: ++id, event: 'status', data: { status: name } });
const step = (data: Record<string, unknown>): StreamEvent => ({ id: ++id, event: 'step', data });
const rows = { columns: ['n'], types: ['integer'], data: [{ n: 1 }], row_count: 1 };
const answer = {
  query_id: 'q',
  session_id: 's',
  query: 'how many?',
  status: 'finished',
  results: rows,
  explanation: 'There is 1.',
  sentences: [{ text: 'There is 1.', figures: [] }],
  checks: [{ kind: 'read_only', verdict: 'passed', message: 'Only reads.' }],
  attempts: [{ number: 1, sql: 'SELECT x', error: { code: 'COLUMN_NOT_FOUND', message: 'no x' } }],
};

describe('the events of a turn', () => {
  it('become rows first, words next, and the whole answer at the end', () => {
    const before = [
      status('understanding'),
      step({ type: 'stage_started', stage: 'frame' }),
      step({ type: 'stage_ended', stage: 'frame', millis: 4 }),
      status('executing'),
      step({ type: 'rows', results: rows }),
      step({ type: 'checked', check: answer.checks[0] }),
      step({ type: 'explaining', text: 'There' }),
      step({ type: 'explaining', text: 'is 1.' }),
    ];
    const live = replay(before);
    expect(live.rows).toEqual(rows);
    expect(live.words).toBe('There is 1.');
    expect(live.answer).toBeNull();
    expect(live.steps).toEqual([{ kind: 'stage', stage: 'frame', millis: 4 }]);
    const done = replay([{ id: ++id, event: 'done', data: answer }], live);
    expect(done.status).toBe('finished');
    expect(done.checks).toHaveLength(1);
  });

  it('show the same, live or reloaded', () => {
    const live = replay([status('executing'), step({ type: 'rows', results: rows }), { id: ++id, event: 'done', data: answer }]);
    const reloaded = fromAnswer(answer as never);
    const shown = ({ status, rows, chart, checks, words, clarification, error, answer }: typeof live) => ({
      status, rows, chart, checks, words, clarification, error, answer,
    });
    expect(shown(live)).toEqual(shown(reloaded));
  });

  it('keep every attempt with its error, and drop the rows of one that failed', () => {
    const view = replay([
      step({ type: 'drafted', attempt: 1, sql: 'SELECT price' }),
      step({ type: 'rows', results: rows }),
      step({ type: 'attempt_failed', attempt: 1, error: { code: 'COLUMN_NOT_FOUND', message: 'column price not found' } }),
      status('correcting'),
      step({ type: 'drafted', attempt: 2, sql: 'SELECT amount' }),
    ]);
    expect(view.attempts.map((attempt) => attempt.error?.message ?? null)).toEqual(['column price not found', null]);
    expect(view.rows).toBeNull();
    expect(view.status).toBe('correcting');
  });

  it('do not end before done says so', () => {
    expect(replay([status('finished')]).status).toBe('understanding');
  });

  it('join thoughts that come in pieces', () => {
    const view = replay([step({ type: 'thinking', text: 'a' }), step({ type: 'thinking', text: 'b' })]);
    expect(view.steps).toEqual([{ kind: 'thinking', text: 'ab' }]);
  });

  it('of a newer server are left alone', () => {
    expect(replay([step({ type: 'sung' }), { id: ++id, event: 'dance', data: {} }])).toEqual({ ...fresh, seen: id });
  });
});
