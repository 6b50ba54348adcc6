// ⌘K: everything that can be gone to or done, found by a few letters.
import { CornerDownLeft, Database, FileSpreadsheet, MessageSquare, SquareTerminal } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useDatasets, useSessions, useSources } from '../api/queries';
import { isDark, prefer, usePreferences } from '../preferences';
import { strings } from '../strings';
import { Dialog } from '../ui/Dialog';
import { withMod } from '../ui/shortcuts';
import { give } from './commands';
import { dialogs, inspector } from './panels';
import { chooseTarget } from './target';

interface Entry {
  group: string;
  label: string;
  icon: ReactNode;
  run: () => void;
}

/** Whether all letters of `wanted` occur in `text` in order; whole words count more. */
function fits(text: string, wanted: string): number {
  const where = text.toLowerCase();
  if (where.includes(wanted)) return where.startsWith(wanted) ? 3 : 2;
  let at = 0;
  for (const letter of wanted) {
    at = where.indexOf(letter, at) + 1;
    if (at === 0) return 0;
  }
  return 1;
}

export function Palette() {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const entries = useEntries();
  const wanted = text.trim().toLowerCase();
  const found = useMemo(() => {
    const ranked = entries
      .map((entry) => ({ entry, fit: wanted ? fits(entry.label, wanted) : 2 }))
      .filter(({ fit }) => fit > 0)
      .sort((a, b) => (wanted ? b.fit - a.fit : 0));
    return ranked.map(({ entry }) => entry).slice(0, 60);
  }, [entries, wanted]);
  const close = () => dialogs.set(null);
  const [, navigate] = useLocation();
  const ask: Entry[] = wanted
    ? [
        {
          group: '',
          label: strings.palette.askThis(text.trim()),
          icon: <CornerDownLeft size={15} />,
          run: () => {
            if (!give('ask', text.trim())) {
              navigate('/');
              setTimeout(() => give('ask', text.trim()), 50);
            }
          },
        },
      ]
    : [];
  const shown = [...found, ...ask];
  const choose = (entry: Entry | undefined) => {
    if (!entry) return;
    close();
    entry.run();
  };
  return (
    <Dialog title={strings.top.palette} onClose={close} className="palette" bare>
      <input
        className="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={shown[at] ? `palette-${at}` : undefined}
        aria-label={strings.top.palette}
        placeholder={strings.palette.placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt(Math.min(at + 1, shown.length - 1));
          else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
          else if (event.key === 'Enter') choose(shown[at]);
          else if (event.key === 'k' && withMod(event)) close();
          else return;
          event.preventDefault();
        }}
      />
      <ul id="palette-list" className="palette-list" role="listbox" aria-label={strings.top.palette}>
        {shown.length === 0 && <li className="small soft palette-none">{strings.palette.nothing}</li>}
        {shown.map((entry, index) => (
          <li
            key={index}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === at}
            ref={(node) => {
              if (index === at) node?.scrollIntoView({ block: 'nearest' });
            }}
            onPointerMove={() => setAt(index)}
            onClick={() => choose(entry)}
          >
            {entry.icon}
            <span className="grow ellipsis">{entry.label}</span>
            <span className="soft small">{entry.group}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function useEntries(): Entry[] {
  const [, navigate] = useLocation();
  const { theme } = usePreferences();
  const sessions = useSessions('').data;
  const sources = useSources().data;
  const datasets = useDatasets().data;
  return useMemo(() => {
    const command = (label: string, run: () => void): Entry => ({
      group: strings.palette.commands,
      label,
      run,
      icon: <SquareTerminal size={15} />,
    });
    const list: Entry[] = [
      command(strings.nav.new, () => navigate('/')),
      command(strings.palette.showSql, () => give('sql', undefined)),
      command(strings.palette.showExport, () => give('exports', undefined)),
      command(strings.palette.showInspector, () => inspector.set({ ...inspector.get(), open: !inspector.get().open })),
      command(strings.nav.data, () => navigate('/data')),
      command(strings.nav.explorations, () => navigate('/explore')),
      command(strings.nav.boards, () => navigate('/boards')),
      command(strings.nav.settings, () => navigate('/settings')),
      command(strings.palette.toggleTheme, () => prefer({ theme: isDark(theme) ? 'light' : 'dark' })),
      command(strings.palette.showKeys, () => dialogs.set('keys')),
    ];
    for (const source of sources ?? [])
      list.push({
        group: strings.palette.data,
        label: source.name,
        icon: <Database size={15} />,
        run: () => (chooseTarget({ source: source.name }), navigate('/')),
      });
    for (const file of datasets ?? [])
      list.push({
        group: strings.palette.data,
        label: file.name,
        icon: <FileSpreadsheet size={15} />,
        run: () => (chooseTarget({ dataset_id: file.dataset_id }), navigate('/')),
      });
    for (const session of sessions ?? [])
      if (session.message_count > 0)
        list.push({
          group: strings.palette.sessions,
          label: session.title,
          icon: <MessageSquare size={15} />,
          run: () => navigate(`/s/${session.session_id}`),
        });
    return list;
  }, [navigate, theme, sessions, sources, datasets]);
}
