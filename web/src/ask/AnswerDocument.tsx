// The answer: words, then evidence, then the machinery, folded.
import { Bookmark, ChartColumn, ChevronDown, Code, Download, ListChecks, ListTree, Table2 } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Figure, Fix } from '../api/types';
import { SaveMenu } from '../boards/SaveMenu';
import { canChart, type Choice } from '../chart/build';
import { ChartCard } from '../chart/ChartCard';
import { useCommand } from '../shell/commands';
import { inspectSteps } from '../shell/panels';
import { strings } from '../strings';
import { cellsOf } from '../text/figures';
import { count } from '../text/format';
import { ResultTable, type Lit } from '../table/ResultTable';
import { isFinal, type TurnView } from '../turn/events';
import { Guarded } from '../ui/Guarded';
import { Menu } from '../ui/Menu';
import { bringIntoSight } from '../ui/sight';
import { useActions } from './actions';
import { Checks, Warnings } from './Checks';
import { exportItems } from './exporting';
import { Feedback } from './Feedback';
import { Insight } from './Insight';
import { Meta } from './Meta';
import { SqlPanel } from './SqlPanel';
import { Understood } from './Understood';

interface Props {
  queryId: string;
  view: TurnView;
  isLast: boolean;
}

/** Made again only for what has come, not for what is on its way. */
export const AnswerDocument = memo(function AnswerDocument({ queryId, view, isLast }: Props) {
  const [lit, setLit] = useState<Lit | null>(null);
  const [exporting, setExporting] = useState(0);
  const [wanted, setWanted] = useState<{ sql: string } | null>(null);
  const { ask } = useActions();
  const running = !isFinal(view.status);
  const { answer, rows, chart } = view;
  const bare = rows !== null && rows.columns.length > 0;
  const [byHand, setByHand] = useState<Choice | null>(null);
  const [panels, setPanels] = useState<Record<string, boolean>>({});
  const showsChart = panels.chart ?? chart !== null;
  const isOne = bare && rows.row_count === 1 && rows.columns.length === 1 && view.words !== '';
  const showsTable = panels.table ?? (chart === null && !isOne);
  const toggle = (name: string, now: boolean) => setPanels({ ...panels, [name]: !now });
  const sentences = answer?.sentences ?? [];
  const light = (figure: Figure | null) => setLit(figure ? { ...cellsOf(figure), pinned: false } : null);
  const pin = (figure: Figure) => {
    setPanels({ ...panels, table: true });
    setLit({ ...cellsOf(figure), pinned: true });
  };
  const fix = ({ sql: statement, max_rows }: Fix) => {
    if (max_rows) ask?.(answer!.query, { maxRows: max_rows });
    else if (statement) {
      setWanted({ sql: statement });
      setPanels({ ...panels, sql: true });
    }
  };
  const litRows = useMemo(() => [...(lit?.rows ?? [])], [lit]);

  useCommand('sql', () => isLast && toggle('sql', panels.sql ?? false));
  useCommand('exports', () => {
    if (isLast) setExporting((signal) => signal + 1);
  });

  const sql = answer?.sql ?? view.attempts.at(-1)?.sql ?? null;
  return (
    <div className={`answer ${bare && rows.columns.length > 5 ? 'wide' : ''}`}>
      <section className="card answer-card" aria-label={strings.answer.insight}>
        <div className="answer-words" aria-live="polite">
          {sentences.length > 0 ? (
            <Insight sentences={sentences} rows={rows} onLight={light} onPin={pin} />
          ) : view.words ? (
            <p className="insight coming">{view.words}</p>
          ) : running ? (
            <div className="words-wait" aria-hidden="true">
              <div className="skeleton" />
              <div className="skeleton short" />
            </div>
          ) : bare && rows.row_count === 0 ? (
            <p className="insight">{strings.answer.noRows}</p>
          ) : null}
        </div>
        <Warnings checks={view.checks} onFix={ask && answer && !running ? fix : null} />
        {bare && showsChart && (chart || canChart(rows)) && (
          <Guarded brief={strings.chart.failed}>
            <ChartCard chart={chart} rows={rows} litRows={litRows} byHand={byHand} onByHand={setByHand} />
          </Guarded>
        )}
        {bare && showsTable && rows.row_count > 0 && <ResultTable rows={rows} lit={lit} tall={chart ? 8 : 12} />}
        <div className="answer-bar">
          {bare && (
            <Toggle icon={<Table2 size={14} />} open={showsTable} onClick={() => toggle('table', showsTable)}>
              {rows.truncated ? <span title={strings.answer.more}>{strings.answer.moreRows(rows.row_count)}</span> : strings.rows(rows.row_count)}
            </Toggle>
          )}
          {bare && (chart !== null || canChart(rows)) && (
            <Toggle icon={<ChartColumn size={14} />} open={showsChart} onClick={() => toggle('chart', showsChart)}>
              {strings.chart.add}
            </Toggle>
          )}
          {sql && (
            <Toggle icon={<Code size={14} />} open={panels.sql ?? false} onClick={() => toggle('sql', panels.sql ?? false)}>
              {strings.answer.sql}
            </Toggle>
          )}
          {view.checks.length > 0 && (
            <Toggle icon={<ListChecks size={14} />} open={panels.checks ?? false} onClick={() => toggle('checks', panels.checks ?? false)}>
              {strings.answer.checks} <CheckCount view={view} />
            </Toggle>
          )}
          {answer && bare && (
            <Menu
              label={strings.answer.exports}
              className="button quiet small"
              openSignal={exporting}
              groups={[{ items: exportItems(queryId) }]}
            >
              <Download size={14} /> <span className="bar-label">{strings.answer.exports}</span>
            </Menu>
          )}
          {answer && bare && <SaveMenu queryId={queryId} question={answer.query} chart={byHand} icon={<Bookmark size={14} />} />}
          <button type="button" className="button quiet small" aria-label={strings.answer.steps} title={strings.answer.steps} onClick={() => inspectSteps(queryId)}>
            <ListTree size={14} /> <span className="bar-label">{strings.answer.steps}</span>
          </button>
          <span className="grow" />
          {answer && <Feedback queryId={queryId} />}
        </div>
        {panels.sql && sql && (
          <Unfolded>
            <SqlPanel sql={sql} executed={answer?.executed_sql ?? null} wanted={wanted} />
          </Unfolded>
        )}
        {panels.checks && (
          <Unfolded>
            <Checks checks={view.checks} />
          </Unfolded>
        )}
      </section>
      {answer && <Understood restatement={answer.restatement} notes={answer.notes} />}
      {answer && <Meta answer={answer} attempts={view.attempts} />}
    </div>
  );
});

function CheckCount({ view }: { view: TurnView }) {
  const care = view.checks.filter((check) => check.verdict !== 'passed').length;
  return (
    <>
      <span className="check-good" aria-label={strings.checks.passed(view.checks.length - care)}>
        ✓{count(view.checks.length - care)}
      </span>
      {care > 0 && (
        <span className="check-care" aria-label={strings.checks.warned(care)}>
          ⚠{count(care)}
        </span>
      )}
    </>
  );
}

/** What was folded away comes into sight when it is opened, also where it begins under the edge of the view. */
function Unfolded({ children }: { children: ReactNode }) {
  const node = useRef<HTMLDivElement>(null);
  useEffect(() => bringIntoSight(node.current!), []);
  return (
    <div ref={node} className="unfolded">
      {children}
    </div>
  );
}

interface ToggleProps {
  icon: ReactNode;
  open: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Toggle({ icon, open, onClick, children }: ToggleProps) {
  return (
    <button type="button" className="button quiet small" aria-expanded={open} onClick={onClick}>
      {icon} {children}
      <ChevronDown size={13} className={`turns-over ${open ? 'open' : ''}`} />
    </button>
  );
}
