// What a follow-up would stand on, part by part, and what could be asked next.
import { X } from 'lucide-react';
import { useFollowUps } from '../api/queries';
import type { Answer, ContextPart } from '../api/types';
import { strings } from '../strings';
import type { AskIt } from './actions';

interface Props {
  answer: Answer;
  fresh: boolean;
  onFresh: (fresh: boolean) => void;
  onAsk: AskIt;
}

export function Carried({ answer, fresh, onFresh, onAsk }: Props) {
  const next = useFollowUps(answer).data ?? [];
  const parts = answer.context ?? [];
  const leave = (part: ContextPart) =>
    onAsk(strings.ask.askedWithout(answer.rewritten_query ?? answer.query, part.label), { edit: { base: answer.query_id, without: [part.id] } });
  if (fresh)
    return (
      <div className="carried">
        <span className="chip part">
          {strings.ask.fresh}
          <button type="button" aria-label={strings.ask.notFresh} title={strings.ask.notFresh} onClick={() => onFresh(false)}>
            <X size={12} />
          </button>
        </span>
      </div>
    );
  if (parts.length === 0 && next.length === 0) return null;
  return (
    <div className="carried">
      {parts.length > 0 && (
        <div className="carried-parts" role="group" aria-label={strings.ask.context}>
          {parts.map((part) => (
            <span key={part.id} className="chip part" data-kind={part.kind}>
              <span className="ellipsis">{part.label}</span>
              {part.removable && (
                <button type="button" aria-label={strings.ask.without(part.label)} title={strings.ask.without(part.label)} onClick={() => leave(part)}>
                  <X size={12} />
                </button>
              )}
            </span>
          ))}
          <button type="button" className="button quiet small" onClick={() => onFresh(true)}>
            {strings.ask.forget}
          </button>
        </div>
      )}
      {next.length > 0 && (
        <div className="carried-next" role="group" aria-label={strings.ask.suggestions}>
          {next.slice(0, 3).map((question) => (
            <button key={question} type="button" className="chip" onClick={() => onAsk(question)}>
              {question}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
