// What the page reads from the server, with its cache keys in one place.
import { QueryClient, useQuery } from '@tanstack/react-query';
import { learn } from '../turn/store';
import { ApiError, json } from './client';
import type {
  Answer,
  Board,
  BoardItem,
  Clients,
  Conversation,
  Dataset,
  DatasetDetail,
  Exploration,
  ExplorationItem,
  Profile,
  Rows,
  SavedItem,
  Schema,
  Session,
  Settings,
  SharedBoard,
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

/** The clients of a source, null where it has none. */
export const useClients = (source: Source | undefined) =>
  useQuery<Clients | null, ApiError>({
    queryKey: ['clients', source?.name],
    queryFn: async () => {
      const found = await json<Clients>('GET', `/api/v1/sources/${at(source!.name)}/clients`);
      return found.items.length > 0 ? found : null;
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

/** What may be asked next, by an answer with rows. */
export const useFollowUps = (answer: Answer) =>
  useQuery<string[], ApiError>({
    queryKey: ['follow-ups', answer.query_id],
    queryFn: async () => (await json<{ follow_ups: string[] }>('GET', `/api/v1/ask/${at(answer.query_id)}/follow_ups`)).follow_ups,
    enabled: answer.status === 'finished' && Boolean(answer.results),
    staleTime: Infinity,
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

export const useExplorations = (enabled = true) =>
  useQuery<ExplorationItem[], ApiError>({
    queryKey: keys.explorations,
    queryFn: async () => (await json<{ explorations: ExplorationItem[] }>('GET', '/api/v1/explorations')).explorations,
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

export const useSaved = (enabled = true) =>
  useQuery<SavedItem[], ApiError>({
    queryKey: keys.saved,
    queryFn: async () => (await json<{ saved: SavedItem[] }>('GET', '/api/v1/saved')).saved,
    enabled,
  });

export const useBoards = (enabled = true) =>
  useQuery<BoardItem[], ApiError>({
    queryKey: keys.boards,
    queryFn: async () => (await json<{ boards: BoardItem[] }>('GET', '/api/v1/saved/boards')).boards,
    enabled,
  });

export const useBoard = (id: string) =>
  useQuery<Board, ApiError>({ queryKey: keys.board(id), queryFn: () => json('GET', `/api/v1/saved/boards/${at(id)}`) });

export const useSharedBoard = (token: string) =>
  useQuery<SharedBoard, ApiError>({
    queryKey: ['shared board', token],
    queryFn: () => json('GET', `/api/v1/saved/shared/${at(token)}`),
  });

export const useProfile = (base: string, table: string, enabled: boolean) =>
  useQuery<Profile, ApiError>({
    queryKey: ['profile', base, table],
    queryFn: () => json('GET', `${base}/profile?table=${at(table)}`),
    enabled,
    staleTime: 300_000,
  });
