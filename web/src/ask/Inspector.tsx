// Beside the answers, on demand: every step of one answer, and the tables it could stand on.
import { X } from 'lucide-react';
import { useDataset, useSourceSchema } from '../api/queries';
import { SchemaBrowser } from '../data/SchemaBrowser';
import type { Target } from '../preferences';
import { inspector, type InspectorState } from '../shell/panels';
import { strings } from '../strings';
import { Steps } from './Steps';

interface Props {
  target: Target | null;
  fallbackTurn: string | null;
}

export function Inspector({ target, fallbackTurn }: Props) {
  const panel = inspector.use();
  if (!panel.open) return null;
  const close = () => inspector.set({ ...panel, open: false });
  const tab = (name: InspectorState['tab'], label: string) => (
    <button
      type="button"
      role="tab"
      id={`inspector-tab-${name}`}
      aria-selected={panel.tab === name}
      aria-controls="inspector-body"
      onClick={() => inspector.set({ ...panel, tab: name })}
    >
      {label}
    </button>
  );
  const queryId = panel.queryId ?? fallbackTurn;
  return (
    <>
      <div className="scrim only-phone" onClick={close} />
      <aside className="inspector" aria-label={strings.top.inspector}>
        <div className="inspector-head">
          <div role="tablist" className="tabs" aria-label={strings.top.inspector}>
            {tab('steps', strings.inspector.steps)}
            {tab('schema', strings.inspector.schema)}
          </div>
          <button type="button" className="button quiet icon" aria-label={strings.close} onClick={close}>
            <X size={16} />
          </button>
        </div>
        <div className="inspector-body" id="inspector-body" role="tabpanel" tabIndex={0} aria-labelledby={`inspector-tab-${panel.tab}`}>
          {panel.tab === 'schema' ? (
            <TargetSchema target={target} />
          ) : queryId ? (
            <Steps key={queryId} queryId={queryId} />
          ) : (
            <p className="small soft">{strings.inspector.noTurn}</p>
          )}
        </div>
      </aside>
    </>
  );
}

function TargetSchema({ target }: { target: Target | null }) {
  const source = useSourceSchema(target && 'source' in target ? target.source : null);
  const dataset = useDataset(target && 'dataset_id' in target ? target.dataset_id : null);
  const schema = source.data ?? dataset.data?.schema;
  return schema ? <SchemaBrowser schema={schema} narrow /> : <p className="small soft">{strings.loading}</p>;
}
