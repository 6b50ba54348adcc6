import { ArrowLeft, Ellipsis, Link2, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { json } from '../api/client';
import { keys, queryClient, useBoard, useSaved } from '../api/queries';
import type { Saved } from '../api/types';
import { Topbar } from '../shell/Topbar';
import { strings } from '../strings';
import { Confirm } from '../ui/Dialog';
import { Menu } from '../ui/Menu';
import { copy, toast } from '../ui/toast';
import { BoardItem } from './BoardItem';
import { itemId } from './SaveMenu';

export default function BoardView({ id }: { id: string }) {
  const board = useBoard(id);
  const saved = useSaved();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState<string[]>([]);
  const [fresh, setFresh] = useState<Record<string, Saved>>({});
  const [deleting, setDeleting] = useState(false);
  const path = `/api/v1/saved/boards/${encodeURIComponent(id)}`;
  const all = new Map((saved.data ?? []).map((item) => [item.id, item]));
  const ids = (board.data?.items ?? []).map(itemId);
  const inBoard = new Map((board.data?.items ?? []).filter((item): item is Saved => typeof item !== 'string').map((item) => [item.id, item]));
  const items = ids.map((item) => fresh[item] ?? inBoard.get(item) ?? all.get(item)).filter((item) => item !== undefined);
  const title = board.data?.title ?? '';
  useEffect(() => void (document.title = `${title} · ${strings.app}`), [title]);

  const change = async (body: Record<string, unknown>) => {
    await json('PATCH', path, body).catch((problem: Error) => toast(problem.message));
    await queryClient.invalidateQueries({ queryKey: keys.board(id) });
    await queryClient.invalidateQueries({ queryKey: keys.boards });
  };
  const refresh = async (item: string) => {
    setBusy((list) => [...list, item]);
    try {
      const found = await json<Saved>('POST', `/api/v1/saved/${encodeURIComponent(item)}/refresh`);
      setFresh((known) => ({ ...known, [item]: found }));
    } catch (problem) {
      toast((problem as Error).message);
    }
    setBusy((list) => list.filter((other) => other !== item));
  };
  const move = (item: string, by: -1 | 1) => {
    const at = ids.indexOf(item);
    const to = at + by;
    if (to < 0 || to >= ids.length) return;
    const order = ids.with(at, ids[to]!).with(to, item);
    void change({ items: order });
  };
  const share = async () => {
    try {
      const { token } = await json<{ token: string }>('POST', `${path}/share`);
      await copy(`${location.origin}/boards/shared/${token}`, strings.boards.shared);
    } catch (problem) {
      toast((problem as Error).message);
    }
  };
  const remove = async () => {
    await json('DELETE', path).catch((problem: Error) => toast(problem.message));
    await queryClient.invalidateQueries({ queryKey: keys.boards });
    navigate('/boards');
  };
  const addable = (saved.data ?? []).filter((item) => !ids.includes(item.id));
  const minutes = board.data?.refresh_minutes ?? 0;

  // Answers without rows yet are run when the board is opened, and all of them as often as the board says.
  const unread = items.filter((item) => !item.results && !item.error).map((item) => item.id).join(' ');
  useEffect(() => {
    for (const item of unread.split(' ').filter(Boolean)) void refresh(item);
  }, [unread]);
  useEffect(() => {
    if (!minutes) return;
    const timer = setInterval(() => ids.forEach((item) => void refresh(item)), minutes * 60_000);
    return () => clearInterval(timer);
  });

  return (
    <>
      <Topbar>
        <Link href="/boards" className="button quiet" aria-label={strings.boards.title}>
          <ArrowLeft size={15} />
        </Link>
        <input
          key={title}
          className="title-field"
          defaultValue={title}
          aria-label={strings.boards.name}
          onBlur={(event) => event.target.value.trim() && event.target.value !== title && void change({ title: event.target.value.trim() })}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
      </Topbar>
      <main id="main" className="view" tabIndex={-1}>
        <div className="column view-body wide">
          <h1 className="hidden-text">{title}</h1>
          {board.error ? (
            <div className="empty" role="alert">
              <h2>{strings.boards.missing}</h2>
            </div>
          ) : (
            <>
              <div className="row wrap">
                <Menu
                  label={strings.boards.add}
                  className="button"
                  disabled={addable.length === 0}
                  groups={[{ items: addable.map((item) => ({ label: item.title, onSelect: () => void change({ items: [...ids, item.id] }) })) }]}
                >
                  <Plus size={14} /> {strings.boards.add}
                </Menu>
                <button type="button" className="button" disabled={items.length === 0} onClick={() => ids.forEach((item) => void refresh(item))}>
                  <RefreshCw size={14} /> {strings.boards.refreshAll}
                </button>
                <label className="row small soft">
                  {strings.boards.every}
                  <select className="field" value={minutes} onChange={(event) => void change({ refresh_minutes: Number(event.target.value) || null })}>
                    {Object.entries(strings.boards.intervals).map(([value, label]) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </select>
                </label>
                <Menu
                  label={strings.more}
                  className="button quiet icon"
                  groups={[
                    {
                      items: [
                        { label: strings.boards.share, icon: <Link2 size={14} />, onSelect: () => void share() },
                        { label: strings.remove, icon: <Trash2 size={14} />, danger: true, onSelect: () => setDeleting(true) },
                      ],
                    },
                  ]}
                >
                  <Ellipsis size={15} />
                </Menu>
              </div>
              {board.data && items.length === 0 && <p className="drop-hint small soft">{strings.boards.noSaved}</p>}
              <div className="board">
                {items.map((item) => (
                  <BoardItem
                    key={item.id}
                    item={item}
                    busy={busy.includes(item.id)}
                    onRefresh={() => void refresh(item.id)}
                    onRemove={() => void change({ items: ids.filter((other) => other !== item.id) })}
                    onMove={(by) => move(item.id, by)}
                  />
                ))}
              </div>
            </>
          )}
        </div>
      </main>
      {deleting && (
        <Confirm question={strings.boards.confirmDelete(title)} action={strings.remove} onConfirm={() => void remove()} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}

