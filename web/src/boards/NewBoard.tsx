import { useState } from 'react';
import { json } from '../api/client';
import { keys, queryClient } from '../api/queries';
import type { Board } from '../api/types';
import { strings } from '../strings';
import { Dialog } from '../ui/Dialog';
import { toast } from '../ui/toast';

interface Props {
  /** What it will be called if nobody says otherwise. */
  name?: string;
  onMade: (board: Board) => void;
  onClose: () => void;
}

/** Asks for the name of a board and makes it. */
export function NewBoard({ name = '', onMade, onClose }: Props) {
  const [title, setTitle] = useState(name);
  const create = async () => {
    try {
      const board = await json<Board>('POST', '/api/v1/saved/boards', { title: title.trim() });
      await queryClient.invalidateQueries({ queryKey: keys.boards });
      onClose();
      onMade(board);
    } catch (problem) {
      toast((problem as Error).message);
    }
  };
  return (
    <Dialog title={strings.boards.new} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <label className="small">
          {strings.boards.name}
          <input className="field" value={title} onFocus={(event) => event.target.select()} onChange={(event) => setTitle(event.target.value)} />
        </label>
        <div className="dialog-actions">
          <button className="button primary" disabled={!title.trim()}>
            {strings.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
