// Uploads that run or ended badly, wherever on the page they were begun. XMLHttpRequest, because fetch tells no progress.
import { keys, queryClient } from '../api/queries';
import type { Uploaded } from '../api/types';
import { createStore } from '../ui/store';

export interface Upload {
  id: number;
  name: string;
  /** 0 to 1 while it is sent; 1 while the server reads it. */
  sent: number;
  problem: { message: string; hint: string } | null;
}

export const uploads = createStore<Upload[]>([]);
let next = 1;

function change(id: number, changed: Partial<Upload> | null): void {
  const list = uploads.get();
  uploads.set(changed === null ? list.filter((item) => item.id !== id) : list.map((item) => (item.id === id ? { ...item, ...changed } : item)));
}

export const dismiss = (id: number) => change(id, null);

/** One file keeps its name; several are named after the first three, without their endings. */
function nameOf(files: File[]): string {
  if (files.length === 1) return files[0]!.name;
  const names = files.slice(0, 3).map((file) => file.name.replace(/\.\w+$/, ''));
  return `${names.join(', ')}${files.length > 3 ? ' …' : ''}`;
}

/** Files that are dropped together are one dataset of several tables. */
export function upload(files: File[], limit: number | null, tooLarge: (limit: number) => string): Promise<Uploaded | null> {
  const id = next++;
  const name = nameOf(files);
  uploads.set([...uploads.get(), { id, name, sent: 0, problem: null }]);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (limit !== null && size > limit) {
    change(id, { problem: { message: tooLarge(limit), hint: '' } });
    return Promise.resolve(null);
  }
  const form = new FormData();
  form.append('name', name);
  for (const file of files) form.append('file', file, file.name);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', '/api/v1/datasets');
    request.responseType = 'json';
    request.upload.onprogress = (event) => change(id, { sent: event.lengthComputable ? event.loaded / event.total : 0.5 });
    request.upload.onload = () => change(id, { sent: 1 });
    const fail = (message: string, hint = '') => {
      change(id, { problem: { message, hint } });
      resolve(null);
    };
    request.onerror = () => fail('The connection broke while the file was sent.');
    request.onload = () => {
      if (request.status === 201) {
        change(id, null);
        void queryClient.invalidateQueries({ queryKey: keys.datasets });
        resolve(request.response as Uploaded);
        return;
      }
      const error = (request.response as { error?: { message?: string; hint?: string } } | null)?.error;
      fail(error?.message ?? `The server answered ${request.status}.`, error?.hint ?? '');
    };
    request.send(form);
  });
}
