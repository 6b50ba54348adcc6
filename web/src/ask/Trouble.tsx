// What went wrong, why, and what to do: in the server's words, with its suggestions as buttons.
import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Problem } from '../api/types';
import { strings } from '../strings';
import type { TurnView } from '../turn/events';
import { Words } from '../ui/Words';
import { useActions } from './actions';
import { SqlText } from './SqlPanel';

interface Props {
  question: string;
  view: TurnView | null;
  error: Problem;
  retryAfter?: number | null;
  onRetry?: () => void;
}

const isGentle = (error: Problem) => error.code === 'NOT_UNDERSTOOD' || error.code === 'NO_RELEVANT_DATA';

/** The hint of a question that was not understood is a list of questions that would be. */
function readHint(error: Problem): { hint: string; suggestions: string[] } {
  const told = error.suggestions ?? [];
  if (!isGentle(error)) return { hint: told.length > 0 ? '' : error.hint, suggestions: told };
  const lines = error.hint.split('\n').map((line) => line.replace(/^Perhaps:\s*/, '').trim());
  return { hint: '', suggestions: [...new Set([...lines.filter(Boolean), ...told])] };
}

export function Trouble({ question, view, error, retryAfter = null, onRetry }: Props) {
  const { ask } = useActions();
  const { hint, suggestions } = readHint(error);
  const again = onRetry ?? (ask ? () => ask(question) : null);
  const gentle = isGentle(error);
  const tried = view?.attempts ?? [];
  return (
    <section className={`card trouble ${gentle ? '' : 'bad'}`} role={gentle ? undefined : 'alert'}>
      <p className="insight">
        <Words text={error.message} />
      </p>
      {hint && (
        <p className="small soft">
          <Words text={hint} />
        </p>
      )}
      {suggestions.length > 0 && (
        <>
          <p className="small soft">{strings.answer.perhaps}</p>
          <div className="choices">
            {suggestions.slice(0, 5).map((text) => (
              <button key={text} type="button" className="choice" disabled={!ask} onClick={() => ask?.(text)}>
                {text}
              </button>
            ))}
          </div>
        </>
      )}
      {!gentle && again && (
        <div className="row">
          <Again wait={retryAfter} onClick={again} />
        </div>
      )}
      {tried.length > 0 && (
        <details className="small">
          <summary>{strings.answer.sqlTried}</summary>
          <ol className="tried">
            {tried.map((attempt) => (
              <li key={attempt.number}>
                <SqlText sql={attempt.sql} />
                {attempt.error && <p className="soft">{attempt.error.message}</p>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

/** A button that waits as long as the server asked for. */
function Again({ wait, onClick }: { wait: number | null; onClick: () => void }) {
  const [left, setLeft] = useState(wait ?? 0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <button type="button" className="button" disabled={left > 0} onClick={onClick}>
      <RotateCcw size={13} /> {left > 0 ? strings.states.slowDown(left) : strings.retry}
    </button>
  );
}
