// Seed 002, "Chat mode (simple)". Returns the answer, which the example reads sql, reasoning and tables_used from.
// ---- as the seed has it, word for word
const response = await fetch('/api/v1/chat', {
  method: 'POST',
  body: JSON.stringify({
    message: "How many users registered yesterday?",
    session_id: "abc-123",
  })
}).then(r => r.json());
// response.sql, response.reasoning, response.tables_used
// ---- to here
return response;
