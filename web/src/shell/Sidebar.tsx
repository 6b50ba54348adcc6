import { BookMarked, Compass, Database, Ellipsis, Link2, Pencil, Plus, Search, Settings2, Trash2, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { json } from '../api/client';
import { keys, queryClient, useSessions } from '../api/queries';
import type { Session } from '../api/types';
import { strings } from '../strings';
import { day, type Day } from '../text/format';
import { Confirm } from '../ui/Dialog';
import { Menu } from '../ui/Menu';
import { copy, toast } from '../ui/toast';
import { menuOpen } from './panels';
import { Wordmark } from './Wordmark';

export function Sidebar() {
  const [search, setSearch] = useState('');
  const [path, navigate] = useLocation();
  const open = menuOpen.use();
  const close = () => menuOpen.set(false);
  return (
    <>
      {open && <div className="scrim" onClick={close} />}
      <nav className={`sidebar ${open ? 'open' : ''}`} aria-label={strings.nav.label}>
        <div className="sidebar-head">
          <Link href="/" className="wordmark" onClick={close}>
            <Wordmark />
          </Link>
          <button type="button" className="button quiet icon only-phone" aria-label={strings.close} onClick={close}>
            <X size={16} />
          </button>
        </div>
        <button
          type="button"
          className="button new-question"
          onClick={() => {
            close();
            navigate('/');
          }}
        >
          <Plus size={15} /> {strings.nav.new}
        </button>
        <label className="sidebar-search">
          <Search size={14} />
          <span className="hidden-text">{strings.nav.search}</span>
          <input
            type="search"
            placeholder={strings.nav.search}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </label>
        <SessionList search={search} />
        <ul className="sidebar-nav">
          <NavItem href="/data" path={path} icon={<Database size={15} />} label={strings.nav.data} />
          <NavItem href="/explore" path={path} icon={<Compass size={15} />} label={strings.nav.explorations} />
          <NavItem href="/boards" path={path} icon={<BookMarked size={15} />} label={strings.nav.boards} />
          <NavItem href="/settings" path={path} icon={<Settings2 size={15} />} label={strings.nav.settings} />
        </ul>
      </nav>
    </>
  );
}

interface NavItemProps {
  href: string;
  path: string;
  icon: React.ReactNode;
  label: string;
}

function NavItem({ href, path, icon, label }: NavItemProps) {
  return (
    <li>
      <Link href={href} className="side-link" aria-current={path.startsWith(href) ? 'page' : undefined} onClick={() => menuOpen.set(false)}>
        {icon}
        {label}
      </Link>
    </li>
  );
}

const DAYS: Day[] = ['today', 'yesterday', 'week', 'earlier'];

function SessionList({ search }: { search: string }) {
  const wanted = useDeferredValue(search.trim());
  const sessions = useSessions(wanted);
  const list = (sessions.data ?? []).filter((session) => session.message_count > 0);
  if (sessions.isPending) return <div className="sessions" aria-busy="true" />;
  if (list.length === 0)
    return <p className="sessions small soft sessions-none">{wanted ? strings.nav.nothing(wanted) : strings.nav.none}</p>;
  return (
    <div className="sessions" role="region" tabIndex={0} aria-label={strings.nav.sessions}>
      {DAYS.map((name) => {
        const of = list.filter((session) => day(session.last_activity) === name);
        if (of.length === 0) return null;
        return (
          <section key={name}>
            <h2 className="sessions-day">{strings.nav.days[name]}</h2>
            <ul>
              {of.map((session) => (
                <SessionItem key={session.session_id} session={session} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function SessionItem({ session }: { session: Session }) {
  const [path, navigate] = useLocation();
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const href = `/s/${session.session_id}`;
  const current = path === href;
  const own = `/api/v1/chat/sessions/${encodeURIComponent(session.session_id)}`;
  const changed = () => queryClient.invalidateQueries({ queryKey: ['sessions'] });

  const rename = async (title: string) => {
    setRenaming(false);
    if (!title.trim() || title === session.title) return;
    await json('PATCH', own, { title: title.trim() }).catch((problem: Error) => toast(problem.message));
    await Promise.all([changed(), queryClient.invalidateQueries({ queryKey: keys.session(session.session_id) })]);
  };
  const remove = async () => {
    await json('DELETE', own).catch((problem: Error) => toast(problem.message));
    if (current) navigate('/');
    queryClient.removeQueries({ queryKey: keys.session(session.session_id) });
    toast(strings.nav.deleted);
    await changed();
  };
  const share = async () => {
    try {
      const { token } = await json<{ token: string }>('POST', `${own}/share`);
      await copy(`${location.origin}/shared/${token}`, strings.nav.shared);
    } catch (problem) {
      toast((problem as Error).message);
    }
  };

  if (renaming)
    return (
      <li className="session">
        <input
          className="field"
          autoFocus
          defaultValue={session.title}
          aria-label={strings.rename}
          onFocus={(event) => event.target.select()}
          onBlur={(event) => void rename(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
            if (event.key === 'Escape') setRenaming(false);
          }}
        />
      </li>
    );
  return (
    <li className="session">
      <Link
        href={href}
        className="side-link ellipsis"
        aria-current={current ? 'page' : undefined}
        title={session.title}
        onClick={() => menuOpen.set(false)}
        onDoubleClick={() => setRenaming(true)}
      >
        {session.title}
      </Link>
      <Menu
        label={strings.nav.actions(session.title)}
        className="button quiet small icon"
        side="right"
        groups={[
          {
            items: [
              { label: strings.rename, icon: <Pencil size={14} />, onSelect: () => setRenaming(true) },
              { label: strings.nav.share, icon: <Link2 size={14} />, onSelect: () => void share() },
              { label: strings.remove, icon: <Trash2 size={14} />, danger: true, onSelect: () => setDeleting(true) },
            ],
          },
        ]}
      >
        <Ellipsis size={15} />
      </Menu>
      {deleting && (
        <Confirm
          question={strings.nav.confirmDelete}
          action={strings.remove}
          onConfirm={() => void remove()}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  );
}
