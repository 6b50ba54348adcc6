// What a question is about: a database of the server or a dataset of the person's own, and the client whose rows count.
import { useClients, useDatasets, useSettings, useSources } from '../api/queries';
import type { ClientId, Clients, Session } from '../api/types';
import { prefer, usePreferences, type Target } from '../preferences';
import { strings } from '../strings';

export interface Chosen {
  target: Target | null;
  name: string;
  client: ClientId | null;
  clients: Clients | null;
  /** The key is bound to the client: there is no other to choose. */
  bound: boolean;
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
  const found = useClients(source);
  const clients = found.data ?? null;
  const own = useSettings().data?.caller?.client_id ?? null;
  // What it is called is known a moment later; until then, and of a dataset, the server knows whose rows count.
  const bound = own !== null && source !== undefined && !found.isPending;
  let client: ClientId | null = null;
  if (bound) client = own;
  else if (session) client = session.client_id ?? null;
  else if (clients) client = preferences.client;
  const file = target && 'dataset_id' in target ? files.find((item) => item.dataset_id === target.dataset_id) : undefined;
  const name = file?.name ?? (target && 'source' in target ? target.source : '');
  return { target, name, client, clients, bound, loading: sources.isPending || datasets.isPending };
}

/** What people call the client; its id where nobody said. */
export function clientName({ client, clients }: Chosen): string {
  const known = clients?.items.find((item) => item.id === String(client));
  return known?.label ?? (client === null ? strings.top.allClients : String(client));
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
