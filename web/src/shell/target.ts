// What a question is about: a database of the server or a dataset of the person's own, and the client whose rows count.
import { useClients, useDatasets, useSources } from '../api/queries';
import type { ClientId, Clients, Session } from '../api/types';
import { prefer, usePreferences, type Target } from '../preferences';

export interface Chosen {
  target: Target | null;
  name: string;
  client: ClientId | null;
  clients: Clients | null;
  loading: boolean;
}

export const sameTarget = (a: Target | null, b: Target | null): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The target of a session that exists, else what was chosen last, else the first source there is. */
export function useChosen(session: Session | null): Chosen {
  const preferences = usePreferences();
  const sources = useSources();
  const datasets = useDatasets();
  const names = sources.data ?? [];
  const files = datasets.data ?? [];
  const known = (target: Target | null): boolean =>
    target !== null &&
    ('source' in target
      ? names.some((source) => source.name === target.source)
      : files.some((file) => file.dataset_id === target.dataset_id));
  let target: Target | null;
  if (session) target = session.dataset_id ? { dataset_id: session.dataset_id } : { source: session.source };
  else if (known(preferences.target)) target = preferences.target;
  else if (names[0]) target = { source: names[0].name };
  else target = files[0] ? { dataset_id: files[0].dataset_id } : null;

  const source = target && 'source' in target ? names.find((item) => item.name === target.source) : undefined;
  const clients = useClients(source).data ?? null;
  const client = session ? (session.client_id ?? null) : clients ? preferences.client : null;
  const file = target && 'dataset_id' in target ? files.find((item) => item.dataset_id === target.dataset_id) : undefined;
  const name = file?.name ?? (target && 'source' in target ? target.source : '');
  return { target, name, client, clients, loading: sources.isPending || datasets.isPending };
}

export function chooseTarget(target: Target): void {
  prefer({ target });
}

export function targetQuery(target: Target | null, client: ClientId | null): string {
  const query = new URLSearchParams();
  if (target) for (const [name, value] of Object.entries(target)) query.set(name, String(value));
  if (client !== null) query.set('client_id', String(client));
  const text = query.toString();
  return text ? `?${text}` : '';
}
