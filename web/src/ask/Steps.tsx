import { useEffect, type ReactNode } from 'react';
import type { ToolCall } from '../api/types';
import { strings } from '../strings';
import { money, seconds } from '../text/format';
import type { Step } from '../turn/events';
import { isFinal } from '../turn/events';
import { loadSteps, useTurn } from '../turn/store';
import { sentence, Words } from '../ui/Words';
import { SqlText } from './SqlPanel';

export function Steps({ queryId }: { queryId: string }) {
  const { view } = useTurn(queryId);
  const finished = isFinal(view.status);
  useEffect(() => {
    if (finished) loadSteps(queryId);
  }, [queryId, finished]);
  if (view.steps.length === 0) return <p className="small soft">{!finished ? strings.work.waiting : view.answer?.cached ? strings.inspector.remembered : strings.inspector.noSteps}</p>;
  const usage = view.answer?.usage?.stages as Record<string, { model: string; input_tokens: number; output_tokens: number; cost_usd: number }> | undefined;
  return (
    <>
      <ol className="steps">
        {view.steps.map((step, index) => (isIdle(step) ? null : <StepItem key={index} step={step} />))}
      </ol>
      {usage && Object.keys(usage).length > 0 && (
        <section className="steps-usage small">
          <h2 className="section-title">{strings.inspector.tokensOf}</h2>
          {Object.entries(usage).map(([stage, used]) => (
            <p key={stage} className="row">
              <span className="grow ellipsis">
                {stage} · {used.model}
              </span>
              <span className="soft">{strings.answer.tokens(used.input_tokens + used.output_tokens)}</span>
              {used.cost_usd > 0 && <span className="soft">{money(used.cost_usd)}</span>}
            </p>
          ))}
        </section>
      )}
    </>
  );
}

/** A stage that took no time worth a line. */
const isIdle = (step: Step) => step.kind === 'stage' && step.millis !== null && step.millis < 1;

function Item({ title, aside, children, bad }: { title: string; aside?: string; children?: ReactNode; bad?: boolean }) {
  return (
    <li className={`step ${bad ? 'bad' : ''}`}>
      <p className="step-title">
        <span className="grow">{title}</span>
        {aside && <span className="soft">{aside}</span>}
      </p>
      {children}
    </li>
  );
}

function StepItem({ step }: { step: Step }) {
  const t = strings.inspector;
  switch (step.kind) {
    case 'stage':
      return (
        <li className="step stage">
          <span>{t.stages[step.stage] ?? step.stage}</span>
          <span className="soft">{step.millis === null ? '…' : seconds(step.millis / 1000)}</span>
        </li>
      );
    case 'framed':
      return (
        <Item title={step.followup ? t.followup : t.framed}>
          <p className="soft">{step.standalone}</p>
        </Item>
      );
    case 'gathered':
      return (
        <Item title={t.gathered}>
          <p className="soft">{step.tables.slice(0, 12).join(', ')}</p>
        </Item>
      );
    case 'planned':
      return (
        <Item title={t.planned}>
          <ol className="step-plan">
            {step.steps.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </Item>
      );
    case 'drafted':
      return (
        <Item title={t.drafted(step.attempt)}>
          <SqlText sql={step.sql} />
        </Item>
      );
    case 'mended':
      return (
        <Item title={t.mended}>
          {step.notes.map((note) => (
            <p key={note} className="soft">
              {note}
            </p>
          ))}
        </Item>
      );
    case 'failed':
      return (
        <Item title={t.failed(step.attempt)} bad>
          <p>
            <Words text={step.message} />
          </p>
          {step.suggestion && (
            <p className="soft">
              <Words text={sentence(step.suggestion)} />
            </p>
          )}
        </Item>
      );
    case 'thinking':
      return (
        <Item title={t.thinking}>
          <p className="soft">{step.text}</p>
        </Item>
      );
    case 'tool':
      return <Tool call={step.call} />;
  }
}

function Tool({ call }: { call: ToolCall }) {
  const shown = call.success ? call.result : call.error;
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown, null, 1);
  return (
    <Item title={strings.inspector.tools[call.tool] ?? call.tool} aside={seconds(call.millis / 1000)} bad={!call.success}>
      {text && (
        <details>
          <summary className="mono">{call.tool}</summary>
          <pre className="step-result" tabIndex={0}>
            {text}
          </pre>
        </details>
      )}
    </Item>
  );
}
