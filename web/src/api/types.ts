// Names for the shapes of the API. Made from its description; where the description says less than the page knows (a row, a
// chart's spec), or a field is newer than some servers, it is said here.
import type { Choice } from '../chart/build';
import type { components } from './schema';

type S = components['schemas'];

export type Status = S['Status'];
export type Row = Record<string, unknown>;
export type Rows = Omit<S['RowsShape'], 'data'> & { data: Row[] };
export type Check = S['Check'];
export type Fix = S['Fix'];
export type ContextPart = S['ContextPart'];
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
export type DatasetDetail = S['DatasetDetail'] & { loaded?: S['LoadedShape'][] };
export type Uploaded = S['UploadReply'];
export type HowToAsk = S['HowToAsk'];
export type MindName = S['MindName'];
export type AskMode = S['AskMode'];
export type SqlReply = Omit<S['SqlReply'], 'results'> & { results: Rows };
export type KeyShape = S['KeyShape'];
export type ClientId = number | string;
export type Source = S['SourceShape'];
export type Clients = S['ClientList'];
export type Problem = S['ErrorDetail'];
export type Chart = Omit<S['Chart'], 'spec'> & { spec: Record<string, unknown> };

/** An ask as far as it has come; what is not there yet is left out. */
export type Answer = Omit<S['AskResult'], 'results' | 'chart'> & { results?: Rows | null; chart?: Chart | null };

export type Conversation = Omit<S['Conversation'], 'turns'> & { turns: Answer[] };

export type Verdict = S['Verdict'];
export type Finding = S['Finding'];
export type ExplorationStatus = S['ExploreStatus'];
export type Exploration = Omit<S['ExploreResult'], 'charts'> & { charts: Chart[] };
export type ExplorationItem = S['ExplorationLine'];

type WithRows<T> = Omit<T, 'results' | 'chart' | 'by_hand'> & { results: Rows; chart?: Chart | null; by_hand?: Choice | null };
export type SavedItem = S['SavedShape'];
export type Saved = WithRows<S['SavedDetail']>;
export type SharedItem = WithRows<S['SharedItem']>;
export type BoardItem = S['BoardShape'];
export type Board = Omit<S['BoardDetail'], 'items'> & { items: Saved[] };
export type SharedBoard = Omit<S['SharedBoard'], 'items'> & { items: SharedItem[] };

export type Profile = S['TableProfile'];
export type ColumnProfile = S['ColumnProfile'];
