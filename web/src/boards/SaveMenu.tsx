import { useState, type ReactNode } from 'react';
import { json } from '../api/client';
import { keys, queryClient, useBoards } from '../api/queries';
import type { Board, BoardItem, Saved } from '../api/types';
import type { Choice } from '../chart/build';
import { strings } from '../strings';
import { Menu } from '../ui/Menu';
import { toast } from '../ui/toast';
import { NewBoard } from './NewBoard';

/** A board that begins with an answer is named after it, unless somebody says otherwise. */
const LONGEST = 60;

interface Props {
  queryId: string;
  question: string;
  /** As it was put together by hand. */
  chart: Choice | null;
  icon: ReactNode;
}

/** Keeps an answer, alone or on a board. */
export function SaveMenu({ queryId, question, chart, icon }: Props) {
  const boards = useBoards().data ?? [];
  const [naming, setNaming] = useState(false);
  const save = async (board: BoardItem | null) => {
    try {
      const saved = await json<Saved>('POST', '/api/v1/saved', { query_id: queryId, by_hand: chart });
      if (board) await pin(board, saved.id);
      void queryClient.invalidateQueries({ queryKey: keys.saved });
      toast(board ? strings.boards.pinned(board.title) : strings.boards.savedTo);
    } catch (problem) {
      toast((problem as Error).message);
    }
  };
  return (
    <>
      <Menu
        label={strings.answer.save}
        className="button quiet small"
        groups={[
          { items: [{ label: strings.answer.save, onSelect: () => void save(null) }] },
          {
            title: strings.boards.pin,
            items: [
              ...boards.map((board) => ({ label: board.title, onSelect: () => void save(board) })),
              { label: strings.boards.new, onSelect: () => setNaming(true) },
            ],
          },
        ]}
      >
        {icon} <span className="bar-label">{strings.answer.save}</span>
      </Menu>
      {naming && <NewBoard name={question.slice(0, LONGEST)} onMade={(board) => void save(board)} onClose={() => setNaming(false)} />}
    </>
  );
}

/** Puts an answer at the end of a board. */
export async function pin(board: BoardItem, savedId: string): Promise<void> {
  const path = `/api/v1/saved/boards/${encodeURIComponent(board.id)}`;
  const { items } = await json<Board>('GET', path);
  await json('PATCH', path, { items: [...items.map((item) => item.id).filter((id) => id !== savedId), savedId] });
  await queryClient.invalidateQueries({ queryKey: keys.boards });
  await queryClient.invalidateQueries({ queryKey: keys.board(board.id) });
}
