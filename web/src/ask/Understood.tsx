import { X } from 'lucide-react';
import type { Answer } from '../api/types';
import { strings } from '../strings';
import { useActions } from './actions';

/** How the question was read, in words made from the SQL itself. Its parts can be taken out where the server names them. */
export function Understood({ answer }: { answer: Answer }) {
  const { ask } = useActions();
  const parts = answer.context ?? [];
  if (!answer.restatement && parts.length === 0) return null;
  return (
    <div className="understood small">
      <p>
        <span className="soft">{strings.answer.understood}:</span> {answer.restatement}
        {(answer.notes ?? []).map((note) => (
          <span key={note} className="soft">
            {' '}
            {note.endsWith('.') ? note : `${note}.`}
          </span>
        ))}
      </p>
      {parts.length > 0 && (
        <div className="row wrap">
          {parts.map((part) => (
            <span key={part.id} className="chip part">
              {part.label}
              {ask && (
                <button
                  type="button"
                  aria-label={strings.ask.without(part.label)}
                  onClick={() => ask(answer.query, { base: answer.query_id, parts: [part.id] })}
                >
                  <X size={12} />
                </button>
              )}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
