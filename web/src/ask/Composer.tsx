import { ArrowUp, Compass, Gauge, Square, X, Zap } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useSettings } from '../api/queries';
import type { Answer } from '../api/types';
import { prefer, usePreferences, type Preferences } from '../preferences';
import { useCommand } from '../shell/commands';
import { strings } from '../strings';
import { Menu } from '../ui/Menu';
import type { Without } from './actions';

interface Props {
  name: string;
  history: string[];
  running: boolean;
  busy: boolean;
  answer: Answer | null;
  onSend: (question: string, without?: Without) => void;
  onStop: () => void;
}

export function Composer({ name, history, running, busy, answer, onSend, onStop }: Props) {
  const [text, setText] = useState('');
  const [left, setLeft] = useState<string[]>([]);
  const [back, setBack] = useState(0);
  const box = useRef<HTMLTextAreaElement>(null);
  const { mode } = usePreferences();
  const most = useSettings().data?.limits.question_characters ?? 1000;
  const tooLong = text.length > most;

  useEffect(() => setLeft([]), [answer]);
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) box.current?.focus();
  }, []);
  useCommand('focus', () => box.current?.focus());

  const send = () => {
    if (running || busy || tooLong || !text.trim()) return;
    const without = answer && left.length > 0 ? { base: answer.query_id, parts: left } : undefined;
    onSend(text, without);
    setText('');
    setBack(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && running) {
      event.preventDefault();
      onStop();
    } else if (event.key === 'ArrowUp' && (text === '' || back > 0)) {
      const earlier = history.at(-(back + 1));
      if (!earlier) return;
      event.preventDefault();
      setText(earlier);
      setBack(back + 1);
    }
  };
  const placeholder =
    mode === 'explore' ? strings.ask.explorePlaceholder : history.length > 0 ? strings.ask.followup : strings.ask.placeholder(name);
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {answer && !running && (
        <Carried answer={answer} left={left} onLeave={(part) => setLeft([...left, part])} onAsk={(question) => onSend(question)} />
      )}
      <div className={`composer-box ${mode === 'explore' ? 'exploring' : ''}`}>
        <textarea
          ref={box}
          id="question"
          rows={1}
          value={text}
          aria-label={strings.ask.label}
          aria-invalid={tooLong}
          placeholder={placeholder}
          enterKeyHint="send"
          onChange={(event) => {
            setText(event.target.value);
            setBack(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div className="composer-tools">
          <ModeMenu mode={mode} />
          <span className="grow small composer-count" role="status">
            {text.length > most * 0.9 ? strings.ask.tooLong(text.length, most) : ''}
          </span>
          {running ? (
            <button type="button" className="button stop" onClick={onStop}>
              <Square size={11} fill="currentColor" /> {strings.ask.stop}
            </button>
          ) : (
            <button type="submit" className="button primary icon send" aria-label={strings.ask.send} disabled={!text.trim() || tooLong || busy}>
              <ArrowUp size={17} />
            </button>
          )}
        </div>
      </div>
    </form>
  );
}

const MODES = ['full', 'fast', 'simple', 'explore'] as const;
const modeIcons: Record<Preferences['mode'], ReactNode> = {
  full: <Gauge size={14} />,
  fast: <Zap size={14} />,
  simple: <Zap size={14} />,
  explore: <Compass size={14} />,
};

function ModeMenu({ mode }: { mode: Preferences['mode'] }) {
  return (
    <Menu
      label={`${strings.ask.mode}: ${strings.ask.modes[mode]}`}
      className="button quiet small"
      up
      groups={[
        {
          items: MODES.map((name) => ({
            label: strings.ask.modes[name],
            hint: strings.ask.modeHints[name],
            icon: modeIcons[name],
            checked: name === mode,
            onSelect: () => prefer({ mode: name }),
          })),
        },
      ]}
    >
      {modeIcons[mode]} {strings.ask.modes[mode]}
    </Menu>
  );
}

interface CarriedProps {
  answer: Answer;
  left: string[];
  onLeave: (part: string) => void;
  onAsk: (question: string) => void;
}

/** What a follow-up would stand on, part by part, and what could be asked next. */
function Carried({ answer, left, onLeave, onAsk }: CarriedProps) {
  const parts = (answer.context ?? []).filter((part) => !left.includes(part.id));
  const next = answer.follow_ups ?? [];
  if (parts.length === 0 && next.length === 0) return null;
  return (
    <div className="carried" role="group" aria-label={strings.ask.context}>
      {parts.map((part) => (
        <span key={part.id} className="chip part" data-kind={part.kind}>
          {part.label}
          <button type="button" aria-label={strings.ask.without(part.label)} onClick={() => onLeave(part.id)}>
            <X size={12} />
          </button>
        </span>
      ))}
      {next.slice(0, 3).map((question) => (
        <button key={question} type="button" className="chip" onClick={() => onAsk(question)}>
          {question}
        </button>
      ))}
    </div>
  );
}
