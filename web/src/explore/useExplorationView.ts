import { useEffect, useState } from 'react';
import { ApiError } from '../api/client';
import { keys, queryClient } from '../api/queries';
import { follow } from '../api/stream';
import { begun, reduce, type ExplorationView } from './events';

/** Replays what is stored of an exploration and goes on with what comes. */
export function useExplorationView(id: string): { view: ExplorationView; away: boolean; problem: ApiError | null } {
  const [view, setView] = useState<ExplorationView>(begun);
  const [away, setAway] = useState(false);
  const [problem, setProblem] = useState<ApiError | null>(null);
  useEffect(() => {
    const follower = new AbortController();
    setView(begun);
    follow({
      path: `/api/v1/explorations/${encodeURIComponent(id)}/stream`,
      after: 0,
      signal: follower.signal,
      onAway: setAway,
      onEvent: (event) => {
        setView((before) => reduce(before, event));
        if (event.event === 'done') void queryClient.invalidateQueries({ queryKey: keys.explorations });
      },
    }).catch((error: ApiError) => setProblem(error));
    return () => follower.abort();
  }, [id]);
  return { view, away, problem };
}
