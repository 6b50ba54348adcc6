// One database or dataset: preview, schema with keys, profile, and what was wrong with the file.
import { ArrowLeft, MessageSquare, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { json } from '../api/client';
import { keys, queryClient, useDataset, usePreview, useSourceSchema } from '../api/queries';
import type { Schema } from '../api/types';
import type { Target } from '../preferences';
import { chooseTarget } from '../shell/target';
import { Topbar } from '../shell/Topbar';
import { strings } from '../strings';
import { ResultTable } from '../table/ResultTable';
import { Confirm } from '../ui/Dialog';
import { toast } from '../ui/toast';
import { Problems } from './Problems';
import { ProfileView } from './ProfileView';
import { SchemaBrowser } from './SchemaBrowser';

type Tab = 'preview' | 'schema' | 'profile';

export default function TargetView({ target }: { target: Target }) {
  const [, navigate] = useLocation();
  const datasetId = 'dataset_id' in target ? target.dataset_id : null;
  const source = useSourceSchema('source' in target ? target.source : null);
  const dataset = useDataset(datasetId);
  const [tab, setTab] = useState<Tab>(datasetId ? 'preview' : 'schema');
  const [deleting, setDeleting] = useState(false);
  const schema = source.data ?? dataset.data?.schema ?? null;
  const name = dataset.data?.name ?? ('source' in target ? target.source : '');
  const problem = source.error ?? dataset.error;
  useEffect(() => void (document.title = `${name} · ${strings.app}`), [name]);

  const remove = async () => {
    try {
      await json('DELETE', `/api/v1/datasets/${encodeURIComponent(datasetId!)}`);
      toast(strings.data.deleted(name));
      await queryClient.invalidateQueries({ queryKey: keys.datasets });
      navigate('/data');
    } catch (error) {
      toast((error as Error).message);
    }
  };
  const tabs: Tab[] = datasetId ? ['preview', 'schema', 'profile'] : ['schema', 'profile'];
  return (
    <>
      <Topbar>
        <Link href="/data" className="button quiet" aria-label={strings.data.back}>
          <ArrowLeft size={15} />
        </Link>
        <h1 className="topbar-title ellipsis">{name}</h1>
      </Topbar>
      <main id="main" className="view" tabIndex={-1}>
        <div className="column view-body wide">
          {problem ? (
            <div className="empty" role="alert">
              <h2>{problem.message}</h2>
              <p className="soft">{problem.hint}</p>
            </div>
          ) : (
            <>
              <div className="row wrap">
                <button
                  type="button"
                  className="button primary"
                  onClick={() => {
                    chooseTarget(target);
                    navigate('/');
                  }}
                >
                  <MessageSquare size={14} /> {strings.data.ask}
                </button>
                {datasetId && (
                  <button type="button" className="button danger" onClick={() => setDeleting(true)}>
                    <Trash2 size={14} /> {strings.remove}
                  </button>
                )}
                {schema && (
                  <span className="small soft">
                    {strings.tables(schema.tables.length)} · {schema.dialect}
                  </span>
                )}
              </div>
              {dataset.data && <Problems dataset={dataset.data} />}
              <div role="tablist" className="tabs ruled" aria-label={name}>
                {tabs.map((item) => (
                  <button
                    key={item}
                    type="button"
                    role="tab"
                    id={`tab-${item}`}
                    aria-selected={tab === item}
                    aria-controls="target-panel"
                    onClick={() => setTab(item)}
                  >
                    {strings.data[item]}
                  </button>
                ))}
              </div>
              <div id="target-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
                {!schema && <div className="skeleton panel-skeleton" />}
                {schema && tab === 'schema' && <SchemaBrowser schema={schema} />}
                {schema && tab === 'preview' && datasetId && <Previews schema={schema} datasetId={datasetId} />}
                {schema && tab === 'profile' && <ProfileView schema={schema} target={target} />}
              </div>
            </>
          )}
        </div>
      </main>
      {deleting && (
        <Confirm
          question={strings.data.confirmDelete(name)}
          action={strings.remove}
          onConfirm={() => void remove()}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}

function Previews({ schema, datasetId }: { schema: Schema; datasetId: string }) {
  return (
    <div className="previews">
      {schema.tables.slice(0, 12).map((table) => (
        <Preview key={table.table_name} datasetId={datasetId} table={table.table_name} rows={table.row_count ?? null} />
      ))}
    </div>
  );
}

function Preview({ datasetId, table, rows }: { datasetId: string; table: string; rows: number | null }) {
  const preview = usePreview(datasetId, table);
  return (
    <section>
      <h2 className="row section-title">
        <span className="mono">{table}</span>
        {rows !== null && <span className="small soft plain">{strings.rows(rows)}</span>}
      </h2>
      {preview.isPending && <div className="skeleton panel-skeleton" />}
      {preview.data && <ResultTable rows={preview.data} tools={false} tall={10} label={table} />}
      {preview.error && <p className="small soft">{preview.error.message}</p>}
    </section>
  );
}
