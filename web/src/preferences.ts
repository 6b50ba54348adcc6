// What this browser remembers: theme, how to ask, what to ask about. Shared by all its tabs.
import type { AskMode, ClientId, HowToAsk, MindName } from './api/types';
import { createStore } from './ui/store';

export type Theme = 'system' | 'light' | 'dark';
/** A database of the server, or a dataset of the person's own. */
export type Target = { source: string } | { dataset_id: string };

export interface Preferences {
  theme: Theme;
  mode: AskMode | 'explore';
  mind: MindName;
  schemaOnly: boolean;
  maxRows: number | null;
  maxIterations: number | null;
  target: Target | null;
  client: ClientId | null;
}

const KEY = 'vouch.preferences';
const initial: Preferences = {
  theme: 'system',
  mode: 'full',
  mind: 'auto',
  schemaOnly: false,
  maxRows: null,
  maxIterations: null,
  target: null,
  client: null,
};

const current = createStore(read());

function read(): Preferences {
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>) };
  } catch {
    return initial; // storage is off, or holds something else: the defaults do
  }
}

function hold(preferences: Preferences): void {
  current.set(preferences);
  applyTheme(preferences.theme);
}

export function prefer(change: Partial<Preferences>): void {
  hold({ ...current.get(), ...change });
  try {
    localStorage.setItem(KEY, JSON.stringify(current.get()));
  } catch {
    // The choice holds until the tab is closed.
  }
}

export const usePreferences = current.use;

const darkSystem = () => matchMedia('(prefers-color-scheme: dark)');

export const isDark = (theme: Theme): boolean => theme === 'dark' || (theme === 'system' && darkSystem().matches);

function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = isDark(theme) ? 'dark' : 'light';
}

export function startPreferences(): void {
  applyTheme(current.get().theme);
  darkSystem().addEventListener('change', () => hold({ ...current.get() }));
  addEventListener('storage', (event) => event.key === KEY && hold(read()));
}

/** How a question is asked, as the server wants to hear it. */
export function howToAsk(preferences: Preferences): HowToAsk {
  const how: Record<string, unknown> = {};
  if (preferences.mode === 'fast' || preferences.mode === 'simple') how.mode = preferences.mode;
  if (preferences.mind !== 'auto') how.mind = preferences.mind;
  if (preferences.schemaOnly) how.schema_only = true;
  if (preferences.maxRows) how.max_rows = preferences.maxRows;
  if (preferences.maxIterations) how.max_iterations = preferences.maxIterations;
  return how as HowToAsk;
}
