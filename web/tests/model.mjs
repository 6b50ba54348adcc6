// A model that follows a script, speaking OpenAI's wire format: streamed or whole. What it says is decided by how the
// prompt of a stage begins.
import { once } from 'node:events';
import { createServer } from 'node:http';

const STAGES = [
  ['Decide', 'frame'],
  ['Write', 'draft'],
  ['Tell', 'explain'],
  ['Plan', 'reason'],
  ['Earlier statements', 'repair'],
  ['A statement failed', 'diagnose'],
];

export const framed = (question, more = {}) => ({
  intent: 'TEXT_TO_SQL',
  confidence: 0.9,
  is_followup: false,
  standalone_question: question,
  clarification: null,
  ...more,
});

const usual = {
  frame: () => framed('q'),
  draft: () => ({ sql: 'SELECT count(*) AS customer_count FROM customers', assumptions: [] }),
  repair: () => ({ sql: 'SELECT count(*) AS customer_count FROM customers', assumptions: [] }),
  reason: () => ({ steps: ['Count the customers.'], tables_needed: ['customers'] }),
  diagnose: () => ({ error_type: 'COLUMN_NOT_FOUND', root_cause: 'The column is not there.', suggestion: 'Use another one.' }),
  explain: () => 'There are 6,000 customers.',
  other: () => 'OK',
};

const lastUser = (body) => {
  const content = body.messages?.findLast((message) => message.role === 'user')?.content ?? '';
  return typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** `stages` says per stage what is answered (a text, an object, or a function of the prompt) and `latency` how long each takes. */
export async function startModel({ stages = {}, latency = () => 0 } = {}) {
  const server = createServer(async (request, reply) => {
    let text = '';
    for await (const piece of request) text += piece;
    const body = text ? JSON.parse(text) : {};
    const said = lastUser(body);
    const stage = STAGES.find(([words]) => said.startsWith(words))?.[1] ?? 'other';
    await pause(latency(stage));
    const script = stages[stage] ?? usual[stage];
    const found = typeof script === 'function' ? script(said) : script;
    const content = typeof found === 'string' ? found : JSON.stringify(found);
    const usage = { prompt_tokens: 700, completion_tokens: 30, total_tokens: 730 };
    const base = { id: 'x', created: 1, model: 'scripted' };
    if (!body.stream) {
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...base, object: 'chat.completion', choices, usage }));
      return;
    }
    reply.writeHead(200, { 'content-type': 'text/event-stream' });
    const send = (part) => reply.write(`data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', ...part })}\n\n`);
    for (const word of content.match(/\S+\s*/g) ?? []) {
      send({ choices: [{ index: 0, delta: { content: word }, finish_reason: null }] });
      if (stage === 'explain') await pause(15);
    }
    send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    send({ choices: [], usage });
    reply.end('data: [DONE]\n\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    env: {
      OPENAI_BASE_URL: `http://127.0.0.1:${server.address().port}/v1`,
      OPENAI_API_KEY: 'sk-scripted',
      VOUCH_MODEL: 'scripted',
      VOUCH_MODEL_RETRY_MS: '50',
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A model that fails as models do: it keeps naming a column that is not there, and gets it right when asked anew. */
export function unlucky() {
  const failed = new Set();
  let repairs = 0;
  const wrong = (column) => ({ sql: `SELECT count(${column}) AS customer_count FROM customers`, assumptions: [] });
  return startModel({
    stages: {
      draft: (said) => {
        const question = /<question>\s*(.*?)\s*<\/question>/s.exec(said)?.[1] ?? '';
        if (failed.delete(question)) return usual.draft();
        if (!question.includes('never')) failed.add(question);
        return wrong('price');
      },
      // The same statement twice would end it early.
      repair: () => wrong(`price_${++repairs}`),
    },
  });
}
