// A page that logs in with args.key, asks, listens with EventSource (which can send a cookie and nothing else), logs out.
const sources = async () => (await fetch('/api/v1/sources')).status;
const before = await sources();
const login = await fetch('/api/v1/login', { method: 'POST', body: JSON.stringify({ key: args.key }) });
const readable = document.cookie;
const asked = await fetch('/api/v1/ask', { method: 'POST', body: JSON.stringify({ query: args.query }) });
const { query_id } = await asked.json();
const result = await new Promise((resolve, reject) => {
  const events = new EventSource(`/api/v1/ask/${query_id}/stream`);
  events.addEventListener('done', (event) => { events.close(); resolve(JSON.parse(event.data)); });
  events.onerror = () => { events.close(); reject(new Error('the stream broke')); };
});
await fetch('/api/v1/logout', { method: 'POST' });
return { before, login: login.status, readable, status: result.status, after: await sources() };
