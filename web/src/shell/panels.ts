// What is open beside the main column.
import { createStore } from '../ui/store';

export interface InspectorState {
  open: boolean;
  tab: 'steps' | 'schema';
  /** The turn whose steps are shown. */
  queryId: string | null;
}

export const inspector = createStore<InspectorState>({ open: false, tab: 'steps', queryId: null });
export const menuOpen = createStore(false);
export const dialogs = createStore<'palette' | 'keys' | null>(null);
/** The login ended while the page was open. */
export const loginEnded = createStore(false);
export const serverAway = createStore(false);

export function inspectSteps(queryId: string): void {
  inspector.set({ open: true, tab: 'steps', queryId });
}
