// Where the full workflow fails for reasons that are not the question's, simple mode has a try (seed 000, 8.2).
import { useQuery } from '@tanstack/react-query';
import { json } from '../api/client';
import type { Problem, Rows } from '../api/types';
import { howToAsk, usePreferences } from '../preferences';
import { strings } from '../strings';
import { ResultTable } from '../table/ResultTable';
import { useActions } from './actions';
import { SqlText } from './SqlPanel';
import { Understood } from './Understood';

const OURS = new Set(['INTERNAL', 'TIMEOUT', 'ATTEMPTS_EXHAUSTED', 'EXECUTION_ERROR', 'INTERRUPTED']);

interface SimpleReply {
  success: boolean;
  sql?: string | null;
  restatement?: string | null;
  notes?: string[] | null;
  results?: Rows | null;
}

interface Props {
  queryId: string;
  /** Written out, if it stood on an earlier one. */
  question: string;
  error: Problem;
}

export function FallBack({ queryId, question, error }: Props) {
  const { target, client, ask } = useActions();
  const preferences = usePreferences();
  // What simple mode itself could not do, it cannot do the next time either.
  const helps = OURS.has(error.code) && preferences.mode !== 'simple' && target !== null && ask !== null;
  const reply = useQuery<SimpleReply>({
    queryKey: ['simple', queryId],
    queryFn: () => json('POST', '/query', { query: question, ...howToAsk(preferences), ...target, ...(client === null ? {} : { client_id: client }) }),
    enabled: helps,
    staleTime: Infinity,
    retry: false,
  });
  if (helps && reply.isPending)
    return (
      <p className="soft fall-back" role="status">
        {strings.answer.fallingBack}
      </p>
    );
  const found = reply.data;
  if (!found?.success || !found.results) return null;
  return (
    <section className="card answer-card fall-back" aria-label={strings.answer.simple}>
      <p className="notice care">{strings.answer.fellBack}</p>
      <ResultTable rows={found.results} />
      {found.sql && <SqlText sql={found.sql} />}
      <Understood restatement={found.restatement} notes={found.notes} />
    </section>
  );
}
