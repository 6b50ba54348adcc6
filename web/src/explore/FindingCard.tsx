import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import type { Chart, Finding, Verdict } from '../api/types';
import { SqlText } from '../ask/SqlPanel';
import { ChartCard } from '../chart/ChartCard';
import { strings } from '../strings';
import { pieces, unbroken } from '../text/figures';
import { decimal, figure } from '../text/format';
import { Guarded } from '../ui/Guarded';

const looks = {
  holds: { className: 'good', icon: <CircleCheck size={13} /> },
  weak: { className: 'care', icon: <CircleHelp size={13} /> },
  misleading: { className: 'bad', icon: <TriangleAlert size={13} /> },
};

export function FindingCard({ finding, chart }: { finding: Finding; chart: Chart | null }) {
  const { verdict } = finding;
  const look = looks[verdict.status] ?? looks.weak;
  const figures = (finding.figures ?? []).map((item) => ({ ...item, cells: [] }));
  return (
    <article className="card finding">
      <div className="row finding-head">
        <span className={`tag ${look.className}`}>
          {look.icon} {strings.explore.verdicts[verdict.status] ?? verdict.status}
        </span>
        <span className="small soft">{finding.kind.replaceAll('_', ' ')}</span>
      </div>
      <p className="insight">
        {pieces({ text: finding.claim, figures }).map((piece, index) =>
          piece.figure ? (
            <span key={index} className="figure computed">
              {figure(piece.text)}
            </span>
          ) : (
            unbroken(piece.text)
          ),
        )}
      </p>
      {verdict.reason && <p className="small soft">{verdict.reason}</p>}
      {chart && (
        <Guarded brief={strings.chart.failed}>
          <ChartCard chart={chart} rows={null} untitled={chart.title === finding.claim} />
        </Guarded>
      )}
      <details className="small">
        <summary>{strings.explore.evidence}</summary>
        <Evidence verdict={verdict} sql={finding.sql ?? chart?.sqlQuery ?? null} />
      </details>
    </article>
  );
}

function Evidence({ verdict, sql }: { verdict: Verdict; sql: string | null }) {
  const facts = [
    verdict.sample_size == null ? null : strings.explore.sample(verdict.sample_size),
    verdict.effect ? `${verdict.effect.name.replaceAll('_', ' ')} ${decimal(verdict.effect.value, 2)} (${verdict.effect.size})` : null,
    verdict.p_adjusted == null && verdict.p_value == null ? null : `p ${chance(verdict.p_adjusted ?? verdict.p_value!)}`,
  ].filter(Boolean);
  return (
    <div className="evidence">
      {facts.length > 0 && <p className="soft">{facts.join(' · ')}</p>}
      <ul className="checks">
        {(verdict.checks ?? []).map((check) => (
          <li key={check.name} className={check.passed ? 'passed' : 'warning'}>
            {check.passed ? <CircleCheck size={14} /> : <TriangleAlert size={14} />}
            {check.message || check.name}
          </li>
        ))}
      </ul>
      {sql && <SqlText sql={sql} />}
    </div>
  );
}

const chance = (p: number) => (p < 0.001 ? `< ${decimal(0.001, 3)}` : `= ${decimal(p, 3)}`);
