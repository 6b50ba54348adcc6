// What a part of an answer can do: ask something else, and about which data.
import { createContext, useContext } from 'react';
import type { ClientId } from '../api/types';
import type { Target } from '../preferences';

export interface AskOptions {
  /** The reading of that turn, without these parts of it. */
  edit?: { base: string; without: string[] };
  /** What was said before in the conversation is not looked at. */
  fresh?: boolean;
  maxRows?: number;
}

export type AskIt = (question: string, options?: AskOptions) => void;

interface Actions {
  /** Null where the conversation is only to be read. */
  ask: AskIt | null;
  target: Target | null;
  client: ClientId | null;
}

export const TurnActions = createContext<Actions>({ ask: null, target: null, client: null });
export const useActions = () => useContext(TurnActions);
