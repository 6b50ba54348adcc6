// Seed 002, "Streaming mode (EventSource)". Returns the statuses and results that the page was told, in order. The
// example never closes its stream, so that Chromium connects again when the server ends it: with args.linger_ms the
// page stays that long after the first result, and a result that is told twice shows.
const submitted = await fetch('/api/v1/ask', {
  method: 'POST',
  body: JSON.stringify({ query: args.query ?? 'How many orders are there?' }),
});
const { query_id } = await submitted.json();
const statuses = [];
const results = [];
let finish;
const finished = new Promise((resolve) => { finish = resolve; });
const updateStatusUI = (status) => statuses.push(status);
const showResult = (result) => { results.push(result); finish(); };
// ---- as the seed has it, word for word
const es = new EventSource(`/api/v1/ask/${query_id}/stream`);
es.addEventListener('status', (e) => updateStatusUI(JSON.parse(e.data)));
es.addEventListener('done', (e) => showResult(JSON.parse(e.data)));
// ---- to here
const ids = [];
for (const name of ['status', 'step', 'done']) es.addEventListener(name, (e) => ids.push(e.lastEventId));
await finished;
await new Promise((resolve) => setTimeout(resolve, args.linger_ms ?? 0));
const ready_state = es.readyState;
es.close();
return { query_id, statuses, results, ids, ready_state };
