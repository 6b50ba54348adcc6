import { ChevronRight, CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { SqlText } from '../ask/SqlPanel';
import { strings } from '../strings';
import { seconds } from '../text/format';
import type { Activity, ExplorationView } from './events';

interface Props {
  view: ExplorationView;
  away: boolean;
  open: boolean;
  onToggle: () => void;
}

/** The feed while it runs; one line that opens it afterwards. */
export function ActivityFeed({ view, away, open, onToggle }: Props) {
  const running = view.status === 'running';
  const steps = view.activity.filter((item) => item.kind === 'step');
  const last = steps.at(-1);
  return (
    <section className="card feed" aria-label={strings.explore.activity}>
      <button type="button" className="feed-head" aria-expanded={open} onClick={onToggle}>
        {running ? <LoaderCircle size={15} className="spins" /> : <CircleCheck size={15} className="good" />}
        <span className="grow ellipsis" role="status">
          {away
            ? strings.work.away
            : running
              ? last?.kind === 'step'
                ? `${strings.explore.step(last.number)}: ${last.reason || last.tool}`
                : strings.explore.running
              : `${strings.explore.activity}: ${strings.explore.queries(steps.filter((step) => step.sql).length)}, ${strings.explore.charts(view.charts.length)}`}
        </span>
        <ChevronRight size={14} className={`turns-right ${open ? 'open' : ''}`} />
      </button>
      {open && (
        <ol className="feed-list">
          {view.activity.map((item, index) => (
            <FeedItem key={index} item={item} />
          ))}
        </ol>
      )}
    </section>
  );
}

function FeedItem({ item }: { item: Activity }) {
  if (item.kind === 'thinking') return <li className="feed-thought small soft">{item.text}</li>;
  const { outcome } = item;
  return (
    <li className="feed-step small">
      {outcome === null ? (
        <LoaderCircle size={14} className="spins" />
      ) : outcome.success ? (
        <CircleCheck size={14} className="good" />
      ) : (
        <CircleX size={14} className="bad" />
      )}
      <div className="grow">
        <p className="row">
          <span className="grow">{item.reason || item.tool}</span>
          {outcome && (
            <span className="soft">
              {[outcome.success && outcome.text ? strings.rows(Number(outcome.text)) : '', outcome.millis ? seconds(outcome.millis / 1000) : '']
                .filter(Boolean)
                .join(' · ')}
            </span>
          )}
        </p>
        {outcome && !outcome.success && <p className="feed-problem">{outcome.text}</p>}
        {item.sql && (
          <details>
            <summary>{strings.answer.sql}</summary>
            <SqlText sql={item.sql} />
          </details>
        )}
      </div>
    </li>
  );
}
