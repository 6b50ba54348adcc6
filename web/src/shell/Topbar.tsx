import { ChevronDown, Database, FileSpreadsheet, Menu as MenuIcon, Moon, PanelRight, Plus, Search, Sun, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useDatasets, useSources } from '../api/queries';
import { isDark, prefer, usePreferences, type Target } from '../preferences';
import { strings } from '../strings';
import { Menu, type MenuGroup } from '../ui/Menu';
import { modKey } from '../ui/shortcuts';
import { dialogs, inspector, menuOpen } from './panels';
import { chooseTarget, clientName, sameTarget, type Chosen } from './target';

interface Props {
  /** What stands at the left: the pickers of a conversation, or the title of a view. */
  children?: ReactNode;
  /** The view has something for the inspector. */
  inspects?: boolean;
}

export function Topbar({ children, inspects }: Props) {
  const { theme } = usePreferences();
  const panel = inspector.use();
  const dark = isDark(theme);
  return (
    <header className="topbar">
      <button type="button" className="button quiet icon only-phone" aria-label={strings.nav.open} onClick={() => menuOpen.set(true)}>
        <MenuIcon size={18} />
      </button>
      <div className="topbar-main">{children}</div>
      <button type="button" className="button quiet topbar-search" aria-label={`${strings.top.palette} ${modKey} K`} onClick={() => dialogs.set('palette')}>
        <Search size={15} />
        <kbd className="not-phone" aria-hidden="true">{modKey} K</kbd>
      </button>
      <button
        type="button"
        className="button quiet icon"
        aria-label={strings.top.theme}
        title={strings.palette.toggleTheme}
        onClick={() => prefer({ theme: dark ? 'light' : 'dark' })}
      >
        {dark ? <Sun size={16} /> : <Moon size={16} />}
      </button>
      {inspects && (
        <button
          type="button"
          className="button quiet icon"
          aria-label={strings.top.inspector}
          title={strings.top.inspector}
          aria-expanded={panel.open}
          onClick={() => inspector.set({ ...panel, open: !panel.open })}
        >
          <PanelRight size={16} />
        </button>
      )}
    </header>
  );
}

/** Chooses the data; in a conversation that has begun, another choice begins a new one. */
export function TargetPicker({ chosen, inSession }: { chosen: Chosen; inSession: boolean }) {
  const [, navigate] = useLocation();
  const sources = useSources().data ?? [];
  const datasets = useDatasets().data ?? [];
  const pick = (target: Target) => {
    if (sameTarget(target, chosen.target)) return;
    chooseTarget(target);
    if (inSession) navigate('/');
  };
  const groups: MenuGroup[] = [];
  if (sources.length > 0)
    groups.push({
      title: strings.top.sources,
      items: sources.map((source) => ({
        label: source.name,
        icon: <Database size={14} />,
        checked: sameTarget(chosen.target, { source: source.name }),
        onSelect: () => pick({ source: source.name }),
      })),
    });
  if (datasets.length > 0)
    groups.push({
      title: strings.top.datasets,
      items: datasets.map((file) => ({
        label: file.name,
        icon: <FileSpreadsheet size={14} />,
        checked: sameTarget(chosen.target, { dataset_id: file.dataset_id }),
        onSelect: () => pick({ dataset_id: file.dataset_id }),
      })),
    });
  groups.push({ items: [{ label: strings.top.addData, icon: <Plus size={14} />, onSelect: () => navigate('/data') }] });
  const isFile = chosen.target !== null && 'dataset_id' in chosen.target;
  return (
    <Menu label={`${strings.top.source}: ${chosen.name || strings.top.addData}`} className="button quiet picker" groups={groups}>
      {isFile ? <FileSpreadsheet size={15} /> : <Database size={15} />}
      <span className="ellipsis">{chosen.name || strings.top.addData}</span>
      <ChevronDown size={14} />
    </Menu>
  );
}

export function ClientPicker({ chosen, inSession }: { chosen: Chosen; inSession: boolean }) {
  const [, navigate] = useLocation();
  const name = clientName(chosen);
  if (chosen.bound)
    return (
      <span className="picker picker-fixed">
        <Users size={15} />
        <span className="hidden-text">{strings.top.client}:</span>
        <span className="ellipsis">{name}</span>
      </span>
    );
  if (!chosen.clients) return null;
  const pick = (client: string | number | null) => {
    prefer({ client });
    if (inSession) navigate('/');
  };
  const all = { label: strings.top.allClients, checked: chosen.client === null, onSelect: () => pick(null) };
  const each = chosen.clients.items.map((client) => ({
    label: client.label,
    checked: client.id === String(chosen.client),
    onSelect: () => pick(client.id),
  }));
  return (
    <Menu label={`${strings.top.client}: ${name}`} className="button quiet picker" groups={[{ items: [all, ...each] }]}>
      <Users size={15} />
      <span className="ellipsis">{name}</span>
      <ChevronDown size={14} />
    </Menu>
  );
}
