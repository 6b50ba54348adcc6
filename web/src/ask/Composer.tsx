import { ArrowUp, Compass, Gauge, Square, Table2, Zap } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useSettings } from '../api/queries';
import type { Answer } from '../api/types';
import { prefer, usePreferences, type Preferences } from '../preferences';
import { useCommand } from '../shell/commands';
import { dialogs } from '../shell/panels';
import { strings } from '../strings';
import { Menu } from '../ui/Menu';
import type { AskIt } from './actions';
import { Carried } from './Carried';

interface Props {
  name: string;
  history: string[];
  running: boolean;
  busy: boolean;
  answer: Answer | null;
  /** What was written in the box. */
  onSend: AskIt;
  /** What was offered over the box. */
  onAsk: AskIt;
  onStop: () => void;
}

export function Composer({ name, history, running, busy, answer, onSend, onAsk, onStop }: Props) {
  const [text, setText] = useState('');
  const [fresh, setFresh] = useState(false);
  const [back, setBack] = useState(0);
  const [waiting, setWaiting] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const { mode } = usePreferences();
  const most = useSettings().data?.limits.question_characters ?? 1000;
  const tooLong = text.length > most;

  useEffect(() => setFresh(false), [answer]);
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) box.current?.focus();
  }, []);
  useCommand('focus', () => box.current?.focus());
  // How high all this is, for what is scrolled to and comes to stand above it.
  useEffect(() => {
    const node = form.current!;
    const watch = new ResizeObserver(() => node.parentElement?.style.setProperty('--dock', `${node.offsetHeight}px`));
    watch.observe(node);
    return () => watch.disconnect();
  }, []);

  const send = () => {
    if (running || tooLong || !text.trim()) return;
    if (busy) return setWaiting(true);
    onSend(text, fresh ? { fresh } : undefined);
    setText('');
    setBack(0);
  };
  // Somebody was quicker than the page: what was sent before it knew its data goes out as soon as it does.
  useEffect(() => {
    if (!waiting || busy) return;
    setWaiting(false);
    send();
  }, [waiting, busy]);
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
    } else if (event.key === '?' && text === '') {
      event.preventDefault();
      dialogs.set('keys');
    }
  };
  const placeholder =
    mode === 'explore' ? strings.ask.exploreLabel : history.length > 0 && !fresh ? strings.ask.followup : strings.ask.placeholder(name);
  return (
    <form
      ref={form}
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {answer && !running && (
        <Carried answer={answer} fresh={fresh} onFresh={(wanted) => (setFresh(wanted), box.current?.focus())} onAsk={onAsk} />
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
            setWaiting(false);
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
  simple: <Table2 size={14} />,
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
