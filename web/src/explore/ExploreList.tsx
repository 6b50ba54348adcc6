import { Compass } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { ApiError } from '../api/client';
import { useExplorations } from '../api/queries';
import { usePreferences } from '../preferences';
import { clientName, useChosen } from '../shell/target';
import { ClientPicker, TargetPicker, Topbar } from '../shell/Topbar';
import { strings } from '../strings';
import { ago } from '../text/format';
import { startExploration } from './starting';

export default function ExploreList() {
  const explorations = useExplorations();
  const [, navigate] = useLocation();
  const preferences = usePreferences();
  const chosen = useChosen(null);
  const [question, setQuestion] = useState('');
  const [problem, setProblem] = useState<ApiError | null>(null);
  useEffect(() => void (document.title = `${strings.explore.title} · ${strings.app}`), []);
  const start = async () => {
    try {
      const { target, client } = chosen;
      navigate(`/explore/${await startExploration({ question: question.trim(), target, client, preferences, sessionId: null })}`);
    } catch (error) {
      setProblem(error as ApiError);
    }
  };
  return (
    <>
      <Topbar>
        <TargetPicker chosen={chosen} inSession={false} />
        <ClientPicker chosen={chosen} inSession={false} />
      </Topbar>
      <main id="main" className="view" tabIndex={-1}>
        <div className="column view-body">
          <h1>{strings.explore.title}</h1>
          <p className="soft">{strings.explore.lead}</p>
          <form
            className="row explore-start"
            onSubmit={(event) => {
              event.preventDefault();
              if (question.trim()) void start();
            }}
          >
            <input
              className="field"
              value={question}
              aria-label={strings.ask.exploreLabel}
              placeholder={`${strings.ask.exploreLabel} ${strings.ask.explorePlaceholder}`}
              onChange={(event) => setQuestion(event.target.value)}
            />
            <button className="button primary" disabled={!question.trim()}>
              <Compass size={14} /> {strings.explore.start}
            </button>
          </form>
          {chosen.client !== null && <p className="small soft">{strings.explore.readsOnly(clientName(chosen))}</p>}
          {problem && (
            <p className="notice bad" role="alert">
              {problem.message} {problem.hint}
            </p>
          )}
          {explorations.data?.length === 0 && <p className="soft">{strings.explore.empty}</p>}
          <ul className="list">
            {explorations.data?.map((item) => (
              <li key={item.exploration_id}>
                <Link href={`/explore/${item.exploration_id}`} className="list-item">
                  <Compass size={16} />
                  <span className="grow">
                    <span className="list-title">{item.question}</span>
                    <span className="small soft">{[item.source, ago(item.created_at)].filter(Boolean).join(' · ')}</span>
                  </span>
                  <span className={`tag ${item.status === 'error' ? 'bad' : item.status === 'running' ? 'good' : ''}`}>
                    {strings.explore.statuses[item.status] ?? item.status}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </main>
    </>
  );
}
