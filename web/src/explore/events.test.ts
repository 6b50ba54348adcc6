import { expect, it } from 'vitest';
import type { Exploration } from '../api/types';
import { begun, finish, reduce } from './events';

const step = (data: Record<string, unknown>) => ({ id: 1, event: 'step', data });

it('an exploration gathers steps with their outcomes, charts and findings', () => {
  const events = [
    step({ type: 'thinking', text: 'Let me ' }),
    step({ type: 'thinking', text: 'see.' }),
    step({ type: 'step', number: 1, tool: 'execute_sql', reason: 'Look', arguments: { sql: 'SELECT 1' } }),
    step({ type: 'tool', call: { tool: 'execute_sql', success: true, result: { row_count: 3 }, millis: 5 } }),
    step({ type: 'finding', finding: { id: 'f1', claim: 'a' } }),
    step({ type: 'finding', finding: { id: 'f1', claim: 'b' } }),
  ];
  const view = events.reduce(reduce, begun);
  expect(view.activity).toEqual([
    { kind: 'thinking', text: 'Let me see.' },
    { kind: 'step', number: 1, tool: 'execute_sql', reason: 'Look', sql: 'SELECT 1', outcome: { success: true, text: '3', millis: 5 } },
  ]);
  expect(view.findings).toMatchObject([{ claim: 'b' }]);
});

it('one that is over shows its queries', () => {
  const query = { id: 'q1', query: 'SELECT 1', reason: 'Look', result: { columns: [], rows: [] }, row_count: 1, durationMs: 2 };
  const over = { exploration_id: 'e', question: 'q', status: 'exploration_complete', executedQueries: [query], findings: [], charts: [] };
  const view = finish(begun, over as unknown as Exploration);
  expect(view.activity).toHaveLength(1);
  expect(view.status).toBe('exploration_complete');
});
