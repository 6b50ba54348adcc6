// One question with whatever has come of it so far.
import { RotateCcw } from 'lucide-react';
import { useDeferredValue, useEffect, useId } from 'react';
import type { ApiError } from '../api/client';
import type { Answer, Problem } from '../api/types';
import { inspectSteps } from '../shell/panels';
import { strings } from '../strings';
import { isFinal } from '../turn/events';
import { useTurn } from '../turn/store';
import { Guarded } from '../ui/Guarded';
import { useActions } from './actions';
import { AnswerDocument } from './AnswerDocument';
import { Clarify } from './Clarify';
import { FallBack } from './FallBack';
import { Trouble } from './Trouble';
import { Working } from './Working';

export function TurnArticle({ turn, isLast }: { turn: Answer; isLast: boolean }) {
  // A large answer is put into the page in pieces: who types or scrolls meanwhile is not kept waiting.
  const { view, away } = useDeferredValue(useTurn(turn.query_id));
  const { ask } = useActions();
  const id = useId();
  const running = !isFinal(view.status);
  const standalone = view.answer?.is_followup ? view.answer.rewritten_query : null;
  useEffect(() => {
    if (isLast && !running) document.title = `${turn.query} · ${strings.app}`;
  }, [isLast, running, turn.query]);
  const hasEvidence = view.rows !== null || view.words !== '';
  return (
    <article className={`turn ${isLast ? 'last' : ''}`} aria-labelledby={id} aria-busy={running}>
      <h2 id={id} className="question">
        {turn.query}
      </h2>
      {standalone && standalone !== turn.query && (
        <p className="small soft standalone">
          {standalone}
          {ask && isLast && (
            <button type="button" className="button quiet small" onClick={() => ask(turn.query, { fresh: true })}>
              {strings.ask.alone}
            </button>
          )}
        </p>
      )}
      <Guarded>
        {running && <Working view={view} away={away} onSteps={() => inspectSteps(turn.query_id)} />}
        {view.clarification ? (
          <Clarify clarification={view.clarification} open={isLast} />
        ) : view.error && !running ? (
          <>
            <Trouble question={turn.query} view={view} error={view.error} />
            {isLast && <FallBack queryId={turn.query_id} question={standalone ?? turn.query} error={view.error} />}
          </>
        ) : view.status === 'stopped' ? (
          <div className="row turn-stopped">
            <p className="soft">{strings.answer.stopped}</p>
            {ask && (
              <button type="button" className="button small" onClick={() => ask(turn.query)}>
                <RotateCcw size={13} /> {strings.answer.askAgain}
              </button>
            )}
          </div>
        ) : (
          hasEvidence && <AnswerDocument queryId={turn.query_id} view={view} isLast={isLast} />
        )}
      </Guarded>
    </article>
  );
}

interface PendingProps {
  question: string;
  error: ApiError | null;
  onRetry: () => void;
}

/** A question that the server has not taken yet, or did not take. */
export function PendingTurn({ question, error, onRetry }: PendingProps) {
  const problem: Problem | null = error && { code: error.code, message: error.message, hint: error.hint, suggestions: error.suggestions };
  return (
    <article className="turn last" aria-busy={error === null}>
      <h2 className="question">{question}</h2>
      {problem ? (
        <Trouble question={question} view={null} error={problem} retryAfter={error?.retryAfter ?? null} onRetry={onRetry} />
      ) : (
        <Working view={null} away={false} onSteps={null} />
      )}
    </article>
  );
}
