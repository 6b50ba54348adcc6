// Seed 002, "Polling mode (frontend)". Returns the last result and every status that a poll saw.
const statuses = [];
const fetch = async (...request) => {
  const response = await window.fetch(...request);
  const { status } = await response.clone().json();
  if (status !== undefined && status !== statuses.at(-1)) statuses.push(status);
  return response;
};
// ---- as the seed has it, word for word
// 1. Submit query
const { query_id } = await fetch('/api/v1/ask', {
  method: 'POST',
  body: JSON.stringify({ query: "How many active accounts last month?" })
}).then(r => r.json());

// 2. Poll until done
let result;
do {
  result = await fetch(`/api/v1/ask/${query_id}`).then(r => r.json());
  // Update UI with result.status: understanding → searching → planning → generating
} while (!['finished', 'failed', 'stopped'].includes(result.status));
// ---- to here
return { query_id, statuses, result };
