// The statement that ran, to read, copy, change and run again. The editor is loaded when somebody wants to write.
import { Copy, Pencil, Play, RotateCcw } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ApiError, json } from '../api/client';
import { useDataset, useSettings, useSourceSchema } from '../api/queries';
import type { SqlReply } from '../api/types';
import { strings } from '../strings';
import { ResultTable } from '../table/ResultTable';
import { lines, tokens } from '../text/sql';
import { copy } from '../ui/toast';
import { useActions } from './actions';
import { Warnings } from './Checks';

const SqlEditor = lazy(() => import('./SqlEditor'));

export function SqlText({ sql }: { sql: string }) {
  const parts = useMemo(() => tokens(lines(sql)), [sql]);
  return (
    <pre className="sql" tabIndex={0}>
      <code>
        {parts.map((part, index) => (part.kind === 'space' || part.kind === 'mark' ? part.text : <span key={index} className={`sql-${part.kind}`}>{part.text}</span>))}
      </code>
    </pre>
  );
}

export function SqlPanel({ sql }: { sql: string }) {
  const readable = useMemo(() => lines(sql), [sql]);
  const [draft, setDraft] = useState<string | null>(null);
  const { target, client } = useActions();
  const [reply, setReply] = useState<SqlReply | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const mayRun = useSettings().data?.caller?.role !== 'viewer' && target !== null;
  const names = useNames(draft !== null);

  const run = async () => {
    if (draft === null || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      setReply(await json<SqlReply>('POST', '/api/v1/sql', { sql: draft, ...target, ...(client === null ? {} : { client_id: client }) }));
    } catch (error) {
      setReply(null);
      setProblem(error as ApiError);
    }
    setBusy(false);
  };
  const reset = () => {
    setDraft(null);
    setReply(null);
    setProblem(null);
  };
  return (
    <div className="sql-panel">
      {draft === null ? (
        <SqlText sql={readable} />
      ) : (
        <Suspense fallback={<SqlText sql={draft} />}>
          <SqlEditor value={draft} schema={names} onChange={setDraft} onRun={() => void run()} />
        </Suspense>
      )}
      <div className="row wrap sql-tools">
        <button type="button" className="button quiet small" onClick={() => void copy(draft ?? readable, strings.copied)}>
          <Copy size={13} /> {strings.sql.copy}
        </button>
        {mayRun && draft === null && (
          <button type="button" className="button quiet small" onClick={() => setDraft(readable)}>
            <Pencil size={13} /> {strings.sql.edit}
          </button>
        )}
        {draft !== null && (
          <>
            <button type="button" className="button primary small" disabled={busy} onClick={() => void run()}>
              <Play size={13} /> {busy ? strings.sql.running : strings.sql.run}
            </button>
            <button type="button" className="button quiet small" onClick={reset}>
              <RotateCcw size={13} /> {strings.sql.reset}
            </button>
            <span className="small soft">{strings.sql.hint}</span>
          </>
        )}
      </div>
      {problem && (
        <div className="notice bad" role="alert">
          <div>
            {problem.message}
            {problem.hint && <p>{problem.hint}</p>}
          </div>
        </div>
      )}
      {reply && (
        <div className="sql-reply">
          <p className="small">
            <span className="soft">{strings.answer.understood}:</span> {reply.restatement}
          </p>
          <Warnings checks={reply.checks} />
          <ResultTable rows={reply.results} label={strings.sql.yours} />
          <p className="small soft">{strings.rows(reply.results.row_count)}</p>
        </div>
      )}
    </div>
  );
}

/** Tables and their columns, for the editor to complete. */
function useNames(wanted: boolean): Record<string, string[]> {
  const { target } = useActions();
  const source = useSourceSchema(wanted && target && 'source' in target ? target.source : null);
  const dataset = useDataset(wanted && target && 'dataset_id' in target ? target.dataset_id : null);
  const schema = source.data ?? dataset.data?.schema;
  return useMemo(
    () => Object.fromEntries((schema?.tables ?? []).map((table) => [table.table_name, table.columns.map((column) => column.name)])),
    [schema],
  );
}
