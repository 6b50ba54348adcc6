// Commands that keys and the palette give, and whichever view is open carries out.
import { useEffect, useRef } from 'react';

export interface Commands {
  ask: string;
  sql: void;
  exports: void;
  focus: void;
  stop: void;
  upload: File[];
}

type Name = keyof Commands;
const handlers = new Map<Name, Set<(payload: never) => void>>();

export function give<N extends Name>(name: N, payload: Commands[N]): boolean {
  const found = handlers.get(name);
  found?.forEach((handler) => (handler as (payload: Commands[N]) => void)(payload));
  return Boolean(found?.size);
}

export function useCommand<N extends Name>(name: N, handler: (payload: Commands[N]) => void): void {
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    const entry = (payload: Commands[N]) => latest.current(payload);
    const known = handlers.get(name) ?? new Set();
    handlers.set(name, known.add(entry as (payload: never) => void));
    return () => void known.delete(entry as (payload: never) => void);
  }, [name]);
}
