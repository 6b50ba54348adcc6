import { strings } from '../strings';

interface Props {
  restatement?: string | null;
  notes?: string[] | null;
}

/** How the question was read, in words made from the SQL itself. */
export function Understood({ restatement, notes }: Props) {
  if (!restatement) return null;
  return (
    <div className="understood small">
      <p>
        <span className="soft">{strings.answer.understood}:</span> {restatement}
        {(notes ?? []).map((note) => (
          <span key={note} className="soft">
            {' '}
            {note.endsWith('.') ? note : `${note}.`}
          </span>
        ))}
      </p>
    </div>
  );
}
