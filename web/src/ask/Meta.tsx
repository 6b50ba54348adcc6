import type { Answer } from '../api/types';
import { strings } from '../strings';
import { ago, dateTime, money, seconds } from '../text/format';
import type { AttemptView } from '../turn/events';

/** Which mind, how sure, how long, how dear: one quiet line. */
export function Meta({ answer, attempts }: { answer: Answer; attempts: AttemptView[] }) {
  const usage = answer.usage;
  const models = Object.values((usage?.stages ?? {}) as Record<string, { model?: string }>).map((stage) => stage.model);
  const minds = Object.values((usage?.minds ?? {}) as Record<string, string>);
  const names = [...new Set(models.filter((name): name is string => Boolean(name)))];
  if (names.length === 0 || minds.includes('builtin')) names.push(strings.answer.builtin);
  const tokens = (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0);
  const failures = attempts.filter((attempt) => attempt.error !== null);
  return (
    <p className="meta small soft">
      {answer.confidence && (
        <span className={`confidence ${answer.confidence}`} title={strings.answer.confidenceHints[answer.confidence]}>
          {strings.answer.confidence[answer.confidence]}
        </span>
      )}
      {failures.length > 0 && (
        <span title={failures.map((attempt) => attempt.error?.message).join('\n')}>{strings.answer.corrected(failures.length)}</span>
      )}
      <span>{names.join(', ')}</span>
      {answer.started_at && Date.now() - Date.parse(answer.started_at) > 60_000 && <span title={dateTime(answer.started_at)}>{ago(answer.started_at)}</span>}
      {answer.timings && <span>{seconds(answer.timings.total_time)}</span>}
      {answer.cached && <span>{strings.answer.cached}</span>}
      {tokens > 0 && <span>{strings.answer.tokens(tokens)}</span>}
      {(usage?.cost_usd ?? 0) > 0 && <span>{money(usage!.cost_usd!)}</span>}
    </p>
  );
}
