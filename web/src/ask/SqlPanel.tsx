// The statement that ran, to read, copy, change and run again. The editor is loaded when somebody wants to write.
import { Copy, Pencil, Play, RotateCcw } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
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

interface Props {
  sql: string;
  /** What ran instead, where a client's rows were to be kept apart. */
  executed: string | null;
  /** A statement to run instead, which somebody chose; each choice is a new object. */
  wanted: { sql: string } | null;
}

export function SqlPanel({ sql, executed, wanted }: Props) {
  const readable = useMemo(() => lines(sql), [sql]);
  const [draft, setDraft] = useState<string | null>(null);
  const { target, client } = useActions();
  const [reply, setReply] = useState<SqlReply | null>(null);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const mayRun = useSettings().data?.caller?.role !== 'viewer' && target !== null;
  const names = useNames(draft !== null);

  const run = async (statement: string | null) => {
    if (statement === null || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      setReply(await json<SqlReply>('POST', '/api/v1/sql', { sql: statement, ...target, ...(client === null ? {} : { client_id: client }) }));
    } catch (error) {
      setReply(null);
      setProblem(error as ApiError);
    }
    setBusy(false);
  };
  useEffect(() => {
    if (!wanted) return;
    const statement = lines(wanted.sql);
    setDraft(statement);
    void run(statement).then(() => panel.current?.lastElementChild?.scrollIntoView({ block: 'nearest' }));
  }, [wanted]);
  const reset = () => {
    setDraft(null);
    setReply(null);
    setProblem(null);
  };
  return (
    <div className="sql-panel" ref={panel}>
      {draft === null ? (
        <>
          <SqlText sql={readable} />
          {executed && (
            <details className="small">
              <summary>{strings.sql.executed}</summary>
              <SqlText sql={executed} />
            </details>
          )}
        </>
      ) : (
        <Suspense fallback={<SqlText sql={draft} />}>
          <SqlEditor value={draft} schema={names} onChange={setDraft} onRun={() => void run(draft)} />
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
            <button type="button" className="button primary small" disabled={busy} onClick={() => void run(draft)}>
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
