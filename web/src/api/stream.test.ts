import { describe, expect, it } from 'vitest';
import { eventReader, follow, type StreamEvent } from './stream';

const text = 'event: status\nid: 1\ndata: {"status":"executing"}\n\n: keep-alive\n\nevent: done\nid: 2\ndata: {"query":"caf\u00e9 \ud83d\ude00"}\n\n';

describe('a stream of events', () => {
  it('is read the same, wherever its bytes are cut', () => {
    const bytes = new TextEncoder().encode(text);
    for (let cut = 1; cut < bytes.length; cut++) {
      const found: StreamEvent[] = [];
      const feed = eventReader((event) => found.push(event));
      feed(bytes.slice(0, cut));
      feed(bytes.slice(cut));
      expect(found).toEqual([
        { id: 1, event: 'status', data: { status: 'executing' } },
        { id: 2, event: 'done', data: { query: 'caf\u00e9 \ud83d\ude00' } },
      ]);
    }
  });

  it('is taken up again after the last event that was seen', async () => {
    const asked: (string | null)[] = [];
    const parts = [text.slice(0, text.indexOf(': keep')), text.slice(text.indexOf('event: done'))];
    globalThis.fetch = ((_: string, init: RequestInit) => {
      asked.push(new Headers(init.headers).get('last-event-id'));
      return Promise.resolve(new Response(parts.shift()));
    }) as typeof fetch;
    const found: string[] = [];
    await follow({
      path: '/x',
      after: 0,
      signal: new AbortController().signal,
      onAway: () => {},
      onEvent: (event) => found.push(event.event),
    });
    expect(found).toEqual(['status', 'done']);
    expect(asked).toEqual([null, '1']);
  });

  it('ends when the server refuses it for good', async () => {
    globalThis.fetch = (() =>
      Promise.resolve(new Response('{"error":{"code":"EXPIRED","message":"gone","hint":""}}', { status: 404 }))) as typeof fetch;
    const following = follow({ path: '/x', after: 0, signal: new AbortController().signal, onAway: () => {}, onEvent: () => {} });
    await expect(following).rejects.toMatchObject({ code: 'EXPIRED' });
  });
});
