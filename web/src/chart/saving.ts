// Files made in the page.
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
