// Keys that work everywhere on the page.
import { useEffect, useRef } from 'react';

export type Shortcuts = Record<string, (event: KeyboardEvent) => void>;

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
export const modKey = isMac ? '⌘' : 'Ctrl';

export const withMod = (event: { metaKey: boolean; ctrlKey: boolean }) => (isMac ? event.metaKey : event.ctrlKey);

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** What a dialog covers does not hear keys either. */
const isCovered = () => document.querySelector('dialog:modal') !== null;

/** Names are like `mod+k`, `?`, `n`, `escape`; those without `mod` are not heard while somebody writes, Escape is. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isCovered()) return;
      const mod = withMod(event);
      const name = `${mod ? 'mod+' : ''}${event.key.toLowerCase()}`;
      const action = latest.current[name];
      if (!action || event.altKey || (!mod && name !== 'escape' && isTyping(event.target))) return;
      action(event);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
