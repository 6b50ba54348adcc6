// Names for the shapes of the API, and the shapes that the description of the server does not have yet.
import type { components } from './schema';

type S = components['schemas'];

export type Status = S['Status'];
export type Row = Record<string, unknown>;
export type Rows = Omit<S['RowsShape'], 'data'> & { data: Row[] };
export type Check = S['Check'] & { fixes?: Fix[] };
export type Attempt = S['Attempt'];
export type Clarification = S['Clarification'];
export type Sentence = S['Sentence'];
export type Figure = S['Figure'];
export type ToolCall = S['ToolCall'];
export type Session = S['SessionShape'];
export type Settings = S['PublicSettings'];
export type Schema = S['SchemaShape'];
export type Table = S['TableShape'];
export type Column = S['ColumnShape'];
export type Dataset = S['DatasetShape'];
export type DatasetDetail = S['DatasetDetail'];
export type Uploaded = S['UploadReply'];
export type HowToAsk = S['HowToAsk'];
export type MindName = S['MindName'];
export type AskMode = S['AskMode'];
export type SqlReply = Omit<S['SqlReply'], 'checks' | 'results'> & { checks: Check[]; results: Rows };
export type KeyShape = S['KeyShape'];
export type ClientId = number | string;

export interface Source {
  name: string;
  dialect: string;
  url?: string | null;
  clients?: Clients | null;
}

/** The tenants of a source, where it has any. */
export interface Clients {
  column: string;
  items: { id: ClientId; label: string }[];
}

/** What a warning offers to do about itself. */
export interface Fix {
  label: string;
  question?: string | null;
  sql?: string | null;
}

/** A part of how the question was read, in words, that can be taken out. */
export interface ContextPart {
  id: string;
  kind: string;
  label: string;
}

export interface Chart {
  id: string;
  chartType: string;
  title: string;
  subtitle?: string | null;
  description?: string | null;
  spec: Record<string, unknown>;
  sqlQuery?: string | null;
}

export interface Problem {
  code: string;
  message: string;
  hint: string;
  suggestions?: string[];
}

/** An ask as far as it has come; what is not there yet is left out. */
export type Answer = Omit<S['AskResult'], 'checks' | 'error' | 'results'> & {
  results?: Rows | null;
  checks?: Check[];
  error?: Problem | null;
  chart?: Chart | null;
  context?: ContextPart[];
  follow_ups?: string[];
  started_at?: string;
};

export type Conversation = Omit<S['Conversation'], 'turns'> & { turns: Answer[] };

export interface Verdict {
  status: 'holds' | 'weak' | 'misleading';
  reason: string;
  sample_size?: number | null;
  p_value?: number | null;
  p_adjusted?: number | null;
  effect?: { name: string; value: number; size: string } | null;
  checks?: { name: string; passed: boolean; message: string }[];
}

export interface Finding {
  id: string;
  kind: string;
  claim: string;
  figures?: { text: string; value: number }[];
  sql?: string | null;
  chart?: string | null;
  verdict: Verdict;
}

export interface ExecutedQuery {
  query: string;
  reason: string;
  result?: { columns: string[]; rows: Record<string, unknown>[] } | null;
  row_count?: number | null;
  durationMs?: number | null;
}

export type ExplorationStatus = 'running' | 'exploration_complete' | 'error' | 'stopped';

export interface Exploration {
  exploration_id: string;
  session_id?: string | null;
  question: string;
  status: ExplorationStatus;
  source?: string | null;
  dataset_id?: string | null;
  summary?: string | null;
  insights?: string[];
  executedQueries?: ExecutedQuery[];
  charts?: Chart[];
  findings?: Finding[];
  metadata?: {
    stepCount?: number;
    tokensUsed?: number;
    durationMs?: number;
    costUsd?: number;
    mind?: string;
    rowCount?: number;
  } | null;
  error?: Problem | null;
}

export interface ExplorationItem {
  exploration_id: string;
  question: string;
  status: ExplorationStatus;
  created_at: string;
  source?: string | null;
}

export interface Saved {
  id: string;
  title: string;
  question: string;
  sql?: string | null;
  source?: string | null;
  created_at?: string;
  refreshed_at?: string | null;
  results?: Rows | null;
  chart?: Chart | null;
  explanation?: string | null;
  error?: Problem | string | null;
}

export interface Board {
  id: string;
  title: string;
  items?: (string | Saved)[];
  refresh_minutes?: number | null;
  created_at?: string;
}

export interface ColumnProfile {
  name: string;
  type: string;
  count?: number;
  nulls?: number;
  distinct?: number;
  min?: unknown;
  max?: unknown;
  mean?: number | null;
  median?: number | null;
  mode?: unknown;
  q1?: number | null;
  q3?: number | null;
  stddev?: number | null;
  histogram?: { from: unknown; to: unknown; count: number }[] | null;
  top?: { value: unknown; count: number }[] | null;
  outliers?: { low?: number; high?: number; count: number } | null;
  flags?: string[];
}

export interface Profile {
  table: string;
  row_count: number;
  duplicate_rows?: number | null;
  columns: ColumnProfile[];
  correlations?: { a: string; b: string; r: number }[];
  missing_together?: { a: string; b: string; share: number }[];
}
