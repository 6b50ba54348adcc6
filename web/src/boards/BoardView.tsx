import { ArrowLeft, Ellipsis, Link2, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { json } from '../api/client';
import { keys, queryClient, useBoard, useSaved } from '../api/queries';
import type { Board, Saved } from '../api/types';
import { Topbar } from '../shell/Topbar';
import { strings } from '../strings';
import { Confirm } from '../ui/Dialog';
import { Menu } from '../ui/Menu';
import { copy, toast } from '../ui/toast';
import { BoardItem } from './BoardItem';

export default function BoardView({ id }: { id: string }) {
  const board = useBoard(id);
  const saved = useSaved();
  const [, navigate] = useLocation();
  /** What is being run, at once: state tells only with the next frame. */
  const under = useRef(new Set<string>());
  const [busy, setBusy] = useState<string[]>([]);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [deleting, setDeleting] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const path = `/api/v1/saved/boards/${encodeURIComponent(id)}`;
  const items = board.data?.items ?? [];
  const ids = items.map((item) => item.id);
  const title = board.data?.title ?? '';
  useEffect(() => void (document.title = `${title} · ${strings.app}`), [title]);

  const change = async (body: Record<string, unknown>) => {
    await json('PATCH', path, body).catch((problem: Error) => toast(problem.message));
    await queryClient.invalidateQueries({ queryKey: keys.board(id) });
    await queryClient.invalidateQueries({ queryKey: keys.boards });
  };
  const refresh = async (item: string) => {
    if (under.current.has(item)) return;
    under.current.add(item);
    setBusy((list) => [...list, item]);
    setProblems(({ [item]: _, ...others }) => others);
    try {
      const found = await json<Saved>('POST', `/api/v1/saved/${encodeURIComponent(item)}/refresh`);
      queryClient.setQueryData<Board>(keys.board(id), (known) => known && { ...known, items: known.items.map((other) => (other.id === item ? found : other)) });
    } catch (problem) {
      setProblems((known) => ({ ...known, [item]: (problem as Error).message }));
    }
    under.current.delete(item);
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

  // Looked at every minute, not set for the whole time: a board that was asleep in its tab catches up when it is seen again.
  useEffect(() => {
    if (!minutes) return;
    const due = () => {
      for (const item of items) if (Date.now() - Date.parse(item.refreshed_at) >= minutes * 60_000) void refresh(item.id);
    };
    due();
    const timer = setInterval(due, 60_000);
    return () => clearInterval(timer);
  }, [minutes, items]);

  return (
    <>
      <Topbar>
        <Link href="/boards" className="button quiet" aria-label={strings.boards.title}>
          <ArrowLeft size={15} />
        </Link>
        <input
          key={title}
          ref={name}
          className="title-field"
          defaultValue={title}
          aria-label={strings.boards.name}
          onFocus={(event) => event.target.select()}
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
                  <select className="field" value={minutes} onChange={(event) => void change({ refresh_minutes: Number(event.target.value) })}>
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
                        { label: strings.rename, icon: <Pencil size={14} />, onSelect: () => name.current?.focus() },
                        { label: strings.boards.share, icon: <Link2 size={14} />, onSelect: () => void share() },
                        { label: strings.remove, icon: <Trash2 size={14} />, danger: true, onSelect: () => setDeleting(true) },
                      ],
                    },
                  ]}
                >
                  <Ellipsis size={15} />
                </Menu>
              </div>
              {board.data && saved.data && items.length === 0 && (
                <p className="drop-hint small soft">{addable.length > 0 ? strings.boards.nothingOn : strings.boards.noSaved}</p>
              )}
              <div className="board">
                {items.map((item) => (
                  <BoardItem
                    key={item.id}
                    item={item}
                    busy={busy.includes(item.id)}
                    problem={problems[item.id]}
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

