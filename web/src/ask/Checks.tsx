import { Check as CheckIcon, CircleX, TriangleAlert } from 'lucide-react';
import type { Check, Fix } from '../api/types';
import { strings } from '../strings';

export type FixIt = (fix: Fix) => void;

/** What needs care stands in the open. */
export function Warnings({ checks, onFix = null }: { checks: Check[]; onFix?: FixIt | null }) {
  const shown = checks.filter((check) => check.verdict !== 'passed');
  if (shown.length === 0) return null;
  return (
    <ul className="warnings">
      {shown.map((check, index) => (
        <li key={index} className={`notice ${check.verdict === 'failed' ? 'bad' : 'care'}`}>
          <TriangleAlert size={15} />
          <div className="grow">
            {check.message}
            <Suggestions check={check} onFix={onFix} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Suggestions({ check, onFix }: { check: Check; onFix: FixIt | null }) {
  const fixes = onFix ? (check.fixes ?? []) : [];
  const values = check.suggestions ?? [];
  if (fixes.length === 0 && values.length === 0) return null;
  return (
    <div className="row wrap fixes">
      {fixes.length === 0 && (
        <span>
          {strings.checks.thereIs} {values.map((value) => `“${value}”`).join(', ')}.
        </span>
      )}
      {fixes.map((fix) => (
        <button key={fix.label} type="button" className="button small" onClick={() => onFix?.(fix)}>
          {fix.label}
        </button>
      ))}
    </div>
  );
}

const icons = {
  passed: <CheckIcon size={14} />,
  warning: <TriangleAlert size={14} />,
  failed: <CircleX size={14} />,
};

export function Checks({ checks }: { checks: Check[] }) {
  return (
    <ul className="checks small">
      {checks.map((check, index) => (
        <li key={index} className={check.verdict}>
          {icons[check.verdict]}
          <span>
            <span className="hidden-text">{strings.checks.verdict[check.verdict]}: </span>
            {check.message}
          </span>
        </li>
      ))}
    </ul>
  );
}
