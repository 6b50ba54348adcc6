// A board behind a read-only link: no key, no sidebar, nothing to change.
import { useSharedBoard } from '../api/queries';
import { Wordmark } from '../shell/Wordmark';
import { strings } from '../strings';
import { BoardItem } from './BoardItem';

export default function SharedBoardView({ token }: { token: string }) {
  const board = useSharedBoard(token);
  return (
    <main id="main" className="view" tabIndex={-1}>
      <div className="column view-body wide">
        <div className="row shared-head">
          <span className="wordmark">
            <Wordmark />
          </span>
          <span className="small soft">{strings.boards.readOnly}</span>
        </div>
        {board.error ? <h1>{strings.boards.missing}</h1> : <h1>{board.data?.title}</h1>}
        <div className="board">
          {board.data?.items.map((item, index) => (
            <BoardItem key={index} item={item} />
          ))}
        </div>
      </div>
    </main>
  );
}
