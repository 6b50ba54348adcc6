// Files for the person: made in the page, or by the server.
import { request } from '../api/client';
import { toast } from './toast';

const nameOf = (title: string, ending: string) =>
  `${title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '').toLowerCase() || 'chart'}.${ending}`;

export function saveUrl(url: string, title: string, ending: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = nameOf(title, ending);
  link.click();
}

export function saveText(text: string, title: string, ending: string): void {
  const types: Record<string, string> = { svg: 'image/svg+xml', csv: 'text/csv', md: 'text/markdown' };
  const url = URL.createObjectURL(new Blob([text], { type: types[ending] ?? 'text/plain' }));
  saveUrl(url, title, ending);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A file that the server makes. It is fetched first, so that a refusal can be told in words. */
export async function saveFrom(path: string, fallback: string): Promise<void> {
  try {
    const response = await request(path);
    const named = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = url;
    link.download = named ?? fallback;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  } catch (problem) {
    toast((problem as Error).message);
  }
}
