// What a part of an answer can do: ask something else, and about which data.
import { createContext, useContext } from 'react';
import type { ClientId } from '../api/types';
import type { Target } from '../preferences';

export interface Without {
  base: string;
  parts: string[];
}

interface Actions {
  /** Null where the conversation is only to be read. */
  ask: ((question: string, without?: Without) => void) | null;
  target: Target | null;
  client: ClientId | null;
}

export const TurnActions = createContext<Actions>({ ask: null, target: null, client: null });
export const useActions = () => useContext(TurnActions);
