import { json } from '../api/client';
import { keys, queryClient } from '../api/queries';
import type { ClientId } from '../api/types';
import { howToAsk, type Preferences, type Target } from '../preferences';

interface Starting {
  question: string;
  target: Target | null;
  client: ClientId | null;
  preferences: Preferences;
  sessionId: string | null;
}

/** Begins an exploration that runs on the server, whoever looks at it. */
export async function startExploration({ question, target, client, preferences, sessionId }: Starting): Promise<string> {
  const { mind } = howToAsk(preferences);
  const body: Record<string, unknown> = { question, ...target, background: true };
  if (mind) body.mind = mind;
  if (client !== null) body.client_id = client;
  if (sessionId !== null) body.session_id = sessionId;
  const { exploration_id } = await json<{ exploration_id: string }>('POST', '/api/agentic-explore', body);
  void queryClient.invalidateQueries({ queryKey: keys.explorations });
  return exploration_id;
}
