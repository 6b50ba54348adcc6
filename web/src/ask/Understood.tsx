import type { Answer } from '../api/types';
import { strings } from '../strings';

/** How the question was read, in words made from the SQL itself. */
export function Understood({ answer }: { answer: Answer }) {
  if (!answer.restatement) return null;
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
    </div>
  );
}
