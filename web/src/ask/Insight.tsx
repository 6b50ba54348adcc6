// The answer in words. Figures are linked to the cells they come from.
import type { Figure, Rows, Sentence } from '../api/types';
import { strings } from '../strings';
import { heading } from '../text/cells';
import { glued, pieces, unbroken } from '../text/figures';
import { figure as localized } from '../text/format';

interface Props {
  sentences: Sentence[];
  rows: Rows | null;
  onLight: (figure: Figure | null) => void;
  onPin: (figure: Figure) => void;
}

export function Insight({ sentences, rows, onLight, onPin }: Props) {
  return (
    <p className="insight">
      {sentences.map((sentence, index) => (
        <span key={index}>
          {index > 0 && ' '}
          {glued(pieces(sentence)).map(({ figure, text, tail }, position) =>
            figure ? (
              <span key={position} className="figure-whole">
                <FigureMark figure={figure} rows={rows} onLight={onLight} onPin={onPin} />
                {tail}
              </span>
            ) : (
              unbroken(text)
            ),
          )}
        </span>
      ))}
    </p>
  );
}

function origin(figure: Figure, rows: Rows | null): string {
  const cells = figure.cells as unknown as [number, number][];
  if (cells.length === 0 || !rows) return strings.answer.computed;
  const columns = [...new Set(cells.map(([, column]) => rows.columns[column]))].filter((name) => name !== undefined);
  return strings.answer.from(columns.map(heading).join(', '), new Set(cells.map(([row]) => row)).size);
}

interface MarkProps {
  figure: Figure;
  rows: Rows | null;
  onLight: (figure: Figure | null) => void;
  onPin: (figure: Figure) => void;
}

function FigureMark({ figure, rows, onLight, onPin }: MarkProps) {
  const text = localized(figure.text);
  if (figure.cells.length === 0)
    return (
      <span className="figure computed" title={strings.answer.computed}>
        {text}
      </span>
    );
  return (
    <button
      type="button"
      className="figure"
      title={origin(figure, rows)}
      onPointerEnter={() => onLight(figure)}
      onPointerLeave={() => onLight(null)}
      onFocus={() => onLight(figure)}
      onBlur={() => onLight(null)}
      onClick={() => onPin(figure)}
    >
      {text}
    </button>
  );
}
