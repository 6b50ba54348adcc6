// An exploration: what it does, what it found and how well that holds, and the report if somebody wants one.
import { ArrowLeft, FileText, MessageSquare, RotateCcw, Square } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { json } from '../api/client';
import { useExploration } from '../api/queries';
import { ChartCard } from '../chart/ChartCard';
import { Topbar } from '../shell/Topbar';
import { strings } from '../strings';
import { money, seconds } from '../text/format';
import { Guarded } from '../ui/Guarded';
import { prefer } from '../preferences';
import { ActivityFeed } from './ActivityFeed';
import { FindingCard } from './FindingCard';
import { useExplorationView } from './useExplorationView';

const Report = lazy(() => import('./Report'));

export default function ExploreView({ id, report }: { id: string; report: boolean }) {
  const { view, away, problem } = useExplorationView(id);
  const stored = useExploration(id);
  const [, navigate] = useLocation();
  const [feedOpen, setFeedOpen] = useState<boolean | null>(null);
  const result = view.result ?? stored.data ?? null;
  const question = result?.question ?? '';
  const running = view.status === 'running';
  const stopped = view.status === 'stopped';
  const found = view.findings.length + view.charts.length > 0;
  const shown = new Set(view.findings.map((finding) => finding.chart));
  const others = view.charts.filter((chart) => !shown.has(chart.id));
  useEffect(() => void (document.title = `${question || strings.explore.title} · ${strings.app}`), [question]);

  const followUp = () => {
    prefer({ mode: 'full' });
    navigate(result?.session_id ? `/s/${result.session_id}` : '/');
  };
  if (problem?.isMissing)
    return (
      <>
        <Topbar />
        <main id="main" className="column empty" tabIndex={-1}>
          <h1>{strings.explore.missing}</h1>
          <Link href="/explore" className="button">
            {strings.explore.allExplorations}
          </Link>
        </main>
      </>
    );
  return (
    <>
      <Topbar>
        <Link href={report ? `/explore/${id}` : '/explore'} className="button quiet" aria-label={report ? strings.explore.back : strings.explore.allExplorations}>
          <ArrowLeft size={15} />
        </Link>
        <span className="topbar-title ellipsis">{report ? question : strings.explore.title}</span>
      </Topbar>
      <main id="main" className="view" tabIndex={-1}>
        {report ? (
          <Suspense fallback={<div className="column view-body"><div className="skeleton panel-skeleton" /></div>}>
            <Report id={id} charts={view.charts} />
          </Suspense>
        ) : (
          <div className="column view-body">
            <h1 className="explore-question">{question}</h1>
            {result?.client_id != null && <p className="small soft">{strings.explore.readOnly(result.client_id)}</p>}
            <ActivityFeed view={view} away={away} open={feedOpen ?? running} onToggle={() => setFeedOpen(!(feedOpen ?? running))} />
            {running ? (
              <div className="row">
                <button type="button" className="button" onClick={() => void json('POST', `/api/v1/explorations/${encodeURIComponent(id)}/stop`).catch(() => {})}>
                  <Square size={11} fill="currentColor" /> {strings.explore.stop}
                </button>
              </div>
            ) : (
              <div className="row wrap">
                {found && (
                  <Link href={`/explore/${id}/report`} className="button primary">
                    <FileText size={14} /> {strings.explore.report}
                  </Link>
                )}
                <button type="button" className="button" onClick={followUp}>
                  <MessageSquare size={14} /> {strings.explore.followup}
                </button>
                <Link href="/explore" className="button quiet">
                  <RotateCcw size={14} /> {strings.explore.over}
                </Link>
              </div>
            )}
            {stopped && <p className="notice">{found ? strings.explore.stopped : strings.explore.stoppedEarly}</p>}
            {result?.error && !stopped && (
              <p className="notice bad" role="alert">
                {result.error.message} {result.error.hint}
              </p>
            )}
            {result?.summary && (found || !stopped) && (
              <section aria-label={strings.explore.summary}>
                <p className="insight">{result.summary}</p>
              </section>
            )}
            {(view.findings.length > 0 || (!running && !stopped)) && (
              <section className="findings">
                <h2>{strings.explore.findings}</h2>
                {view.findings.length === 0 && <p className="soft">{strings.explore.noFindings}</p>}
                {view.findings.map((finding) => (
                  <FindingCard key={finding.id} finding={finding} chart={view.charts.find((chart) => chart.id === finding.chart) ?? null} />
                ))}
              </section>
            )}
            {others.map((chart) => (
              <div key={chart.id} className="card finding">
                <Guarded brief={strings.chart.failed}>
                  <ChartCard chart={chart} rows={null} />
                </Guarded>
              </div>
            ))}
            {result && result.dataQuality.length > 0 && (
              <section>
                <h2>{strings.explore.quality}</h2>
                <ul className="plain-list">
                  {result.dataQuality.map((note) => (
                    <li key={note}>{note}</li>
                  ))}
                </ul>
              </section>
            )}
            {result?.metadata && !running && (
              <p className="meta small soft">
                {[
                  strings.explore.queries(result.executedQueries.length),
                  result.metadata.mind === 'builtin' ? strings.answer.builtin : result.metadata.mind,
                  seconds(result.metadata.durationMs / 1000),
                  result.metadata.tokensUsed ? strings.answer.tokens(result.metadata.tokensUsed) : null,
                  result.metadata.costUsd ? money(result.metadata.costUsd) : null,
                ]
                  .filter(Boolean)
                  .map((text) => (
                    <span key={String(text)}>{text}</span>
                  ))}
              </p>
            )}
          </div>
        )}
      </main>
    </>
  );
}
