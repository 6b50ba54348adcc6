// Which parts of a sentence are figures, and which cells each comes from.
import type { Figure, Sentence } from '../api/types';

export interface Piece {
  text: string;
  figure: Figure | null;
}

const WORD = /[\p{L}\p{N}]/u;

/** Where `figure` stands in `text` from `from` on, as a figure of its own and not inside another one. */
function place(text: string, figure: string, from: number): number {
  for (let at = text.indexOf(figure, from); at >= 0; at = text.indexOf(figure, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + figure.length] ?? ' ';
    const afterNext = text[at + figure.length + 1] ?? ' ';
    const goesOn = WORD.test(after) || (/[.,]/.test(after) && /\d/.test(afterNext));
    if (!WORD.test(before) && !/[.,]/.test(before) && !goesOn) return at;
  }
  return -1;
}

/** Cuts a sentence at its figures, in the order in which they stand. A figure that is not found in the text is left out. */
export function pieces(sentence: Sentence): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const figure of sentence.figures ?? []) {
    if (!figure.text) continue;
    const at = place(sentence.text, figure.text, from);
    if (at < 0) continue;
    if (at > from) found.push({ text: sentence.text.slice(from, at), figure: null });
    found.push({ text: figure.text, figure });
    from = at + figure.text.length;
  }
  if (from < sentence.text.length) found.push({ text: sentence.text.slice(from), figure: null });
  return found;
}

/** Each piece with the signs that follow it at once: a figure does not part from its comma or its percent at the end of a line. */
export function glued(list: Piece[]): (Piece & { tail: string })[] {
  const tailAfter = (index: number) => (list[index]?.figure && !list[index + 1]?.figure ? (/^(?:[.,;:)]| %)+/.exec(list[index + 1]?.text ?? '')?.[0] ?? '') : '');
  return list.map((piece, index) => ({ ...piece, text: piece.text.slice(tailAfter(index - 1).length), tail: tailAfter(index) }));
}

/** Months and percentages do not break at the end of a line: "2025-12" and "19.6 %" stay whole. */
export const unbroken = (text: string): string =>
  text.replace(/(\d{4})-(\d{2})(?:-(\d{2}))?(?!\d)/g, (date) => date.replaceAll('-', '\u2011')).replaceAll(' %', '\u00a0%');

/** Cells as a set of "row:column", and the rows alone. */
export function cellsOf(figure: Figure | null): { cells: Set<string>; rows: Set<number> } {
  const cells = new Set<string>();
  const rows = new Set<number>();
  for (const cell of (figure?.cells ?? []) as unknown[][]) {
    const [row, column] = cell as [number, number];
    cells.add(`${row}:${column}`);
    rows.add(row);
  }
  return { cells, rows };
}
