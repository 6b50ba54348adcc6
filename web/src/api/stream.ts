// Server-sent events over fetch: unlike EventSource it sees why a stream was refused, and it takes a stream up again
// where it broke off (Last-Event-ID).
import { createParser } from 'eventsource-parser';
import { ApiError, refusal } from './client';

export interface StreamEvent {
  id: number;
  event: string;
  data: unknown;
}

/** Feeds bytes to it in pieces of any size; events come out whole. */
export function eventReader(onEvent: (event: StreamEvent) => void): (bytes: Uint8Array) => void {
  const text = new TextDecoder();
  const parser = createParser({
    onEvent(message) {
      let data: unknown;
      try {
        data = JSON.parse(message.data);
      } catch {
        return; // half an event of a connection that broke: it comes again after the reconnect
      }
      onEvent({ id: Number(message.id ?? 0), event: message.event ?? 'message', data });
    },
  });
  return (bytes) => parser.feed(text.decode(bytes, { stream: true }));
}

export interface Following {
  path: string;
  after: number;
  onEvent: (event: StreamEvent) => void;
  /** The connection is away (true) or back (false). */
  onAway: (away: boolean) => void;
  signal: AbortSignal;
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/**
 * Reads a stream until its `done`, through breaks. Ends quietly when aborted or when the server says that there is no more;
 * throws what the server refuses for good.
 */
export async function follow({ path, after, onEvent, onAway, signal }: Following): Promise<void> {
  let seen = after;
  let failures = 0;
  let done = false;
  while (!done && !signal.aborted) {
    try {
      const headers: HeadersInit = seen > 0 ? { 'last-event-id': String(seen) } : {};
      const response = await fetch(path, { headers, signal });
      if (response.status === 204) return;
      if (!response.ok) throw await refusal(response);
      onAway(false);
      const feed = eventReader((event) => {
        if (event.id > 0 && event.id <= seen) return;
        seen = Math.max(seen, event.id);
        failures = 0;
        onEvent(event);
        if (event.event === 'done') done = true;
      });
      const reader = response.body!.getReader();
      for (;;) {
        const piece = await reader.read();
        if (piece.done) break;
        feed(piece.value);
      }
    } catch (problem) {
      if (signal.aborted) return;
      const temporary = !(problem instanceof ApiError) || problem.status >= 500 || problem.status === 429;
      if (!temporary) throw problem;
      onAway(true);
    }
    if (!done && !signal.aborted) {
      failures += 1;
      await pause(Math.min(250 * 2 ** Math.min(failures, 5), 5_000), signal);
    }
  }
}
