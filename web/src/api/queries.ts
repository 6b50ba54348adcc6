// What the page reads from the server, with its cache keys in one place.
import { QueryClient, useQuery } from '@tanstack/react-query';
import { learn } from '../turn/store';
import { ApiError, json } from './client';
import type {
  Board,
  Clients,
  Conversation,
  Dataset,
  DatasetDetail,
  Exploration,
  ExplorationItem,
  Profile,
  Rows,
  Saved,
  Schema,
  Session,
  Settings,
  Source,
} from './types';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => error instanceof ApiError && error.status === 0 && failures < 20,
      retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 5_000),
      networkMode: 'always', // the server is mostly on this machine: the browser's idea of being online says nothing
    },
    mutations: { networkMode: 'always' },
  },
});

export const keys = {
  settings: ['settings'] as const,
  sources: ['sources'] as const,
  datasets: ['datasets'] as const,
  sessions: (search = '') => ['sessions', search] as const,
  session: (id: string) => ['session', id] as const,
  explorations: ['explorations'] as const,
  exploration: (id: string) => ['exploration', id] as const,
  saved: ['saved'] as const,
  boards: ['boards'] as const,
  board: (id: string) => ['board', id] as const,
};

const at = encodeURIComponent;

export const useSettings = () =>
  useQuery<Settings, ApiError>({ queryKey: keys.settings, queryFn: () => json('GET', '/api/v1/settings'), staleTime: 60_000 });

export const useSources = (enabled = true) =>
  useQuery<Source[], ApiError>({
    queryKey: keys.sources,
    queryFn: async () => (await json<{ sources: Source[] }>('GET', '/api/v1/sources')).sources,
    enabled,
    staleTime: 60_000,
  });

/** The clients of a source, null where it has none or the server does not list them. */
export const useClients = (source: Source | undefined) =>
  useQuery<Clients | null, ApiError>({
    queryKey: ['clients', source?.name],
    queryFn: async () => {
      if (source!.clients) return source!.clients;
      const found = await maybe<Clients>(`/api/v1/sources/${at(source!.name)}/clients`);
      return found && found.items.length > 0 ? found : null;
    },
    enabled: Boolean(source),
    staleTime: 300_000,
  });

export const useDatasets = (enabled = true) =>
  useQuery<Dataset[], ApiError>({
    queryKey: keys.datasets,
    queryFn: async () => (await json<{ datasets: Dataset[] }>('GET', '/api/v1/datasets')).datasets,
    enabled,
  });

export const useDataset = (id: string | null) =>
  useQuery<DatasetDetail, ApiError>({
    queryKey: ['dataset', id],
    queryFn: () => json('GET', `/api/v1/datasets/${at(id!)}`),
    enabled: id !== null,
    staleTime: 300_000,
  });

export const useSourceSchema = (name: string | null) =>
  useQuery<Schema, ApiError>({
    queryKey: ['schema', name],
    queryFn: () => json('GET', `/api/v1/sources/${at(name!)}/schema`),
    enabled: name !== null,
    staleTime: 300_000,
  });

export const usePreview = (dataset: string, table: string) =>
  useQuery<Rows, ApiError>({
    queryKey: ['preview', dataset, table],
    queryFn: async () =>
      (await json<{ results: Rows }>('GET', `/api/v1/datasets/${at(dataset)}/preview?table=${at(table)}&limit=100`)).results,
    staleTime: 300_000,
  });

export const useSamples = (path: string, enabled: boolean) =>
  useQuery<string[], ApiError>({
    queryKey: ['samples', path],
    queryFn: async () => (await json<{ questions: string[] }>('GET', `/api/v1/sample-questions${path}`)).questions,
    enabled,
    staleTime: 300_000,
  });

export const useSessions = (search: string, enabled = true) =>
  useQuery<Session[], ApiError>({
    queryKey: keys.sessions(search),
    queryFn: async () =>
      (await json<{ sessions: Session[] }>('GET', `/api/v1/chat/sessions?limit=200&search=${at(search)}`)).sessions,
    enabled,
    placeholderData: (before) => before,
  });

async function conversation(path: string): Promise<Conversation> {
  const found = await json<Conversation>('GET', path);
  found.turns.forEach(learn);
  return found;
}

export const useConversation = (id: string | null) =>
  useQuery<Conversation, ApiError>({
    queryKey: keys.session(id ?? ''),
    queryFn: () => conversation(`/api/v1/chat/sessions/${at(id!)}`),
    enabled: id !== null,
    staleTime: 5_000,
  });

export const useShared = (token: string) =>
  useQuery<Conversation, ApiError>({
    queryKey: ['shared', token],
    queryFn: () => conversation(`/api/v1/chat/shared/${at(token)}`),
  });

/** Null where this server does not have it. */
async function maybe<T>(path: string): Promise<T | null> {
  try {
    return await json<T>('GET', path);
  } catch (problem) {
    if (problem instanceof ApiError && problem.isMissing) return null;
    throw problem;
  }
}

export const useExplorations = (enabled = true) =>
  useQuery<ExplorationItem[] | null, ApiError>({
    queryKey: keys.explorations,
    queryFn: async () => (await maybe<{ explorations: ExplorationItem[] }>('/api/v1/explorations'))?.explorations ?? null,
    enabled,
  });

export const useExploration = (id: string) =>
  useQuery<Exploration, ApiError>({
    queryKey: keys.exploration(id),
    queryFn: () => json('GET', `/api/v1/explorations/${at(id)}`),
  });

export const useReport = (id: string, enabled: boolean) =>
  useQuery<string, ApiError>({
    queryKey: ['report', id],
    queryFn: async () => (await json<{ report: string }>('POST', '/api/report', { exploration_id: id })).report,
    enabled,
    staleTime: Infinity,
  });

const list = <T>(found: unknown, field: string): T[] =>
  Array.isArray(found) ? (found as T[]) : (((found as Record<string, unknown>)[field] ?? []) as T[]);

export const useSaved = (enabled = true) =>
  useQuery<Saved[] | null, ApiError>({
    queryKey: keys.saved,
    queryFn: async () => {
      const found = await maybe<unknown>('/api/v1/saved');
      return found === null ? null : list<Saved>(found, 'saved');
    },
    enabled,
  });

export const useBoards = (enabled = true) =>
  useQuery<Board[] | null, ApiError>({
    queryKey: keys.boards,
    queryFn: async () => {
      const found = await maybe<unknown>('/api/v1/saved/boards');
      return found === null ? null : list<Board>(found, 'boards');
    },
    enabled,
  });

export const useBoard = (id: string) =>
  useQuery<Board, ApiError>({ queryKey: keys.board(id), queryFn: () => json('GET', `/api/v1/saved/boards/${at(id)}`) });

export const useSharedBoard = (token: string) =>
  useQuery<Board, ApiError>({
    queryKey: ['shared board', token],
    queryFn: () => json('GET', `/api/v1/saved/shared/${at(token)}`),
  });

export const useProfile = (base: string, table: string, enabled: boolean) =>
  useQuery<Profile | null, ApiError>({
    queryKey: ['profile', base, table],
    queryFn: () => maybe<Profile>(`${base}/profile?table=${at(table)}`),
    enabled,
    staleTime: 300_000,
  });
