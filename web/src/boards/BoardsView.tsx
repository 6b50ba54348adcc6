import { BookMarked, Bookmark, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { json } from '../api/client';
import { keys, queryClient, useBoards, useSaved } from '../api/queries';
import { Topbar } from '../shell/Topbar';
import { strings } from '../strings';
import { ago } from '../text/format';
import { Menu } from '../ui/Menu';
import { toast } from '../ui/toast';
import { NewBoard } from './NewBoard';
import { pin } from './SaveMenu';

export default function BoardsView() {
  const boards = useBoards();
  const saved = useSaved();
  const [, navigate] = useLocation();
  const [naming, setNaming] = useState(false);
  useEffect(() => void (document.title = `${strings.boards.title} · ${strings.app}`), []);
  const remove = async (id: string) => {
    await json('DELETE', `/api/v1/saved/${encodeURIComponent(id)}`).catch((problem: Error) => toast(problem.message));
    await queryClient.invalidateQueries({ queryKey: keys.saved });
  };
  return (
    <>
      <Topbar>
        <h1 className="topbar-title">{strings.boards.title}</h1>
      </Topbar>
      <main id="main" className="view" tabIndex={-1}>
        <div className="column view-body">
          <section>
            <div className="section-head">
              <p className="soft">{strings.boards.lead}</p>
              <button type="button" className="button primary" onClick={() => setNaming(true)}>
                <Plus size={14} /> {strings.boards.new}
              </button>
            </div>
            {boards.data?.length === 0 && <p className="drop-hint small soft">{strings.boards.empty}</p>}
            <ul className="list">
              {boards.data?.map((board) => (
                <li key={board.id}>
                  <Link href={`/boards/${board.id}`} className="list-item">
                    <BookMarked size={16} />
                    <span className="grow list-title">{board.title}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
          <section>
            <div className="section-head">
              <h2>{strings.boards.saved}</h2>
            </div>
            {saved.data?.length === 0 && <p className="drop-hint small soft">{strings.boards.noSaved}</p>}
            <ul className="list">
              {saved.data?.map((item) => (
                <li key={item.id} className="list-item">
                  <Bookmark size={16} />
                  <span className="grow">
                    <span className="list-title">{item.title}</span>
                    <span className="small soft">{[item.source, item.created_at && ago(item.created_at)].filter(Boolean).join(' · ')}</span>
                  </span>
                  <Menu
                    label={strings.boards.pin}
                    className="button quiet small"
                    side="right"
                    groups={[
                      {
                        items: (boards.data ?? []).map((board) => ({
                          label: board.title,
                          onSelect: () => void pin(board, item.id).then(() => toast(strings.boards.pinned(board.title))),
                        })),
                      },
                    ]}
                    disabled={!boards.data?.length}
                  >
                    {strings.boards.pin}
                  </Menu>
                  <button type="button" className="button quiet small icon" aria-label={`${strings.remove} ${item.title}`} onClick={() => void remove(item.id)}>
                    <Trash2 size={14} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </main>
      {naming && <NewBoard onMade={(board) => navigate(`/boards/${board.id}`)} onClose={() => setNaming(false)} />}
    </>
  );
}
