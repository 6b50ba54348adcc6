import { strings } from '../strings';
import type { MenuItem } from '../ui/Menu';
import { saveFrom } from '../ui/saving';

const FORMATS = ['csv', 'xlsx', 'json', 'markdown', 'parquet'] as const;

/** The whole result as a file, made by the server from the rows that it keeps. */
export function exportItems(queryId: string): MenuItem[] {
  const base = `/api/v1/ask/${encodeURIComponent(queryId)}/export?format=`;
  return FORMATS.map((format) => ({ label: strings.exports[format], onSelect: () => void saveFrom(base + format, `answer.${format}`) }));
}
