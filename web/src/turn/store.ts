// The turns that this page knows, by query id: what was loaded with a session and what runs now. A turn that is not finished
// is followed, whoever began it: this tab, another one, or this one before a reload.
import { useEffect } from 'react';
import { ApiError } from '../api/client';
import { follow, type StreamEvent } from '../api/stream';
import type { Answer } from '../api/types';
import { createStore, type Store } from '../ui/store';
import { fresh, fromAnswer, isFinal, reduce, replay, type TurnView } from './events';

export interface Turn {
  view: TurnView;
  /** The connection to the server is away; the work may go on there. */
  away: boolean;
}

interface Held {
  turn: Store<Turn>;
  follower: AbortController | null;
}

const held = new Map<string, Held>();
const endings = new Set<(queryId: string, answer: Answer) => void>();

function hold(queryId: string, answer?: Answer): Held {
  let found = held.get(queryId);
  if (!found) {
    found = { turn: createStore<Turn>({ view: answer ? fromAnswer(answer) : fresh, away: false }), follower: null };
    held.set(queryId, found);
  }
  return found;
}

/** Called for every turn that ends while it is followed. */
export function whenTurnEnds(listener: (queryId: string, answer: Answer) => void): () => void {
  endings.add(listener);
  return () => endings.delete(listener);
}

/** A session was loaded: what it says of a finished turn is the truth. */
export function learn(answer: Answer): void {
  const entry = hold(answer.query_id, answer);
  if (isFinal(answer.status) && !entry.turn.get().view.answer) {
    entry.turn.set({ view: reduce(entry.turn.get().view, { id: 0, event: 'done', data: answer }), away: false });
  }
}

function failed(view: TurnView, problem: unknown): TurnView {
  const error =
    problem instanceof ApiError
      ? { code: problem.code, message: problem.message, hint: problem.hint }
      : { code: 'OFFLINE', message: String(problem), hint: '' };
  return { ...view, status: 'failed', error };
}

const WORDS_WAIT_MS = 80;
const addsWords = ({ event, data }: StreamEvent) => event === 'step' && /^(explaining|thinking)$/.test((data as { type: string }).type);

/** Puts events into the view. Words wait a moment for more of them: a long text is then laid out a few times a second, not for each word. */
function taker(entry: Held): (event: StreamEvent) => void {
  let waiting: StreamEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    const events = waiting;
    waiting = [];
    entry.turn.set({ view: replay(events, entry.turn.get().view), away: false });
  };
  return (event) => {
    waiting.push(event);
    if (!addsWords(event)) flush();
    else timer ??= setTimeout(flush, WORDS_WAIT_MS);
  };
}

/** Follows a turn until its `done`. */
export function watch(queryId: string): void {
  const entry = hold(queryId);
  if (entry.follower) return;
  entry.follower = new AbortController();
  const take = taker(entry);
  follow({
    path: streamOf(queryId),
    after: entry.turn.get().view.seen,
    signal: entry.follower.signal,
    onAway: (away) => away !== entry.turn.get().away && entry.turn.set({ ...entry.turn.get(), away }),
    onEvent: (event) => {
      take(event);
      if (event.event === 'done') for (const listener of endings) listener(queryId, event.data as Answer);
    },
  })
    .catch((problem: unknown) => entry.turn.set({ view: failed(entry.turn.get().view, problem), away: false }))
    .finally(() => (entry.follower = null));
}

/** The steps of a finished turn: its stored events are replayed aside, so that what is shown does not flicker. */
export function loadSteps(queryId: string): void {
  const entry = hold(queryId);
  if (entry.follower || entry.turn.get().view.steps.length > 0) return;
  entry.follower = new AbortController();
  let view = fresh;
  follow({
    path: streamOf(queryId),
    after: 0,
    signal: entry.follower.signal,
    onAway: () => {},
    onEvent: (event) => {
      view = reduce(view, event);
    },
  })
    .then(() => view.answer && entry.turn.set({ view, away: false }))
    .catch(() => {}) // the answer stays as it is; only its steps are not to be had any more
    .finally(() => (entry.follower = null));
}

const streamOf = (queryId: string) => `/api/v1/ask/${encodeURIComponent(queryId)}/stream`;

export function useTurn(queryId: string): Turn {
  const turn = hold(queryId).turn.use();
  const running = !isFinal(turn.view.status);
  useEffect(() => {
    if (running) watch(queryId);
  }, [queryId, running]);
  return turn;
}
