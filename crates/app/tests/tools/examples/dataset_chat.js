// Seed 004, "Frontend Integration": start a session on args.dataset_id, send args.messages (the sample questions when
// there are none), end the session. Returns every answer, what the page was told to show, and what the ended session's
// address answers.
const shown = [];
const displayResults = (results, columns) => shown.push({ results, columns });
const showSQL = (sql) => shown.push({ sql });
const showClarificationPrompt = (message) => shown.push({ clarification: message });
const showError = (message, details) => shown.push({ error: message, details });
// ---- as the seed has it, word for word
// 1. Start Session
const startSession = async (datasetId) => {
  const response = await fetch('/agents/text-to-sql/start-session', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ dataset_id: datasetId })
  });
  return response.json();
  // Returns: { session_id, schema, sample_questions }
};

// 2. Send Chat Message
const sendMessage = async (sessionId, message) => {
  const response = await fetch('/agents/text-to-sql/chat', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ session_id: sessionId, message })
  });
  return response.json();
  // Returns: { status, message, sql_query, results, columns, row_count }
};

// 3. Handle Response
const handleResponse = (response) => {
  switch (response.status) {
    case 'success':
      displayResults(response.results, response.columns);
      showSQL(response.sql_query);
      break;
    case 'clarification_needed':
      showClarificationPrompt(response.message);
      break;
    case 'error':
      showError(response.message, response.error_details);
      break;
  }
};

// 4. End Session (on component unmount)
const endSession = async (sessionId) => {
  await fetch(`/agents/text-to-sql/session/${sessionId}`, {
    method: 'DELETE'
  });
};
// ---- to here
const session = await startSession(args.dataset_id);
const answers = [];
for (const message of args.messages ?? session.sample_questions) {
  const answer = await sendMessage(session.session_id, message);
  answers.push(answer);
  handleResponse(answer);
}
await endSession(session.session_id);
const after = await fetch(`/agents/text-to-sql/session/${session.session_id}`);
return { session, answers, shown, status_after_end: after.status };
