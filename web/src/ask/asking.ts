// Sends a question and puts its turn into the conversation that the page shows.
import { json } from '../api/client';
import { keys, queryClient } from '../api/queries';
import type { Answer, ClientId, Conversation } from '../api/types';
import { howToAsk, type Preferences, type Target } from '../preferences';
import { whenTurnEnds } from '../turn/store';
import type { AskOptions } from './actions';

export interface Asking {
  question: string;
  /** Null begins a conversation. */
  sessionId: string | null;
  target: Target | null;
  client: ClientId | null;
  preferences: Preferences;
  options?: AskOptions;
}

interface Accepted {
  query_id: string;
  session_id: string;
}

/** Ids of conversations are ours to choose; crypto.randomUUID is not there on plain http beyond this machine. */
export function newId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  const bytes = (crypto as Crypto).getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('vouch') : null;

export async function ask(asking: Asking): Promise<Accepted> {
  const { question, sessionId, target, client, preferences, options = {} } = asking;
  const body: Record<string, unknown> = { query: question, session_id: sessionId ?? newId(), ...howToAsk(preferences) };
  if (sessionId === null) Object.assign(body, target);
  if (client !== null) body.client_id = client;
  if (options.edit) Object.assign(body, options.edit);
  if (options.fresh) body.fresh = true;
  if (options.maxRows) body.max_rows = options.maxRows;
  const accepted = await json<Accepted>('POST', '/api/v1/ask', body);
  addTurn(accepted, asking);
  void queryClient.invalidateQueries({ queryKey: ['sessions'] });
  channel?.postMessage(accepted.session_id);
  return accepted;
}

function addTurn(accepted: Accepted, asking: Asking): void {
  const turn = { ...accepted, query: asking.question, status: 'understanding' } as Answer;
  const now = new Date().toISOString();
  const begun = {
    session_id: accepted.session_id,
    title: asking.question,
    source: asking.target && 'source' in asking.target ? asking.target.source : '',
    dataset_id: asking.target && 'dataset_id' in asking.target ? asking.target.dataset_id : null,
    client_id: asking.client === null ? null : String(asking.client),
    created_at: now,
    last_activity: now,
    message_count: 1,
    messages: [],
    turns: [],
  } as unknown as Conversation;
  queryClient.setQueryData<Conversation>(keys.session(accepted.session_id), (known = begun) => ({
    ...known,
    turns: [...known.turns.filter((other) => other.query_id !== turn.query_id), turn],
  }));
}

/** Keeps what is shown in step with what ends here and what other tabs begin. */
export function startAsking(): void {
  whenTurnEnds((queryId, answer) => {
    queryClient.setQueryData<Conversation>(keys.session(answer.session_id), (known) =>
      known && { ...known, turns: known.turns.map((turn) => (turn.query_id === queryId ? answer : turn)) },
    );
    void queryClient.invalidateQueries({ queryKey: ['sessions'] });
  });
  channel?.addEventListener('message', (event: MessageEvent<string>) => {
    void queryClient.invalidateQueries({ queryKey: keys.session(event.data) });
    void queryClient.invalidateQueries({ queryKey: ['sessions'] });
  });
}

export const stopAsk = (queryId: string) => json('POST', `/api/v1/ask/${encodeURIComponent(queryId)}/stop`);
