// Short news at the foot of the page, read aloud, gone after a few seconds.
import { createStore } from './store';

interface Toast {
  id: number;
  text: string;
}

const toasts = createStore<Toast[]>([]);
let next = 1;

export function toast(text: string): void {
  const id = next++;
  toasts.set([...toasts.get().slice(-2), { id, text }]);
  setTimeout(() => toasts.set(toasts.get().filter((toast) => toast.id !== id)), 4_000);
}

export async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure origin the clipboard is closed to scripts; a hidden field still works.
    const field = document.createElement('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  toast(done);
}

export function Toasts() {
  const shown = toasts.use();
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className="toast">
          {toast.text}
        </div>
      ))}
    </div>
  );
}
