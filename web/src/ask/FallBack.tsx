// Where the full workflow fails for reasons that are not the question's, simple mode has a try (seed 000, 8.2).
import { useQuery } from '@tanstack/react-query';
import { json } from '../api/client';
import type { Problem, Rows } from '../api/types';
import { strings } from '../strings';
import { ResultTable } from '../table/ResultTable';
import { useActions } from './actions';
import { SqlText } from './SqlPanel';

const OURS = new Set(['INTERNAL', 'TIMEOUT', 'ATTEMPTS_EXHAUSTED', 'EXECUTION_ERROR', 'INTERRUPTED']);

interface SimpleReply {
  success: boolean;
  sql?: string | null;
  results?: { data: Record<string, unknown>[]; columns: string[]; row_count: number; types?: string[] } | null;
}

export function FallBack({ queryId, question, error }: { queryId: string; question: string; error: Problem }) {
  const { target, client, ask } = useActions();
  const reply = useQuery<SimpleReply>({
    queryKey: ['simple', queryId],
    queryFn: () => json('POST', '/query', { query: question, ...target, ...(client === null ? {} : { client_id: client }) }),
    enabled: OURS.has(error.code) && target !== null && ask !== null,
    staleTime: Infinity,
    retry: false,
  });
  const found = reply.data;
  if (!found?.success || !found.results) return null;
  return (
    <section className="card answer-card">
      <p className="notice care">{strings.answer.fellBack}</p>
      <ResultTable rows={{ types: [], ...found.results } as Rows} />
      {found.sql && <SqlText sql={found.sql} />}
    </section>
  );
}
