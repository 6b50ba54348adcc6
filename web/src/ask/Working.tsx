// One line that changes while an answer is made, over a thin rail of the stages. Invisible for its first 300 ms.
import { useEffect, useState } from 'react';
import { useSettings } from '../api/queries';
import { strings } from '../strings';
import { seconds } from '../text/format';
import type { TurnView } from '../turn/events';
import { Words } from '../ui/Words';

const RAIL = ['understanding', 'searching', 'planning', 'generating', 'executing', 'explaining'];

interface Props {
  view: TurnView | null;
  away: boolean;
  onSteps: (() => void) | null;
}

export function Working({ view, away, onSteps }: Props) {
  const most = useSettings().data?.limits.max_iterations ?? 3;
  const status = view?.status ?? 'understanding';
  const at = RAIL.indexOf(status === 'correcting' ? 'generating' : status);
  const failed = view?.attempts.findLast((attempt) => attempt.error !== null) ?? null;
  const attempt = view?.attempts.at(-1)?.number ?? 1;
  const retrying = failed !== null && status !== 'explaining';
  const thinking = view?.steps.findLast((step) => step.kind === 'thinking');
  return (
    <div className="working" role="status">
      <div className="rail" aria-hidden="true">
        {RAIL.map((stage, index) => (
          <i key={stage} className={index < at ? 'past' : index === at ? 'now' : ''} />
        ))}
      </div>
      <p className="working-line">
        <span>{away ? strings.work.away : (strings.work.status[status] ?? status)}</span>
        {retrying && (
          <span className="working-retry">
            <Words
              text={[failed.error?.message.replace(/\.$/, ''), strings.work.attempt(failed.number === attempt ? attempt + 1 : attempt, most)]
                .filter(Boolean)
                .join(' · ')}
            />
          </span>
        )}
        <Clock />
        {onSteps && (
          <button type="button" className="button quiet small" onClick={onSteps}>
            {strings.work.steps}
          </button>
        )}
      </p>
      {thinking?.kind === 'thinking' && <p className="small soft working-thought">{thinking.text.slice(-220)}</p>}
    </div>
  );
}

function Clock() {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const start = performance.now();
    const timer = setInterval(() => setPassed((performance.now() - start) / 1000), 100);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="soft clock" aria-hidden="true">
      {passed >= 1 ? seconds(passed) : ''}
    </span>
  );
}
