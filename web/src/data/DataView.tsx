// Everything that can be asked about: databases of the server, files of the person's own.
import { Database, FileSpreadsheet, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { ApiError, json } from '../api/client';
import { keys, queryClient, useDatasets, useSettings, useSources } from '../api/queries';
import { Topbar } from '../shell/Topbar';
import { strings } from '../strings';
import { ago, bytes } from '../text/format';
import { Dialog } from '../ui/Dialog';
import { toast } from '../ui/toast';
import { UploadButton } from './UploadButton';

export default function DataView() {
  const sources = useSources();
  const datasets = useDatasets();
  const role = useSettings().data?.caller?.role;
  const [connecting, setConnecting] = useState(false);
  useEffect(() => void (document.title = `${strings.data.title} · ${strings.app}`), []);
  return (
    <>
      <Topbar>
        <h1 className="topbar-title">{strings.data.title}</h1>
      </Topbar>
      <main id="main" className="view" tabIndex={-1}>
        <div className="column view-body">
          <p className="soft">{strings.data.lead}</p>
          <section>
            <div className="section-head">
              <h2>{strings.data.files}</h2>
              {role !== 'viewer' && <UploadButton />}
            </div>
            {datasets.data?.length === 0 && <p className="drop-hint soft small">{strings.data.empty} {strings.data.dropHint}</p>}
            <ul className="list">
              {datasets.data?.map((file) => (
                <li key={file.dataset_id}>
                  <Link href={`/data/dataset/${file.dataset_id}`} className="list-item">
                    <FileSpreadsheet size={16} />
                    <span className="grow">
                      <span className="list-title">{file.name}</span>
                      <span className="small soft">
                        {[strings.tables(file.tables.length), bytes(file.bytes), ago(file.created_at)].join(' · ')}
                      </span>
                    </span>
                    {file.problems.length > 0 && <span className="tag care">{strings.data.problems}</span>}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
          <section>
            <div className="section-head">
              <h2>{strings.data.databases}</h2>
              {role === 'admin' && (
                <button type="button" className="button" onClick={() => setConnecting(true)}>
                  <Plus size={14} /> {strings.data.connect}
                </button>
              )}
            </div>
            <ul className="list">
              {sources.data?.map((source) => (
                <li key={source.name}>
                  <Link href={`/data/source/${encodeURIComponent(source.name)}`} className="list-item">
                    <Database size={16} />
                    <span className="grow">
                      <span className="list-title">{source.name}</span>
                      <span className="small soft">{[source.dialect, source.url].filter(Boolean).join(' · ')}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </main>
      {connecting && <Connect onClose={() => setConnecting(false)} />}
    </>
  );
}

function Connect({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<ApiError | null>(null);
  const connect = async () => {
    try {
      await json('POST', '/api/v1/sources', { name: name.trim(), url: url.trim() });
      await queryClient.invalidateQueries({ queryKey: keys.sources });
      toast(strings.data.connected(name.trim()));
      onClose();
    } catch (error) {
      setProblem(error as ApiError);
    }
  };
  return (
    <Dialog title={strings.data.connect} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          void connect();
        }}
      >
        <label className="small">
          {strings.data.connectName}
          <input className="field" required value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <label className="small">
          {strings.data.connectUrl}
          <input className="field mono" required value={url} onChange={(event) => setUrl(event.target.value)} />
        </label>
        <p className="small soft">{strings.data.connectHint}</p>
        {problem && (
          <p className="notice bad" role="alert">
            {problem.message} {problem.hint}
          </p>
        )}
        <div className="dialog-actions">
          <button className="button primary" disabled={!name.trim() || !url.trim()}>
            {strings.data.connect}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
