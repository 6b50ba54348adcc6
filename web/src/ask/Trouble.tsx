// What went wrong, why, and what to do: in the server's words, with its suggestions as buttons.
import { RotateCcw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Problem } from '../api/types';
import { strings } from '../strings';
import type { AttemptView, TurnView } from '../turn/events';
import { sentence, Words } from '../ui/Words';
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

/** Questions that were suggested are buttons, advice is words, and what was said of a statement stands beside it. */
function readHint(error: Problem, tried: AttemptView[]): { advice: string[]; questions: string[] } {
  const said = new Set(tried.map((attempt) => attempt.error?.suggestion));
  const questions = (error.suggestions ?? []).filter((text) => !said.has(text));
  const lines = error.hint.split('\n').map((line) => line.replace(/^Perhaps: /, '').trim());
  return { advice: lines.filter((line) => line && !said.has(line) && !questions.includes(line)), questions };
}

/** Each attempt with its fault is told below: the message need not list them. */
function message(error: Problem, tried: AttemptView[]): string {
  const last = tried.at(-1)?.error;
  return error.code === 'ATTEMPTS_EXHAUSTED' && last ? strings.answer.exhausted(tried.length, last.message) : error.message;
}

export function Trouble({ question, view, error, retryAfter = null, onRetry }: Props) {
  const { ask } = useActions();
  const tried = view?.attempts ?? [];
  const { advice, questions } = readHint(error, tried);
  // What was declined, and did not fail, is declined the next time too.
  const declined = view?.status === 'finished';
  const again = onRetry ?? (ask && !declined ? () => ask(question) : null);
  const gentle = isGentle(error);
  return (
    <section className={`card trouble ${gentle ? '' : 'bad'}`} role={gentle ? undefined : 'alert'}>
      <p className="insight">
        <Words text={message(error, tried)} />
      </p>
      {advice.map((text) => (
        <p key={text} className="small soft">
          <Words text={text} />
        </p>
      ))}
      {questions.length > 0 && (
        <>
          <p className="small soft">{strings.answer.perhaps}</p>
          <div className="choices">
            {questions.slice(0, 5).map((text) => (
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
                {[attempt.error?.message, attempt.error?.suggestion].map(
                  (text) =>
                    text && (
                      <p key={text} className="soft">
                        <Words text={sentence(text)} />
                      </p>
                    ),
                )}
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
